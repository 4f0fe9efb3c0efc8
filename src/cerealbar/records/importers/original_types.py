"""The published games of the original, as JSON types: what is read, and what is written.

Reading is tolerant, as the files are of several versions: fields that are not needed are skipped,
and those that their authors call unreliable may hold anything. Writing is strict.
"""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from cerealbar.records.events import Events, GameEnd, Header, Seconds

Unreliable = Any  # of any shape, as nothing but a comparison depends on it


class OriginalAction(msgspec.Struct, gc=False):  # JSON has no cycles
    """One entry of a game's list of actions, of any type, as it is read."""

    type: str
    time: Unreliable = None
    game_time: Unreliable = None
    character: str | None = None
    action: str | None = None
    move_id: Unreliable = None
    instruction: str | None = None
    aligned_actions: Unreliable = UNSET
    end_method: str | None = None
    card_result: Unreliable = UNSET
    set_result: Unreliable = UNSET
    resulting_position: Unreliable = UNSET
    resulting_rotation: Unreliable = UNSET
    reuslting_rotation: Unreliable = UNSET
    """The same; the published description spells it so."""

    @property
    def rotation(self) -> Unreliable:
        """The heading after the action, under either spelling."""
        told = self.resulting_rotation
        return self.reuslting_rotation if told is UNSET else told


class Extra(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a `GameRecord` knows and the published format has no place for."""

    header: Header | None = None
    """Missing in what versions before schema 2 exported."""
    end: GameEnd
    ended_at: Seconds
    events: Events | None = None
    """All of them, if some have no place among the actions; then these are believed."""


class OriginalGame(msgspec.Struct):
    """A game as it is read."""

    seed: int
    actions: list[OriginalAction]
    game_id: str | None = None
    num_cards: int = 21
    leader_id: str | int | None = None
    follower_id: str | int | None = None
    split: Unreliable = None
    score: Unreliable = None
    cerealbar: Extra | None = None
    """Only in games that were exported by this package."""


class _Timed(msgspec.Struct, tag_field="type"):
    time: str
    game_time: float


class SetResult(msgspec.Struct):
    """Whether a movement made a set."""

    made_set: bool
    new_score: int | UnsetType = UNSET
    new_cards: list[str] | UnsetType = UNSET


class Movement(_Timed, tag="movement", kw_only=True):
    """A movement, or where a player starts."""

    turn_id: int
    character: str
    action: str
    move_id: int
    card_result: str = ""
    set_result: SetResult
    resulting_position: str
    resulting_rotation: int
    instruction_id: int | UnsetType = UNSET


class WrittenInstruction(_Timed, tag="instruction", kw_only=True):
    """An instruction, and what came of it."""

    turn_id: int
    instruction: str
    instruction_id: int
    completed: bool
    aligned_actions: list[str]


class FinishCommand(_Timed, tag="finish command", kw_only=True):
    """The follower finished an instruction."""

    instruction_id: int


class BeginTurn(_Timed, tag="begin turn", kw_only=True):
    """A turn began."""

    turn_id: int
    character: str


class EndTurn(_Timed, tag="end turn", kw_only=True):
    """A turn ended."""

    turn_id: int
    character: str
    end_method: str


WrittenAction = Movement | WrittenInstruction | FinishCommand | BeginTurn | EndTurn


class WrittenGame(msgspec.Struct, kw_only=True):
    """A game as it is written."""

    game_id: str
    seed: int
    num_cards: int
    leader_id: str
    follower_id: str
    split: str | UnsetType = UNSET
    score: int
    cerealbar: Extra
    actions: list[WrittenAction]
