"""A driver lets an agent play one seat of one room, at a human pace."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from typing import Protocol

from cerealbar.agents import Choice, FollowTask, LeadTask
from cerealbar.game import Action, PlayerWord
from cerealbar.server.partners.asking import AgentFailedError
from cerealbar.server.partners.pool import AgentPool
from cerealbar.views import Plan


class AgentTable(Protocol):
    """What a driver needs of its room."""

    def task(self, role: PlayerWord) -> FollowTask | LeadTask | None:
        """What the player is to do now, or None if it is not to act."""
        ...

    async def drive(self, role: PlayerWord, choice: Choice) -> None:
        """Take the action of an agent; too late is no failure.

        Raises:
            AgentFailedError: the rules refuse it.
        """
        ...

    async def show_plan(self, plan: Plan) -> None:
        """Show what the agent means to do."""
        ...

    async def agent_failed(self, role: PlayerWord, reason: str) -> None:
        """The agent plays no more."""
        ...


class Driver:
    """Asks an agent and acts for it, as long as it is its turn."""

    def __init__(
        self,
        table: AgentTable,
        role: PlayerWord,
        name: str,
        source: str,
        agents: AgentPool,
        pause: Callable[[], float],
        limit: int,
    ) -> None:
        self._table, self._role, self._name, self._source = table, role, name, source
        self._agents, self._pause, self._limit = agents, pause, limit
        self._playing: asyncio.Task[None] | None = None
        self._choices = 0
        self._number = -1
        self._plan: Plan | None = None

    def wake(self) -> None:
        """Something changed: perhaps it is this agent's turn."""
        is_idle = self._playing is None or self._playing.done()
        if is_idle and self._table.task(self._role) is not None:
            self._playing = asyncio.create_task(self._play())

    def stop(self) -> None:
        """Play no more."""
        if self._playing is not None and self._playing is not asyncio.current_task():
            self._playing.cancel()

    async def forget(self, game: int) -> None:
        """Tell the agent that the game is over."""
        with contextlib.suppress(AgentFailedError):  # whoever has failed remembers nothing
            is_leader = self._role == "leader"
            await self._agents.ask(self._name, self._source, is_leader, game, None)

    async def _play(self) -> None:
        try:
            while self._table.task(self._role) is not None:
                await asyncio.sleep(self._pause())
                task = self._table.task(self._role)
                if task is None:
                    return
                await self._table.drive(self._role, await self._choose(task))
        except AgentFailedError as failure:
            await self._table.agent_failed(self._role, str(failure))

    async def _choose(self, task: FollowTask | LeadTask) -> Choice:
        is_leader = isinstance(task, LeadTask)
        if isinstance(task, FollowTask):
            if task.number != self._number:
                self._number, self._choices = task.number, 0
            self._choices += 1
            if self._choices > self._limit:  # it would never come to an end
                return Choice(Action.GIVE_UP, f"not done after {self._limit} actions")
        answer = await self._agents.ask(self._name, self._source, is_leader, task.game, task)
        if answer.choice is None:
            raise AgentFailedError(f"{self._name!r} chose nothing")
        if answer.plan is not None and answer.plan != self._plan:
            self._plan = answer.plan
            await self._table.show_plan(answer.plan)
        return answer.choice


def human_pause(seconds: tuple[float, float]) -> Callable[[], float]:
    """How long to wait before each action, at random between two times."""
    rng = random.Random()
    return lambda: rng.uniform(*seconds)
