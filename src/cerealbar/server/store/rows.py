"""Stored things as rows of the tables, and back, strictly."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, insert, update

from cerealbar.records import GameEnded
from cerealbar.server.store.entries import JournalEntry, StoredEntry, StoredError, StoredGame
from cerealbar.server.store.errors import StoreError
from cerealbar.server.store.migrating import SERVER_ROW
from cerealbar.server.store.tables import entries, errors, games, server

_encode = msgspec.json.Encoder().encode
_decode_game = msgspec.json.Decoder(StoredGame).decode
_decode_entry = msgspec.json.Decoder(JournalEntry).decode
_check_place = msgspec.json.Decoder(StoredEntry).decode

Values = dict[str, Any]  # the table says of which type each value is

_ADD_GAME, _ADD_ENTRY, _ADD_ERROR = insert(games), insert(entries), insert(errors)
_END = update(games).where(games.c.game_id == bindparam("which")).values(ended=bindparam("how"))
_REOPEN = update(games).where(games.c.game_id == bindparam("which")).values(ended=None)
_REMOVE = delete(entries).where(
    *(column == bindparam(f"its_{column.name}") for column in entries.columns)
)
_BEAT = update(server).where(server.c.id == SERVER_ROW).values(last_beat=bindparam("wall"))


@dataclass(slots=True)
class Rows:
    """Rows that are stored together or not at all."""

    games: list[Values] = field(default_factory=list)
    entries: list[Values] = field(default_factory=list)
    ends: list[Values] = field(default_factory=list)
    errors: list[Values] = field(default_factory=list)
    beats: list[Values] = field(default_factory=list)

    @classmethod
    def joined(cls, many: Iterable["Rows"]) -> "Rows":
        """The rows of many, in order."""
        all_ = cls()
        for rows in many:
            all_.games += rows.games
            all_.entries += rows.entries
            all_.ends += rows.ends
            all_.errors += rows.errors
            all_.beats += rows.beats
        return all_

    @property
    def game_id(self) -> str | None:
        """The game to which the rows of one write belong."""
        return next((row["game_id"] for row in (*self.games, *self.entries)), None)

    def __str__(self) -> str:
        """What these rows are, for people."""
        if self.games:
            return f"game {self.game_id}"
        if self.entries:
            first, last = self.entries[0]["number"], self.entries[-1]["number"]
            what = f"entry {first}" if first == last else f"entries {first} to {last}"
            return f"{what} of game {self.game_id}"
        return "an error" if self.errors else "the time"

    def write(self, connection: Connection) -> None:
        """Store them, in the connection's transaction."""
        for statement, values in (
            (_ADD_GAME, self.games),
            (_ADD_ENTRY, self.entries),
            (_END, self.ends),
            (_ADD_ERROR, self.errors),
            (_BEAT, self.beats[-1:]),
        ):
            if values:
                connection.execute(statement, values)

    def remove(self, connection: Connection) -> None:
        """Take back the entries among them, where they are stored."""
        for row in self.entries:
            its = {f"its_{name}": value for name, value in row.items()}
            is_there = connection.execute(_REMOVE, its).rowcount
            if is_there and any(end["number"] == row["number"] for end in self.ends):
                connection.execute(_REOPEN, {"which": row["game_id"]})


def rows_of_game(game: StoredGame) -> Rows:
    """The row of a game.

    Raises:
        StoreError: it holds what could not be read again.
    """
    text = _checked(game, _decode_game, f"game {game.game_id!r}")
    return Rows(games=[{"game_id": game.game_id, "created": game.created, "game": text}])


def rows_of_entries(game_id: str, many: Sequence[StoredEntry]) -> Rows:
    """The rows of a game's entries.

    Raises:
        StoreError: an entry could not be read again, or a number is left out.
    """
    rows = Rows()
    for number, stored in enumerate(many, many[0].number if many else 0):
        name = f"entry {stored.number} of game {game_id}"
        if stored.number != number:
            raise StoreError(f"cannot store {name}: expected number {number}")
        _checked(stored, _check_place, name)
        text = _encode(stored.entry).decode()
        rows.entries.append(
            {"game_id": game_id, "number": number, "wall": stored.wall, "entry": text}
        )
        if isinstance(stored.entry, GameEnded):
            rows.ends.append({"which": game_id, "how": str(stored.entry.how), "number": number})
    return rows


def rows_of_error(error: StoredError) -> Rows:
    """The row of an error; what no database can hold is replaced."""
    return Rows(
        errors=[
            {"wall": error.wall, "place": _storable(error.where), "text": _storable(error.text)}
        ]
    )


def rows_of_beat(wall: float) -> Rows:
    """The row that says when the server was alive."""
    return Rows(beats=[{"wall": wall}])


def game_of_row(row: Row[Any]) -> StoredGame:
    """The game in a row."""
    return _decode_game(row.game)


def entry_of_row(row: Row[Any]) -> StoredEntry:
    """The entry in a row."""
    return StoredEntry(row.number, row.wall, _decode_entry(row.entry))


def _checked(thing: msgspec.Struct, decode: Any, name: str) -> str:
    """The thing as JSON that is known to be readable."""
    try:
        data = _encode(thing)
        decode(data)
    except (msgspec.MsgspecError, UnicodeError, TypeError) as error:
        raise StoreError(f"cannot store {name}: {error}") from None
    return data.decode()


def _storable(text: str) -> str:
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()
