"""Costly work in processes of its own: few at a time, stopped when it takes too long.

Whatever computes for longer than a moment for a visitor is done here, so that games, database reads
and signals never wait for it.
"""

import asyncio
import contextlib
import functools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, ParamSpec, TypeVar

from litestar.exceptions import (
    ServiceUnavailableException,
    TooManyRequestsException,
)

from cerealbar.server.worker import Worker, WorkerEndedError

READY_SECONDS = 300.0
"""To start a process and, the first time on a machine, to compile."""
_WAIT = {"retry-after": "5"}

Asked = ParamSpec("Asked")
Made = TypeVar("Made")


def _nothing() -> None:
    """What most chores need to get ready."""


@dataclass(frozen=True, slots=True)
class Chore(Generic[Asked, Made]):
    """A function of a module, which processes import by name."""

    run: Callable[Asked, Made]
    seconds: float
    """After which it is stopped."""
    prepare: Callable[[], None] = _nothing
    """What it needs before its time is counted, in each process once."""


class Workshop:
    """A few processes; of several, visitors never have the last, so that admins need not wait."""

    def __init__(self, processes: int, most: int, most_of_address: int) -> None:
        self._most, self._most_of_address = most, most_of_address
        self._hands = asyncio.Semaphore(processes)
        self._visitors = asyncio.Semaphore(max(1, processes - 1))
        self._addresses: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[object]] = set()
        self._idle: list[Worker] = []
        self._is_open = True

    async def serve(
        self, address: str, chore: Chore[Asked, Made], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Made:
        """What comes of a chore for a visitor.

        Raises:
            HTTPException: too many wait already, in all or of the address; or as `do`.
        """
        if self._addresses.total() >= self._most:
            raise ServiceUnavailableException(
                "the server has too much to do: try again", headers=_WAIT
            )
        if self._addresses[address] >= self._most_of_address:
            raise TooManyRequestsException(
                "too much of this address is under way: wait for it", headers=_WAIT
            )
        self._addresses[address] += 1
        try:
            async with self._visitors:
                return await self.do(chore, *args, **kwargs)
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    async def do(
        self, chore: Chore[Asked, Made], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Made:
        """What comes of a chore.

        Raises:
            HTTPException: it takes too long, its process ended, or the server stops.
            Exception: whatever the chore raises.
        """
        if not self._is_open:
            raise ServiceUnavailableException("the server stops")
        task = asyncio.create_task(self._do(chore, functools.partial(chore.run, *args, **kwargs)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await task
        except asyncio.CancelledError:
            if self._is_open or not task.cancelled():
                raise  # whoever waited for it went away
            raise ServiceUnavailableException("the server stops") from None

    async def get_ready(self, chore: Chore[Asked, Made]) -> None:
        """Have a process that is ready for a chore, so that nobody waits while rules are compiled.

        If it does not get ready, whoever asks for the chore is told.
        """
        with contextlib.suppress(ServiceUnavailableException):
            await self.do(Chore(_nothing, READY_SECONDS, chore.prepare))

    async def _do(self, chore: Chore[Asked, Made], run: Callable[[], Made]) -> Made:
        async with self._hands:
            worker = await self._worker()
            try:
                async with asyncio.timeout(READY_SECONDS):
                    await worker.call(functools.partial(_prepare, chore.prepare))
                async with asyncio.timeout(chore.seconds):
                    return await worker.call(run)
            except TimeoutError:
                worker.kill()
                raise ServiceUnavailableException("this takes too long, and was stopped") from None
            except WorkerEndedError:
                worker.kill()
                raise ServiceUnavailableException("the work broke off") from None
            except asyncio.CancelledError:
                worker.kill()
                raise
            finally:
                self._idle.append(worker)

    async def _worker(self) -> Worker:
        """A process that has nothing to do."""
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
        starting = asyncio.create_task(Worker.start())
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            worker = await starting  # nobody else would end it
            worker.kill()
            self._idle.append(worker)
            raise

    async def close(self) -> None:
        """Stop all work at once; whoever waits for it is told so."""
        self._is_open = False
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._idle:
            worker.kill()
        await asyncio.gather(*(worker.ended() for worker in self._idle))


@functools.cache
def _prepare(prepare: Callable[[], None]) -> None:
    prepare()
