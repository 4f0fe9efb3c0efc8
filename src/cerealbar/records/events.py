"""The record of a game: a header and its events, as they are written to files.

Three kinds of events follow each other in time. Deeds are what players and the clock did; notes are
what happened beside the game and changes none of its states; the rest is what the rules compute
from the deeds, stored for readers, and checked when a game is replayed.
"""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

import msgspec

from cerealbar.game import (
    CELLS,
    HEADINGS,
    MAX_COMMENT_LENGTH,
    MAX_INSTRUCTION_LENGTH,
    MAX_REMARK_LENGTH,
    PAPER,
    Cancelling,
    PlayerWord,
    Rules,
    SignalKind,
)
from cerealbar.records.errors import RecordError
from cerealbar.views import Plan

SCHEMA = 2
"""The version of this schema, the only one that is read."""
RULES_VERSION = 1
"""Rises whenever the same events would yield another game."""

MAX_EVENTS = 100_000
"""Events in a record: far above any game, so that a replay cannot exhaust the memory."""

GameId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$(?!\n)")]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=10_000_000)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_INSTRUCTION_LENGTH)]
Remark = Annotated[str, msgspec.Meta(max_length=MAX_REMARK_LENGTH)]
ShortText = Annotated[str, msgspec.Meta(max_length=200)]
CommentText = Annotated[str, msgspec.Meta(max_length=MAX_COMMENT_LENGTH)]
CellNumber = Annotated[int, msgspec.Meta(ge=0, lt=CELLS)]
HeadingNumber = Annotated[int, msgspec.Meta(ge=0, lt=HEADINGS)]
StepWord = Literal["forward", "backward", "left", "right"]


class TurnEnd(StrEnum):
    """How a turn ended."""

    DONE = "done"
    """The leader ended the turn, or the follower was done with the last instruction."""
    TIME_OUT = "time-out"
    NO_STEPS = "no-steps"
    """The follower used the last step."""
    SKIPPED = "skipped"
    """The follower had no instruction."""
    CANCELLED = "cancelled"
    """The leader withdrew the instructions in the follower's turn."""


class GameEnd(StrEnum):
    """How a game ended."""

    NO_TURNS = "no-turns"
    """All turns were used: the regular end."""
    LEADER_LEFT = "leader-left"
    FOLLOWER_LEFT = "follower-left"
    ABANDONED = "abandoned"
    """Both left, or the recording stops."""
    TUTORIAL_DONE = "tutorial-done"
    """A tutorial was played to its end, which no turns bring about."""


