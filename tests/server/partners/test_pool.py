"""Real processes of agents: who fails, who waits, and who is asked together."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from cerealbar.agents import FollowTask
from cerealbar.agents.playing import follow_task
from cerealbar.game import Action, Game
from cerealbar.server.metrics import Metrics
from cerealbar.server.partners.asking import AgentFailedError, NamedAgent
from cerealbar.server.partners.pool import AgentPool
from tests.server.rooms.broken_agents import RIGHT_GAME, WRONG_GAME

PATIENCE = 120.0
"""For what does not matter; other programs may keep the machine busy."""


def broken(name: str) -> NamedAgent:
    return NamedAgent("follower", name.lower(), f"tests.server.rooms.broken_agents:{name}")


def task(number: int) -> FollowTask:
    game = Game(42)
    game.instruct("turn around")
    game.step(Action.DONE)
    return follow_task(number, game)


@asynccontextmanager
async def pool_of(
    processes: int = 1, seconds: float = PATIENCE, load_seconds: float = PATIENCE
) -> AsyncIterator[AgentPool]:
    pool = AgentPool(processes, seconds, Metrics(), load_seconds)
    await pool.start()
    try:
        yield pool
    finally:
        await pool.close()


async def asked(pool: AgentPool, agent: NamedAgent, *games: int) -> list[str]:
    """The reasons for which an agent gives up in each game, or for which it fails."""

    async def one(game: int) -> str:
        try:
            choice = (await pool.ask(agent, task(game))).choice
        except AgentFailedError as failure:
            return f"failed: {failure}"
        assert choice is not None
        return choice.text or choice.action.word

    return await asyncio.gather(*map(one, games))


def run(play: Callable[[], Awaitable[None]]) -> None:
    async def within() -> None:
        async with asyncio.timeout(4 * PATIENCE):
            await play()

    asyncio.run(within())


@pytest.mark.parametrize("name", ["Slow", "SlowEach"])
def test_eight_games_wait_for_a_slow_agent_longer_than_its_limit_and_all_play(name: str) -> None:
    async def play() -> None:
        async with pool_of(seconds=2.0) as pool:
            began = time.monotonic()
            told = await asked(pool, broken(name), *range(8))
            assert not any(word.startswith("failed") for word in told), told
            if name == "SlowEach":
                assert time.monotonic() - began > 2.0
            else:
                again = await asked(pool, broken(name), *range(8))
                sizes = {int(word.rpartition(" ")[2]) for word in again}
                assert max(sizes) > 4  # all 8, unless the machine is busy

    run(play)


def test_the_time_to_load_is_not_the_time_to_answer() -> None:
    async def play() -> None:
        async with pool_of(seconds=2.0) as pool:
            assert await asked(pool, broken("SlowToLoad"), RIGHT_GAME) == ["left"]
            died = await asked(pool, broken("Exiting"), 1)
            assert died == ["failed: the process of 'exiting' ended"]
            assert await asked(pool, broken("SlowToLoad"), RIGHT_GAME) == ["left"]

    run(play)


def test_an_agent_that_is_never_loaded_fails_by_a_limit_of_its_own() -> None:
    async def play() -> None:
        async with pool_of(load_seconds=3.0) as pool:
            told = "'neverloaded' was not loaded within 3 seconds"
            failures = await pool.load_all([broken("NeverLoaded"), broken("Circling")], print)
            assert failures == {broken("NeverLoaded"): told}
            assert await asked(pool, broken("Circling"), 1) == ["left"]
            assert await asked(pool, broken("NeverLoaded"), 1) == [f"failed: {told}"]

    run(play)


def test_who_waits_behind_an_agent_that_hangs_is_asked_when_it_is_gone() -> None:
    async def play() -> None:
        async with pool_of(seconds=1.0) as pool:
            await pool.load(broken("Circling"))
            hanging = asyncio.create_task(asked(pool, broken("Sleeping"), 1))
            await asyncio.sleep(0)
            assert await asked(pool, broken("Circling"), 2, 3) == ["left", "left"]
            assert await hanging == ["failed: 'sleeping' took longer than 1 seconds"]

    run(play)


_SHORT = (
    "follower 'tests.server.rooms.broken_agents:Short' cannot answer with 0 answers, [] in game 7, "
    "at the instruction 'turn around': expected a list of 1, an answer for each task"
)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Choosy", "'choosy' took longer than 2 seconds"),
        ("Deadly", "the process of 'deadly' ended"),
        ("Short", _SHORT),
    ],
)
def test_one_game_in_a_batch_fails_alone(name: str, reason: str) -> None:
    async def play() -> None:
        agent = broken(name)
        async with pool_of(seconds=2.0) as pool:
            await asked(pool, agent, 1)  # so that a batch is tried
            games = (5, 6, WRONG_GAME)
            told = dict(zip(games, await asked(pool, agent, *games), strict=True))
            assert told.pop(WRONG_GAME) == f"failed: {reason}"
            if name != "Short":  # who is wrong in all games
                assert all(word.endswith("was asked 1") for word in told.values())

    run(play)


def test_a_game_keeps_its_process_unless_the_agent_remembers_nothing() -> None:
    async def play() -> None:
        async with pool_of(processes=2) as pool:
            slow = broken("Slow")
            busy = asyncio.create_task(asked(pool, slow, 1))
            other = asyncio.create_task(asked(pool, slow, 2))
            first, second = (await busy)[0].split()[0], (await other)[0].split()[0]
            assert first != second
            for _ in range(3):
                told = await asked(pool, slow, 1, 2)
                assert [word.split()[0] for word in told] == [first, second]
            pool.forget(slow, 1)

    run(play)


def test_nobody_waits_for_an_answer_when_the_pool_is_closed() -> None:
    async def play() -> None:
        async with pool_of() as pool:
            waiting = asyncio.create_task(asked(pool, broken("Sleeping"), 1, 2))
            await asyncio.sleep(0.2)
        assert all(word.startswith("failed") for word in await waiting)

    run(play)
