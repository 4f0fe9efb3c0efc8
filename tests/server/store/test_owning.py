"""Several processes on one PostgreSQL database: who owns which game."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, text

from cerealbar.server.store import (
    Elsewhere,
    HeldError,
    LostError,
    Ownership,
    OwnGame,
    Store,
    StoreError,
    UnavailableError,
)
from cerealbar.server.store.writer import StoreWriter, Writing, _Write
from tests.live.postgresql import PostgreSQL
from tests.server.store.games import NOON, _backend, cut_off, new_game, opened, pauses, put


@asynccontextmanager
async def two(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two processes, of which the first owns game a with an entry."""
    async with opened(url, "1") as first, opened(url, "2") as second:
        await put(first, new_game(), pauses(0))
        yield first, second


def test_a_game_belongs_to_the_process_that_opened_it_and_others_know_where(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            assert await second.own(Ownership.claim, "a") == Elsewhere("a", first.owner_id, "1")
            assert await second.own(Ownership.claim, "nobody's") is None
            assert await second.own(Ownership.claim_abandoned) == []
            with pytest.raises(LostError, match="is not this process's"):
                await second.append("a", pauses(1))
            assert await first.own(Ownership.claim, "a") == OwnGame("a", None)
            await first.append("a", pauses(1))
            assert await second.game("a") == (new_game(), pauses(0, 2))

    asyncio.run(play())


def test_when_its_connection_ends_the_games_of_a_process_are_free_and_it_can_store_nothing_more(
    shared: str,
) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            losses = []
            first.when_lost = lambda: losses.append("all")
            await first.beat(NOON + 7)
            await cut_off(first)
            assert await second.own(Ownership.claim_abandoned) == [OwnGame("a", NOON + 7)]
            assert await second.game("a") == (new_game(), pauses(0))
            before = first.owner_id
            with pytest.raises(LostError, match="was another when this was begun"):
                await first.append("a", pauses(1))
            assert losses == ["all"]
            assert first.owner_id != before
            await second.append("a", pauses(1))
            await first.beat(NOON + 8)  # it is back, but the game is not
            with pytest.raises(LostError, match="game a is not this process's"):
                await first.append("a", pauses(2))
            assert await first.own(Ownership.claim, "a") == Elsewhere("a", second.owner_id, "2")
            assert await second.game("a") == (new_game(), pauses(0, 2))

    asyncio.run(play())


def test_nothing_is_stored_that_was_begun_with_an_older_connection_though_nobody_took_over(
    shared: str,
) -> None:
    async def play() -> None:
        async with two(shared) as (first, _):
            await first.beat(NOON + 7)
            await cut_off(first)
            results = await asyncio.gather(
                first.append("a", pauses(1)),
                first.own(Ownership.claim, "a"),
                first.add_game(new_game("b")),
                first.tell("no game's"),
                return_exceptions=True,
            )
            assert [type(result) for result in results] == [LostError] * 3 + [type(None)]
            assert await first.own(Ownership.claim, "a") == OwnGame(
                "a", NOON + 7
            )  # as a later beat is no play
            await first.append("a", pauses(1))
            assert await first.game("a") == (new_game(), pauses(0, 2))
            assert await first.game("b") is None

    asyncio.run(play())


def test_a_process_finds_out_what_it_has_lost_by_its_heart(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, _):
            losses = []
            first.when_lost = lambda: losses.append("all")
            await cut_off(first)
            with pytest.raises(LostError):
                await first.beat(NOON)
            await first.beat(NOON)
            assert losses == ["all"]

    asyncio.run(play())


def test_what_is_heard_of_too_late_is_lost_though_it_was_done(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with two(shared) as (first, _):
            write = first._writer.write

            async def claim_slowly(work: Writing, **named: Any) -> object:
                monkeypatch.setattr(first._writer, "write", write)
                done = await write(work, **named)
                await cut_off(first)
                with pytest.raises(LostError):
                    await first.beat(NOON)
                return done

            monkeypatch.setattr(first._writer, "write", claim_slowly)
            with pytest.raises(LostError, match="was lost since"):
                await first.own(Ownership.claim, "a")

    asyncio.run(play())


def test_a_commit_whose_answer_was_lost_is_found_by_whoever_takes_the_game_over(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = StoreWriter._write

    async def play() -> None:
        async with two(shared) as (first, second):
            own = await first.write(_backend)

            def commit_without_answer(
                self: StoreWriter, jobs: Sequence[_Write], connection: Connection
            ) -> None:
                monkeypatch.setattr(StoreWriter, "_write", commit)
                commit(self, jobs, connection)
                connection.commit()
                second._reader.read(_end, own)
                connection.execute(text("SELECT 1"))

            monkeypatch.setattr(StoreWriter, "_write", commit_without_answer)
            with pytest.raises(StoreError):
                await first.append("a", pauses(1))
            while not isinstance(await second.own(Ownership.claim, "a"), OwnGame):
                await asyncio.sleep(0.01)
            with pytest.raises(LostError):
                await first.append("a", pauses(1))
            assert await second.game("a") == (new_game(), pauses(0, 2))
            await second.append("a", pauses(2))

    asyncio.run(play())


def _end(connection: Connection, backend: int) -> None:
    connection.execute(select(func.pg_terminate_backend(backend)))


def test_the_locks_of_a_process_that_is_silent_for_too_long_end(shared: str) -> None:
    async def play() -> None:
        async with opened(shared) as second, opened(shared, lease_seconds=0.2) as first:
            await put(first, new_game(), pauses(0))
            await asyncio.sleep(0.4)
            assert (
                await second.own(Ownership.claim_abandoned) == []
            )  # as it has not said that it lives
            await first.beat(NOON)
            async with asyncio.timeout(300):
                while not (claims := await second.own(Ownership.claim_abandoned)):
                    await asyncio.sleep(0.05)
            assert claims == [OwnGame("a", NOON)]
            with pytest.raises(LostError):
                await first.append("a", pauses(1))

    asyncio.run(play())


def test_a_game_is_let_go_only_after_what_was_stored_of_it(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            stored = [first.append("a", pauses(1)), first.own(Ownership.release, ["a"])]
            claim = None
            releasing = asyncio.gather(*stored)
            while not isinstance(claim, OwnGame):
                claim = await second.own(Ownership.claim, "a")
            assert await second.game("a") == (new_game(), pauses(0, 2))
            await releasing
            with pytest.raises(LostError, match="is not this process's"):
                await first.append("a", pauses(2))

    asyncio.run(play())


def test_a_process_that_stops_hands_its_games_on_at_once(shared: str) -> None:
    async def play() -> None:
        async with opened(shared) as second:
            async with opened(shared) as first:
                await put(first, new_game(), pauses(0))
                await put(first, new_game("b"), pauses(0))
                await first.own(Ownership.release, ["b"])
                assert await second.own(Ownership.claim, "b") == OwnGame("b", None)
            assert await second.own(Ownership.claim_abandoned) == [OwnGame("a", None)]
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
                    first.own(Ownership.claim_abandoned, 4),
                    second.own(Ownership.claim_abandoned, 4),
                )
                for claim in claims
            ]:
                taken += found
            assert sorted(taken) == sorted(names)
            for name in names:
                (owner,) = [it for it in (first, second) if f"game {name}" in it._ownership.locks]
                await owner.append(name, pauses(0))

    asyncio.run(play())


def test_a_name_is_for_one_living_process(shared: str) -> None:
    async def play() -> None:
        async with opened(shared, "1") as first:
            with pytest.raises(HeldError, match="'1' is alive"):
                Store.open(shared, process="1", lease_seconds=0.1)
            await cut_off(first)
            async with opened(shared, "1"):
                with pytest.raises(UnavailableError, match="our name is alive"):
                    await first.tell("something")
            await first.tell("something")

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
            assert await first.own(Ownership.tell_seeking, {"a": "leader"})
            assert not await first.own(Ownership.tell_seeking, {"a": "leader", "b": None})
            assert await second.own(Ownership.tell_seeking, {"b": "leader"})
            expected = [("b", second.owner_id, "leader"), ("a", first.owner_id, "leader")]
            assert (
                await first.own(Ownership.seeking)
                == await second.own(Ownership.seeking)
                == expected
            )
            await cut_off(first)
            assert await second.own(Ownership.seeking) == expected[:1]
            await second.own(Ownership.tell_seeking, {"b": None})
            assert await second.own(Ownership.seeking) == []

    asyncio.run(play())


def test_what_goes_on_in_living_processes_is_known_to_the_others(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            await first.beat(NOON, "three games")
            await first.beat(NOON)
            assert await second.own(Ownership.look) == ["three games"]
            assert await first.own(Ownership.look) == []
            await cut_off(first)
            assert await second.own(Ownership.look) == []

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
