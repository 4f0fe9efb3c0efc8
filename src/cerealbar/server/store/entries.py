"""What is stored of a game: how it began, and one entry for everything that happened, in order.

Entries are the events of records, without what the rules compute.
"""

from typing import Annotated, TypeAlias

import msgspec

from cerealbar import __version__
from cerealbar.records import RULES_VERSION, DeedEvent, GameEnded
from cerealbar.records.events import GameId, NoteEvent, ShortText
from cerealbar.server.store.spec import RoomSpec

Wall = Annotated[float, msgspec.Meta(ge=0, le=1e11)]
"""Seconds since 1970, by the clock on the wall."""
JournalEntry: TypeAlias = DeedEvent | NoteEvent | GameEnded


class StoredGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game began."""

    game_id: GameId
    created: Wall
    spec: RoomSpec
    package: ShortText = __version__
    """The version of this package that the game was played with."""
    rules_version: int = RULES_VERSION


class StoredEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry with its place in the game: 0, 1, 2, ..."""

    number: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
    wall: Wall
    entry: JournalEntry


class StoredError(msgspec.Struct, frozen=True):
    """Something that went wrong in the server."""

    wall: float
    where: str
    text: str
