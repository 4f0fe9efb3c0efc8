"""Which questions are put to an agent together, where, and in what order."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from cerealbar.agents import Choice, LeadTask
from cerealbar.game import Action, Game
from cerealbar.server.metrics import Metrics
from cerealbar.server.partners import pool as pooling
from cerealbar.server.partners.asking import AgentFailedError, AgentTask, Answer, NamedAgent
from cerealbar.server.partners.pool import MAX_BATCH, AgentPool, batch_size
from cerealbar.server.partners.process import AgentProcess

MINE, OTHER = NamedAgent("leader", "mine", "a:b"), NamedAgent("leader", "other", "c:d")
FORGETFUL = NamedAgent("leader", "forgetful", "e:f")
STATES = Game(42).states
SECONDS = 4.0


class Pretended(AgentProcess):
    """In place of a process: notes who is asked about which games, and answers at once."""

    calls: list[tuple["Pretended", NamedAgent, list[int]]]
    failing: set[int]
    """Games that fail when they are asked about with others."""

    async def load(self, agent: NamedAgent) -> bool:
        return agent != FORGETFUL

    async def call(
        self, agent: NamedAgent, tasks: tuple[AgentTask, ...], seconds: float
    ) -> tuple[Answer, ...]:
        games = [task.game for task in tasks]
        Pretended.calls.append((self, agent, games))
        await asyncio.sleep(0)
        if len(games) > 1 and Pretended.failing.intersection(games):
            raise AgentFailedError("one of them is too much")
        return (Answer(Choice(Action.DONE)),) * len(tasks)

    def forget(self, agent: NamedAgent, game: int) -> None: ...

    def close(self) -> None: ...


@pytest.fixture(autouse=True)
def pretend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pooling, "AgentProcess", Pretended)
    Pretended.calls, Pretended.failing = [], set()


def asked() -> list[list[int]]:
    return [games for _, _, games in Pretended.calls]


def begin(pool: AgentPool, agent: NamedAgent, *games: int) -> list[asyncio.Task[Answer]]:
    tasks = [LeadTask(game, STATES, (), ()) for game in games]
    return [asyncio.create_task(pool.ask(agent, task)) for task in tasks]


def run(play: Callable[[AgentPool], Awaitable[None]], processes: int = 1) -> None:
    async def within() -> None:
        pool = AgentPool(processes, SECONDS, Metrics())
        for agent in (MINE, OTHER):  # how quick they are
            await asyncio.gather(*begin(pool, agent, 0))
        Pretended.calls.clear()
        await play(pool)
        await pool.close()

    asyncio.run(within())


def test_all_questions_of_the_agent_that_waits_longest_are_one_batch() -> None:
    async def play(pool: AgentPool) -> None:
        coming = begin(pool, MINE, 1) + begin(pool, OTHER, 2) + begin(pool, MINE, 3, 4)
        await asyncio.gather(*coming)
        assert asked() == [[1, 3, 4], [2]]

    run(play)


def test_an_agent_is_first_asked_about_one_game() -> None:
    async def play(pool: AgentPool) -> None:
        await asyncio.gather(*begin(pool, FORGETFUL, *range(200)))
        assert [len(games) for games in asked()] == [1, 64, 64, 64, 7]

    run(play)


@pytest.mark.parametrize(
    ("count", "seconds", "most"),
    [(1, 0.001, MAX_BATCH), (1, 1.0, 3), (3, 1.0, 9), (3, 3.0, 3), (8, 8.0, 3), (1, 3.9, 1)],
)
def test_a_batch_is_as_large_as_fits_if_every_question_takes_as_long(
    count: int, seconds: float, most: int
) -> None:
    assert batch_size(1, count, seconds, SECONDS) == most
    assert batch_size(most, 1, 1.0, SECONDS) == max(most, 3)  # as long, for fewer


def test_a_game_stays_where_it_was_asked_about_until_it_is_forgotten() -> None:
    async def play(pool: AgentPool) -> None:
        for agent in (MINE, FORGETFUL):
            Pretended.calls.clear()
            await asyncio.gather(*begin(pool, agent, 1, 2))
            first, second = (process for process, _, _ in Pretended.calls)
            assert first is not second
            Pretended.calls.clear()
            for _ in range(2):
                await asyncio.gather(*begin(pool, agent, 2))
            stayed = [process is second for process, _, _ in Pretended.calls]
            assert all(stayed) == (agent == MINE)
            pool.forget(agent, 2)
            Pretended.calls.clear()
            await asyncio.gather(*begin(pool, agent, 2))
            assert Pretended.calls[0][0] is first

    run(play, processes=2)


def test_those_who_failed_together_are_asked_alone_and_first() -> None:
    async def play(pool: AgentPool) -> None:
        Pretended.failing = {2}
        batch = begin(pool, MINE, 1, 2)
        while not Pretended.calls:
            await asyncio.sleep(0)
        await asyncio.gather(*batch, *begin(pool, MINE, 3, 4))
        assert asked() == [[1, 2], [1], [2], [3, 4]]

    run(play)


def test_what_nobody_wants_to_know_is_not_asked() -> None:
    async def play(pool: AgentPool) -> None:
        coming = begin(pool, MINE, 1, 2)
        await asyncio.sleep(0)
        coming[0].cancel()
        await asyncio.wait(coming)
        assert asked() == [[2]]

    run(play)


def test_whoever_goes_away_meanwhile_leaves_the_answers_to_others() -> None:
    async def play(pool: AgentPool) -> None:
        coming = begin(pool, MINE, 1, 2)
        while not Pretended.calls:
            await asyncio.sleep(0)
        coming[0].cancel()
        assert (await coming[1]).choice == Choice(Action.DONE)
        assert asked() == [[1, 2]]

    run(play)


def test_nobody_is_asked_when_the_pool_is_closed() -> None:
    async def play(pool: AgentPool) -> None:
        await pool.close()
        with pytest.raises(AgentFailedError, match="the server stops"):
            await pool.ask(MINE, LeadTask(1, STATES, (), ()))
        with pytest.raises(AgentFailedError, match="the server stops"):
            await pool.load(MINE)

    run(play)