class _Part(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What all parts share: they hold plain values only, so garbage collection can skip them."""


class Meant(_Part, frozen=True):
    """What an instruction asks for, where its writer could tell."""

    cards: tuple[CellNumber, ...] = ()
    """Cells of the cards to toggle, in order."""
    end: CellNumber | None = None
    """The cell to end on; None for where the last card lies, or where the follower stands."""
    heading: HeadingNumber | None = None


class Participant(_Part, frozen=True, kw_only=True):
    """Who plays a role."""

    kind: ShortText = "unknown"
    """`human`, `simulated` (a person), `agent`, `program` (one that plays over the network), or
    `script` (the other player of a tutorial)."""
    name: ShortText = ""
    """Of an agent: what it is called; of a person: only what the person wants to be called."""
    id: ShortText = ""
    """Which person: an anonymous id, the same in all games of the person."""
    version: ShortText = ""
    """Of an agent."""

    @property
    def words(self) -> str:
        """All that is known, such as `simulated expert-017` or `agent rule-based 0.1`."""
        return " ".join(filter(None, (self.kind, self.name, self.id, self.version)))


# Deeds


class Instructed(_Part, frozen=True, tag="instruct"):
    """The leader sent an instruction."""

    at: Seconds
    text: Text
    meant: Meant | None = None


class Stepped(_Part, frozen=True, tag="step"):
    """A player took a step; bumping is not recorded."""

    at: Seconds
    by: PlayerWord
    action: StepWord
    card: str | None = None
    """The card that was selected or deselected, such as `+2po` or `-2po`."""
    score: int | None = None
    """The new score, if a set was made."""


class Finished(_Part, frozen=True, tag="done"):
    """A player was done: with the turn (leader) or with the current instruction (follower)."""

    at: Seconds
    by: PlayerWord


class GaveUp(_Part, frozen=True, tag="give-up"):
    """The follower could not carry out the current instruction, and was done with it."""

    at: Seconds
    reason: Remark = ""


class Cancelled(_Part, frozen=True, tag="cancel"):
    """The leader withdrew all instructions that waited, the current one included."""

    at: Seconds


class TimedOut(_Part, frozen=True, tag="time-out"):
    """A player's time for the turn ran out."""

    at: Seconds
    by: PlayerWord


# Notes


class Signalled(_Part, frozen=True, tag="signal"):
    """A player told the other something."""

    at: Seconds
    kind: SignalKind
    text: Remark = ""

    @property
    def by(self) -> PlayerWord:
        """Who."""
        return self.kind.player.word


class SeatTaken(_Part, frozen=True, tag="seat"):
    """Who plays a role from now on; before the first, the header tells."""

    at: Seconds
    role: PlayerWord
    participant: Participant


class Paused(_Part, frozen=True, tag="pause"):
    """The game's clock stands still from now on."""

    at: Seconds


class Resumed(_Part, frozen=True, tag="resume"):
    """The game's clock goes on."""

    at: Seconds


class Planned(_Part, frozen=True, tag="plan"):
    """The follower published its plan."""

    at: Seconds
    plan: Plan


class CameraToggled(_Part, frozen=True, tag="camera"):
    """The leader looks at the board from elsewhere; noted in tutorials only."""

    at: Seconds
    camera: Literal["tilted", "overhead"]
    """From where now."""


class Commented(_Part, frozen=True, tag="comment"):
    """A player told the experimenters something; the only event that may follow the end."""

    at: Seconds
    role: PlayerWord
    text: CommentText


# What the rules compute


class TurnEnded(_Part, frozen=True, tag="turn-end"):
    """A turn ended; follows the event that ended it."""

    at: Seconds
    by: PlayerWord
    how: TurnEnd


class GameEnded(_Part, frozen=True, tag="end", omit_defaults=False):
    """The game ended."""

    at: Seconds
    how: GameEnd
    score: int = 0


DeedEvent: TypeAlias = Instructed | Stepped | Finished | GaveUp | Cancelled | TimedOut
"""What a player or the clock did."""
NoteEvent: TypeAlias = (
    Signalled | SeatTaken | Paused | Resumed | Planned | CameraToggled | Commented
)
"""What happened beside the game."""
Event: TypeAlias = DeedEvent | NoteEvent | TurnEnded | GameEnded
# As tuples, since asking for a union of types is slow; the most frequent first.
DEEDS = (Stepped, Finished, Instructed, GaveUp, Cancelled, TimedOut)
NOTES = (Signalled, SeatTaken, Paused, Resumed, Planned, CameraToggled, Commented)
# For loops over all events: a structure is slow to tell that it is of none of some classes.
DEED_TYPES: frozenset[type[Event]] = frozenset(DEEDS)
Events = Annotated[tuple[Event, ...], msgspec.Meta(max_length=MAX_EVENTS)]


class RecordedRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of a game, as `cerealbar.game.Rules`."""

    leader_steps: int = PAPER.leader_steps
    follower_steps: int = PAPER.follower_steps
    leader_seconds: float = PAPER.leader_seconds
    follower_seconds: float = PAPER.follower_seconds
    half_turns: int | None = PAPER.half_turns
    extra_half_turns: tuple[int, ...] = PAPER.extra_half_turns
    cards: int = PAPER.cards
    path_objects: int = PAPER.path_objects
    solvable: bool = PAPER.solvable
    cancelling: Cancelling = PAPER.cancelling
    thumbs: bool = PAPER.thumbs
    remarks: bool = PAPER.remarks

    @classmethod
    def from_rules(cls, rules: Rules) -> "RecordedRules":
        """The rules as they are recorded."""
        return cls(**{name: getattr(rules, name) for name in cls.__struct_fields__})

    def to_rules(self) -> Rules:
        """The rules to play by."""
        return Rules(**msgspec.structs.asdict(self))


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known of a game before its first event."""

    schema: int = SCHEMA
    rules_version: int = RULES_VERSION
    package: ShortText = ""
    """The version of this package that recorded the game."""
    game_id: GameId
    seed: int
    started: ShortText = ""
    """Date and time in ISO 8601, or empty if nobody knows."""
    synthetic: bool
    """Whether no person took part."""
    leader: Participant = Participant()
    follower: Participant = Participant()
    rules: RecordedRules = RecordedRules()
    sight: ShortText = ""
    """How the follower saw the board: `full`, or the name of a sight; empty if unknown."""
    pace: tuple[Seconds, Seconds] | None = None
    """The least and the most seconds that an agent waited before each action, if it did."""
    treatment: dict[ShortText, ShortText | int | float | bool] = {}
    """What an experimenter chose for this game, by name."""


class GameRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recorded game."""

    header: Header
    events: Events

    def __post_init__(self) -> None:
        if len(self.events) > MAX_EVENTS:  # no reader would take it
            raise RecordError(f"{len(self.events)} events are no record: the most is {MAX_EVENTS}")

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.header.game_id

    @property
    def end(self) -> GameEnded | None:
        """How the game ended, if the recording says; only comments come after it."""
        for event in reversed(self.events):
            if not isinstance(event, Commented):
                return event if isinstance(event, GameEnded) else None
        return None

    @property
    def seconds(self) -> float:
        """How long the game lasted."""
        last = self.end or (self.events[-1] if self.events else None)
        return last.at if last else 0.0

    @property
    def people(self) -> dict[PlayerWord, tuple[Participant, ...]]:
        """Who played each role, one after the other."""
        found: dict[PlayerWord, list[Participant]] = {
            "leader": [self.header.leader],
            "follower": [self.header.follower],
        }
        for event in self.events:
            if type(event) is SeatTaken and event.participant != found[event.role][-1]:
                found[event.role].append(event.participant)
        return {role: tuple(people) for role, people in found.items()}
