"""Several processes of agents; each game has its own."""

import asyncio

from cerealbar.agents import FollowTask, LeadTask
from cerealbar.server.metrics import Metrics
from cerealbar.server.partners.asking import Answer
from cerealbar.server.partners.process import AgentProcess


class AgentPool:
    """Agents in a number of processes."""

    def __init__(self, processes: int, seconds: float, metrics: Metrics) -> None:
        self._metrics = metrics
        self._processes = [AgentProcess(seconds) for _ in range(processes)]

    async def start(self) -> None:
        """Start all processes, and wait until agents can be asked.

        Raises:
            AgentFailedError: a process does not get ready.
        """
        await asyncio.gather(*(process.start() for process in self._processes))

    async def ask(
        self,
        name: str,
        source: str,
        is_leader: bool,
        game: int,
        task: FollowTask | LeadTask | None,
    ) -> Answer:
        """What an agent does next in a game.

        Raises:
            AgentFailedError: it fails, or takes too long.
        """
        process = self._processes[game % len(self._processes)]
        with self._metrics.agent_seconds.labels(name).time():
            return await process.ask(name, source, is_leader, game, task)

    async def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            await process.close()
