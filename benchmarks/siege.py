"""What honest games notice of each attack on their server; the reference is just before it."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop

from benchmarks.figure import Figure
from benchmarks.live.attacks import ATTACKS
from benchmarks.live.siege import SETTINGS, Raid, besiege, median, slow
from tests.live.hosted import hosted

SECONDS = 10.0


def measure() -> list[Figure]:
    with (
        TemporaryDirectory() as name,
        hosted(Path(name) / "siege.sqlite", SETTINGS) as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        raids = runner.run(besiege(server, list(ATTACKS), SECONDS))
    return [figure for raid in raids for figure in _figures(raid)]


def _figures(raid: Raid) -> list[Figure]:
    name = f"siege, {raid.name.replace('_', ' ')}"
    return [
        Figure(
            f"{name}: action to broadcast", median(raid.during), "ms, median", median(raid.calm), ""
        ),
        Figure(
            f"{name}: action to broadcast", slow(raid.during), "ms, 99 %", slow(raid.calm), "<= 100"
        ),
        Figure(f"{name}: server's share", 100 * raid.server_share, "% of a core", 100, ""),
        Figure(f"{name}: server's memory", raid.memory_bytes / 1e6, "MB", 1000, ""),
    ]
