"""What is left when processes are killed, disks are full and databases go away."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Engine

from cerealbar.records import Commented
from cerealbar.server.store import (
    LostError,
    Ownership,
    OwnGame,
    Store,
    StoreError,
    UnavailableError,
    database,
)
from tests.live.postgresql import PostgreSQL
from tests.server.store.games import new_game, numbered, opened, pauses, running

_KILLED_AFTER = 300
_APPEND_FOREVER = """
import asyncio, sys
from itertools import count
from cerealbar.server.store import Store
from tests.server.store.games import new_game, pauses

async def play(store, name):
    await store.add_game(new_game(name))
    for number in count():
        await store.append(name, pauses(number))
        print(name, number, flush=True)

async def main():
    store = Store.open(sys.argv[1])
    await asyncio.gather(*(play(store, f"g{i}") for i in range(8)))

asyncio.run(main())
"""


def test_after_kill_9_every_acknowledged_entry_is_there(url: str) -> None:
    command = [sys.executable, "-c", _APPEND_FOREVER, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(_KILLED_AFTER)]
        process.kill()
        lines += process.stdout.read().splitlines(keepends=True)
    acknowledged = {
        name: int(number)
        for name, number in (line.split() for line in lines if line.endswith("\n"))
    }
    assert len(acknowledged) == 8

    async def look() -> None:
        async with opened(url) as store:
            for name, number in acknowledged.items():
                whole = await store.game(name)
                assert whole is not None
                assert whole[1] == pauses(0, len(whole[1]))
                assert len(whole[1]) > number
                assert isinstance(await store.own(Ownership.claim, name), OwnGame)
                await store.append(name, pauses(len(whole[1])))

    asyncio.run(look())


def _engine(store: Store) -> Engine:
    return store._writer._engine


def _allow_pages(store: Store, more: int) -> None:
    """Let the writer's connection, of which there is one, fill no more than so many more pages."""
    with _engine(store).connect() as connection:
        used = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {used + more}")


def test_a_full_disk_loses_nothing_and_heals(tmp_path: Path) -> None:
    filler = Commented(1, "leader", "x" * 2000)

    async def play() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            await store.add_game(new_game())
            _allow_pages(store, 6)
            stored, error = 0, None
            while error is None:
                try:
                    await store.append("a", numbered(*[filler] * 3, start=stored))
                    stored += 3
                except StoreError as full:
                    error = full
            assert stored > 0
            assert "full" in str(error)
            assert running(store) == [(new_game(), numbered(*[filler] * stored))]
            _allow_pages(store, 100_000)
            await store.append("a", numbered(*[filler] * 3, start=stored))
            assert running(store) == [(new_game(), numbered(*[filler] * (stored + 3)))]

    asyncio.run(play())


def test_when_the_disk_is_full_small_entries_still_fit(tmp_path: Path) -> None:
    filler = Commented(1, "leader", "x" * 2000)

    async def play() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            await store.add_game(new_game())
            await store.add_game(new_game("b"))
            _allow_pages(store, 6)
            large, small = await asyncio.gather(
                store.append("a", numbered(*[filler] * 100)),
                store.append("b", pauses(0)),
                return_exceptions=True,
            )
            assert isinstance(large, StoreError)
            assert small is None
            assert running(store) == [(new_game(), []), (new_game("b"), pauses(0))]

    asyncio.run(play())


def test_the_event_loop_goes_on_while_another_process_holds_the_database(tmp_path: Path) -> None:
    file = tmp_path / "games.db"

    async def play() -> None:
        async with opened(str(file)) as store:
            await store.add_game(new_game())
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            append = asyncio.create_task(store.append("a", pauses(0)))
            for _ in range(100):
                await asyncio.sleep(0)
            assert not append.done()
            assert await store.game("a") == (new_game(), [])
            other.execute("COMMIT")
            other.close()
            await append
            assert await store.game("a") == (new_game(), pauses(0))

    asyncio.run(play())


def test_a_database_that_is_held_too_long_is_unavailable_to_all_who_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BUSY_SECONDS", 0.1)
    file = tmp_path / "games.db"

    async def play() -> None:
        async with opened(str(file)) as store:
            await store.add_game(new_game())
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            waiting = (store.append("a", pauses(i)) for i in range(50))
            results = await asyncio.gather(*waiting, return_exceptions=True)
            assert {type(result) for result in results} == {UnavailableError}
            other.execute("ROLLBACK")
            other.close()
            await store.append("a", pauses(0))
            assert running(store) == [(new_game(), pauses(0))]

    asyncio.run(play())


def test_a_postgresql_that_stops_and_comes_back_is_used_again(postgresql: PostgreSQL) -> None:
    async def play() -> None:
        async with opened(postgresql.new_database()) as store:
            await store.add_game(new_game())
            await store.append("a", pauses(0))
            postgresql.stop()
            try:
                waiting = (store.append("a", pauses(i)) for i in range(1, 50))
                results = await asyncio.gather(*waiting, return_exceptions=True)
                assert {type(result) for result in results} == {UnavailableError}
                with pytest.raises(StoreError, match="cannot read the database"):
                    await store.game("a")
            finally:
                postgresql.start()
            with pytest.raises(LostError):  # with the connection
                await store.append("a", pauses(1))
            assert isinstance(await store.own(Ownership.claim, "a"), OwnGame)
            await store.append("a", pauses(1))
            assert await store.game("a") == (new_game(), pauses(0, 2))

    asyncio.run(play())
