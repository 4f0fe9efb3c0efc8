"""Sockets as they come in: every frame counts, and a socket that sends too many is cut at once."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from cerealbar.server.buckets import Bucket
from cerealbar.server.traffic.requests import CLOSE_SECONDS
from cerealbar.server.traffic.shared import Traffic
from cerealbar.wire.messages import Goodbye, encode
from cerealbar.wire.words import MAX_MESSAGE_BYTES

HELLO_SAID = "cerealbar.hello_said"
"""The extension of a socket's ASGI scope that is called when its client has a seat."""
MAX_STRANGER_BYTES = 4096
"""Of a message before hello, and of hello."""
MAX_PIECES = 64
"""In which one message may come."""
MAX_LATE_FRAMES = 64
"""That may come after the close: what was on its way, and the answer to it."""
FRAME_BYTES = 4096
"""A longer frame counts as several."""


class TooManyFramesError(ProtocolError):
    """Ends the reading of a socket."""


class FrameParser(ServerProtocol):
    """Reads frames as long as it may."""

    def __init__(self, may_pass: Callable[[Frame], bool]) -> None:
        super().__init__(max_size=MAX_STRANGER_BYTES, logger=logging.getLogger("uvicorn.error"))
        self._may_pass = may_pass

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame, or fail, after which nothing is read."""
        if not self._may_pass(frame):
            if self.state is State.OPEN:
                told = Goodbye(code="too-fast", reason="too many messages")
                self.send_text(encode(told))
                self.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            raise TooManyFramesError("too many frames")
        super().recv_frame(frame)


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket of which every frame is counted, and whose client must answer pings."""

    def __init__(self, traffic: Traffic, **given: Any) -> None:
        super().__init__(**given)
        limits = traffic.settings
        self._traffic = traffic
        self._address = ""
        self._stranger_frames = limits.stranger_frames
        self._bucket: Bucket | None = None
        """What a client with a seat may send."""
        self._pieces = self._late_frames = 0
        self._is_cut = False
        self._end_timer: asyncio.TimerHandle | None = None
        self.conn = FrameParser(self._may_pass)
        self.close_timeout = CLOSE_SECONDS

    def handle_connect(self, event: Request) -> None:
        """Begin, and let the application say when the client has a seat."""
        super().handle_connect(event)
        if not self.close_sent:
            scope = cast(dict[str, Any], self.scope)
            scope["extensions"][HELLO_SAID] = self._welcome
            self._address = self._traffic.asker(scope)

    def _welcome(self) -> None:
        """The client has a seat, so that it may say more."""
        limits = self._traffic.settings
        self._bucket = Bucket(limits.frames_per_second, limits.frame_burst, self._traffic.clock)
        self.conn.max_message_size = MAX_MESSAGE_BYTES

    def data_received(self, data: bytes) -> None:
        """Read frames, unless the socket is being closed."""
        if self._is_cut or self.transport.is_closing():
            return
        super().data_received(data)
        if not self.handshake_initiated:  # it is whole, but not one
            self.transport.abort()

    def _may_pass(self, frame: Frame) -> bool:
        if self.close_sent:
            self._late_frames += 1
            return self._late_frames <= MAX_LATE_FRAMES
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._pieces = 0
        if frame.opcode is Opcode.CONT:
            self._pieces += 1
        cost = 1 + len(frame.data) / FRAME_BYTES
        if self._bucket is None:
            self._stranger_frames -= 1
            may_send = self._stranger_frames >= 0
        else:
            may_send = self._bucket.take(cost)
        return (
            may_send
            and self._pieces < MAX_PIECES
            and self._traffic.frames.take(self._address, cost)
        )

    def handle_parser_exception(self) -> None:
        """End a socket that broke the protocol, and cut one that sent too much."""
        if self.conn.close_sent is None:  # nobody has accepted the socket yet
            self.transport.abort()
        elif isinstance(self.conn.parser_exc, TooManyFramesError):
            self._cut()
        else:
            super().handle_parser_exception()
            self._end_soon()

    def _cut(self) -> None:
        """Say why and read nothing more; to close at once would take the reason from the client."""
        self._traffic.blame(self._address, "too many frames")
        self._is_cut = self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.POLICY_VIOLATION})
        self.transport.pause_reading()
        self.read_paused = False  # so that nobody goes on reading
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.write_eof()
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send; whoever does not take a close is cut."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self._end_soon()

    def _end_soon(self) -> None:
        if self._end_timer is None:
            self._end_timer = self.loop.call_later(2 * CLOSE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Close at once: to wait until a client that is gone has read everything takes forever."""
        super().keepalive_timeout()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._end_timer is not None:
            self._end_timer.cancel()
        self._traffic.door.leave(self.transport)
        super().connection_lost(exc)
