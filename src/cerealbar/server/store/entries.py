"""What is stored of a game: how it began, and one entry for everything that happened, in order."""

from collections.abc import Iterable
from typing import Annotated, TypeAlias

import msgspec

from cerealbar import __version__
from cerealbar.records import (
    RULES_VERSION,
    Deed,
    Finished,
    GameEnd,
    Instructed,
    Participant,
    RecordedRules,
    Stepped,
    TimedOut,
)
from cerealbar.records.events import GameId, PlayerWord, Seconds, ShortText
from cerealbar.wire.lobby import Mode
from cerealbar.wire.words import MAX_COMMENT_LENGTH

Wall = Annotated[float, msgspec.Meta(ge=0, le=1e11)]
"""Seconds since 1970, by the clock on the wall."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the entries share that are no deeds; `at` is in seconds of the game's own clock."""

    at: Seconds


class Paused(_Entry, frozen=True, tag="pause"):
    """The game's clock stands still from now on."""


class Resumed(_Entry, frozen=True, tag="resume"):
    """The game's clock goes on."""


class SeatTaken(_Entry, frozen=True, tag="seat"):
    """A person came, or an agent took over."""

    role: PlayerWord
    participant: Participant


class Commented(_Entry, frozen=True, tag="comment"):
    """A player told the experimenters something; also after the end."""

    role: PlayerWord
    text: Annotated[str, msgspec.Meta(max_length=MAX_COMMENT_LENGTH)]


class Ended(_Entry, frozen=True, tag="end"):
    """The game ended."""

    how: GameEnd


Entry: TypeAlias = (
    Instructed | Stepped | Finished | TimedOut | Paused | Resumed | SeatTaken | Commented | Ended
)
DEEDS = (Instructed, Stepped, Finished, TimedOut)
"""The types of entries that are deeds."""


class StoredGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game began."""

    game_id: GameId
    created: Wall
    mode: Mode
    seed: int
    rules: RecordedRules
    watch_delay_seconds: Seconds = 0
    package: ShortText = __version__
    """The version of this package that the game was played with."""
    rules_version: int = RULES_VERSION


class StoredEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry with its place in the game: 0, 1, 2, ..."""

    number: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
    wall: Wall
    entry: Entry


class StoredError(msgspec.Struct, frozen=True):
    """Something that went wrong in the server."""

    wall: float
    where: str
    text: str


def deeds_of(entries: Iterable[StoredEntry]) -> list[Deed]:
    """The deeds among the entries."""
    return [stored.entry for stored in entries if isinstance(stored.entry, DEEDS)]
