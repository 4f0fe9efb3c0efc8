"""A process of agents, asked from the event loop: slow or broken agents block and end nothing."""

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from cerealbar.parallel import Processes
from cerealbar.server.partners import child
from cerealbar.server.partners.asking import (
    AgentFailedError,
    AgentTask,
    Answer,
    NamedAgent,
    read_answers,
)
from cerealbar.server.partners.warming import WARMING_STEPS, TellShare

STEP_SECONDS = 300.0
"""How long each step of starting may take; one function can take long to compile."""
Asked = ParamSpec("Asked")
Made = TypeVar("Made")


class EndedError(Exception):
    """The process ended, or had to be ended, before it answered."""


class LateError(EndedError):
    """It had to be ended as the answer took too long."""


@dataclass(eq=False, slots=True)
class AgentQuestion:
    """What an agent is to do in one game."""

    agent: NamedAgent
    task: AgentTask
    since: float
    """When it was asked."""
    answer: asyncio.Future[Answer]
    is_alone: bool = False
    """Whether it must be asked by itself, as it was in a batch that failed."""
    deaths: int = 0
    """How often the process ended while it was asked by itself."""


class AgentProcess:
    """A process that is started when it is needed, and asked one thing at a time."""

    def __init__(self, load_seconds: float, is_warmed: bool = False) -> None:
        """With `is_warmed` all that agents need is compiled before anyone is asked."""
        self._load_seconds, self._is_warmed = load_seconds, is_warmed
        self._processes = Processes()
        self._process: ProcessPoolExecutor | None = None
        self.loaded: dict[NamedAgent, bool] = {}
        """The agents that it has; whether each remembers games."""
        self.questions: list[AgentQuestion] = []
        """Those that wait for it, in the order in which they came."""
        self.turn = asyncio.Lock()
        """Whose turn it is to ask; given in the order in which it is wanted."""

    @property
    def is_running(self) -> bool:
        """Whether it has been started, and has not ended as far as anyone has noticed."""
        return self._process is not None

    def batch(self, first: AgentQuestion, size: int) -> list[AgentQuestion]:
        """A question, and those for its agent that may be asked with it."""
        if first.is_alone:
            return [first]
        others = (
            other
            for other in self.questions
            if other is not first
            and other.agent == first.agent
            and not other.is_alone
            and not other.answer.done()
        )
        return [first, *(other for other, _ in zip(others, range(size - 1), strict=False))]

    async def start(self, tell: TellShare = lambda _: None) -> None:
        """Start the process if it does not run, and wait until it can be asked; `tell` hears how
        far that is.

        Raises:
            AgentFailedError: it does not get ready.
        """
        if self.is_running:
            return
        steps = (child.begin, *(WARMING_STEPS if self._is_warmed else ()))
        try:
            for number, step in enumerate(steps, 1):
                await self._do(STEP_SECONDS, step)
                tell(number / len(steps))
        except EndedError:
            raise AgentFailedError("the process of agents does not get ready") from None

    async def load(self, agent: NamedAgent) -> bool:
        """Make an agent, unless the process has it; whether it remembers games.

        Raises:
            AgentFailedError: it cannot be made, takes too long, or the process ends of it.
        """
        for _ in range(2):  # others may have ended it, which is forgiven once
            await self.start()
            if agent in self.loaded:
                return self.loaded[agent]
            try:
                remembers = await self._do(self._load_seconds, child.load, agent)
            except LateError:
                raise AgentFailedError(
                    f"{agent.name!r} was not loaded within {self._load_seconds:g} seconds"
                ) from None
            except EndedError:
                continue
            self.loaded[agent] = remembers
            return remembers
        raise AgentFailedError(f"the process of {agent.name!r} ended")

    async def call(
        self, agent: NamedAgent, tasks: tuple[AgentTask, ...], seconds: float
    ) -> tuple[Answer, ...]:
        """What an agent that was loaded does next in some games.

        Raises:
            AgentFailedError: it fails as a whole.
            LateError: it takes longer, for which the process was ended.
            EndedError: the process ended.
        """
        return read_answers(await self._do(seconds, child.answers, agent, tasks))

    def forget(self, agent: NamedAgent, game: int) -> None:
        """Tell an agent that a game is over."""
        if self._process is not None and agent in self.loaded:
            with contextlib.suppress(RuntimeError):  # it has ended
                self._process.submit(child.forget, agent, game)

    async def _do(
        self,
        seconds: float,
        function: Callable[Asked, Made],
        *args: Asked.args,
        **kwargs: Asked.kwargs,
    ) -> Made:
        """What a function of `child` returns in the process, which is ended if that takes longer
        or nobody waits for it any more."""
        try:
            with self._processes.lend() as self._process:
                async with asyncio.timeout(seconds):
                    future = self._process.submit(function, *args, **kwargs)
                    return await asyncio.wrap_future(future)
        except AgentFailedError:
            raise
        except BaseException as error:
            self._process = None
            self.loaded.clear()
            if isinstance(error, TimeoutError):
                raise LateError from None
            if isinstance(error, BrokenProcessPool):
                raise EndedError from None
            raise

    def close(self) -> None:
        """End the process."""
        self._processes.close()
