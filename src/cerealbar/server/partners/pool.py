"""The agents of all games of a server, in a number of processes."""

import asyncio
import time
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from cerealbar.server.logs import Log
from cerealbar.server.metrics import Metrics
from cerealbar.server.partners.asking import AgentFailedError, AgentTask, Answer, NamedAgent
from cerealbar.server.partners.process import (
    AgentProcess,
    AgentQuestion,
    EndedError,
    LateError,
)
from cerealbar.server.partners.warming import TellShare

LOAD_SECONDS = 60.0
MAX_BATCH = 64
"""Questions that are put to an agent at once."""
STOPPING = "the server stops"
_SHARE = 0.75
"""Of the time limit that a batch is to take at most."""
_log = Log("partners")
Made = TypeVar("Made")


class AgentPool:
    """Puts questions to agents: those that wait for one agent at a process in one call.

    A game stays with the process in which its agent was first asked, for what the agent remembers;
    an agent that says that it remembers nothing is asked in any.
    """

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
        self._processes = [AgentProcess(load_seconds, is_warmed) for _ in range(processes)]
        self._homes: dict[tuple[NamedAgent, int], AgentProcess] = {}
        self._sizes: dict[NamedAgent, int] = {}
        """How many questions each agent can be asked at once."""
        self._turns: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    async def start(self, tell: TellShare = lambda _: None) -> None:
        """Start all processes: the first alone, as the others then find all compiled.

        Raises:
            AgentFailedError: a process does not get ready.
        """
        first, *others = self._processes
        await first.start(tell)
        await asyncio.gather(*(process.start() for process in others))

    async def load_all(
        self, agents: Sequence[NamedAgent], tell: TellShare = lambda _: None
    ) -> dict[NamedAgent, str]:
        """Load agents in every process, before anyone asks; returns who cannot be loaded, and why.

        `tell` hears how many were.
        """
        failures: dict[NamedAgent, str] = {}
        for number, agent in enumerate(agents):
            tell(number / len(agents))
            for process in self._processes:
                try:
                    await process.load(agent)
                except AgentFailedError as error:
                    failures[agent] = str(error)
                    break
        return failures

    def is_loaded(self, agent: NamedAgent) -> bool:
        """Whether an agent is loaded somewhere."""
        return any(it.is_running and agent in it.loaded for it in self._processes)

    async def load(self, agent: NamedAgent) -> None:
        """Wait until an agent is loaded somewhere.

        Raises:
            AgentFailedError: it cannot be, or takes too long.
        """
        if self.is_loaded(agent):
            return
        loading = self._begin(self._load(self._least_asked(), agent))
        await asyncio.wait([loading])  # it goes on if nobody waits any more
        if loading.cancelled():
            raise AgentFailedError(STOPPING)
        if (failure := loading.result()) is not None:
            raise failure

    async def ask(self, agent: NamedAgent, task: AgentTask) -> Answer:
        """What an agent does next in a game.

        Raises:
            AgentFailedError: it fails, or takes too long.
        """
        process = self._homes.setdefault((agent, task.game), self._least_asked())
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        question = AgentQuestion(agent, task, time.monotonic(), future)
        self._begin(self._see_to(question, process))
        process.questions.append(question)
        try:
            return await future
        finally:
            process.questions.remove(question)

    def forget(self, agent: NamedAgent, game: int) -> None:
        """Tell an agent that a game is over."""
        if (home := self._homes.pop((agent, game), None)) is not None:
            home.forget(agent, game)

    async def close(self) -> None:
        """End all processes."""
        self._is_closed = True
        for turn in self._turns:
            turn.cancel()
        await asyncio.gather(*self._turns, return_exceptions=True)
        for process in self._processes:
            process.close()
            _fail(process.questions, STOPPING)

    def _least_asked(self) -> AgentProcess:
        return min(self._processes, key=lambda process: len(process.questions))

    def _begin(self, turn: Coroutine[Any, Any, Made]) -> asyncio.Task[Made]:
        """Begin what nobody can interrupt who waits for it, as it would leave half an answer."""
        if self._is_closed:
            turn.close()
            raise AgentFailedError(STOPPING)
        task = asyncio.create_task(turn)
        self._turns.add(task)
        task.add_done_callback(self._turns.discard)
        return task

    async def _load(self, process: AgentProcess, agent: NamedAgent) -> AgentFailedError | None:
        """The failure, if so; whoever wanted to know may be gone."""
        async with process.turn:
            try:
                await process.load(agent)
            except AgentFailedError as failure:
                return failure
        return None

    async def _see_to(self, question: AgentQuestion, process: AgentProcess) -> None:
        """Put a question when it is its turn, with others, or alone if that failed."""
        async with process.turn:
            while not question.answer.done():
                batch = process.batch(question, self._sizes.get(question.agent, 1))
                try:
                    await self._put(batch, process)
                except Exception as error:  # nobody must wait for an answer that never comes
                    _log.error("unforeseen error", error, where="partners")
                    _fail(batch, f"{type(error).__name__}: {error}")

    async def _put(self, batch: list[AgentQuestion], process: AgentProcess) -> None:
        """Put a batch of questions to their agent."""
        agent = batch[0].agent
        try:
            remembers = await process.load(agent)
        except AgentFailedError as failure:
            _fail(batch, str(failure))
            return
        if not remembers:
            for question in batch:
                self._homes.pop((agent, question.task.game), None)
        try:
            answers = await self._call(batch, process)
        except LateError:
            self._sizes[agent] = 1
            _give_up(batch, f"{agent.name!r} took longer than {self._seconds:g} seconds")
        except EndedError:  # others may have ended it, which is forgiven once
            _give_up(batch, f"the process of {agent.name!r} ended", forgiven=1)
        except AgentFailedError as failure:
            _give_up(batch, str(failure))
        else:
            for question, answer in zip(batch, answers, strict=True):
                if answer.failure:
                    _fail([question], answer.failure)
                elif not question.answer.done():  # nobody may want to know any more
                    question.answer.set_result(answer)

    async def _call(self, batch: list[AgentQuestion], process: AgentProcess) -> tuple[Answer, ...]:
        agent, began = batch[0].agent, time.monotonic()
        for question in batch:
            self._metrics.agent_waiting_seconds.labels(agent.name).observe(began - question.since)
        tasks = tuple(question.task for question in batch)
        answers = await process.call(agent, tasks, self._seconds)
        taken = time.monotonic() - began
        self._metrics.agent_seconds.labels(agent.name).observe(taken)
        before = self._sizes.get(agent, 1)
        self._sizes[agent] = batch_size(before, len(batch), taken, self._seconds)
        return answers


def batch_size(before: int, count: int, taken: float, limit: float) -> int:
    """How many questions an agent can be asked at once that took so many seconds for a batch: as
    many as fit into the limit if each takes as long, and no less than before if that did fit."""
    fitting = int(count * _SHARE * limit / max(taken, 1e-6))
    if taken <= _SHARE * limit:
        fitting = max(fitting, before)
    return max(1, min(fitting, MAX_BATCH))


def _give_up(batch: Sequence[AgentQuestion], reason: str, forgiven: int = 0) -> None:
    """A batch failed: who was asked alone has failed, others are asked again, each alone."""
    (first, *more) = batch
    if not more:
        first.deaths += 1
        if first.deaths > forgiven:
            _fail(batch, reason)
    for question in batch:
        question.is_alone = True


def _fail(questions: Sequence[AgentQuestion], reason: str) -> None:
    for question in questions:
        if not question.answer.done():
            question.answer.set_exception(AgentFailedError(reason))
