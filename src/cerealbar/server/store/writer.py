"""The one thread that writes: what waits together is stored in one transaction."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine, event, insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from cerealbar.server.store.database import close_engine
from cerealbar.server.store.errors import (
    StoreError,
    UnavailableError,
    is_locked,
    plain_reason,
    reason,
)
from cerealbar.server.store.file import HeldFile
from cerealbar.server.store.owning import Ownership
from cerealbar.server.store.tables import entries

_MOST_AT_ONCE = 1000
_ADD_ENTRIES = insert(entries)
EntryRow = dict[str, Any]  # the table says of which type each value is
Writing = Callable[[Connection], object]
"""Writes something in the connection's transaction; what it returns is told to whoever waits."""
T = TypeVar("T")


@dataclass(slots=True)
class _Write:
    """Something to store, and who waits for it."""

    name: str
    """What it is, for people."""
    number: int | None
    """Of the connection with which alone it can be stored; None for any."""
    game_id: str
    """The game whose owner alone may store it; empty for none."""
    entries: Sequence[EntryRow]
    work: Writing | None
    stored: "Future[object]" = field(default_factory=Future)

    def tell(self, result: object, error: StoreError | None) -> None:
        """Let whoever waits know."""
        if not self.stored.set_running_or_notify_cancel():
            return
        if error is None:
            self.stored.set_result(result)
        else:
            # An error of its own for each: they gather different tracebacks.
            self.stored.set_exception(type(error)(str(error)))


class StoreWriter:
    """Stores durably, many writes in one transaction, over one connection that owns games."""

    def __init__(self, engine: Engine, ownership: Ownership, file: HeldFile | None = None) -> None:
        self._engine, self._ownership, self._file = engine, ownership, file
        self._begun = ownership.number
        if file is not None:
            event.listen(engine, "connect", lambda *_: file.forget_log())
        self._waiting: deque[_Write] = deque()
        self._thread = ThreadPoolExecutor(1, "store writer")
        self._is_closed = False

    async def write(
        self,
        work: Callable[[Connection], T] | None = None,
        *,
        name: str = "what goes on",
        number: int | None = None,
        game_id: str = "",
        entries: Sequence[EntryRow] = (),
    ) -> T:
        """Store entries, and what some work writes; returns what that does when it is durable.

        With the number of a connection it is stored over that one only. If this is cancelled, it
        may be stored nevertheless.

        Raises:
            StoreError: nothing of it was stored.
        """
        write = _Write(name, number, game_id, entries, work)
        if self._is_closed:
            raise StoreError(f"cannot store {name}: the database was closed")
        self._waiting.append(write)
        self._thread.submit(self._store_waiting)
        return cast(T, await asyncio.wrap_future(write.stored))

    async def close(self) -> None:
        """Store what waits, then stop."""
        self._is_closed = True
        await asyncio.to_thread(self._thread.shutdown)
        close_engine(self._engine)

    def _store_waiting(self) -> None:
        """Store what waits together; nothing may, as it was stored with what came before."""
        count = min(len(self._waiting), _MOST_AT_ONCE)
        if writes := [self._waiting.popleft() for _ in range(count)]:
            self._store(writes)

    def _store(self, writes: Sequence[_Write], *, is_again: bool = False) -> None:
        """Store all in one transaction, or else each in its own once again: so no game suffers for
        another, and what needs no certain connection is stored over the next."""
        error: StoreError | None = None
        try:
            results = self._commit(writes)
        except UnavailableError as unavailable:
            error = unavailable
        except (StoreError, SQLAlchemyError) as refused:
            if not is_again:
                self._store_each(writes)
                return
            error = _explained(writes[0], refused)
        except Exception as mistake:  # whoever waits must hear of our own mistakes, too
            error = StoreError(f"cannot store anything: {mistake!r}")
        for write, result in zip(writes, [None] * len(writes) if error else results, strict=True):
            write.tell(result, error)

    def _store_each(self, writes: Sequence[_Write]) -> None:
        failed: dict[str, StoreError] = {}
        unavailable: StoreError | None = None
        for write in writes:
            if error := unavailable or failed.get(write.game_id):
                write.tell(None, error)
                continue
            self._store([write], is_again=True)
            outcome = None if write.stored.cancelled() else write.stored.exception()
            if isinstance(outcome, UnavailableError):
                unavailable = outcome
            elif isinstance(outcome, StoreError) and write.game_id:
                failed[write.game_id] = outcome  # or a later entry would be stored without this one

    def _commit(self, writes: Sequence[_Write]) -> list[object]:
        """Do writes in one transaction; what each returns."""
        try:
            connection = self._engine.connect()
        except SQLAlchemyError as error:
            raise UnavailableError(f"the database cannot be reached: {reason(error)}") from None
        locks, is_committed = self._ownership.locks, False
        with connection:
            try:
                self._begin(connection)
                self._check_file()
                with connection.begin():
                    results = self._write(writes, connection)
                is_committed = True
                self._check_file(is_written=True)
                return results
            except SQLAlchemyError as error:
                if is_locked(error):
                    raise UnavailableError("another process holds the database") from None
                raise
            finally:
                left = locks.pop_left()
                if left and is_committed:
                    with suppress(SQLAlchemyError), connection.begin():  # or it has ended
                        locks.release(left, connection)

    def _begin(self, connection: Connection) -> None:
        """Be known by a new connection."""
        if self._begun == self._ownership.number:
            return
        with connection.begin():
            if not self._ownership.begin(connection):
                raise UnavailableError("another process with our name is alive")
        self._begun = self._ownership.number

    def _write(self, writes: Sequence[_Write], connection: Connection) -> list[object]:
        for write in writes:
            if write.number is not None:
                self._ownership.check(write.number, write.game_id)
        if rows := [row for write in writes for row in write.entries]:
            connection.execute(_ADD_ENTRIES, rows)
        # After the entries, as work may end a game or let others have it.
        return [None if write.work is None else write.work(connection) for write in writes]

    def _check_file(self, *, is_written: bool = False) -> None:
        """See that the file is where it was; nobody knows what is in it if it was not."""
        if self._file is None:
            return
        try:
            self._file.check()
        except UnavailableError:
            if is_written:
                self._ownership.renew()
            raise


def _explained(write: _Write, error: StoreError | SQLAlchemyError) -> StoreError:
    """Why a write could not be done, for people."""
    if isinstance(error, StoreError):
        return error
    told = plain_reason(error) if isinstance(error, IntegrityError) else reason(error)
    return StoreError(f"cannot store {write.name}: {told}")
