"""What a server does with its database file, and what others do to it meanwhile."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cerealbar.server.store import (
    HeldError,
    LostError,
    Ownership,
    OwnGame,
    Reader,
    Store,
    UnavailableError,
)
from cerealbar.server.store import file as files
from cerealbar.server.store.game_rows import running_count
from tests.server.store.games import new_game, opened, pauses

_HOLD = """
import sys
from cerealbar.server.store import Store
store = Store.open(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""


def _holder(file: Path) -> "subprocess.Popen[str]":
    """Another process with the store open."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def test_a_second_server_on_the_same_file_is_refused_until_the_first_was_killed(
    tmp_path: Path,
) -> None:
    file, other_name = tmp_path / "games.db", tmp_path / "link.db"
    other_name.symlink_to(file)
    with _holder(file) as process:
        for name in (file, other_name):
            with pytest.raises(HeldError, match=rf"\(process {process.pid}\) uses it"):
                Store.open(str(name))
        process.kill()
    asyncio.run(Store.open(str(file)).close())


def test_a_store_that_was_closed_or_did_not_open_leaves_its_file_to_others(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(b"this is no database" * 100)
    for _ in range(2):
        with pytest.raises(OSError, match="not a database"):
            Store.open(str(file))
    file.unlink()
    for _ in range(2):
        asyncio.run(Store.open(str(file)).close())


def test_readers_need_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with _holder(file) as process:
        reader = Reader.open(str(file))
        assert reader.read(running_count) == 0
        reader.close()
        process.kill()


async def _refuses(store: Store, number: int) -> None:
    with pytest.raises(UnavailableError, match="was removed or replaced"):
        await store.append("a", pauses(number))
    with pytest.raises(UnavailableError, match="was removed or replaced"):
        await store.beat(1.0)


@pytest.mark.parametrize("name", ["games.db", "games.db-wal"])
def test_after_a_file_was_moved_away_nothing_is_acknowledged_until_it_is_back(
    tmp_path: Path, name: str
) -> None:
    file, away = tmp_path / name, tmp_path / "away"

    async def play() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            await store.add_game(new_game())
            await store.append("a", pauses(0))
            file.rename(away)
            await _refuses(store, 1)
            file.touch()
            await _refuses(store, 1)
            away.replace(file)
            await store.append("a", pauses(1))
            await store.beat(1.0)
            assert await store.game("a") == (new_game(), pauses(0, 2))

    asyncio.run(play())


def test_what_was_written_while_the_file_was_taken_away_is_refused_and_its_game_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.db"
    checks = iter((None, UnavailableError("it was removed or replaced")))

    def check(_: files.HeldFile) -> None:
        if (error := next(checks, None)) is not None:
            raise error

    async def play() -> None:
        async with opened(str(file)) as store:
            await store.add_game(new_game())
            monkeypatch.setattr(files.HeldFile, "check", check)
            with pytest.raises(UnavailableError):
                await store.append("a", pauses(0))
            with pytest.raises(LostError):
                await store.append("a", pauses(0))
            assert isinstance(await store.own(Ownership.claim, "a"), OwnGame)
            assert await store.game("a") == (new_game(), pauses(0))
            await store.append("a", pauses(1))

    asyncio.run(play())


def test_a_disk_with_next_to_no_room_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            await store.beat(1.0)
            free = os.statvfs(tmp_path).f_bavail * os.statvfs(tmp_path).f_frsize
            monkeypatch.setattr(files, "LEAST_FREE_BYTES", 2 * free + 2**40)
            with pytest.raises(UnavailableError, match=r"is full: [\d,]+ bytes are left"):
                await store.beat(1.0)

    asyncio.run(play())
