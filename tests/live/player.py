"""One seat, played by a program."""

import asyncio
import ssl
import time
from collections.abc import Callable
from types import TracebackType
from urllib.parse import urljoin

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cerealbar.wire.messages import (
    Done,
    FromClient,
    FromServer,
    Goodbye,
    Hello,
    Refused,
    RoomShown,
    Update,
    Welcome,
    decode_from_server,
    encode,
)
from cerealbar.wire.scene import Situation
from cerealbar.wire.words import GAME_ID_LENGTH, VERSION

Heard = Callable[[FromServer, float], None]
"""Is told every message and when it came."""
Answer = Update | Done | Refused
PATIENCE = 120.0
"""Seconds after which a player gives up; the machine may be busy."""


class Player:
    """A connection with a seat, which always knows how the game stands."""

    def __init__(
        self,
        url: str,
        token: str,
        heard: Heard | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._url, self._token, self._tls = f"{url}/{token[:GAME_ID_LENGTH]}", token, tls
        self._heard = heard
        self._answers: dict[int, asyncio.Future[Answer]] = {}
        self._changed = asyncio.Event()
        self._number = 0
        self.situation: Situation
        self.situation_at = 0.0
        """When the situation was told, by this process's clock."""
        self.room: RoomShown
        self.welcome: Welcome
        self.goodbye: Goodbye | None = None

    async def __aenter__(self) -> "Player":
        first = await self._open(self._url)
        if isinstance(first, Goodbye) and first.address:
            first = await self._open(urljoin(self._url, first.address))
        if not isinstance(first, Welcome):
            await self._socket.close()
            raise ConnectionError(f"no welcome: {first}")
        self.welcome, self.situation, self.room = first, first.situation, first.room
        self.situation_at = time.perf_counter()
        self._listening = asyncio.create_task(self._listen())
        return self

    async def _open(self, url: str) -> FromServer:
        """Connect and say hello; the answer."""
        self._socket: ClientConnection = await connect(
            url, compression=None, proxy=None, max_size=None, ping_interval=None, ssl=self._tls
        )
        await self.say(Hello(version=VERSION, token=self._token))
        first: FromServer = decode_from_server(await self._socket.recv())
        if isinstance(first, Goodbye):
            await self._socket.close()
        return first

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._socket.close()
        await self._listening

    async def _listen(self) -> None:
        try:
            async for data in self._socket:
                self._take(decode_from_server(data), time.perf_counter())
        except ConnectionClosed:
            pass
        for waiting in self._answers.values():
            waiting.cancel()
        self._changed.set()

    def _take(self, message: FromServer, at: float) -> None:
        match message:
            case Update(situation=situation):
                self.situation, self.situation_at = situation, at
            case RoomShown():
                self.room = message
            case Goodbye():
                self.goodbye = message
        if self._heard is not None:
            self._heard(message, at)
        if isinstance(message, Answer) and message.id in self._answers:
            waiting = self._answers.pop(message.id)
            if not waiting.done():
                waiting.set_result(message)
        self._changed.set()

    async def say(self, message: FromClient) -> None:
        """Send a message."""
        await self._socket.send(encode(message), text=True)

    def number(self) -> int:
        """An id for the next request."""
        self._number += 1
        return self._number

    async def ask(self, request: FromClient, seconds: float = PATIENCE) -> Answer:
        """Send a request, and wait for its answer.

        Raises:
            TimeoutError: none came.
            ConnectionError: the connection ended before.
        """
        assert not isinstance(request, Hello)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[request.id] = answer
        try:
            await self.say(request)
            async with asyncio.timeout(seconds):
                return await answer
        except ConnectionClosed:
            raise ConnectionError("closed before the answer came") from None
        except asyncio.CancelledError:
            if self._listening.done():
                raise ConnectionError("closed before the answer came") from None
            raise

    async def until(self, holds: Callable[["Player"], bool], seconds: float = PATIENCE) -> None:
        """Wait until something holds of what this player was told."""
        async with asyncio.timeout(seconds):
            while not holds(self):
                if self._listening.done():
                    raise ConnectionError("closed while waiting")
                self._changed.clear()
                await self._changed.wait()

    async def closed(self, seconds: float = PATIENCE) -> None:
        """Wait until the server has closed the connection."""
        async with asyncio.timeout(seconds):
            await asyncio.shield(self._listening)
