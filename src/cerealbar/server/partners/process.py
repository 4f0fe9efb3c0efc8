"""A process of agents, asked from the event loop: slow or broken agents block and end nothing."""

import asyncio
import contextlib
import itertools
import pickle
import sys
from asyncio.subprocess import PIPE, Process

from cerealbar.agents import FollowTask, LeadTask
from cerealbar.server.partners.asking import (
    HEADER_BYTES,
    READY,
    AgentFailedError,
    Answer,
    Question,
    body_length,
    pack,
)

READY_SECONDS = 300.0
"""To start and, the first time on a machine, to compile."""


class AgentProcess:
    """Starts the process when first asked, and again after it has ended."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._ready = asyncio.Event()

    async def ask(
        self,
        name: str,
        source: str,
        is_leader: bool,
        game: int,
        task: FollowTask | LeadTask | None,
    ) -> Answer:
        """What an agent does next.

        An agent whose process ends is asked once more, as another agent may have ended it.

        Raises:
            AgentFailedError: it fails, or takes too long.
        """
        for attempt in (1, 2):
            number = next(self._numbers)
            question = Question(number, name, source, is_leader, game, task)
            try:
                answer = await self._ask(question)
            except ConnectionError:
                if attempt == 2:
                    raise AgentFailedError(f"the process of {name!r} ended") from None
                continue
            if answer.failure:
                raise AgentFailedError(answer.failure)
            return answer
        raise AssertionError("unreachable")

    async def _ask(self, question: Question) -> Answer:
        process = await self.start()
        if process.returncode is not None:
            raise ConnectionError("the process ended")
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[question.number] = future
        assert process.stdin is not None
        process.stdin.write(pack(question))
        try:
            return await asyncio.wait_for(future, self._seconds)
        except TimeoutError:
            self._kill(process)
            raise AgentFailedError(
                f"{question.name!r} took longer than {self._seconds:g} seconds"
            ) from None
        finally:
            self._waiting.pop(question.number, None)

    async def start(self) -> Process:
        """The process, when its agents can be asked; started if it does not run.

        Raises:
            AgentFailedError: it does not get ready.
        """
        process, ready = await self._running()
        try:
            await asyncio.wait_for(ready.wait(), READY_SECONDS)
        except TimeoutError:
            self._kill(process)
            raise AgentFailedError("the process of agents does not get ready") from None
        return process

    async def _running(self) -> tuple[Process, asyncio.Event]:
        """The process, and what tells that it is ready, or has ended."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._ready = asyncio.Event()
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "cerealbar.server.partners.child", stdin=PIPE, stdout=PIPE
                )
                self._reader = asyncio.create_task(self._read(self._process, self._ready))
            return self._process, self._ready

    async def _read(self, process: Process, ready: asyncio.Event) -> None:
        assert process.stdout is not None
        try:
            while True:
                length = body_length(await process.stdout.readexactly(HEADER_BYTES))
                answer = pickle.loads(await process.stdout.readexactly(length))
                if answer == READY:
                    ready.set()
                    continue
                future = self._waiting.get(answer.number)
                if future is not None and not future.done():
                    future.set_result(answer)
        except asyncio.IncompleteReadError:
            await process.wait()
            ready.set()
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionError("the process ended"))

    @staticmethod
    def _kill(process: Process) -> None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()

    async def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        self._kill(self._process)
        await self._process.wait()
        if self._reader is not None:
            await self._reader
