"""One game that is being played: its record, texts and clock, and what has happened so far."""

from dataclasses import dataclass, field

from cerealbar.agents.pace import Stopwatch
from cerealbar.agents.protocol import Choice, FollowTask, LeadTask
from cerealbar.game import (
    MAX_REMARK_LENGTH,
    UNLIMITED,
    Action,
    Heading,
    InstructionQueue,
    Outcome,
    Player,
    Rules,
    StateArray,
    Status,
    check_instruction,
    check_text,
)
from cerealbar.language.intention import Intention, Purpose
from cerealbar.records import (
    DeedEvent,
    GameEnd,
    GameEnded,
    GameRecord,
    Header,
    Meant,
    complete,
    deed_event,
)
from cerealbar.views import BoardMemory

# As plain numbers, for speed.
_BUMPED, _FINISHED, _CANCELLED = (
    int(bit) for bit in (Outcome.BUMPED, Outcome.FINISHED, Outcome.CANCELLED)
)
_TURN_ENDED, _SKIPPED = int(Outcome.TURN_ENDED), int(Outcome.SKIPPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayLimits:
    """What ends a game that its players never would."""

    choices_per_turn: int = 80
    """Then the turn times out, so that bumping and instructing, which are free, come to an end."""
    steps_per_instruction: int | None = None
    """Then the follower gives up."""
    half_turns: int = 500
    """Then a game of unlimited turns is abandoned."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played to its end."""

    header: Header
    deeds: tuple[DeedEvent, ...]
    end: GameEnded
    texts: tuple[str, ...]
    intentions: tuple[Intention | None, ...]
    """What each instruction means, where its leader could tell."""
    finished: int
    """How many instructions the follower finished."""

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
    limits: PlayLimits
    deeds: list[DeedEvent] = field(default_factory=list)
    queue: InstructionQueue = field(default_factory=InstructionQueue)
    intentions: list[Intention | None] = field(default_factory=list)
    past: tuple[str, ...] = ()
    """What the follower finished."""
    ended: tuple[str, ...] = ()
    """What the follower finished or gave up."""
    waiting: tuple[str, ...] = ()
    steps_taken: int = 0
    choices: int = 0
    half_turns: int = 0
    action: Action = Action.DONE
    """What is done next."""
    text: str | None = None
    intention: Intention | None = None

    def lead_task(self) -> LeadTask:
        """What the leader knows now."""
        return LeadTask(self.game, self.states, self.waiting, self.ended)

    def follow_task(self, memory: BoardMemory | None = None, i: int = 0) -> FollowTask:
        """What the follower knows now; with a memory, what it remembers of the i-th game."""
        task = FollowTask(
            self.game,
            self.states,
            self.waiting[0],
            self.queue.number_followed,
            self.steps_taken,
            self.past,
            self.intentions[self.queue.current],
        )
        return task if memory is None else task.within(memory, i)

    def act(self, player: Player, choice: Choice) -> int:
        """The action that is taken: the chosen one, or what the clock or a limit makes of it."""
        self.choices += 1
        action, text = choice.action, None
        if action is Action.INSTRUCT and player is Player.LEADER:
            text, self.intention = check_instruction(choice.text), choice.intention
        elif action is Action.GIVE_UP and choice.text:
            text = check_text(choice.text, "reason", MAX_REMARK_LENGTH)
        limit = self.limits.steps_per_instruction
        if limit is not None and player and action.is_step and self.steps_taken >= limit:
            action, text = Action.GIVE_UP, f"{limit} steps were not enough"
        in_time = self.watch.pass_time(player, action, text or "", self.rules.seconds(player))
        if not in_time or self.choices > self.limits.choices_per_turn:
            action = Action.TIME_OUT
        self.action, self.text = action, text
        return action

    def note(self, player: Player, outcome: int) -> None:
        """Record what came of the chosen action."""
        action = self.action
        if outcome & _BUMPED:
            return
        meant = None
        if action.is_step:
            self.steps_taken += player
        elif action is Action.INSTRUCT and self.text is not None:
            meant = meant_of(self.intention)
            self.intentions.append(self.intention)
            self.waiting += (self.text,)
        self.deeds.append(deed_event(self.watch.at, player, action, self.text, meant))
        if action.is_step and not outcome & _TURN_ENDED:  # most deeds are such
            return
        self.queue.note(action, outcome, self.text)
        if outcome & _FINISHED:
            self.ended += self.waiting[:1]
            if action is not Action.GIVE_UP:
                self.past += self.waiting[:1]
            self.waiting = self.waiting[1:]
            self.steps_taken = 0
            if self.waiting:
                self.watch.show(self.waiting[0])
        elif outcome & _CANCELLED:
            self.waiting, self.steps_taken = (), 0
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
            tuple(self.queue.texts),
            tuple(self.intentions),
            self.queue.statuses.count(Status.FINISHED),
        )


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
