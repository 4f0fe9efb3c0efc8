"""The record of a game: a header and its events, as they are written to files.

Only what players did is believed: what the rules can compute from it (cards toggled, the score, how
a turn ended) is stored for readers, and checked when a game is replayed.
"""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

import msgspec

from cerealbar.game import MAX_INSTRUCTION_LENGTH, PAPER, Action, Player, Rules

SCHEMA = 1
"""The version of this schema; `migration.py` brings older records up to it."""
RULES_VERSION = 1
"""Rises whenever the same events would yield another game."""

MAX_EVENTS = 100_000
"""Events in a record: far above any game, so that a replay cannot exhaust the memory."""

GameId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$(?!\n)")]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=10_000_000)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_INSTRUCTION_LENGTH)]
ShortText = Annotated[str, msgspec.Meta(max_length=200)]
PlayerWord = Literal["leader", "follower"]
StepWord = Literal["forward", "backward", "left", "right"]


class TurnEnd(StrEnum):
    """How a turn ended."""

    DONE = "done"
    """The leader ended the turn, or the follower finished the last instruction."""
    TIME_OUT = "time-out"
    NO_STEPS = "no-steps"
    """The follower used the last step."""
    SKIPPED = "skipped"
    """The follower had no instruction."""


class GameEnd(StrEnum):
    """How a game ended."""

    NO_TURNS = "no-turns"
    """All turns were used: the regular end."""
    LEADER_LEFT = "leader-left"
    FOLLOWER_LEFT = "follower-left"
    ABANDONED = "abandoned"
    """Both left, or the recording stops."""


class _Event(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What all events share: they hold plain values only, so garbage collection can skip them."""


class Instructed(_Event, frozen=True, tag="instruct"):
    """The leader sent an instruction."""

    at: Seconds
    text: Text


class Stepped(_Event, frozen=True, tag="step"):
    """A player took a step; bumping is not recorded."""

    at: Seconds
    by: PlayerWord
    action: StepWord
    card: str | None = None
    """The card that was selected or deselected, such as `+2po` or `-2po`."""
    score: int | None = None
    """The new score, if a set was made."""


class Finished(_Event, frozen=True, tag="done"):
    """A player was done: with the turn (leader) or with the current instruction (follower)."""

    at: Seconds
    by: PlayerWord


class TimedOut(_Event, frozen=True, tag="time-out"):
    """A player's time for the turn ran out."""

    at: Seconds
    by: PlayerWord


class TurnEnded(_Event, frozen=True, tag="turn-end"):
    """A turn ended; follows the event that ended it."""

    at: Seconds
    by: PlayerWord
    how: TurnEnd


class GameEnded(_Event, frozen=True, tag="end"):
    """The game ended; always the last event."""

    at: Seconds
    how: GameEnd
    score: int


Event: TypeAlias = Instructed | Stepped | Finished | TimedOut | TurnEnded | GameEnded


class Participant(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Who played a role."""

    kind: ShortText = "unknown"
    """`human`, or what kind of agent: `scripted`, `oracle`, `random`, `learned`, ..."""
    name: ShortText = ""
    """Which one: an anonymous id of a person, or the name of an agent."""


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


class GameRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recorded game."""

    header: Header
    events: Annotated[tuple[Event, ...], msgspec.Meta(max_length=MAX_EVENTS)]

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.header.game_id

    @property
    def end(self) -> GameEnded | None:
        """How the game ended, if the recording says."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, GameEnded) else None


STEP_ACTIONS: dict[StepWord, Action] = {
    "forward": Action.FORWARD,
    "backward": Action.BACKWARD,
    "left": Action.LEFT,
    "right": Action.RIGHT,
}
STEP_WORDS: dict[Action, StepWord] = {action: word for word, action in STEP_ACTIONS.items()}
PLAYERS: dict[PlayerWord, Player] = {"leader": Player.LEADER, "follower": Player.FOLLOWER}
PLAYER_WORDS: dict[Player, PlayerWord] = {player: word for word, player in PLAYERS.items()}
