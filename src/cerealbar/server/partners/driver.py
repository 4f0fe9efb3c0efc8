"""A driver lets an agent play one seat of one room, at a human pace."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from typing import Protocol

from cerealbar.agents import Choice, FollowTask, LeadTask
from cerealbar.game import Action, PlayerWord
from cerealbar.server.partners.asking import AgentFailedError, Answer
from cerealbar.server.partners.pool import AgentPool

MAX_IDLE_CHOICES = 20
"""Choices at one step that come to nothing, such as bumping, after which an agent gives up."""


class AgentTable(Protocol):
    """What a driver needs of its room."""

    def is_due(self, role: PlayerWord) -> bool:
        """Whether the player is to act now."""
        ...

    def task(self, role: PlayerWord) -> FollowTask | LeadTask | None:
        """What the player is to do now, or None if it is not to act."""
        ...

    async def drive(self, role: PlayerWord, task: FollowTask | LeadTask, answer: Answer) -> None:
        """Show and do what an agent answers to a task; too late is no failure.

        Raises:
            AgentFailedError: it chose nothing, or the rules refuse it.
        """
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
        self._place = (-1, 0)
        """The instruction and step at which the agent was last asked."""

    def wake(self) -> None:
        """Something changed: perhaps it is this agent's turn."""
        is_idle = self._playing is None or self._playing.done()
        if is_idle and self._table.is_due(self._role):
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
            while self._table.is_due(self._role):
                await asyncio.sleep(self._pause())
                if (task := self._table.task(self._role)) is not None:
                    await self._table.drive(self._role, task, await self._answer(task))
        except AgentFailedError as failure:
            await self._table.agent_failed(self._role, str(failure))

    async def _answer(self, task: FollowTask | LeadTask) -> Answer:
        if isinstance(task, FollowTask) and (reason := self._despair(task)):
            return Answer(-1, Choice(Action.GIVE_UP, reason))
        is_leader = isinstance(task, LeadTask)
        return await self._agents.ask(self._name, self._source, is_leader, task.game, task)

    def _despair(self, task: FollowTask) -> str:
        """Why the instruction would never come to an end, if so."""
        place = task.number, task.steps_taken
        self._choices = self._choices + 1 if place == self._place else 1
        self._place = place
        if task.steps_taken >= self._limit:
            return f"{self._limit} steps were not enough"
        return "no way ahead" if self._choices > MAX_IDLE_CHOICES else ""


def human_pause(seconds: tuple[float, float]) -> Callable[[], float]:
    """How long to wait before each action, at random between two times."""
    rng = random.Random()
    return lambda: rng.uniform(*seconds)
