"""Stored things as rows of the tables, and back, strictly."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from cerealbar.records import GameEnded
from cerealbar.server.store.entries import JournalEntry, StoredEntry, StoredError, StoredGame
from cerealbar.server.store.errors import LeaseLostError, StoreError
from cerealbar.server.store.tables import entries, errors, games

_encode = msgspec.json.Encoder().encode
_decode_game = msgspec.json.Decoder(StoredGame).decode
_decode_entry = msgspec.json.Decoder(JournalEntry).decode
_check_place = msgspec.json.Decoder(StoredEntry).decode


class _SpecMode(msgspec.Struct):
    """As much of a spec as tells for what its room was opened."""

    mode: str


class _GameMode(msgspec.Struct):
    """As much of a stored game."""

    spec: _SpecMode


_decode_mode = msgspec.json.Decoder(_GameMode).decode

Values = dict[str, Any]  # the table says of which type each value is
Deposit = Callable[[Connection], None]
"""Writes something else, such as that a process is alive, in the connection's transaction."""

_ADD_GAME, _ADD_ENTRY, _ADD_ERROR = insert(games), insert(entries), insert(errors)
_END = update(games).where(games.c.game_id == bindparam("which")).values(ended=bindparam("how"))
_REOPEN = update(games).where(games.c.game_id == bindparam("which")).values(ended=None)
_REMOVE = delete(entries).where(
    *(column == bindparam(f"its_{column.name}") for column in entries.columns)
)
_REMOVE_GAME = delete(games).where(games.c.game_id == bindparam("which"))
_OWNERS = select(games.c.game_id, games.c.owner, games.c.fence).order_by(games.c.game_id)


class Lease(NamedTuple):
    """That a process owns a game, as often as the fencing number counts."""

    game_id: str
    owner: str
    fence: int


@dataclass(slots=True)
class Rows:
    """Rows that are stored together or not at all, while their leases hold."""

    leases: list[Lease] = field(default_factory=list)
    games: list[Values] = field(default_factory=list)
    entries: list[Values] = field(default_factory=list)
    ends: list[Values] = field(default_factory=list)
    errors: list[Values] = field(default_factory=list)
    others: list[Deposit] = field(default_factory=list)

    @classmethod
    def joined(cls, many: Iterable["Rows"]) -> "Rows":
        """The rows of many, in order."""
        all_ = cls()
        for rows in many:
            all_.leases += rows.leases
            all_.games += rows.games
            all_.entries += rows.entries
            all_.ends += rows.ends
            all_.errors += rows.errors
            all_.others += rows.others
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
        return "an error" if self.errors else "what goes on"

    def write(self, connection: Connection) -> None:
        """Store them, in the connection's transaction.

        Raises:
            LeaseLostError: another process has taken over a game among them.
        """
        if self.games:
            connection.execute(_ADD_GAME, self.games)
        if lost := lost_leases(connection, self.leases):
            raise LeaseLostError(f"another process has taken over game {', '.join(sorted(lost))}")
        for statement, values in (
            (_ADD_ENTRY, self.entries),
            (_END, self.ends),
            (_ADD_ERROR, self.errors),
        ):
            if values:
                connection.execute(statement, values)
        for work in self.others:
            work(connection)

    def remove(self, connection: Connection) -> None:
        """Take back what is stored of them, except of games that another process owns now."""
        lost = lost_leases(connection, self.leases)
        for row in self.entries:
            if row["game_id"] in lost:
                continue  # the new owner has read them
            its = {f"its_{name}": value for name, value in row.items()}
            is_there = connection.execute(_REMOVE, its).rowcount
            if is_there and any(end["number"] == row["number"] for end in self.ends):
                connection.execute(_REOPEN, {"which": row["game_id"]})
        for row in self.games:
            if row["game_id"] not in lost:
                connection.execute(_REMOVE_GAME, {"which": row["game_id"]})


def lost_leases(connection: Connection, leases: Sequence[Lease]) -> set[str]:
    """The games that are not ours any more; the others stay ours until the transaction ends."""
    if not leases:
        return set()
    ids = sorted({lease.game_id for lease in leases})
    asked = _OWNERS.where(games.c.game_id.in_(ids)).with_for_update(read=True)
    found = {Lease(*row) for row in connection.execute(asked)}
    return {lease.game_id for lease in leases if lease not in found}


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


def rows_of_work(work: Deposit) -> Rows:
    """The rows that are written by something else."""
    return Rows(others=[work])


def game_of_row(row: Row[Any]) -> StoredGame:
    """The game in a row."""
    return _decode_game(row.game)


def is_tutorial(stored: str) -> bool:
    """Whether a game in a row is a tutorial; not if it cannot be read."""
    try:
        return _decode_mode(stored).spec.mode == "tutorial"
    except msgspec.DecodeError:
        return False


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
