"""What players meet when the server is killed or stopped, a disk is full, or a client hangs."""

import asyncio
import random
import resource
import statistics
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import httpx
import pytest

from cerealbar.game import Rules
from cerealbar.server.sockets import MAX_OUTBOX_BYTES
from cerealbar.server.store import Reader
from cerealbar.views import Plan
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import Instruct, PublishPlan, Refused, Update
from tests.live.chronicle import (
    Deed,
    replayed,
    stored_deeds,
    summary_of_game,
    summary_of_situation,
)
from tests.live.crowd import Pair, Tally
from tests.live.hosted import UNHURRIED, Hosted, hosted
from tests.live.pair import next_request
from tests.live.player import Player
from tests.live.raw import deaf_client

RULES = Rules(solvable=True)
GAMES = 8
CLOCK_SECONDS = 1.5
"""How much of a turn may be lost or gained when the server is killed."""


@asynccontextmanager
async def _playing(server: Hosted, games: int) -> AsyncIterator[list[Pair]]:
    """Games of two connected players each, whose clocks run."""
    pairs = [Pair(server, 3000 + number) for number in range(games)]
    async with AsyncExitStack() as stack:
        for pair in pairs:
            await stack.enter_async_context(pair.leader)
            await stack.enter_async_context(pair.follower)
            await pair.leader.until(lambda seat: seat.situation.is_clock_running)
            await pair.follower.until(lambda seat: seat.situation.is_clock_running)
        yield pairs


async def _play_until_closed(pair: Pair, tally: Tally) -> None:
    try:
        await pair.play(tally, interval=0.05, counts_from=0, until=time.perf_counter() + 300)
    except ConnectionError:
        return


async def _enough_is_played(pairs: list[Pair], deeds: int) -> None:
    async with asyncio.timeout(300):
        while min(len(pair.chronicle.deeds) for pair in pairs) < deeds:
            await asyncio.sleep(0.01)


def _stored(server: Hosted, pair: Pair) -> list[Deed]:
    reader = Reader.open(str(server.database))
    whole = reader.game(pair.leader.welcome.game_id)
    reader.close()
    assert whole is not None
    return stored_deeds(whole[1])


async def _go_on(server: Hosted, pair: Pair) -> float:
    """Rejoin by token and act; returns the seconds that the turn had left."""
    async with Player(server.socket_url, pair.tokens["leader"]) as leader:
        deeds = _stored(server, pair)
        assert summary_of_situation(leader.situation) == summary_of_game(
            replayed(pair.seed, RULES, deeds)
        )
        left = leader.situation.seconds_left
        assert leader.room.status == "paused"
        assert not leader.situation.is_clock_running
        async with Player(server.socket_url, pair.tokens["follower"]) as follower:
            await leader.until(lambda seat: seat.situation.is_clock_running)
            actor = leader if leader.situation.turn == "leader" else follower
            await actor.until(lambda seat: bool(seat.situation.legal))
            rng, answer = random.Random(1), None
            while not isinstance(answer, Update):
                request = next_request(actor, rng)
                assert request is not None
                answer = await actor.ask(request)
                is_bump = isinstance(answer, Refused) and answer.code == "blocked"
                assert is_bump or isinstance(answer, Update)
    return left


