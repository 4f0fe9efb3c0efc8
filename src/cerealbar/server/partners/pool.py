"""The agents of all games of a server, in a number of processes."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

from cerealbar.server.logs import Log
from cerealbar.server.metrics import Metrics
from cerealbar.server.partners.asking import AgentFailedError, AgentTask, Answer, NamedAgent
from cerealbar.server.partners.process import AgentProcess, EndedError, LateError
from cerealbar.server.partners.waiting import WaitingLine, WaitingQuestion
from cerealbar.server.partners.warming import TellCompiled

LOAD_SECONDS = 60.0
STOPPING = "the server stops"
_log = Log("partners")


class AgentPool:
    """Puts questions to agents: those that wait for one agent in one call, at any free process."""

    def __init__(
        self,
        processes: int,
        seconds: float,
        metrics: Metrics,
        load_seconds: float = LOAD_SECONDS,
        is_warmed: bool = False,
    ) -> None:
        """With `is_warmed` all that agents need is compiled at the start."""
        self._seconds, self._metrics = seconds, metrics
        self._line: WaitingLine[AgentProcess] = WaitingLine(seconds)
        self._processes = [AgentProcess(load_seconds, is_warmed) for _ in range(processes)]
        self._busy: dict[AgentProcess, asyncio.Task[None]] = {}
        self._is_closed = False

    async def start(self, tell: TellCompiled | None = None) -> None:
        """Start all processes: the first alone, as the others then find all compiled.

        Raises:
            AgentFailedError: a process does not get ready.
        """
        first, *others = self._processes
        await first.start(tell)
        await asyncio.gather(*(process.start() for process in others))

    async def load_all(
        self, agents: Sequence[NamedAgent], tell: Callable[[NamedAgent, int], None]
    ) -> dict[NamedAgent, str]:
        """Load agents in every process, before anyone asks; returns who cannot be loaded, and why.

        `tell` hears who is loaded, and how many were before.
        """
        failures: dict[NamedAgent, str] = {}
        for number, agent in enumerate(agents):
            tell(agent, number)
            for process in self._processes:
                try:
                    await process.load(agent)
                except (AgentFailedError, EndedError) as error:
                    failures[agent] = str(error) or "its process ended"
                    break
        return failures

    async def load(self, agent: NamedAgent) -> None:
        """Wait until an agent is loaded somewhere.

        Raises:
            AgentFailedError: it cannot be, or takes too long.
        """
        if not self.is_loaded(agent):
            await self._wait(agent, -1, None)

    def is_loaded(self, agent: NamedAgent) -> bool:
        """Whether an agent is loaded somewhere."""
        return any(process.is_running and agent in process.loaded for process in self._processes)

    async def ask(self, agent: NamedAgent, task: AgentTask) -> Answer:
        """What an agent does next in a game.

        Raises:
            AgentFailedError: it fails, or takes too long.
        """
        return await self._wait(agent, task.game, task)

    def forget(self, agent: NamedAgent, game: int) -> None:
        """Tell an agent that a game is over."""
        home = self._line.leave(agent, game)
        if home is not None:
            home.forget(agent, game)

    async def close(self) -> None:
        """End all processes."""
        self._is_closed = True
        for task in tuple(self._busy.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for process in self._processes:
            await process.close()
        _fail(self._line.questions, STOPPING)

    async def _wait(self, agent: NamedAgent, game: int, task: AgentTask | None) -> Answer:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        question = WaitingQuestion(agent, game, task, time.monotonic(), future)
        self._line.add(question)
        asyncio.get_running_loop().call_soon(self._dispatch)  # with what else is asked just now
        try:
            return await future
        finally:
            self._line.discard(question)

    def _dispatch(self) -> None:
        """Give every free process something to do; whoever has an agent comes before others."""
        for comes_first in (True, False):
            for process in self._processes:
                if process in self._busy or self._is_closed:
                    continue
                known = process.loaded if process.is_running else {}
                if batch := self._line.take(process, known if comes_first else None):
                    self._busy[process] = asyncio.create_task(self._serve(process, batch))

    async def _serve(self, process: AgentProcess, batch: list[WaitingQuestion]) -> None:
        try:
            await self._put(process, batch)
        except asyncio.CancelledError:
            _fail(batch, STOPPING)
            raise
        except Exception as error:  # nobody must wait for an answer that never comes
            _log.error("unforeseen error", error, where="partners")
            _fail(batch, f"{type(error).__name__}: {error}")
        finally:
            del self._busy[process]
            self._dispatch()

    async def _put(self, process: AgentProcess, batch: list[WaitingQuestion]) -> None:
        """Put a batch of questions to their agent."""
        agent = batch[0].agent
        if not process.is_running:
            self._line.abandon(process)
        try:
            loaded = await process.load(agent)
        except AgentFailedError as failure:
            _fail(batch, str(failure))
            return
        except EndedError:
            self._retry(batch, f"the process of {agent.name!r} ended", may_die=1)
            return
        if loaded.remembers:
            self._line.settle(batch, process)
        try:
            answers = await self._call(process, batch)
        except LateError:
            self._line.abandon(process)
            self._line.distrust(agent)
            reason = f"{agent.name!r} took longer than {self._seconds:g} seconds"
            self._retry(batch, reason)
        except EndedError:
            self._line.abandon(process)
            self._retry(batch, f"the process of {agent.name!r} ended", may_die=1)
        except AgentFailedError as failure:
            self._retry(batch, str(failure))
        else:
            for question, answer in zip(batch, answers, strict=True):
                _settle(question, answer)

    async def _call(
        self, process: AgentProcess, batch: list[WaitingQuestion]
    ) -> tuple[Answer, ...]:
        agent = batch[0].agent
        tasks = tuple(question.task for question in batch if question.task is not None)
        if not tasks:
            return (Answer(),) * len(batch)
        began = time.monotonic()
        for question in batch:
            self._metrics.agent_waiting_seconds.labels(agent.name).observe(began - question.since)
        answers = await process.call(agent, tasks, self._seconds)
        taken = time.monotonic() - began
        self._metrics.agent_seconds.labels(agent.name).observe(taken)
        self._line.learn(agent, len(batch), taken)
        return answers

    def _retry(self, batch: list[WaitingQuestion], reason: str, may_die: int = 0) -> None:
        """A batch failed: whoever was asked alone has failed, others are asked again alone.

        A process that ends may have been ended by others, so that is forgiven once.
        """
        (first, *more) = batch
        if not more:
            first.deaths += 1
            if first.deaths > may_die:
                _fail(batch, reason)
                return
        self._line.add_again([question for question in batch if not question.answer.done()])


def _settle(question: WaitingQuestion, answer: Answer) -> None:
    if answer.failure:
        _fail([question], answer.failure)
    elif not question.answer.done():  # nobody may want to know any more
        question.answer.set_result(answer)


def _fail(batch: Sequence[WaitingQuestion], reason: str) -> None:
    for question in batch:
        if not question.answer.done():
            question.answer.set_exception(AgentFailedError(reason))
