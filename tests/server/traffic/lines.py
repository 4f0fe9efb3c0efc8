"""Connections without a network: what is written is noted, and time is set by hand."""

import asyncio
import heapq
import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from cerealbar.server.middleware import Guard
from cerealbar.server.settings import Settings
from cerealbar.server.traffic import Connection, Traffic

KEY = "dGhlIHNhbXBsZSBub25jZQ=="


class Timer:
    """A call that is due at some time."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        self.call = None


class Loop:
    """An event loop whose time passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._due: list[tuple[float, int, Timer]] = []
        self._numbers = itertools.count()

    def __call__(self) -> float:
        return self.now

    time = __call__

    def call_later(self, seconds: float, call: Callable[..., object], *given: object) -> Timer:
        timer = Timer(lambda: call(*given))
        heapq.heappush(self._due, (self.now + seconds, next(self._numbers), timer))
        return timer

    def create_task(self, work: Any) -> "asyncio.Task[Any]":
        return asyncio.get_running_loop().create_task(work)

    @property
    def waiting(self) -> int:
        """How many calls are due some time; what they hold on to stays in memory until then."""
        return sum(timer.call is not None for _, _, timer in self._due)

    def pass_time(self, seconds: float) -> None:
        until = self.now + seconds
        while self._due and self._due[0][0] <= until:
            self.now, _, timer = heapq.heappop(self._due)
            if timer.call is not None:
                timer.call()
        self.now = until


class Wire(asyncio.Transport):
    """The server's end of a connection."""

    def __init__(self, address: str = "10.0.0.1") -> None:
        super().__init__({"peername": (address, 4000), "sockname": ("127.0.0.1", 8080)})
        self.written = b""
        self.unread = 0
        """Bytes that the client has not taken."""
        self.is_closed = self.is_aborted = False
        self.is_read = True
        self.has_ended = False
        """Whether nothing more will be written."""
        self.protocol: Any = None

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_closed = self.is_aborted = True

    def is_closing(self) -> bool:
        return self.is_closed

    def write_eof(self) -> None:
        self.has_ended = True

    @property
    def is_cut(self) -> bool:
        """Whether the server neither reads nor writes any more."""
        return self.is_closed or (self.has_ended and not self.is_read)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol


class Front:
    """A server's connections and guard before an app, with limits and a clock."""

    def __init__(self, app: Any, **settings: Any) -> None:
        self.loop = Loop()
        self.cut: list[str] = []
        self.traffic = Traffic(Settings(**settings), self.loop, report=self.cut.append)
        self._state = ServerState()
        self._config = uvicorn.Config(
            Guard(app, self.traffic),
            ws=partial(WebSocketsSansIOProtocol, _loop=self.loop),  # type: ignore[arg-type]  # called like a class
            h11_max_incomplete_event_size=self.traffic.settings.header_bytes,
            log_config=None,
            access_log=False,
            lifespan="off",
            ws_per_message_deflate=False,
        )
        self._config.load()

    def connect(self, address: str = "10.0.0.1") -> Wire:
        """A new connection."""
        wire = Wire(address)
        given = {"config": self._config, "server_state": self._state, "app_state": {}}
        wire.protocol = Connection(self.traffic, **given, _loop=self.loop)  # type: ignore[arg-type]
        wire.protocol.connection_made(wire)
        return wire

    async def open_socket(self, address: str = "10.0.0.1") -> Wire:
        """A connection whose handshake was accepted."""
        wire = self.connect(address)
        wire.protocol.data_received(
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await settled()
        assert wire.written.startswith(b"HTTP/1.1 101 "), wire.written
        wire.written = b""
        return wire


async def settled() -> None:
    """Let tasks go on until they wait for something."""
    for _ in range(10):
        await asyncio.sleep(0)