def test_after_kill_9_every_acknowledged_action_is_there_and_the_clock_goes_on(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        tally = Tally()
        async with _playing(server, GAMES) as pairs:
            plays = [asyncio.create_task(_play_until_closed(pair, tally)) for pair in pairs]
            await _enough_is_played(pairs, 12)
            server.kill()
            killed = time.perf_counter()
            await asyncio.gather(*plays)
        slack = 3 * max(tally.seconds)  # on a busy machine heartbeats come late
        with hosted(server.database, UNHURRIED, port=server.port) as again:
            for pair in pairs:
                known, stored = pair.chronicle.deeds, _stored(again, pair)
                assert stored[: len(known)] == known
                assert len(stored) <= len(known) + 1  # one may have been on its way to the players
                passed = killed - pair.leader.situation_at
                expected = pair.leader.situation.seconds_left - passed
                left = await _go_on(again, pair)
                assert stored != known or abs(left - expected) <= CLOCK_SECONDS + slack

    with hosted(tmp_path / "games.sqlite") as server:
        asyncio.run(play())


def test_on_sigterm_everyone_is_told_and_all_games_can_go_on(tmp_path: Path) -> None:
    async def play() -> None:
        tally = Tally()
        async with _playing(server, GAMES) as pairs:
            plays = [asyncio.create_task(_play_until_closed(pair, tally)) for pair in pairs]
            await _enough_is_played(pairs, 12)
            assert await asyncio.to_thread(server.terminate) == 0
            await asyncio.gather(*plays)
            for player in (seat for pair in pairs for seat in (pair.leader, pair.follower)):
                await player.closed()
                assert player.goodbye is not None
                assert player.goodbye.code == "stopping"
        with hosted(server.database, UNHURRIED, port=server.port) as again:
            for pair in pairs:
                known, stored = pair.chronicle.deeds, _stored(again, pair)
                assert stored[: len(known)] == known
                left = await _go_on(again, pair)
                assert stored != known or left <= pair.leader.situation.seconds_left

    with hosted(tmp_path / "games.sqlite") as server:
        asyncio.run(play())


async def _latencies(pair: Pair, actions: int) -> list[float]:
    tally = Tally()
    until = time.perf_counter() + actions * 0.02
    await pair.play(tally, interval=0.02, counts_from=0, until=until)
    return tally.seconds


def test_clients_that_never_read_do_not_slow_others_down(tmp_path: Path) -> None:
    plan = Plan(goals=dict.fromkeys(range(625), 0.123456789))

    async def flood(pair: Pair) -> None:
        for _ in range(1500):
            await pair.follower.ask(PublishPlan(id=pair.follower.number(), plan=plan))

    async def play() -> None:
        async with _playing(server, 3) as (flooded, calm, other):
            before = await _latencies(calm, 50)
            watch = flooded.leader.room.watch
            assert watch is not None
            memory = server.memory_bytes()
            deaf = [deaf_client(server, watch) for _ in range(10)]
            flooding = asyncio.create_task(flood(flooded))
            during = await _latencies(other, 50)
            await flooding
            held = server.memory_bytes() - memory
            for plug in deaf:
                plug.close()
            assert statistics.median(during) <= 10 * statistics.median(before) + 0.02
            assert held < 10 * 2 * MAX_OUTBOX_BYTES + 20e6

    with hosted(tmp_path / "games.sqlite") as server:
        asyncio.run(play())


def test_when_the_disk_is_full_nothing_changes_and_play_goes_on_after_it_has_room(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with _playing(server, 1) as (pair,):
            text = Instruct(id=pair.leader.number(), text="this will be stored")
            assert isinstance(await pair.leader.ask(text), Update)
            before = pair.leader.situation
            with _full_disk(server):
                text = Instruct(id=pair.leader.number(), text="this will not")
                answer = await pair.leader.ask(text)
                assert isinstance(answer, Refused)
                assert answer.code == "not-stored"
                with pytest.raises(httpx.HTTPStatusError, match="503"):
                    server.open_room(OpenRoom(mode="both"))
                await _turns(server, is_healthy=False)
            await _turns(server, is_healthy=True)
            assert pair.leader.situation == before
            request = next_request(pair.leader, random.Random(1))
            assert request is not None
            assert isinstance(await pair.leader.ask(request), Update)
            game = replayed(pair.seed, RULES, pair.chronicle.deeds)
            assert summary_of_game(game) == summary_of_situation(pair.leader.situation)
            assert _stored(server, pair) == pair.chronicle.deeds

    with hosted(tmp_path / "games.sqlite") as server:
        asyncio.run(play())


def test_after_its_database_was_removed_a_server_acknowledges_nothing_and_is_not_well(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with _playing(server, 1) as (pair,):
            assert server.is_healthy()
            server.database.unlink()
            before = pair.leader.situation
            for _ in range(20):
                text = Instruct(id=pair.leader.number(), text="nobody would find this")
                answer = await pair.leader.ask(text)
                assert isinstance(answer, Refused)
                assert answer.code == "not-stored"
            assert pair.leader.situation == before
            await _turns(server, is_healthy=False)

    with hosted(tmp_path / "games.sqlite") as server:
        asyncio.run(play())


def test_a_second_server_on_the_same_database_does_not_start_and_the_first_plays_on(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with _playing(server, 1) as (pair,):
            with (
                pytest.raises(RuntimeError, match=r"another server .* uses it"),
                hosted(server.database),
            ):
                pass
            text = Instruct(id=pair.leader.number(), text="I am alone here")
            assert isinstance(await pair.leader.ask(text), Update)

    with hosted(tmp_path / "games.sqlite") as server:
        asyncio.run(play())


async def _turns(server: Hosted, *, is_healthy: bool) -> None:
    """Wait until the server, at a heartbeat, finds that it is well, or is not."""
    async with asyncio.timeout(300):
        while server.is_healthy() != is_healthy:
            await asyncio.sleep(0.05)


@contextmanager
def _full_disk(server: Hosted) -> Iterator[None]:
    """Within, the server cannot write into files beyond their first bytes."""
    kind, pid = resource.RLIMIT_FSIZE, server.process.pid
    before = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (4096, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, kind, before)
