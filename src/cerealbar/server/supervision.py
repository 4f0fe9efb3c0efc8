"""Work in the background, under supervision: no error ends in silence, or ends anything else."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager

from cerealbar.server.logs import Log, reason_of
from cerealbar.server.metrics import Metrics

RETRY_SECONDS, MOST_RETRY_SECONDS = 1.0, 60.0
"""Before work that failed is done again: the first time, and at most; after work that went well for
longer than that, the next failure is a first."""
_log = Log("supervision")

Work = Callable[[], Coroutine[object, object, None]]


class Supervisor:
    """Runs work in tasks, and notes the errors that nobody foresaw."""

    def __init__(self, metrics: Metrics, now: Callable[[], float] = time.monotonic) -> None:
        self._metrics, self._now = metrics, now
        self._tasks: set[asyncio.Task[None]] = set()

    def note(self, where: str, error: Exception) -> None:
        """Log an error, and count it."""
        _log.error("unforeseen error", error, where=where)
        self._metrics.errors.labels(where).inc()

    async def attempt(self, where: str, work: Awaitable[object]) -> bool:
        """Wait for work, and note its error; whether there was none."""
        try:
            await work
        except Exception as error:  # whatever it is, whoever waits goes on
            self.note(where, error)
            return False
        return True

    async def repeat(self, where: str, work: Work, seconds: float) -> None:
        """Do work again and again, whether it goes well or not, until cancelled."""
        while True:
            await self.attempt(where, work())
            await asyncio.sleep(seconds)

    def start(self, where: str, work: Work) -> asyncio.Task[None]:
        """Do work in the background."""

        async def run() -> None:
            await self.attempt(where, work())

        return self._run(run())

    def insist(self, where: str, work: Work, seconds: float = 0.0) -> asyncio.Task[None]:
        """Do work in a while, and again, less and less often, until it ends without an error."""

        async def run() -> None:
            await asyncio.sleep(seconds)
            pause, began = RETRY_SECONDS, self._now()
            while not await self.attempt(where, work()):
                if self._now() - began > MOST_RETRY_SECONDS:
                    pause = RETRY_SECONDS
                await asyncio.sleep(pause)
                pause, began = min(2 * pause, MOST_RETRY_SECONDS), self._now()

        return self._run(run())

    def _run(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)  # or it might be forgotten before it ends
        task.add_done_callback(self._tasks.discard)
        return task


class Outage:
    """Whether one piece of work finds the database usable, told when that changes."""

    def __init__(self, where: str) -> None:
        self._where = where
        self.is_on = False
        """Whether it found it unusable the last time."""

    @contextmanager
    def watched(self, *errors: type[Exception]) -> Iterator[None]:
        """Suppress errors of a kind, and tell of the first of them; tell once there is none."""
        try:
            yield
        except errors as error:
            if not self.is_on:
                _log.warning(
                    "the database cannot be used", where=self._where, reason=reason_of(error)
                )
            self.is_on = True
        else:
            if self.is_on:
                _log.info("the database can be used again", where=self._where)
            self.is_on = False
