"""The server on one core, with load from a process on another; the reference is each goal."""

import asyncio
import gzip
import os
import re
import statistics
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop

from benchmarks.figure import Figure
from cerealbar.server.store import Reader
from cerealbar.wire.lobby import OpenRoom
from tests.live.chronicle import stored_deeds
from tests.live.crowd import Tally, crowd
from tests.live.hosted import Hosted, hosted
from tests.live.player import Player

GAMES = 200
INTERVAL = 0.5
WARM_UP, SECONDS = 5.0, 20.0
IDLE_SECONDS = 10.0
PAGES = 10
STARTS = 5
ROOT = Path(__file__).resolve().parents[1]
CLIENT = ROOT / "client"
STATIC = ROOT / "src" / "cerealbar" / "server" / "static"


def measure() -> list[Figure]:
    server_core, load_core = _cores()
    with TemporaryDirectory() as name:
        folder = Path(name)
        with _pinned(load_core):
            figures = _load(folder / "load.sqlite", server_core)
            figures += _idle(folder / "idle.sqlite", server_core)
        figures.append(_start(folder / "start.sqlite"))
    return [*figures, *_page()]


def _cores() -> tuple[int, int]:
    cores = sorted(os.sched_getaffinity(0))
    return cores[0], cores[-1]


@contextmanager
def _pinned(core: int) -> Iterator[None]:
    """Within, this process runs on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _load(database: Path, core: int) -> list[Figure]:
    with hosted(database, cores={core}) as server:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            tally = runner.run(
                crowd(server, GAMES, interval=INTERVAL, warm_up=WARM_UP, seconds=SECONDS)
            )
        lost = _lost(server, tally)
    times = sorted(1000 * seconds for seconds in tally.seconds)
    median, slow = statistics.median(times), times[int(0.99 * len(times))]
    due, unanswered = GAMES * SECONDS / INTERVAL, tally.sent - tally.answered
    name = f"{GAMES} games"
    return [
        Figure(f"{name}: actions timed", len(times), "actions", due, ">= 90 % of those due"),
        Figure(f"{name}: action to broadcast", median, "ms, median", 10, "<= 10"),
        Figure(f"{name}: action to broadcast", slow, "ms, 99 %", 50, "<= 50"),
        Figure(f"{name}: action to broadcast", times[-1], "ms, worst", 50, ""),
        Figure(f"{name}: without answer", unanswered, "requests", 1, "0"),
        Figure(f"{name}: refused", tally.refused, "requests", 1, "0"),
        Figure(f"{name}: acknowledged and lost", lost, "actions", 1, "0"),
        Figure(f"{name}: server's share", 100 * tally.server_share, "% of a core", 100, ""),
        Figure(f"{name}: server waits for its core", 100 * tally.server_wait, "%", 100, ""),
        Figure(f"{name}: server's memory", tally.memory_bytes / 1e6, "MB", 1000, ""),
    ]


def _lost(server: Hosted, tally: Tally) -> int:
    """How many deeds of the clients' chronicles the database does not have in the same order."""
    reader = Reader.open(str(server.database))
    lost = 0
    for game_id, deeds in tally.deeds.items():
        whole = reader.game(game_id)
        stored = stored_deeds(whole[1]) if whole is not None else []
        is_same = stored == deeds and len(stored) >= tally.acknowledged[game_id]
        lost += 0 if is_same else max(1, len(deeds) - len(stored))
    reader.close()
    return lost


def _idle(database: Path, core: int) -> list[Figure]:
    with hosted(database, cores={core}) as server:
        waiting = asyncio.run(_share_when_idle(server, is_playing=False))
        playing = asyncio.run(_share_when_idle(server, is_playing=True))
    name = f"idle with {PAGES} pages"
    return [
        Figure(f"{name}, waiting", 100 * waiting, "% of a core", 2, "<= 2"),
        Figure(f"{name}, playing", 100 * playing, "% of a core", 2, "<= 2"),
    ]


async def _share_when_idle(server: Hosted, is_playing: bool) -> float:
    """The server's share of a core while pages are open in which nobody does anything."""
    async with AsyncExitStack() as stack:
        for number in range(PAGES):
            wish = OpenRoom(mode="both" if is_playing else "friend", seed=1000 + number)
            for seat in server.open_room(wish):
                await stack.enter_async_context(Player(server.socket_url, seat.token))
        await asyncio.sleep(1)
        used = server.cpu_seconds()
        await asyncio.sleep(IDLE_SECONDS)
        return (server.cpu_seconds() - used) / IDLE_SECONDS


def _start(database: Path) -> Figure:
    times = []
    for _ in range(STARTS + 1):  # the first one makes the database
        with hosted(database) as server:
            times.append(server.start_seconds)
    return Figure("cold start of the server", statistics.median(times[1:]), "s", 4, "<= 4")


def _page() -> list[Figure]:
    """The compressed sizes of what a browser fetches first, and of all that it can fetch."""
    page = STATIC / "index.html"
    if not page.is_file():
        subprocess.run(["npm", "run", "build"], cwd=CLIENT, check=True, capture_output=True)
    named = re.findall(r'(?:src|href)="/([^"]+)"', page.read_text(encoding="utf-8"))
    first = [page, *(STATIC / name for name in dict.fromkeys(named))]
    all_ = [file for file in STATIC.rglob("*") if file.is_file() and file.suffix != ".map"]
    return [
        Figure("client: first load, compressed", _kilobytes(first), "kB", 600, "<= 600"),
        Figure("client: all files, compressed", _kilobytes(all_), "kB", 600, ""),
    ]


def _kilobytes(files: list[Path]) -> float:
    return sum(len(gzip.compress(file.read_bytes(), mtime=0)) for file in files) / 1000
