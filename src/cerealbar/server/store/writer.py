"""The one thread that writes: what waits together is stored in one transaction."""

import asyncio
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from cerealbar.server.store.database import close_engine
from cerealbar.server.store.errors import (
    LeaseLostError,
    StoreError,
    UnavailableError,
    is_disconnection,
    is_locked,
    plain_reason,
    reason,
)
from cerealbar.server.store.file import HeldFile
from cerealbar.server.store.rows import Rows

_MOST_AT_ONCE = 1000
_CLOSED = "the database was closed"


@dataclass(frozen=True, slots=True)
class _Job:
    """Rows to store, and who waits for it."""

    rows: Rows
    loop: asyncio.AbstractEventLoop
    stored: "asyncio.Future[None]"


Failure = StoreError | None
"""Why a job failed, if it did."""


class StoreWriter:
    """Stores rows durably, many writes in one transaction."""

    def __init__(self, engine: Engine, file: HeldFile | None = None) -> None:
        self._engine, self._file = engine, file
        if file is not None:
            event.listen(engine, "connect", lambda *_: file.forget_log())
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._doubtful: list[Rows] = []
        self._is_closed = False
        self._closing = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    async def write(self, rows: Rows) -> None:
        """Store rows; returns when they are durable.

        If this is cancelled, the rows may be stored nevertheless.

        Raises:
            StoreError: nothing of them was stored.
        """
        loop = asyncio.get_running_loop()
        job = _Job(rows, loop, loop.create_future())
        with self._closing:
            if self._is_closed:
                raise StoreError(f"cannot store {rows}: {_CLOSED}")
            self._jobs.put(job)
        await job.stored

    def close(self) -> None:
        """Store what waits, then stop; blocks until it is done."""
        with self._closing:
            if not self._is_closed:
                self._is_closed = True
                self._jobs.put(None)
        self._thread.join()
        close_engine(self._engine)

    def _run(self) -> None:
        is_last = False
        while not is_last:
            jobs, is_last = self._take()
            if jobs:
                _tell(jobs, self._store(jobs))

    def _take(self) -> tuple[list[_Job], bool]:
        """All jobs that wait, at least one; and whether no more will come."""
        jobs: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == _MOST_AT_ONCE:
                return jobs, False
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return jobs, False
        return jobs, True

    def _store(self, jobs: Sequence[_Job]) -> list[Failure]:
        """Store all in one transaction, or else each in its own."""
        try:
            self._commit(Rows.joined(job.rows for job in jobs))
            return [None] * len(jobs)
        except UnavailableError as error:
            return [error] * len(jobs)
        except LeaseLostError:
            return self._store_each(jobs, is_doubtful=False)
        except SQLAlchemyError as error:
            return self._store_each(jobs, is_disconnection(error))
        except Exception as error:  # whoever waits must hear of our own mistakes, too
            return [StoreError(f"cannot store anything: {error!r}")] * len(jobs)

    def _store_each(self, jobs: Sequence[_Job], is_doubtful: bool) -> list[Failure]:
        """Store each job for itself, so that no game suffers for another.

        What is doubtful may be stored already, by a COMMIT whose answer was lost.
        """
        failed: dict[str, StoreError] = {}
        outcomes: list[Failure] = []
        unavailable: Failure = None
        if is_doubtful:
            self._doubtful += [job.rows for job in jobs]
        for job in jobs:
            game_id = job.rows.game_id
            error = unavailable or failed.get(game_id or "") or self._store_one(job.rows)
            if isinstance(error, UnavailableError):
                unavailable = error
            elif error is not None and game_id is not None:
                failed[game_id] = error  # or a later entry would be stored without an earlier one
            outcomes.append(error)
        return outcomes

    def _store_one(self, rows: Rows) -> Failure:
        try:
            self._commit(rows)
        except (UnavailableError, LeaseLostError) as error:
            return error
        except IntegrityError as error:
            return StoreError(f"cannot store {rows}: {plain_reason(error)}")
        except SQLAlchemyError as error:
            if is_disconnection(error):
                self._doubtful.append(rows)
            return StoreError(f"cannot store {rows}: {reason(error)}")
        return None

    def _commit(self, rows: Rows) -> None:
        """Store rows in a transaction, after what is doubtful was taken back."""
        try:
            connection = self._engine.connect()
        except SQLAlchemyError as error:
            raise UnavailableError(f"the database cannot be reached: {reason(error)}") from None
        with connection:
            try:
                self._check_file()
                self._take_back(connection)
                with connection.begin():
                    rows.write(connection)
                self._check_file(rows)
            except SQLAlchemyError as error:
                if is_locked(error):
                    raise UnavailableError("another process holds the database") from None
                raise

    def _check_file(self, written: Rows | None = None) -> None:
        """See that the file is where it was; what was written is doubtful if it is not."""
        if self._file is None:
            return
        try:
            self._file.check()
        except UnavailableError:
            if written is not None:
                self._doubtful.append(written)
            raise

    def _take_back(self, connection: Connection) -> None:
        """Remove entries that nobody was told to be stored, so that their numbers are free."""
        if self._doubtful:
            with connection.begin():
                for rows in self._doubtful:
                    rows.remove(connection)
            self._doubtful.clear()


def _tell(jobs: Sequence[_Job], outcomes: Sequence[Failure]) -> None:
    """Let those who wait know, each in its own event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, Failure]]] = {}
    for job, outcome in zip(jobs, outcomes, strict=True):
        by_loop.setdefault(job.loop, []).append((job, outcome))
    for loop, told in by_loop.items():
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            loop.call_soon_threadsafe(_resolve, told)


def _resolve(told: Sequence[tuple[_Job, Failure]]) -> None:
    for job, outcome in told:
        if job.stored.done():  # cancelled
            continue
        if outcome is None:
            job.stored.set_result(None)
        else:
            # An error of its own for each: they gather different tracebacks.
            job.stored.set_exception(type(outcome)(str(outcome)))
