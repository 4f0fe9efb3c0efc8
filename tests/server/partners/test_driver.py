import asyncio
import random
from pathlib import Path

import pytest

from cerealbar.agents import Choice
from cerealbar.game import Action, PlayerWord
from cerealbar.server.partners import driver as driving
from cerealbar.server.partners.asking import AgentTask, Answer, NamedAgent
from cerealbar.server.partners.pool import AgentPool
from cerealbar.server.store import Treatment
from tests.server.rooms.playing import driver_of, opened_router, seated_pair, until

SLOW = Treatment(pace_seconds=(0.5, 1.5), reading_seconds=10.0, typing_seconds=50.0)


class Finishing(AgentPool):
    """Follows by being done, and leads by one instruction after the other."""

    def __init__(self) -> None: ...

    async def ask(self, agent: NamedAgent, task: AgentTask) -> Answer:
        if agent.role == "follower":
            return Answer(Choice(Action.LEFT if task.steps_taken < 2 else Action.DONE))  # type: ignore[union-attr]  # a follower's
        return Answer(Choice(Action.INSTRUCT, "ten letter"))


@pytest.mark.parametrize("role", ["leader", "follower"])
def test_agents_read_each_instruction_once_and_type_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, role: PlayerWord
) -> None:
    pauses: list[float] = []

    class Pauses:
        Task, current_task = asyncio.Task, staticmethod(asyncio.current_task)

        @staticmethod
        async def sleep(seconds: float) -> None:
            pauses.append(round(seconds, 6))
            await asyncio.sleep(0)

    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, _ = await seated_pair(router)
            if role == "follower":
                for text in ("turn left", "go"):
                    await room.act("leader", Action.INSTRUCT, text)
                await room.act("leader", Action.DONE)
            monkeypatch.setattr(driving, "asyncio", Pauses)
            driver = driver_of(room, role, Finishing(), SLOW)
            driver._rng = _Middle()
            driver.wake()
            if role == "follower":
                await until(lambda: room.game.turn.word == "leader")
                assert pauses == [1, 20, 1, 1, 1, 10, 1, 1]
            else:
                await until(lambda: len(room.game.instructions) >= 2)
                assert pauses[:4] == [1, 500, 1, 500]

    class _Middle(random.Random):
        def uniform(self, a: float, b: float) -> float:
            return (a + b) / 2

    asyncio.run(play())
