"""What stands between the network and uvicorn: a connection of which time and frames are counted.

It is an asyncio protocol around uvicorn's own, and uses nothing of theirs but that they are one.
"""

import asyncio
from collections.abc import Iterator
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.frames import Close, CloseCode, Frame, Opcode

from cerealbar.server.origins import Scope
from cerealbar.server.rate_limits import TokenBucket
from cerealbar.server.traffic.counts import Traffic
from cerealbar.wire.messages import Goodbye, encode

MAX_PIECES = 64
"""In which one message may come."""
FRAME_BYTES = 4096
"""A longer frame counts as several."""
_LONG = {126: 2, 127: 8}
"""How many bytes say how long a longer frame is, by what stands where shorter ones say it."""


def frames(stream: bytes) -> Iterator[tuple[int, int, int]]:
    """The frames that begin in a stream of a client: kind, length of the content, where it ends."""
    at = 0
    while at + 2 <= len(stream):
        length, more = stream[at + 1] & 127, _LONG.get(stream[at + 1] & 127, 0)
        if at + 2 + more > len(stream):
            return
        if more:
            length = int.from_bytes(stream[at + 2 : at + 2 + more], "big")
        end = at + 2 + more + (4 if stream[at + 1] & 128 else 0) + length
        yield stream[at] & 15, length, end
        at = end


