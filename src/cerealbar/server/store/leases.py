"""Leases: which process owns which game, when several share a PostgreSQL database.

A process lives as long as it beats, by the database's clock. Whoever takes a game over raises its
fencing number, and nothing is stored under an older one. All calls block.
"""

import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Integer,
    Row,
    Select,
    case,
    column,
    delete,
    exists,
    extract,
    func,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from cerealbar.server.store.database import close_engine
from cerealbar.server.store.errors import HeldError, UnavailableError, reason
from cerealbar.server.store.rows import Lease
from cerealbar.server.store.tables import games, processes

LEASE_SECONDS = 6.0
"""A process that has been silent for so long has lost its games to the others."""
_MATCHING = 0x6D61_7463_6861  # as in migrating.py
_FORGOTTEN_SECONDS = 3600.0
_POLL_SECONDS = 0.1
_now = extract("epoch", func.clock_timestamp())


class LeasedGame(NamedTuple):
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


class Leases:
    """The games of one process; which those are is known without asking the database."""

    def __init__(self, engine: Engine, name: str = "", seconds: float = LEASE_SECONDS) -> None:
        self._engine, self.name, self.seconds = engine, name, seconds
        self.process_id = secrets.token_hex(8)
        self.session: int | None = None
        """The database's process for a connection of ours that is open for as long as we live."""
        self._fences: dict[str, int] = {}

    # What we own

    def of(self, game_id: str) -> Lease | None:
        """The lease of a game, if it is ours."""
        fence = self._fences.get(game_id)
        return None if fence is None else Lease(game_id, self.process_id, fence)

    def added(self, game_id: str, fence: int) -> None:
        """A game that we have stored is ours."""
        self._fences[game_id] = fence

    def lose(self, game_id: str) -> None:
        """A game is not ours any more."""
        self._fences.pop(game_id, None)

    def find_lost(self) -> list[str]:
        """The games that others have taken over; they are not ours any more."""
        before = dict(self._fences)
        asked = select(games.c.game_id, games.c.fence).where(games.c.owner == self.process_id)
        with self._connection() as connection:
            found = {row.game_id: row.fence for row in connection.execute(asked)}
        lost = [
            game_id
            for game_id, fence in before.items()
            if found.get(game_id) != fence and self._fences.get(game_id) == fence
        ]
        for game_id in lost:
            self.lose(game_id)
        return lost

    # Being alive

    def join(self, wall: float) -> None:
        """Be one of the processes.

        A dead process with our name, such as the one before us, is waited for.

        Raises:
            HeldError: another process with our name is alive.
        """
        if self.name:
            self._wait_for_name()
        with self._connection() as connection:
            connection.execute(delete(processes).where(processes.c.process_id == self.process_id))
            self.beat(connection, wall)

    def _wait_for_name(self) -> None:
        first: dict[str, float] = {}
        same = select(processes.c.process_id, processes.c.beat).where(
            processes.c.name == self.name,
            processes.c.process_id != self.process_id,
            processes.c.beat > _now - self.seconds,
            processes.c.session.is_(None) | ~_has_no_session(),
        )
        while True:
            with self._connection() as connection:
                found = connection.execute(same).all()
            if not found:
                return
            if any(row.beat > first.setdefault(row.process_id, row.beat) for row in found):
                raise HeldError(
                    f"another process with the name {self.name!r} is alive: give each its own"
                )
            time.sleep(_POLL_SECONDS)

    def beat(self, connection: Connection, wall: float, floor: str | None = None) -> None:
        """Say that we are alive now, and what goes on here, in the connection's transaction."""
        own = {
            "process_id": self.process_id,
            "name": self.name,
            "wall": wall,
            "session": self.session,
        }
        row = insert(processes).values(
            **own, beat=_now, steady=_now - self.seconds, floor=floor or ""
        )
        changes: dict[str, Any] = {
            "beat": _now,
            "wall": wall,
            "session": self.session,
            "steady": case(
                (processes.c.beat < _now - self.seconds / 2, _now), else_=processes.c.steady
            ),
        }
        if floor is not None:
            changes["floor"] = floor
        connection.execute(row.on_conflict_do_update(index_elements=["process_id"], set_=changes))

    def leave(self) -> None:
        """Give everything to the others, and be no process any more."""
        self._fences.clear()
        with self._connection() as connection:
            _give_up(connection, games.c.owner == self.process_id)
            connection.execute(delete(processes).where(processes.c.process_id == self.process_id))

    def floors(self) -> list[str]:
        """What goes on in the other processes that are alive, as each says."""
        told = select(processes.c.floor).where(
            processes.c.process_id != self.process_id,
            processes.c.beat >= _now - self.seconds,
            processes.c.floor != "",
        )
        with self._connection() as connection:
            return list(connection.execute(told).scalars())

    # Taking and giving

    def claim(self, game_id: str) -> LeasedGame | Elsewhere | None:
        """Make a game ours if no living process owns it; None if there is no such game."""
        if game_id in self._fences:
            return LeasedGame(game_id, None)
        with self._connection() as connection:
            which = games.c.game_id == game_id
            locked = select(games.c.game_id).where(which).with_for_update()
            if connection.execute(locked).first() is None:
                return None
            row = connection.execute(self._owners(which)).one()
            if row.owner == self.process_id:  # we were not told, or not yet
                return self._note([(LeasedGame(game_id, None), row.fence)])[0]
            if row.owner is not None and not row.is_dead:
                return Elsewhere(game_id, row.owner, row.name or "")
            claim = self._take(connection, [row])[0]
        return self._note([claim])[0]

    def claim_abandoned(self, most: int) -> list[LeasedGame]:
        """Make running games ours whose owner is dead, or that have none, the oldest first."""
        with self._connection() as connection:
            abandoned = self._owners(games.c.ended.is_(None), self._is_abandoned())
            order = abandoned.order_by(games.c.created).limit(most)
            locked = order.with_for_update(of=games, skip_locked=True)
            ids = [row.game_id for row in connection.execute(locked)]
            # Read again what is ours to change now: another process may have been faster.
            still = self._owners(games.c.game_id.in_(ids), self._is_abandoned())
            rows = connection.execute(still.order_by(games.c.created)).all()
            claims = self._take(connection, rows)
            self._forget_dead(connection)
        return self._note(claims)

    def release(self, game_ids: Iterable[str]) -> None:
        """Let others have games."""
        ids = [game_id for game_id in game_ids if self._fences.pop(game_id, None) is not None]
        if ids:
            with self._connection() as connection:
                own = games.c.owner == self.process_id
                _give_up(connection, own & games.c.game_id.in_(ids))

    def _owners(self, *conditions: ColumnElement[bool]) -> Select[Any]:
        """Games with their owners."""
        return (
            select(
                games.c.game_id,
                games.c.owner,
                games.c.fence,
                processes.c.name,
                processes.c.wall,
                self._is_dead().label("is_dead"),
            )
            .outerjoin(processes, processes.c.process_id == games.c.owner)
            .where(*conditions)
        )

    def _is_dead(self) -> ColumnElement[bool]:
        """Whether the owner has been silent for too long, while we have not.

        A third of the time is enough if its session has ended too, as it does with a process that
        is killed. After an hour without a database everybody was silent, and nobody is dead.
        """
        mine = select(processes.c.steady).where(processes.c.process_id == self.process_id)
        is_steady = mine.scalar_subquery() <= _now - self.seconds
        is_silent = or_(
            processes.c.process_id.is_(None),
            processes.c.beat < _now - self.seconds,
            _has_no_session() & (processes.c.beat < _now - self.seconds / 3),
        )
        return is_silent & is_steady

    def _is_abandoned(self) -> ColumnElement[bool]:
        is_others = games.c.owner != self.process_id
        return games.c.owner.is_(None) | (is_others & self._is_dead())

    def _take(
        self, connection: Connection, rows: Iterable[Row[Any]]
    ) -> list[tuple[LeasedGame, int]]:
        taken = []
        for row in rows:
            fence = row.fence + 1
            connection.execute(
                update(games)
                .where(games.c.game_id == row.game_id)
                .values(owner=self.process_id, fence=fence)
            )
            taken.append((LeasedGame(row.game_id, row.wall), fence))
        return taken

    def _note(self, taken: list[tuple[LeasedGame, int]]) -> list[LeasedGame]:
        """Know what is ours, once that is stored."""
        for claim, fence in taken:
            self._fences[claim.game_id] = fence
        return [claim for claim, _ in taken]

    @staticmethod
    def _forget_dead(connection: Connection) -> None:
        owns = exists().where(games.c.owner == processes.c.process_id, games.c.ended.is_(None))
        old = processes.c.beat < _now - _FORGOTTEN_SECONDS
        connection.execute(delete(processes).where(old, ~owns))

    # Matching

    def seeking(self) -> list[tuple[str, str, str]]:
        """Games in which someone waits, of living processes: id, owner and what is sought."""
        asked = (
            select(games.c.game_id, games.c.owner, games.c.seeking)
            .join(processes, processes.c.process_id == games.c.owner)
            .where(games.c.ended.is_(None), games.c.seeking.is_not(None))
            .where(processes.c.beat >= _now - self.seconds)
            .order_by(games.c.created)
        )
        with self._connection() as connection:
            return [tuple(row) for row in connection.execute(asked)]

    def tell_seeking(self, sought: dict[str, str | None]) -> bool:
        """Say whom people in games of ours wait for; whether that was not known."""
        own = games.c.owner == self.process_id
        known = select(games.c.game_id, games.c.seeking).where(own, games.c.seeking.is_not(None))
        with self._connection() as connection:
            told = {row.game_id: row.seeking for row in connection.execute(known)}
            news = {key: whom for key, whom in sought.items() if whom != told.get(key)}
            for game_id, whom in sorted(news.items()):
                this = own & (games.c.game_id == game_id)
                connection.execute(update(games).where(this).values(seeking=whom))
        return bool(news)

    def lock_matching(self) -> Connection:
        """A connection that alone may match people, until it is closed."""
        with _explained():
            connection = self._engine.connect()
            try:
                connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 15000"))
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_MATCHING})"))
            except SQLAlchemyError:
                connection.close()
                raise
            return connection

    def tell(self, channel: str, payload: str) -> None:
        """Let every process that listens hear something."""
        with self._connection() as connection:
            connection.execute(select(func.pg_notify(channel, payload)))

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        with _explained(), self._engine.begin() as connection:
            yield connection

    def close(self) -> None:
        """Give up the connections."""
        close_engine(self._engine)


def _has_no_session() -> ColumnElement[bool]:
    """Whether the connection has ended that a process holds open while it lives."""
    sessions = select(column("pid", Integer)).select_from(text("pg_stat_activity"))
    return processes.c.session.not_in(sessions)


def _give_up(connection: Connection, condition: ColumnElement[bool]) -> None:
    freed = update(games).where(condition).values(owner=None, fence=games.c.fence + 1)
    connection.execute(freed)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise UnavailableError(f"the database cannot be used: {reason(error)}") from None
