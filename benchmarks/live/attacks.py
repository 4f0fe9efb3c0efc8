"""Attacks, each in a process of its own: `python -m benchmarks.live.attacks` with its name, a port,
seconds, and a JSON file of the tokens `seat` and `watch`.

Attackers have addresses of their own (127.0.0.x), and give way to others for the core, since real
ones sit at other machines. Whoever is cut comes back at once.
"""

import asyncio
import contextlib
import itertools
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from cerealbar.game import Action, Game, Player, Rules
from cerealbar.records.codec import encode_game
from cerealbar.records.events import Header, RecordedRules
from cerealbar.records.recording import record_of
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import Hello, encode
from cerealbar.wire.words import VERSION
from tests.live.raw import frame, handshake

CHUNK = 262_144
"""Bytes that are sent at once."""
_GOES_AWAY = (OSError, asyncio.IncompleteReadError, TimeoutError)


class Attacker:
    """One who attacks a server from several addresses until the time is over."""

    def __init__(self, port: int, seconds: float, tokens: dict[str, str]) -> None:
        self.port, self.tokens = port, tokens
        self.until = time.monotonic() + seconds
        self.counts = {"connections": 0, "bytes sent": 0, "bytes received": 0}
        self._hosts = itertools.cycle(f"127.0.0.{number}" for number in range(20, 24))

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.until

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from one of the addresses."""
        self.counts["connections"] += 1
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(next(self._hosts), 0)
        )

    async def socket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection with a handshake that was answered, one way or the other."""
        reader, writer = await self.connect()
        writer.write(handshake(self.port))
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
        if b" 101 " not in answer:
            writer.close()
            raise ConnectionResetError
        return reader, writer

    async def pour(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        """Send something again and again, as fast as it is taken."""
        while self.goes_on:
            writer.write(data)
            await asyncio.wait_for(writer.drain(), 5)
            self.counts["bytes sent"] += len(data)

    async def repeat(self, deed: Callable[[], Awaitable[None]], at_once: int = 1) -> None:
        """Do something again and again, whatever becomes of it."""

        async def loop() -> None:
            while self.goes_on:
                with contextlib.suppress(*_GOES_AWAY):
                    await deed()
                await asyncio.sleep(0.0005)

        await asyncio.gather(*(loop() for _ in range(at_once)))


async def _flood(attacker: Attacker, data: bytes, first: bytes = b"") -> None:
    async def deed() -> None:
        _, writer = await attacker.socket()
        try:
            writer.write(first)
            await attacker.pour(writer, data * (CHUNK // len(data)))
        finally:
            writer.transport.abort()

    await attacker.repeat(deed)


async def empty_frames(attacker: Attacker) -> None:
    """Stream empty text frames, without a token."""
    await _flood(attacker, frame(b""))


async def pings(attacker: Attacker) -> None:
    """Stream pings, without a token."""
    await _flood(attacker, frame(b"", 9))


async def fragments(attacker: Attacker) -> None:
    """Stream the empty pieces of a message without end, without a token."""
    await _flood(attacker, frame(b"", 0, is_last=False), frame(b"", is_last=False))


async def watchers_frames(attacker: Attacker) -> None:
    """Stream messages that can be read, as someone who may watch."""
    hello = frame(encode(Hello(version=VERSION, token=attacker.tokens["watch"])))
    await _flood(attacker, frame(b'{"type": "ping", "id": 1}'), hello)


async def headers_without_end(attacker: Attacker) -> None:
    """Hold 1,100 connections whose headers never end."""

    async def deed() -> None:
        reader, writer = await attacker.connect()
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            while attacker.goes_on:
                await asyncio.sleep(1)
                writer.write(b"X: y\r\n")
                await writer.drain()
                if reader.at_eof():
                    return
        finally:
            writer.transport.abort()

    await attacker.repeat(deed, 1100)


async def long_headers(attacker: Attacker) -> None:
    """Stream one header of many megabytes, on eight connections."""

    async def deed() -> None:
        _, writer = await attacker.connect()
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            await attacker.pour(writer, b"y" * CHUNK)
        finally:
            writer.transport.abort()

    await attacker.repeat(deed, 8)


async def slow_bodies(attacker: Attacker) -> None:
    """Send long records, a little at a time, on 400 connections."""

    async def deed() -> None:
        _, writer = await attacker.connect()
        try:
            writer.write(_post("/api/replay/record", 4_000_000))
            await attacker.pour(writer, b" " * 65_536)
        finally:
            writer.transport.abort()

    await attacker.repeat(deed, 400)


async def records(attacker: Attacker) -> None:
    """Ask for the replay of a record with many instructions, eight at once."""
    body = long_record(2000)

    async def deed() -> None:
        reader, writer = await attacker.connect()
        try:
            writer.write(_post("/api/replay/record", len(body), "connection: close") + body)
            attacker.counts["bytes sent"] += len(body)
            attacker.counts["bytes received"] += len(await asyncio.wait_for(reader.read(), 30))
        finally:
            writer.transport.abort()

    await attacker.repeat(deed, 8)


async def seat_reconnects(attacker: Attacker) -> None:
    """Take up one seat again and again."""
    await _reconnect(attacker, attacker.tokens["seat"])


async def watchers_reconnects(attacker: Attacker) -> None:
    """Begin to watch a game again and again."""
    await _reconnect(attacker, attacker.tokens["watch"])


async def _reconnect(attacker: Attacker, token: str) -> None:
    hello = frame(encode(Hello(version=VERSION, token=token)))

    async def deed() -> None:
        reader, writer = await attacker.socket()
        try:
            writer.write(hello)
            attacker.counts["bytes received"] += len(await asyncio.wait_for(reader.read(CHUNK), 5))
        finally:
            writer.transport.abort()

    await attacker.repeat(deed, 16)


async def gets(attacker: Attacker) -> None:
    """Ask for the page again and again, many requests at once on each connection."""
    request = f"GET / HTTP/1.1\r\nHost: localhost:{attacker.port}\r\n\r\n".encode()

    async def deed() -> None:
        _, writer = await attacker.connect()
        try:
            await attacker.pour(writer, request * 100)
        finally:
            writer.transport.abort()

    await attacker.repeat(deed, 8)


async def connections(attacker: Attacker) -> None:
    """Open connections and close them again."""

    async def deed() -> None:
        _, writer = await attacker.connect()
        writer.transport.abort()

    await attacker.repeat(deed, 16)


async def rooms(attacker: Attacker) -> None:
    """Open rooms."""
    body = msgspec.json.encode(OpenRoom(mode="both"))

    async def deed() -> None:
        reader, writer = await attacker.connect()
        try:
            writer.write(_post("/api/rooms", len(body), "connection: close") + body)
            attacker.counts["bytes received"] += len(await asyncio.wait_for(reader.read(), 30))
        finally:
            writer.transport.abort()

    await attacker.repeat(deed, 4)


def _post(path: str, length: int, *more: str) -> bytes:
    lines = (
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        "content-type: application/json",
        f"content-length: {length}",
        *more,
    )
    return "\r\n".join((*lines, "", "")).encode()


def long_record(instructions: int) -> bytes:
    """A record of many instructions in one turn, with all of which the follower is done."""
    rules = Rules(half_turns=None)
    game = Game(1, rules)
    for number in range(instructions):
        game.instruct(f"go to number {number}")
    for player in (Player.LEADER, *[Player.FOLLOWER] * instructions):
        game.step(Action.DONE, player=player)
    recorded = RecordedRules.from_rules(rules)
    header = Header(game_id="0" * 16, seed=1, synthetic=True, rules=recorded)
    return encode_game(record_of(game, header, [0.0] * len(game.history)))


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    deed.__name__: deed
    for deed in (
        empty_frames,
        pings,
        fragments,
        watchers_frames,
        headers_without_end,
        long_headers,
        slow_bodies,
        records,
        seat_reconnects,
        watchers_reconnects,
        gets,
        connections,
        rooms,
    )
}


def main(name: str, port: int, seconds: float, tokens: Path) -> None:
    """Attack, and print what it came to."""
    os.nice(10)
    attacker = Attacker(port, seconds, json.loads(tokens.read_text()))

    async def attack() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds + 1):
                await ATTACKS[name](attacker)

    asyncio.run(attack())
    print(json.dumps(attacker.counts))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), Path(sys.argv[4]))
