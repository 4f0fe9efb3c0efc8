"""One game that is being played: its record, texts and clock, and what has happened so far."""

from dataclasses import dataclass, field

from cerealbar.agents.pace import Stopwatch
from cerealbar.agents.protocol import Choice, FollowTask, LeadTask
from cerealbar.game import UNLIMITED, Action, Player, Rules, StateArray, check_instruction
from cerealbar.language.intention import Intention
from cerealbar.records import (
    Deed,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    Header,
    Instructed,
    Stepped,
    TimedOut,
    complete,
)
from cerealbar.records.events import PLAYER_WORDS, STEP_WORDS

# The members of Outcome as plain numbers, for speed.
_BUMPED, _FINISHED, _TURN_ENDED, _SKIPPED = 2, 16, 64, 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What ends a game that its players never would."""

    choices_per_turn: int = 80
    """Then the turn times out, so that bumping and instructing, which are free, come to an end."""
    steps_per_instruction: int | None = None
    """Then the follower is taken to be done."""
    half_turns: int = 500
    """Then a game of unlimited turns is abandoned."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played to its end."""

    header: Header
    deeds: tuple[Deed, ...]
    end: GameEnded
    texts: tuple[str, ...]
    intentions: tuple[Intention | None, ...]
    """What each instruction means, where its leader could tell."""
    finished: int
    """How many instructions the follower was done with."""

    @property
    def score(self) -> int:
        """Sets made."""
        return self.end.score

    def record(self) -> GameRecord:
        """The game as it is recorded."""
        return complete(GameRecord(self.header, (*self.deeds, self.end)))


@dataclass(slots=True)
class Play:
    """A game that is being played."""

    game: int
    header: Header
    rules: Rules
    states: StateArray
    watch: Stopwatch
    limits: Limits
    deeds: list[Deed] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    intentions: list[Intention | None] = field(default_factory=list)
    past: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    steps_taken: int = 0
    choices: int = 0
    half_turns: int = 0
    action: Action = Action.DONE
    """What is done next."""
    text: str = ""
    intention: Intention | None = None

    def lead_task(self) -> LeadTask:
        """What the leader knows now."""
        return LeadTask(self.game, self.states, self.waiting, self.past)

    def follow_task(self) -> FollowTask:
        """What the follower knows now."""
        number = len(self.past)
        return FollowTask(
            self.game,
            self.states,
            self.texts[number],
            number,
            self.steps_taken,
            self.past,
            self.intentions[number],
        )

    def instruct(self, choice: Choice) -> int:
        """The leader's action that comes of a choice."""
        if choice.action is not Action.INSTRUCT:
            return self.act(Player.LEADER, choice.action)
        self.text, self.intention = check_instruction(choice.text), choice.intention
        return self.act(Player.LEADER, choice.action, self.text)

    def act(self, player: Player, action: Action, text: str = "") -> int:
        """The action that is taken: the chosen one, or what the clock or a limit makes of it."""
        self.choices += 1
        limit = self.limits.steps_per_instruction
        if limit is not None and player and self.steps_taken >= limit:
            action = Action.DONE
        in_time = self.watch.pass_time(player, action, text, self.rules.seconds(player))
        if not in_time or self.choices > self.limits.choices_per_turn:
            action = Action.TIME_OUT
        self.action = action
        return action

    def note(self, player: Player, outcome: int) -> None:
        """Record what came of the chosen action."""
        at, action = self.watch.at, self.action
        if outcome & _BUMPED:
            return
        if action is Action.INSTRUCT:
            self.deeds.append(Instructed(at, self.text))
            self.texts.append(self.text)
            self.intentions.append(self.intention)
            self.waiting += (self.text,)
        elif action is Action.DONE:
            self.deeds.append(Finished(at, PLAYER_WORDS[player]))
        elif action is Action.TIME_OUT:
            self.deeds.append(TimedOut(at, PLAYER_WORDS[player]))
        else:
            self.deeds.append(Stepped(at, PLAYER_WORDS[player], STEP_WORDS[action]))
            self.steps_taken += player
        if outcome & _FINISHED:
            self.past += (self.waiting[0],)
            self.waiting = self.waiting[1:]
            self.steps_taken = 0
            if self.waiting:
                self.watch.show(self.waiting[0])
        if outcome & _TURN_ENDED:
            self.choices = 0
            self.half_turns += 2 if outcome & _SKIPPED else 1
            self.watch.begin_turn()
            if player is Player.LEADER and self.waiting:
                self.watch.show(self.waiting[0])

    def is_over(self, half_turns_left: int) -> bool:
        """Whether the game has ended, by the rules or by the limit."""
        is_endless = half_turns_left == UNLIMITED and self.half_turns >= self.limits.half_turns
        return half_turns_left == 0 or is_endless

    def played(self) -> PlayedGame:
        """The game when it is over."""
        over = self.states["half_turns_left"][0] == 0
        how = GameEnd.NO_TURNS if over else GameEnd.ABANDONED
        return PlayedGame(
            self.header,
            tuple(self.deeds),
            GameEnded(self.watch.at, how, int(self.states["score"][0])),
            tuple(self.texts),
            tuple(self.intentions),
            len(self.past),
        )