class FrameMeter:
    """What one socket sends: little before its client has a seat, then at a rate."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._left = float(traffic.settings.stranger_frames)
        self._bucket: TokenBucket | None = None
        self._pieces = 0
        self._skip, self._begun = 0, b""
        """How much of what comes next belongs to a frame that was counted; or its first bytes."""

    def welcome(self) -> None:
        """The client has a seat, so that it may say more."""
        limits = self._traffic.settings
        self._bucket = TokenBucket(
            limits.frames_per_second, limits.frame_burst, self._traffic.clock
        )

    def may_pass(self, data: bytes, address: str) -> bool:
        """Whether all that begins in a piece of the stream may be read."""
        if self._skip >= len(data):
            self._skip -= len(data)
            return True
        stream, read = self._begun + data[self._skip :], 0
        for kind, length, end in frames(stream):
            if not self._count(kind, 1 + length / FRAME_BYTES, address):
                return False
            read = end
        self._begun, self._skip = stream[read:], max(0, read - len(stream))
        return True

    def _count(self, kind: int, cost: float, address: str) -> bool:
        if kind == Opcode.CONT:
            self._pieces += 1
        elif kind in (Opcode.TEXT, Opcode.BINARY):
            self._pieces = 0
        if self._bucket is None:
            self._left -= cost
            may_send = self._left >= 0
        else:
            may_send = self._bucket.take(cost)
        return may_send and self._pieces < MAX_PIECES and self._traffic.frames.take(address, cost)


STALL_SECONDS = 20.0
"""A client that reads nothing of what it is sent for so long is cut."""
CLOSE_SECONDS = 2.0
"""How long a client that is sent away may take to read why."""
_STATE = "connection"
"""Under which the state of an ASGI scope has the connection."""
_TOO_FAST = Goodbye(code="too-fast", reason="too many messages")


def connection_of(scope: Scope) -> "Connection | None":
    """The connection over which a request came, unless it came over none."""
    return cast("Connection | None", (scope.get("state") or {}).get(_STATE))


class Connection(asyncio.Protocol):
    """A connection of a client."""

    def __init__(
        self,
        traffic: Traffic,
        *,
        config: Any,
        server_state: Any,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._traffic = traffic
        self._loop = _loop or asyncio.get_running_loop()
        state = app_state | {_STATE: self}
        self.inner: asyncio.Protocol = H11Protocol(config, server_state, state, _loop)
        """Uvicorn's protocol: of requests, and after a handshake of a socket."""
        self._address = ""
        self._meter: FrameMeter | None = None
        self._is_cut = False
        self._header_timer: asyncio.TimerHandle | None = None
        self._stall_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the connection stay, if its address has not too many."""
        self._transport = cast(asyncio.Transport, transport)
        self.inner.connection_made(cast(asyncio.Transport, _Transport(self, self._transport)))
        peer = self._traffic.peer(transport.get_extra_info("peername"))
        if peer is not None and not self._traffic.requests.take(peer):
            self._abort("too many requests")
        elif not self._traffic.open.enter(self, peer):
            self._abort("too many connections")
        else:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._traffic.open.leave(self)
        if not self._is_cut:
            self.inner.connection_lost(exc)
        _cancel(self._header_timer)
        _cancel(self._stall_timer)  # uvicorn closes what it has lost, and closing is watched

    def data_received(self, data: bytes) -> None:
        """Let uvicorn read, unless too much comes."""
        if self._is_cut or self._transport.is_closing():
            return
        if self._meter is not None and not self._meter.may_pass(data, self._address):
            self._cut()
            return
        try:
            self.inner.data_received(data)
        except AssertionError:  # uvicorn's, when a handshake is none
            self._abort("no handshake")

    # Requests

    def begin(self, address: str) -> None:
        """A request of an address has come whole."""
        self._address = address
        _cancel(self._header_timer)
        self._traffic.open.begin(self)

    def rest(self) -> None:
        """The request is answered."""
        self._traffic.open.rest(self)
        if not self._transport.is_closing():
            self._await_request()

    def _await_request(self) -> None:
        _cancel(self._header_timer)
        seconds = self._traffic.settings.header_seconds
        self._header_timer = self._loop.call_later(seconds, self._end_waiting)

    def _end_waiting(self) -> None:
        self._traffic.note("no request in time")
        self.close()

    # Sockets

    def become_socket(self, inner: asyncio.Protocol) -> None:
        """From now on frames come."""
        self.inner, self._meter = inner, FrameMeter(self._traffic)

    def welcome(self) -> None:
        """The client of a socket has a seat, so that it may say more."""
        if self._meter is not None:
            self._meter.welcome()

    def _cut(self) -> None:
        """Say why and read nothing more; to close at once would take the reason from the client."""
        self._traffic.blame(self._address, "too many frames")
        self._is_cut = True
        self._transport.pause_reading()
        close = Close(CloseCode.POLICY_VIOLATION, "too many frames").serialize()
        self._transport.write(Frame(Opcode.TEXT, encode(_TOO_FAST)).serialize(mask=False))
        self._transport.write(Frame(Opcode.CLOSE, close).serialize(mask=False))
        self._transport.write_eof()
        self.inner.connection_lost(None)
        self._loop.call_later(CLOSE_SECONDS, self._transport.abort)

    # Ends

    @property
    def is_cut(self) -> bool:
        """Whether nobody reads or writes any more."""
        return self._is_cut

    def close(self) -> None:
        """End the connection when the client has read what it was sent, or does not go on to."""
        if not self._is_cut:
            self._transport.close()
            self._watch_stall()

    def abort(self) -> None:
        """End the connection at once."""
        self._transport.abort()

    def _abort(self, why: str) -> None:
        self._traffic.note(why)
        self.abort()

    def pause_writing(self) -> None:
        """The client does not read as fast as it is written to."""
        self.inner.pause_writing()
        self._watch_stall()

    def resume_writing(self) -> None:
        """The client has read most of it."""
        self.inner.resume_writing()
        _cancel(self._stall_timer)

    def _watch_stall(self, before: int | None = None) -> None:
        """End the connection unless the client reads something every now and then."""
        left = self._transport.get_write_buffer_size()
        if before is not None and left >= before:
            self._abort("reads nothing")
            return
        _cancel(self._stall_timer)
        self._stall_timer = self._loop.call_later(STALL_SECONDS, self._watch_stall, left)


class _Transport:
    """A transport as uvicorn has it, so that the connection stays between the two."""

    def __init__(self, connection: Connection, transport: asyncio.Transport) -> None:
        self._connection, self._transport = connection, transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        self._connection.become_socket(protocol)

    def resume_reading(self) -> None:
        if not self._connection.is_cut:
            self._transport.resume_reading()

    def close(self) -> None:
        self._connection.close()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
