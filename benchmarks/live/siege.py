"""Honest games beside one attack after the other, and how long their actions take."""

import asyncio
import json
import statistics
import subprocess
import sys
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from cerealbar.wire.lobby import OpenRoom
from tests.live.crowd import Pair, Tally
from tests.live.hosted import Hosted
from tests.live.player import Player

SETTINGS = """
[rules]
half_turns = "unlimited"
"""
"""All limits are as they come; honest games never end."""
GAMES = 3
INTERVAL = 0.1
"""Between the actions of an honest game."""
WARM_UP = 3.0
"""Seconds until an attacker has begun."""


@dataclass(slots=True)
class Raid:
    """An attack, and what was noticed of it."""

    name: str
    calm: list[float]
    """Milliseconds from an action to its broadcast, shortly before the attack."""
    during: list[float]
    """And while it went on."""
    server_share: float
    """Of a core, that the server used meanwhile."""
    memory_bytes: int
    """That the server held then."""
    counts: dict[str, int] = field(default_factory=dict)
    """What the attacker did."""


def slow(times: list[float]) -> float:
    """The 99th percentile."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]


async def besiege(server: Hosted, names: list[str], seconds: float) -> list[Raid]:
    """Let games be played during each attack, and a while before it."""
    target = server.open_room(OpenRoom(mode="both", is_program=True))
    async with Player(server.socket_url, target[0].token) as seat:
        watch = seat.room.watch
    tokens = server.database.with_suffix(".tokens")
    tokens.write_text(json.dumps({"seat": target[0].token, "watch": watch}))
    return [await _raid(server, name, tokens, seconds) for name in names]


async def _raid(server: Hosted, name: str, tokens: Path, seconds: float) -> Raid:
    pairs = [Pair(server, 1000 + number) for number in range(GAMES)]
    async with AsyncExitStack() as stack:
        for seat in (seat for pair in pairs for seat in (pair.leader, pair.follower)):
            await stack.enter_async_context(seat)
        for pair in pairs:
            await pair.leader.until(lambda seat: seat.situation.is_clock_running)
            await pair.follower.until(lambda seat: seat.situation.is_clock_running)
        await _delays(pairs, 1.0)
        calm = await _delays(pairs, seconds)
        command = [sys.executable, "-m", "benchmarks.live.attacks", name]
        attacker = subprocess.Popen(
            [*command, str(server.port), str(seconds + WARM_UP), str(tokens)],
            stdout=subprocess.PIPE,
            text=True,
        )
        await _delays(pairs, WARM_UP)
        used, began = server.cpu_seconds(), time.perf_counter()
        during = await _delays(pairs, seconds)
        share = (server.cpu_seconds() - used) / (time.perf_counter() - began)
        memory = server.memory_bytes()
        told, _ = await asyncio.to_thread(attacker.communicate)
    return Raid(name, calm, during, share, memory, json.loads(told or "{}"))


async def _delays(pairs: list[Pair], seconds: float) -> list[float]:
    """Milliseconds from each action to its broadcast, while all play for a time."""
    tally = Tally()
    until = time.perf_counter() + seconds

    async def play(pair: Pair) -> None:
        while time.perf_counter() < until:  # it stops for a moment when a turn ends by itself
            await pair.play(tally, interval=INTERVAL, counts_from=0, until=until)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(play(pair) for pair in pairs))
    return [1000 * took for took in tally.seconds]


def median(times: list[float]) -> float:
    """The time of half of them."""
    return statistics.median(times)
