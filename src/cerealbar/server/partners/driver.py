"""A driver lets an agent play one seat of one room, at a human pace."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from cerealbar.agents import Choice, FollowTask, LeadTask
from cerealbar.game import Action
from cerealbar.server.partners.asking import AgentFailedError, AgentTask, Answer, NamedAgent
from cerealbar.server.partners.pool import AgentPool
from cerealbar.server.store import Treatment
from cerealbar.server.supervision import RETRY_SECONDS, Supervisor

MAX_IDLE_CHOICES = 20
"""Choices at one step that come to nothing, such as bumping, after which an agent gives up."""


class Driver:
    """Asks an agent and acts for it, as long as it is its turn."""

    def __init__(
        self,
        agent: NamedAgent,
        agents: AgentPool,
        treatment: Treatment,
        supervisor: Supervisor,
        *,
        task: Callable[[], AgentTask | None],
        act: Callable[[AgentTask, Answer], Awaitable[bool]],
        fail: Callable[[str], Awaitable[None]],
    ) -> None:
        """`task` is what the agent is to do now, or None if it is not to act; `act` does what it
        answers, and is false if nothing can be stored now; `fail` hears that it plays no more."""
        self.agent, self._task, self._act, self._fail = agent, task, act, fail
        self._agents, self._treatment, self._supervisor = agents, treatment, supervisor
        self._rng = random.Random()  # noqa: S311  # nothing hangs on guessing a pause
        self._playing: asyncio.Task[None] | None = None
        self._choices = 0
        self._place: object = None
        """The instruction and step, or the state, at which the agent was last asked."""
        self._last_read: int | None = None
        """The number of the instruction that the agent has read last."""

    def wake(self) -> None:
        """Something changed: perhaps it is this agent's turn."""
        if self._playing is None or self._playing.done():
            self._playing = self._supervisor.start("agents", self._play)

    def stop(self, game: int) -> None:
        """Play no more, and let the agent forget the game."""
        if self._playing is not None and self._playing is not asyncio.current_task():
            self._playing.cancel()
        self._agents.forget(self.agent, game)

    async def _play(self) -> None:
        try:
            while self._task() is not None:
                await asyncio.sleep(self._rng.uniform(*self._treatment.pace_seconds))
                if (task := self._task()) is not None:
                    await self._read(task)
                if (task := self._task()) is None:  # the game may have gone on meanwhile
                    continue
                answer = await self._answer(task)
                await self._write(answer)
                if not await self._act(task, answer):
                    self._choices = 0  # it did choose something
                    await asyncio.sleep(RETRY_SECONDS)
        except AgentFailedError as failure:
            await self._fail(str(failure))
        except Exception as error:  # a mistake of ours; the game must not wait for ever
            self._supervisor.note("agents", error)
            await self._fail(f"{type(error).__name__} in the server")

    async def _read(self, task: AgentTask) -> None:
        """Read an instruction, if it is a new one."""
        if isinstance(task, FollowTask) and task.number != self._last_read:
            self._last_read = task.number
            await self._pass(self._treatment.reading_seconds * len(task.instruction.split()))

    async def _write(self, answer: Answer) -> None:
        """Type an instruction, if there is one."""
        choice = answer.choice
        if choice is not None and choice.action is Action.INSTRUCT:
            await self._pass(self._treatment.typing_seconds * len(choice.text or ""))

    async def _pass(self, seconds: float) -> None:
        """Wait for so long, give or take half, if there is any time to wait for."""
        if seconds > 0:
            await asyncio.sleep(seconds * self._rng.uniform(0.5, 1.5))

    async def _answer(self, task: AgentTask) -> Answer:
        if reason := self._despair(task):
            if isinstance(task, LeadTask):
                raise AgentFailedError(f"{MAX_IDLE_CHOICES} choices of it came to nothing")
            return Answer(Choice(Action.GIVE_UP, reason))
        return await self._agents.ask(self.agent, task)

    def _despair(self, task: AgentTask) -> str:
        """Why the turn would never come to an end, if so."""
        limit = self._treatment.steps_per_instruction
        place: object = task.states.tobytes()
        if isinstance(task, FollowTask):
            place = task.number, task.steps_taken
        self._choices = self._choices + 1 if place == self._place else 1
        self._place = place
        if isinstance(task, FollowTask) and task.steps_taken >= limit:
            return f"{limit} steps were not enough"
        return "no way ahead" if self._choices > MAX_IDLE_CHOICES else ""
