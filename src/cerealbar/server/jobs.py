"""Costly work in processes of its own: few at a time, stopped when it takes too long.

Whatever computes for longer than a moment for a visitor is done here, so that games, database reads
and signals never wait for it.
"""

import asyncio
import contextlib
import functools
import os
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Generic, ParamSpec, TypeVar

from litestar.exceptions import ServiceUnavailableException, TooManyRequestsException

from cerealbar.parallel import Processes
from cerealbar.server.rate_limits import Holdings

READY_SECONDS = 300.0
"""To start a process and, the first time on a machine, to compile."""
_NICENESS = 10
_STOPS = "the server stops"
_WAIT = {"retry-after": "5"}

Asked = ParamSpec("Asked")
Made = TypeVar("Made")


def _nothing() -> None:
    """What most jobs need to get ready."""


@dataclass(frozen=True, slots=True)
class Job(Generic[Asked, Made]):
    """A function of a module, which processes import by name."""

    run: Callable[Asked, Made]
    seconds: float
    """After which it is stopped."""
    prepare: Callable[[], None] = _nothing
    """What it needs before its time is counted, in each process once."""


class JobPool:
    """A few processes; of several, visitors never have the last, so that admins need not wait."""

    def __init__(self, processes: int, most: int, most_of_address: int) -> None:
        self._most_at_once, self._slots = processes, asyncio.Semaphore(processes)
        self._visitors = asyncio.Semaphore(max(1, processes - 1))
        self._under_way = Holdings(most_of_address, most)
        self._processes = Processes()
        self._is_open = True

    async def serve(
        self, address: str, job: Job[Asked, Made], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Made:
        """What comes of a job for a visitor.

        Raises:
            HTTPException: too many wait already, in all or of the address; or as `do`.
        """
        if not self._under_way.take(address, 1):
            raise TooManyRequestsException(
                "too much is under way: wait until some of it is done", headers=_WAIT
            )
        try:
            async with self._visitors:
                return await self.do(job, *args, **kwargs)
        finally:
            self._under_way.give_back(address, 1)

    async def do(self, job: Job[Asked, Made], *args: Asked.args, **kwargs: Asked.kwargs) -> Made:
        """What comes of a job.

        Raises:
            HTTPException: it takes too long, its process ended, or the server stops.
            Exception: whatever the job raises.
        """
        async with self._slots:
            if not self._is_open:
                raise ServiceUnavailableException(_STOPS)
            try:
                with self._processes.lend() as process:
                    async with asyncio.timeout(READY_SECONDS):
                        await asyncio.wrap_future(process.submit(_get_ready, job.prepare))
                    async with asyncio.timeout(job.seconds):
                        return await asyncio.wrap_future(process.submit(job.run, *args, **kwargs))
            except TimeoutError:
                raise ServiceUnavailableException("this takes too long, and was stopped") from None
            except BrokenProcessPool:
                why = "the work broke off" if self._is_open else _STOPS
                raise ServiceUnavailableException(why) from None
            except asyncio.CancelledError:
                asked = asyncio.current_task()
                if self._is_open or asked is None or asked.cancelling():
                    raise
                raise ServiceUnavailableException(_STOPS) from None  # it had not begun

    async def get_ready(self, job: Job[Asked, Made]) -> None:
        """Have a process that is ready for a job, so that nobody waits while rules are compiled.

        If it does not get ready, whoever asks for the job is told.
        """
        with contextlib.suppress(ServiceUnavailableException):
            await self.do(Job(_nothing, READY_SECONDS, job.prepare))

    async def close(self) -> None:
        """Stop all work at once; whoever waits for it is told so."""
        self._is_open = False
        self._processes.close()
        async with contextlib.AsyncExitStack() as all_slots:
            for _ in range(self._most_at_once):  # until nobody waits any more
                await all_slots.enter_async_context(self._slots)


@functools.cache
def _get_ready(prepare: Callable[[], None]) -> None:
    """Prepare, for which people wait; games come before what is done then."""
    prepare()
    own = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, 0, max(own, _NICENESS))
