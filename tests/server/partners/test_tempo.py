import asyncio
import random
from pathlib import Path

import pytest

from cerealbar.agents import Choice
from cerealbar.game import Action, PlayerWord
from cerealbar.server.partners import driver as driving
from cerealbar.server.partners.asking import AgentTask, Answer, NamedAgent
from cerealbar.server.partners.driver import Tempo
from cerealbar.server.partners.pool import AgentPool
from tests.server.rooms.playing import driver_of, opened_router, seated_pair, until


def test_pauses_are_between_their_limits_and_grow_with_texts() -> None:
    tempo = Tempo((0.4, 1.4), word=0.25, letter=0.1, rng=random.Random(0))
    steps = [tempo.acting() for _ in range(200)]
    assert 0.4 <= min(steps) < 0.5
    assert 1.3 < max(steps) <= 1.4
    short = [tempo.reading("turn left") for _ in range(200)]
    assert 0.25 <= min(short) < max(short) <= 0.75
    assert min(tempo.reading("go " * 12) for _ in range(200)) >= 1.5
    typed = [tempo.typing("ten letter") for _ in range(200)]
    assert 0.5 <= min(typed) < 0.6
    assert 1.4 < max(typed) <= 1.5


def test_by_default_nothing_takes_time() -> None:
    tempo = Tempo()
    assert (tempo.acting(), tempo.reading("go"), tempo.typing("go")) == (0, 0, 0)


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
            tempo = Tempo((1.0, 1.0), word=10.0, letter=100.0, rng=_Half())
            monkeypatch.setattr(driving, "asyncio", Pauses)
            driver = driver_of(room, role, Finishing(), tempo)
            driver.wake()
            if role == "follower":
                await until(lambda: room.game.turn.word == "leader")
                assert pauses == [1, 20, 1, 1, 1, 10, 1, 1]
            else:
                await until(lambda: len(room.game.instructions) >= 2)
                assert pauses[:4] == [1, 1000, 1, 1000]

    class _Half(random.Random):
        def uniform(self, a: float, b: float) -> float:
            return (a + b) / 2

    asyncio.run(play())
