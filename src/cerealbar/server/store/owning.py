"""Which process owns which game: the one whose writing connection has the game's lock.

Whatever is written comes over the connection that has the locks, so what is committed is committed
by the owner. When the connection ends, the process owns nothing more: its next connection has
another number, under which nothing is stored that was begun under an older one. All calls block.
"""

import secrets
import time
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Row,
    Select,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from cerealbar.server.store.errors import HeldError, LostError
from cerealbar.server.store.tables import games, owners

LEASE_SECONDS = 6.0
"""After so long a silence PostgreSQL ends the connection of a process, and with it its locks."""
_POLL_SECONDS = 0.1
_TAKE = text("SELECT key, pg_try_advisory_lock(key) FROM unnest(CAST(:keys AS bigint[])) AS key")
_RELEASE = text("SELECT pg_advisory_unlock(key) FROM unnest(CAST(:keys AS bigint[])) AS key")
_IS_FREE = text(
    "SELECT CASE WHEN pg_try_advisory_lock(:key) THEN pg_advisory_unlock(:key) ELSE false END"
)


class AdvisoryLocks:
    """Advisory locks of the database that a connection has, by name; they end with it, however it
    ends, and nobody ever waits for one.

    An SQLite file has one lock, on the whole of it, so there every lock is free.
    """

    def __init__(self, *, is_shared: bool) -> None:
        self._is_shared = is_shared
        self._held: set[str] = set()
        self._leaving: set[str] = set()

    def __contains__(self, name: object) -> bool:
        return name in self._held

    def take(self, names: Iterable[str], connection: Connection) -> set[str]:
        """Those of some locks that the connection has now."""
        names = set(names)
        wanted = {_key(name): name for name in names - self._held}
        if self._is_shared and wanted:
            rows = connection.execute(_TAKE, {"keys": list(wanted)})
            self._held |= {wanted[key] for key, is_ours in rows if is_ours}
        else:
            self._held |= names
        return names & self._held

    def release(self, names: Iterable[str], connection: Connection) -> None:
        """Let others have some locks."""
        ours = self._held.intersection(names)
        if self._is_shared and ours:
            connection.execute(_RELEASE, {"keys": [_key(name) for name in ours]})
        self._held -= ours

    def release_later(self, names: Iterable[str] | None = None) -> None:
        """Let others have some locks, or all, but not before what is written now is committed."""
        self._leaving |= self._held if names is None else self._held.intersection(names)

    def pop_left(self) -> set[str]:
        """The locks that are to be released since the last call."""
        left, self._leaving = self._leaving, set()
        return left

    def is_free(self, name: str, connection: Connection) -> bool:
        """Whether no connection has a lock."""
        if name in self._held or not self._is_shared:
            return name not in self._held
        return bool(connection.execute(_IS_FREE, {"key": _key(name)}).scalar_one())

    def forget(self) -> None:
        """The connection has ended, and all its locks with it."""
        self._held.clear()


class OwnGame(NamedTuple):
    """A game that is ours from now on."""

    game_id: str
    alive: float | None
    """When the owner before was last alive, by its own clock."""


class Elsewhere(NamedTuple):
    """A game that another process owns."""

    game_id: str
    owner: str
    process: str
    """The owner's name; may be empty."""


