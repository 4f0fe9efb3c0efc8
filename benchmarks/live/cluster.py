"""Two processes on PostgreSQL behind nginx: how fast, and what is left when they are killed.

`python -m benchmarks.live.cluster load` lets many games be played, kills one process in the middle
and tells how long actions took and when its games went on. `... kills` kills a process again and
again, and compares what is stored with what the players were told.
"""

import asyncio
import contextlib
import os
import random
import signal
import statistics
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import uvloop
from cyclopts import App

from benchmarks.live.brood import Brood
from cerealbar.server.store import Reader
from cerealbar.server.store.game_rows import running_count
from cerealbar.wire.lobby import OpenRoom
from tests.live.cluster import BEHIND_PROXY, NAMES, Cluster, running_cluster
from tests.live.hosted import UNHURRIED
from tests.live.postgresql import running_postgresql
from tests.live.wanderer import Wanderer, lost_deeds

ENDLESS = """
[rules]
half_turns = "unlimited"
"""
QUICK = "lease_seconds = 3.0\naway_minutes = 0.5\narrival_seconds = 20.0\nwaiting_minutes = 0.5\n"
"""Settings with which deaths are found out soon, and rooms that nobody is in end soon."""
SWEEP_SECONDS = 180.0

app = App(name="python -m benchmarks.live.cluster", version_flags=[])


@app.command
def load(games: int = 400, interval: float = 2.0, seconds: float = 20.0) -> None:
    """Let games be played; kill a process; tell how long actions took and when games went on."""
    with TemporaryDirectory() as folder, running_cluster(Path(folder), UNHURRIED + ENDLESS) as site:
        uvloop.run(_load(site, games, interval, seconds))


async def _load(site: Cluster, games: int, interval: float, seconds: float) -> None:
    wanderers = await asyncio.to_thread(_opened, site, games, interval)
    stop = asyncio.Event()
    playing = [asyncio.create_task(wanderer.play(stop)) for wanderer in wanderers]
    while any(not wanderer.told.acknowledged for wanderer in wanderers):
        await asyncio.sleep(0.1)
    for wanderer in wanderers:
        wanderer.told.delays.clear()
    print(f"{games} games are played, one action each {interval:g} s; load {os.getloadavg()}")
    await asyncio.sleep(seconds)
    _tell("actions", [took for wanderer in wanderers for took in wanderer.told.delays])
    site.kill(NAMES[0])
    killed = time.perf_counter()
    before = [wanderer.told.acknowledged for wanderer in wanderers]
    while any(
        wanderer.told.acknowledged == count
        for wanderer, count in zip(wanderers, before, strict=True)
    ):
        await asyncio.sleep(0.05)
    passed = time.perf_counter() - killed
    print(f"after kill -9 of one of two processes every game had gone on in {passed:.1f} s")
    _tell("outages", [took for wanderer in wanderers for took in wanderer.told.outages])
    await asyncio.sleep(seconds / 2)
    stop.set()
    await asyncio.gather(*playing)
    _judge(site.database, wanderers)


def _opened(site: Cluster, games: int, interval: float) -> list[Wanderer]:
    """Games that were opened in all processes by turns."""
    return [
        Wanderer(site, 5000 + number, interval, site.processes[NAMES[number % len(NAMES)]])
        for number in range(games)
    ]


def _tell(what: str, seconds: list[float]) -> None:
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    print(
        f"{len(seconds)} {what}: median {1000 * cuts[49]:.0f} ms, p95 {1000 * cuts[94]:.0f} ms,"
        f" p99 {1000 * cuts[98]:.0f} ms, most {1000 * max(seconds):.0f} ms"
    )


def _judge(database: str, wanderers: list[Wanderer]) -> None:
    reader = Reader.open(database)
    wrong = []
    for wanderer in wanderers:
        whole = reader.game(wanderer.game_id)
        assert whole is not None
        wrong += [
            f"{wanderer.game_id}: {told}" for told in lost_deeds(wanderer.told.asked, whole[1])
        ]
    reader.close()
    acknowledged = sum(wanderer.told.acknowledged for wanderer in wanderers)
    print(f"{acknowledged} actions were acknowledged; {len(wrong)} are wrong or lost")
    for told in wrong[:20]:
        print(told)


@app.command
def kills(count: int = 1000, games: int = 20, seed: int = 1, pause: float = 1.0) -> None:
    """Kill a process of two again and again, at random moments, while games are played."""
    with TemporaryDirectory() as folder, _forked(Path(folder)) as site:
        uvloop.run(_kill(site, count, games, random.Random(seed), pause))


