"""100,000 malformed or illegal messages from several connections, while honest players play on."""

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figure import Figure
from tests.live.fuzzing import SETTINGS, besiege
from tests.live.hosted import hosted

MESSAGES = 100_000


def measure() -> list[Figure]:
    with TemporaryDirectory() as name, hosted(Path(name) / "fuzz.sqlite", SETTINGS) as server:
        began = time.perf_counter()
        report = asyncio.run(besiege(server, MESSAGES))
        seconds = time.perf_counter() - began
        memory = server.memory_bytes()
    for wrong in report.wrong[:20]:
        print(wrong)
    damage = report.damage
    return [
        Figure("fuzz: hostile messages", damage.messages, "messages", MESSAGES, ">= 100,000"),
        Figure("fuzz: hostile connections", damage.connections, "connections", 100, ""),
        Figure("fuzz: things gone wrong", len(report.wrong), "things", 1, "0"),
        Figure("fuzz: honest actions meanwhile", report.honest, "actions", 100, ""),
        Figure("fuzz: hostile messages a second", damage.messages / seconds, "1/s", 1000, ""),
        Figure("fuzz: server's memory after", memory / 1e6, "MB", 1000, ""),
    ]