class Ownership:
    """What a process owns, by the locks of its one connection that writes."""

    def __init__(self, name: str, lease_seconds: float, *, is_shared: bool) -> None:
        self._name, self.lease_seconds, self._is_shared = name, lease_seconds, is_shared
        self.locks = AdvisoryLocks(is_shared=is_shared)
        self._token = secrets.token_hex(8)
        self.number = 0
        """Of the connection."""

    def renew(self, *_: object) -> None:
        """The connection that writes is another from now on: nothing is owned."""
        self.number += 1
        self.locks.forget()

    def id_of(self, number: int) -> str:
        """By what others know the owner that a process is with a connection."""
        return f"{self._token}.{number}"

    @property
    def _id(self) -> str:
        return self.id_of(self.number)

    def begin(self, connection: Connection) -> bool:
        """Be known by the connection; false if another process has our name."""
        needed = {_owner(self._id), *([f"process {self._name}"] if self._name else [])}
        if self.locks.take(needed, connection) != needed:
            return False
        row = {"owner_id": self._id, "name": self._name, "told": ""}
        connection.execute(insert(owners).values(row))
        return True

    def join(self, connection: Connection) -> None:
        """Be known by a first connection; the name of a dead process is waited for.

        Raises:
            HeldError: another process with our name is alive.
        """
        until = time.monotonic() + self.lease_seconds
        while not self.begin(connection):
            if time.monotonic() > until:
                raise HeldError(
                    f"another process with the name {self._name!r} is alive: give each its own"
                )
            time.sleep(_POLL_SECONDS)

    def check(self, number: int, game_id: str) -> None:
        """See that what was begun with a connection can be stored, of a game or of none.

        Raises:
            LostError: the connection has ended since, or does not have the game's lock.
        """
        if number != self.number:
            raise LostError("the connection to the database was another when this was begun")
        if game_id and _game(game_id) not in self.locks:
            raise LostError(f"game {game_id} is not this process's")

    # Being alive

    def beat(self, connection: Connection, wall: float, told: str | None = None) -> None:
        """Say that we are alive now, and what goes on here; from now on the beats must not stop."""
        if self._is_shared:
            limit = f"{1000 * self.lease_seconds:.0f}"
            connection.execute(select(func.set_config("idle_session_timeout", limit, False)))
        changes: dict[str, Any] = {"wall": wall} | ({} if told is None else {"told": told})
        own = update(owners).where(owners.c.owner_id == self._id)
        connection.execute(own.values(changes))

    def leave(self, connection: Connection) -> None:
        """Give everything to the others, and be no process any more."""
        own = games.c.owner == self._id
        connection.execute(update(games).where(own).values(owner=None))
        connection.execute(delete(owners).where(owners.c.owner_id == self._id))
        self.locks.release_later()

    def look(self, connection: Connection) -> list[str]:
        """What goes on in the other processes that are alive, as each says; dead ones that have
        left nothing are forgotten."""
        rows = connection.execute(select(owners).where(owners.c.owner_id != self._id)).all()
        dead = [
            row.owner_id for row in rows if self.locks.is_free(_owner(row.owner_id), connection)
        ]
        owns = exists().where(games.c.owner == owners.c.owner_id, games.c.ended.is_(None))
        connection.execute(delete(owners).where(owners.c.owner_id.in_(dead), ~owns))
        return [row.told for row in rows if row.owner_id not in dead and row.told]

    # Taking and giving

    def add(self, connection: Connection, game_id: str, seeking: str | None) -> None:
        """Own a new game, in which somebody is sought."""
        self.locks.take([_game(game_id)], connection)
        own = update(games).where(games.c.game_id == game_id)
        connection.execute(own.values(owner=self._id, seeking=seeking))

    def claim(self, connection: Connection, game_id: str) -> OwnGame | Elsewhere | None:
        """Make a game ours if no living process owns it; None if there is no such game."""
        asked = _owned().where(games.c.game_id == game_id)
        row = connection.execute(asked).first()
        if row is None:
            return None
        if not self.locks.take([_game(game_id)], connection):
            return Elsewhere(game_id, row.owner or "", row.name or "")
        return self._take(connection.execute(asked).all(), connection)[0]

    def claim_abandoned(self, connection: Connection, most: int = 1_000_000) -> list[OwnGame]:
        """Make running games ours that no living process owns, the oldest first."""
        others = or_(games.c.owner.is_(None), games.c.owner != self._id)
        asked = select(games.c.game_id).where(games.c.ended.is_(None), others)
        ids = list(connection.execute(asked.order_by(games.c.created)).scalars())
        for begin in range(0, len(ids), most):
            some = [_game(game_id) for game_id in ids[begin : begin + most]]
            if taken := self.locks.take(some, connection):
                ours = [game_id for game_id in ids if _game(game_id) in taken]
                still = _owned().where(games.c.game_id.in_(ours), games.c.ended.is_(None))
                rows = connection.execute(still.order_by(games.c.created)).all()
                ended = set(ours) - {row.game_id for row in rows}
                self.locks.release(map(_game, ended), connection)
                if rows:
                    return self._take(rows, connection)
        return []

    def _take(self, rows: Sequence[Row[Any]], connection: Connection) -> list[OwnGame]:
        """Note that games are ours whose locks we have."""
        new = games.c.game_id.in_([row.game_id for row in rows if row.owner != self._id])
        connection.execute(update(games).where(new).values(owner=self._id))
        return [OwnGame(row.game_id, None if row.owner == self._id else row.wall) for row in rows]

    def release(self, connection: Connection, game_ids: Iterable[str]) -> None:
        """Let others have games."""
        ids = [game_id for game_id in game_ids if _game(game_id) in self.locks]
        own = games.c.game_id.in_(ids)
        connection.execute(update(games).where(own).values(owner=None))
        self.locks.release_later(_game(game_id) for game_id in ids)

    # Matching

    def seeking(self, connection: Connection) -> list[tuple[str, str, str]]:
        """Games in which someone waits, of living processes: id, owner and what is sought."""
        asked = (
            select(games.c.game_id, games.c.owner, games.c.seeking)
            .where(games.c.ended.is_(None), games.c.seeking.is_not(None))
            .where(games.c.owner.is_not(None))
            .order_by(games.c.created)
        )
        rows = connection.execute(asked).all()
        free = {
            owner: self.locks.is_free(_owner(owner), connection)
            for owner in {row.owner for row in rows}
        }
        return [(row.game_id, row.owner, row.seeking) for row in rows if not free[row.owner]]

    def tell_seeking(self, connection: Connection, sought: dict[str, str | None]) -> bool:
        """Say whom people in games of ours wait for; whether that was not known."""
        own = games.c.owner == self._id
        known = select(games.c.game_id, games.c.seeking).where(own, games.c.seeking.is_not(None))
        told = {row.game_id: row.seeking for row in connection.execute(known)}
        news = {key: whom for key, whom in sought.items() if whom != told.get(key)}
        for game_id, whom in sorted(news.items()):
            this = own & (games.c.game_id == game_id)
            connection.execute(update(games).where(this).values(seeking=whom))
        return bool(news)


def _owned() -> Select[Any]:
    """Games with their owners."""
    asked = select(games.c.game_id, games.c.owner, owners.c.name, owners.c.wall)
    return asked.outerjoin(owners, owners.c.owner_id == games.c.owner)


def _game(game_id: str) -> str:
    return f"game {game_id}"


def _owner(owner_id: str) -> str:
    return f"owner {owner_id}"


def _key(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)