class Forked(Cluster):
    """An installation whose processes start at once."""

    def __init__(self, folder: Path, database: str) -> None:
        super().__init__(folder, database)
        self._brood = Brood(str(folder / "brood.log"))
        self.ids: dict[str, int] = {}
        self._common: dict[str, Any] = {"database": database}
        for text in (UNHURRIED, BEHIND_PROXY, QUICK, ENDLESS):
            self._common |= tomllib.loads(text)

    def fork(self, name: str) -> None:
        """Start a process; it listens soon."""
        own = {"process": name, "port": self.ports[name]}
        self.ids[name] = self._brood.start(self._common | own)

    def kill(self, name: str) -> None:
        """End a process as a power cut would."""
        try:
            os.kill(self.ids.pop(name), signal.SIGKILL)
        except ProcessLookupError:
            log = (self.folder / "brood.log").read_text(encoding="utf-8")
            raise RuntimeError(f"process {name} ended by itself: {log[-3000:]}") from None

    def close(self) -> None:
        """End everything."""
        for name in tuple(self.ids):
            with contextlib.suppress(RuntimeError):
                self.kill(name)
        self._brood.close()
        super().close()


@contextmanager
def _forked(folder: Path) -> Iterator[Forked]:
    with running_postgresql() as postgresql:
        site = Forked(folder, postgresql.new_database())
        try:
            for name in NAMES:
                site.fork(name)
            site.start_proxy()
            yield site
        finally:
            site.close()


async def _kill(site: Forked, count: int, games: int, rng: random.Random, pause: float) -> None:
    await _listens(site)
    wanderers = [await asyncio.to_thread(Wanderer, site, 7000 + n, 0.1) for n in range(games)]
    stop = asyncio.Event()
    tasks = [asyncio.create_task(wanderer.play(stop)) for wanderer in wanderers]
    opening = asyncio.create_task(_open_rooms(site, stop))
    began = time.perf_counter()
    for number in range(count):
        await _go_on(wanderers)
        await asyncio.sleep(pause * rng.random())
        name = rng.choice(NAMES)
        site.kill(name)
        await asyncio.to_thread(site.fork, name)
        if (number + 1) % 50 == 0:
            done = sum(wanderer.told.acknowledged for wanderer in wanderers)
            passed = time.perf_counter() - began
            print(f"{number + 1} kills in {passed:.0f} s, {done} actions", flush=True)
    await asyncio.sleep(5)
    stop.set()
    opened, failed = await opening
    await asyncio.gather(*tasks)
    print(f"{count} kills -9 in {time.perf_counter() - began:.0f} s; seed in the command")
    _tell("outages", [took for wanderer in wanderers for took in wanderer.told.outages])
    _judge(site.database, wanderers)
    print(f"{opened} rooms were opened meanwhile, {failed} requests for one failed")
    await _sweep(site)


async def _go_on(wanderers: list[Wanderer]) -> None:
    """Wait until most games have gone on, but not for ever."""
    before = [wanderer.told.acknowledged for wanderer in wanderers]
    for _ in range(200):
        await asyncio.sleep(0.05)
        pairs = zip(wanderers, before, strict=True)
        gone_on = sum(wanderer.told.acknowledged > count for wanderer, count in pairs)
        if 4 * gone_on >= 3 * len(wanderers):
            return
    print("not all games have gone on in 10 s", flush=True)


async def _listens(site: Forked) -> None:
    async with httpx.AsyncClient(verify=site.tls or True) as client:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                if (await client.get(f"{site.url}/health")).status_code == 200:
                    return
            await asyncio.sleep(0.1)


async def _open_rooms(site: Forked, stop: asyncio.Event) -> tuple[int, int]:
    """Open rooms that nobody comes to, until told to stop; how many were opened, and not."""
    opened = failed = 0
    while not stop.is_set():
        try:
            await asyncio.to_thread(site.open_room, OpenRoom(mode="friend", is_program=True))
            opened += 1
        except httpx.HTTPError:
            failed += 1
        await asyncio.sleep(0.5)
    return opened, failed


async def _sweep(site: Forked) -> None:
    """See that every room is closed, now that nobody is in one."""
    reader = Reader.open(site.database)
    began = time.perf_counter()
    while (left := reader.read(running_count)) and time.perf_counter() - began < SWEEP_SECONDS:
        await asyncio.sleep(1)
    reader.close()
    print(f"{left} rooms are left {time.perf_counter() - began:.0f} s after the last player")


if __name__ == "__main__":
    app()
