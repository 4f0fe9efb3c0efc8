"""A client with a seat, or without, that sends what it should not; each answer is looked at."""

import asyncio
import random
from collections import deque
from dataclasses import dataclass, field

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cerealbar.wire.messages import (
    Done,
    Goodbye,
    Hello,
    Ping,
    Refused,
    Update,
    Welcome,
    decode_from_client,
    decode_from_server,
    encode,
)
from cerealbar.wire.words import MAX_MESSAGE_BYTES, VERSION
from tests.live.hostile import Frame, forged, hostile

_BATCH = 20
_LAST = 2**31 - 1
"""The id of the ping that ends a batch."""


@dataclass(slots=True)
class Damage:
    """What attackers sent, and what came of it."""

    messages: int = 0
    connections: int = 0
    accepted: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    goodbyes: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    """Messages that were answered in another way than was right."""

    def note(self, answer: Update | Done | Refused) -> None:
        """Count an answer."""
        if isinstance(answer, Refused):
            self.refused[answer.code] = self.refused.get(answer.code, 0) + 1
        else:
            self.accepted += 1


def expected_id(sent: Frame) -> int | None:
    """The id that the answer to a message has, if the message can be read."""
    if isinstance(sent, bytes):
        return None
    try:
        message = decode_from_client(sent)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return None if isinstance(message, Hello) else message.id


class Intruder:
    """Takes a seat again and again, and sends batches of hostile messages."""

    def __init__(self, url: str, token: str, rng: random.Random, damage: Damage) -> None:
        self._url, self._token, self._rng, self._damage = url, token, rng, damage

    async def attack(self, messages: int) -> None:
        """Send at least so many messages."""
        left = messages
        while left > 0:
            try:
                async with _connected(self._url) as socket:
                    self._damage.connections += 1
                    if self._rng.random() < 0.8:
                        left -= await self._greet(socket)
                    for _ in range(self._rng.randint(1, 40)):
                        left -= await self._send_batch(socket)
                        if left <= 0:
                            break
                    left -= await self._be_thrown_out(socket)
            except (ConnectionClosed, InvalidHandshake, _DismissedError):
                continue

    async def _greet(self, socket: ClientConnection) -> int:
        self._damage.messages += 1
        await socket.send(encode(Hello(version=VERSION, token=self._token)), text=True)
        while not isinstance(heard := decode_from_server(await socket.recv()), Welcome):
            if isinstance(heard, Goodbye):
                self._dismiss(heard)
        return 1

    async def _send_batch(self, socket: ClientConnection) -> int:
        batch = [_harmless(hostile(self._rng)) for _ in range(self._rng.randint(1, _BATCH))]
        for message in batch:
            await socket.send(message)
        await socket.send(encode(Ping(id=_LAST)), text=True)
        self._damage.messages += len(batch) + 1
        await self._hear_answers(socket, deque(batch))
        return len(batch) + 1

    async def _hear_answers(self, socket: ClientConnection, batch: deque[Frame]) -> None:
        """Check that every message is answered, in order."""
        async with asyncio.timeout(300):
            while True:
                heard = decode_from_server(await socket.recv())
                if isinstance(heard, Goodbye):
                    self._dismiss(heard)
                is_answer = isinstance(heard, Refused | Done) or (
                    isinstance(heard, Update) and heard.id is not None
                )
                if not is_answer:
                    continue
                assert isinstance(heard, Refused | Done | Update)
                if heard.id == _LAST:
                    self._damage.wrong += [f"no answer to {left!r:.200}" for left in batch]
                    return
                self._check(heard, batch)

    def _check(self, answer: Update | Done | Refused, batch: deque[Frame]) -> None:
        self._damage.note(answer)
        if not batch:
            self._damage.wrong.append(f"an answer to nothing: {answer}")
            return
        sent = batch.popleft()
        if answer.id != expected_id(sent):
            self._damage.wrong.append(f"{sent!r:.200} was answered with {answer}")

    async def _be_thrown_out(self, socket: ClientConnection) -> int:
        """Send what ends the connection: too much, or no text."""
        sent = self._rng.choice(("x" * (MAX_MESSAGE_BYTES + 1), b"\0" * 100_000, None))
        if sent is None:
            return 0
        self._damage.messages += 1
        await socket.send(sent)
        async with asyncio.timeout(300):
            while True:
                await socket.recv()  # until it is closed

    def _dismiss(self, goodbye: Goodbye) -> None:
        codes = self._damage.goodbyes
        codes[goodbye.code] = codes.get(goodbye.code, 0) + 1
        raise _DismissedError


async def knock(url: str, rng: random.Random, token: str, damage: Damage) -> None:
    """Say hello with a token that is none, or in a version that is none."""
    version = rng.choice((VERSION, VERSION, VERSION, 0, -1, 2**70))
    said = forged(rng, rng.choice((token, None)))
    async with _connected(url) as socket:
        damage.connections += 1
        damage.messages += 1
        hello = {"type": "hello", "version": version, "token": said}
        await socket.send(msgspec.json.encode(hello), text=True)
        heard = decode_from_server(await asyncio.wait_for(socket.recv(), 300))
        if isinstance(heard, Goodbye):
            damage.goodbyes[heard.code] = damage.goodbyes.get(heard.code, 0) + 1
        elif isinstance(heard, Refused):
            damage.note(heard)
        else:
            damage.wrong.append(f"a forged token was answered with {heard!r:.200}")


class _DismissedError(Exception):
    """The server has said goodbye."""


def _connected(url: str) -> connect:
    return connect(url, compression=None, proxy=None, max_size=None, ping_interval=None)


def _harmless(message: Frame) -> Frame:
    """The message, unless it asks to leave the game or is what ends a batch."""
    is_leave = (
        isinstance(message, str) and '"leave"' in message and expected_id(message) is not None
    )
    return "" if is_leave or expected_id(message) == _LAST else message
