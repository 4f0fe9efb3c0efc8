"""Several processes on one PostgreSQL database: who owns which game."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from cerealbar.server.store import (
    Elsewhere,
    HeldError,
    LeasedGame,
    LeaseLostError,
    Store,
    StoreError,
)
from cerealbar.server.store.database import Database
from cerealbar.server.store.leases import LEASE_SECONDS, Leases
from cerealbar.server.store.rows import Rows, rows_of_entries
from cerealbar.server.store.tables import processes
from cerealbar.server.store.writer import StoreWriter
from tests.live.postgresql import PostgreSQL
from tests.server.store.games import NOON, new_game, opened, pauses, put, silence


@asynccontextmanager
async def two(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two processes, of which the first owns game a with an entry."""
    async with opened(url, "1") as first, opened(url, "2") as second:
        await put(first, new_game(), pauses(0))
        yield first, second


def test_a_game_belongs_to_the_process_that_opened_it_and_others_know_where(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            assert await second.claim("a") == Elsewhere("a", first.process_id, "1")
            assert await second.claim("nobody's") is None
            assert await second.claim_abandoned() == []
            with pytest.raises(LeaseLostError, match="is not this process's"):
                await second.append("a", pauses(1))
            assert await first.claim("a") == LeasedGame("a", None)
            await first.append("a", pauses(1))
            assert await second.game("a") == (new_game(), pauses(0, 2))

    asyncio.run(play())


def test_the_games_of_a_silent_process_are_taken_over_and_it_can_store_nothing_more(
    shared: str,
) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            lost: list[str] = []
            first.when_lost = lost.append
            await first.beat(NOON + 7)
            silence(shared, first)
            assert await second.claim_abandoned() == [LeasedGame("a", NOON + 7)]
            assert await second.game("a") == (new_game(), pauses(0))
            with pytest.raises(LeaseLostError, match="has taken over game a"):
                await first.append("a", pauses(1))
            assert lost == ["a"]
            await second.append("a", pauses(1))
            await first.beat(NOON + 8)  # it is back, but the game is not
            assert await first.claim("a") == Elsewhere("a", second.process_id, "2")
            assert await second.game("a") == (new_game(), pauses(0, 2))

    asyncio.run(play())


def test_a_process_finds_out_what_it_has_lost_without_writing(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            await put(first, new_game("b"), [])
            assert await first.find_lost() == []
            silence(shared, first)
            assert isinstance(await second.claim("a"), LeasedGame)
            assert await first.find_lost() == ["a"]
            assert await first.find_lost() == []
            await first.append("b", pauses(0))

    asyncio.run(play())


def test_a_game_that_is_ours_already_is_not_taken_from_ourselves(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            silence(shared, first)
            await second.claim_abandoned()
            taken = second._owner.of("a")
            assert taken is not None
            second._owner.lose("a")  # as if the answer had not come yet
            assert await second.claim("a") == LeasedGame("a", None)
            assert second._owner.of("a") == taken
            await second.append("a", pauses(1))

    asyncio.run(play())


def test_no_other_game_of_a_transaction_suffers_for_one_that_was_taken_over(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            await put(first, new_game("b"), [])
            await first.release(["a"])
            assert isinstance(await second.claim("a"), LeasedGame)
            assert isinstance(first._owner, Leases)
            first._owner.added("a", 1)  # as if it had not heard of it
            results = await asyncio.gather(
                first.append("a", pauses(1)),
                first.append("b", pauses(0)),
                first.append("a", pauses(2)),
                return_exceptions=True,
            )
            assert [type(result) for result in results] == [
                LeaseLostError,
                type(None),
                LeaseLostError,
            ]
            assert await second.game("a") == (new_game(), pauses(0))
            assert await second.game("b") == (new_game("b"), pauses(0))

    asyncio.run(play())


def test_a_game_that_is_being_written_to_is_taken_over_only_afterwards(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            silence(shared, first)
            lease = first._owner.of("a")
            assert lease is not None
            rows = rows_of_entries("a", pauses(1))
            rows.leases.append(lease)
            with first._writer._engine.begin() as under_way:
                rows.write(under_way)
                assert await second.claim_abandoned() == []
            assert [claim.game_id for claim in await second.claim_abandoned()] == ["a"]
            assert await second.game("a") == (new_game(), pauses(0, 2))

    asyncio.run(play())


def test_what_is_doubtful_is_not_taken_back_from_the_next_owner(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = StoreWriter._commit

    def commit_without_answer(self: StoreWriter, rows: Rows) -> None:
        monkeypatch.setattr(StoreWriter, "_commit", _fail)
        commit(self, rows)
        raise OperationalError("COMMIT", {}, Exception("lost"), connection_invalidated=True)

    def _fail(self: StoreWriter, rows: Rows) -> None:
        raise OperationalError("BEGIN", {}, Exception("away"))

    async def play() -> None:
        async with two(shared) as (first, second):
            await put(first, new_game("b"), [])
            monkeypatch.setattr(StoreWriter, "_commit", commit_without_answer)
            with pytest.raises(StoreError, match="away"):
                await first.append("a", pauses(1))
            monkeypatch.setattr(StoreWriter, "_commit", commit)
            silence(shared, first)
            assert len(await second.claim_abandoned()) == 2
            await second.append("a", pauses(2))
            with pytest.raises(LeaseLostError):
                await first.append("b", pauses(0))
            assert await second.game("a") == (new_game(), pauses(0, 3))

    asyncio.run(play())


@pytest.mark.parametrize("is_open", [True, False])
def test_a_process_whose_session_has_ended_is_dead_sooner(shared: str, is_open: bool) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            listening = asyncio.create_task(first.listen(lambda _: None))
            while first._owner.session is None:
                await asyncio.sleep(0.01)
            await first.beat(NOON)
            if not is_open:
                listening.cancel()
                await asyncio.wait([listening])
            silence(shared, first, seconds=LEASE_SECONDS / 2)
            claims = [claim.game_id for claim in await second.claim_abandoned()]
            assert claims == ([] if is_open else ["a"])
            listening.cancel()

    asyncio.run(play())


def test_after_everybody_was_silent_nobody_is_dead(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            silence(shared)  # as after an hour without a database
            await second.beat(NOON)
            assert await second.claim_abandoned() == []
            assert await second.claim("a") == Elsewhere("a", first.process_id, "1")
            _be_steady(shared)
            assert [claim.game_id for claim in await second.claim_abandoned()] == ["a"]

    asyncio.run(play())


def _be_steady(url: str) -> None:
    """Let a lease's time pass in which all beats came."""
    engine = Database.at(url).engine(writes=True)
    with engine.begin() as connection:
        connection.execute(update(processes).values(steady=processes.c.steady - 60))
    engine.dispose()


def test_a_process_that_stops_hands_its_games_on_at_once(shared: str) -> None:
    async def play() -> None:
        async with opened(shared) as second:
            async with opened(shared) as first:
                await put(first, new_game(), pauses(0))
                await put(first, new_game("b"), pauses(0))
                await first.release(["b"])
                assert await second.claim("b") == LeasedGame("b", None)
            assert await second.claim_abandoned() == [LeasedGame("a", None)]
            await second.append("a", pauses(1))
            await second.append("b", pauses(1))

    asyncio.run(play())


def test_processes_that_take_over_at_once_share_the_games(shared: str) -> None:
    names = {f"g{number}" for number in range(60)}

    async def play() -> None:
        async with two(shared) as (first, second):
            async with opened(shared) as third:
                await asyncio.gather(*(third.add_game(new_game(name)) for name in names))
            taken: list[str] = []
            while found := [
                claim.game_id
                for claims in await asyncio.gather(
                    first.claim_abandoned(4), second.claim_abandoned(4)
                )
                for claim in claims
            ]:
                taken += found
            assert sorted(taken) == sorted(names)
            for name in names:
                (owner,) = [store for store in (first, second) if store._owner.of(name)]
                await owner.append(name, pauses(0))

    asyncio.run(play())


def test_a_name_is_for_one_living_process(shared: str) -> None:
    is_over = threading.Event()

    async def beat(store: Store) -> None:
        while not is_over.is_set():
            await store.beat(NOON)
            await asyncio.sleep(0.02)

    async def play() -> None:
        async with opened(shared, "1") as first:
            beating = asyncio.create_task(beat(first))
            with pytest.raises(HeldError, match="'1' is alive"):
                await asyncio.to_thread(Store.open, shared, process="1")
            is_over.set()
            await beating
            silence(shared, first)
            async with opened(shared, "1") as again:
                assert again.process_id != first.process_id

    asyncio.run(play())


def test_people_are_matched_in_one_process_at_a_time(shared: str) -> None:
    inside, most = 0, 0

    async def match(store: Store) -> None:
        nonlocal inside, most
        async with store.matching():
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.01)
            inside -= 1

    async def play() -> None:
        async with two(shared) as (first, second):
            await asyncio.gather(*(match(store) for store in (first, second) * 5))
            assert most == 1

    asyncio.run(play())


def test_who_waits_in_living_processes_is_known_to_all(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            await put(second, new_game("b", NOON - 1), [])
            assert await first.tell_seeking({"a": "leader"})
            assert not await first.tell_seeking({"a": "leader", "b": None})
            assert await second.tell_seeking({"b": "leader"})
            expected = [("b", second.process_id, "leader"), ("a", first.process_id, "leader")]
            assert await first.seeking() == await second.seeking() == expected
            silence(shared, first)
            assert await second.seeking() == expected[:1]
            await second.tell_seeking({"b": None})
            assert await second.seeking() == []

    asyncio.run(play())


def test_what_goes_on_in_living_processes_is_known_to_the_others(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            await first.beat(NOON, "three games")
            await first.beat(NOON)
            assert await second.floors() == ["three games"]
            assert await first.floors() == []
            silence(shared, first)
            assert await second.floors() == []

    asyncio.run(play())


def test_news_reach_every_process_also_after_the_database_was_away(
    postgresql: PostgreSQL,
) -> None:
    async def heard(queue: "asyncio.Queue[str]", news: str) -> None:
        async with asyncio.timeout(300):
            while await queue.get() != news:
                continue

    async def play() -> None:
        async with two(postgresql.new_database()) as (first, second):
            ears: list[asyncio.Queue[str]] = [asyncio.Queue(), asyncio.Queue()]
            tasks = [
                asyncio.create_task(store.listen(ear.put_nowait))
                for store, ear in zip((first, second), ears, strict=True)
            ]
            await asyncio.gather(*(heard(ear, "") for ear in ears))
            await first.tell("hello")
            await asyncio.gather(*(heard(ear, "hello") for ear in ears))
            postgresql.stop()
            postgresql.start()
            await asyncio.gather(*(heard(ear, "") for ear in ears))
            await second.tell("again")
            await asyncio.gather(*(heard(ear, "again") for ear in ears))
            for task in tasks:
                task.cancel()

    asyncio.run(play())
