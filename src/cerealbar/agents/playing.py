"""Games that are being played side by side, each with its clock and what ends it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cerealbar.agents.answers import AnyPlayer, ask, refused
from cerealbar.agents.pace import Stopwatch
from cerealbar.agents.protocol import Choice, FollowTask, LeadTask
from cerealbar.game import (
    MAX_REMARK_LENGTH,
    Action,
    Game,
    Heading,
    Outcome,
    Player,
    Rules,
    StateArray,
    check_instruction,
    check_text,
)
from cerealbar.language.intention import Intention, Purpose
from cerealbar.records import GameRecord, Header, Meant, record_of
from cerealbar.views import BoardMemory, Sight

# As plain numbers, for speed.
_FINISHED, _TURN_ENDED, _SKIPPED = (
    int(bit) for bit in (Outcome.FINISHED, Outcome.TURN_ENDED, Outcome.SKIPPED)
)


MOST_CHOICES = 80
"""Choices after which a turn times out, so that bumping and instructing, which are free, end."""
MOST_HALF_TURNS = 500
"""Half-turns after which a game of unlimited turns is abandoned."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played to its end."""

    header: Header
    game: Game
    times: tuple[float, ...]
    """The seconds of each deed, and of the end."""
    intentions: tuple[Intention | None, ...]
    """What each instruction means, where its leader could tell."""

    @property
    def score(self) -> int:
        """Sets made."""
        return self.game.score

    @property
    def finished(self) -> int:
        """How many instructions the follower finished."""
        return len(self.game.queue.finished)

    def record(self) -> GameRecord:
        """The game as it is recorded."""
        meant = [meant_of(intention) for intention in self.intentions]
        return record_of(self.game, self.header, self.times, meant=meant)


def follow_task(
    number: int,
    game: Game,
    memory: BoardMemory | None = None,
    place: int = 0,
    intention: Intention | None = None,
) -> FollowTask:
    """What the follower is to do in its turn; with a memory it knows only what it remembers of the
    game at a place, else the game's live record."""
    current = game.current_instruction
    assert current is not None, "the follower's turn ends when no instruction waits"
    task = FollowTask(
        number,
        game.states,
        current,
        game.number_followed,
        game.steps_taken,
        game.queue.finished,
        intention,
    )
    return task if memory is None else task.within(memory, place)


def lead_task(number: int, game: Game) -> LeadTask:
    """What the leader is to do now; its record is the game's, live."""
    return LeadTask(number, game.states, game.queue.waiting, game.queue.ended)


@dataclass(slots=True)
class Play:
    """A game that is being played."""

    number: int
    game: Game
    watch: Stopwatch
    intentions: list[Intention | None] = field(default_factory=list)
    """What each instruction means, where its leader could tell."""
    times: list[float] = field(default_factory=list)
    choices: int = 0
    """Of this turn."""
    half_turns: int = 0
    is_over: bool = False
    """Whether the game has ended, by the rules or by the limit."""
    action: Action = Action.DONE
    """What was last done, or refused."""

    def act(self, player: Player, choice: Choice) -> int:
        """Do what was chosen, or what the clock or a limit makes of it.

        Returns `Outcome` bits, or a `Refusal` below 0.
        """
        self.choices += 1
        game, action, text = self.game, choice.action, None
        if action is Action.INSTRUCT and player is Player.LEADER:
            text = check_instruction(choice.text)
        elif action is Action.GIVE_UP and choice.text:
            text = check_text(choice.text, "reason", MAX_REMARK_LENGTH)
        in_time = self.watch.pass_time(player, action, text or "", game.rules.seconds(player))
        if not in_time or self.choices > MOST_CHOICES:
            action, text = Action.TIME_OUT, None
        self.action = action
        outcome = game.attempt(player, action, text)
        if outcome >= 0:
            self.times.append(self.watch.at)
            if action is Action.INSTRUCT:
                self.intentions.append(choice.intention)
            if outcome & (_FINISHED | _TURN_ENDED):
                self._pass_turn(player, outcome)
        return outcome

    def _pass_turn(self, player: Player, outcome: int) -> None:
        """The follower sees another instruction, or the turn is over, or both."""
        is_shown = bool(outcome & _FINISHED)
        if outcome & _TURN_ENDED:
            self.choices = 0
            self.half_turns += 2 if outcome & _SKIPPED else 1
            self.watch.begin_turn()
            left = self.game.half_turns_left
            self.is_over = left == 0 or (left is None and self.half_turns >= MOST_HALF_TURNS)
            is_shown = is_shown or player is Player.LEADER
        if is_shown and (current := self.game.current_instruction):
            self.watch.show(current)

    @property
    def intention(self) -> Intention | None:
        """What the current instruction means, if there is one and its leader could tell."""
        number = self.game.current_number
        return self.intentions[number] if number < len(self.intentions) else None

    def played(self, header: Header) -> PlayedGame:
        """The game when it is over."""
        times = (*self.times, self.watch.at)
        return PlayedGame(header, self.game.copy(), times, tuple(self.intentions))


class GamesInPlay:
    """Games side by side, each at a place of an array of records, which their players see."""

    def __init__(self, states: StateArray, rules: Rules, sight: Sight | None = None) -> None:
        self.states = states
        """The records of the games, live."""
        self.rules = rules
        self.plays: dict[int, Play] = {}
        """By place; none where nobody plays."""
        self.memory = None if sight is None else BoardMemory(sight, len(states))

    def __setstate__(self, parts: dict[str, object]) -> None:
        """Of a copy: each game is a part of the array again."""
        self.__dict__.update(parts)
        for place, play in self.plays.items():
            play.game.move_to(self.states[place : place + 1])

    def start(self, place: int, number: int, watch: Stopwatch) -> None:
        """Begin the game whose record is at a place; players know it by its number."""
        game = Game.from_states(self.states[place : place + 1], self.rules, in_place=True)
        self.plays[place] = Play(number, game, watch)
        if self.memory is not None:
            self.memory.forget(place)

    def look(self) -> None:
        """Let followers with a sight see how the games are now."""
        if self.memory is not None:
            self.memory.look(self.states)

    def ask(self, asked: AnyPlayer, role: Player, places: Sequence[int]) -> None:
        """Let a player act in each of some games in which it is to act.

        Raises:
            PlayerError: it chose what it cannot do.
        """
        plays = [self.plays[place] for place in places]
        tasks = [
            follow_task(play.number, play.game, self.memory, place, play.intention)
            if role
            else lead_task(play.number, play.game)
            for place, play in zip(places, plays, strict=True)
        ]
        for play, choice in zip(plays, ask(asked, role, tasks), strict=True):
            outcome = play.act(role, choice)
            if outcome < 0:
                raise refused(asked, role, play.action, play.number, outcome)


def meant_of(intention: Intention | None) -> Meant | None:
    """What a leader wants, as it is recorded."""
    if intention is None:
        return None
    heading = None if intention.heading is None else int(intention.heading)
    return Meant(intention.cards, intention.end, heading)


def intention_of(meant: Meant | None) -> Intention | None:
    """What an instruction asks for, as those who are told of it know it: `meant_of` undone."""
    if meant is None:
        return None
    going = Purpose.WAIT if meant.end is None else Purpose.APPROACH
    heading = None if meant.heading is None else Heading(meant.heading)
    return Intention(Purpose.COLLECT if meant.cards else going, meant.cards, meant.end, heading)
