"""The published games of the original, as JSON types.

Reading is tolerant, as the files are of several versions: fields that are not needed are skipped,
and those that their authors call unreliable may hold anything.
"""

from typing import Any

import msgspec
from msgspec import UNSET

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
