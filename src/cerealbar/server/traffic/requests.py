"""Requests as they come in: headers, bodies and answers that are too long or too slow are cut."""

import asyncio
from typing import Any, cast

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from cerealbar.server.traffic.shared import Traffic
from cerealbar.wire.lobby import Problem

MAX_HEADERS = 100
MAX_PIPELINED = 8
"""Requests that may wait behind one that is being answered."""
MAX_REQUEST_BYTES = 8_388_608
"""Of one request as it is sent: a record to replay, in however many pieces."""
STALL_SECONDS = 20.0
"""A client that reads nothing of its answer for so long is cut."""
CLOSE_SECONDS = 2.0
"""How long a client that is sent away may take to read why."""

_BAD = (400, "this is no HTTP request")
_LATE = (408, "the request did not come in time")
_TOO_LONG = (413, "the request is too long")
_TOO_MANY = (429, "too many requests from this address: wait a little")
_TOO_MANY_HEADERS = (431, "the headers are too long")


class RefusedRequestError(Exception):
    """Ends the reading of a request."""


class RequestProtocol(HttpToolsProtocol):
    """An HTTP connection of which every byte and every second is counted."""

    def __init__(self, traffic: Traffic, **given: Any) -> None:
        super().__init__(**given)
        self._traffic = traffic
        self._is_in_head = True
        self._bytes = self._header_bytes = self._headers_seen = 0
        self._refusal = _BAD
        self._timer: asyncio.TimerHandle | None = None
        self._stall_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Let the connection stay, if its address has not too many."""
        super().connection_made(transport)
        self._peer = self._traffic.peer(self.client)
        if self._peer is not None and not self._traffic.requests.take(self._peer):
            self._abort("too many requests")
        elif not self._traffic.door.enter(transport, self._peer):
            self._abort("too many connections")
        else:
            self._wait(self._traffic.settings.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        self._cancel_stall()
        self._traffic.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, until there is too much of it."""
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        if self._timer is None:
            self._wait(self._traffic.settings.header_seconds)
        self._bytes += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._upgrade()
            return
        except httptools.HttpParserError:
            self._refuse(*self._refusal)
            return
        if self._is_in_head and self._bytes > self._traffic.settings.header_bytes:
            self._refuse(*_TOO_MANY_HEADERS)
        elif self._bytes > MAX_REQUEST_BYTES:
            self._refuse(*_TOO_LONG)

    def _upgrade(self) -> None:
        if not self._should_upgrade():
            self._refuse(*_BAD)
            return
        self._stop_waiting()
        self.handle_websocket_upgrade()

    # What the parser finds

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; those behind a body count too."""
        self._headers_seen += 1
        self._header_bytes += len(name) + len(value)
        is_too_long = self._header_bytes > self._traffic.settings.header_bytes
        if is_too_long or self._headers_seen > MAX_HEADERS:
            self._give_up_on(_TOO_MANY_HEADERS)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin a request, if its address has not asked for too much."""
        self._is_in_head = False
        scope = cast(dict[str, Any], self.scope)
        address = self._peer or self._traffic.asker(scope)
        is_handshake = self.parser.should_upgrade() and self._should_upgrade()
        counted = self._traffic.handshakes if is_handshake else self._traffic.requests
        if not counted.take(address) or len(self.pipeline) >= MAX_PIPELINED:
            self._give_up_on(_TOO_MANY)
        self._traffic.door.begin(self.transport)
        self._wait(self._traffic.settings.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is here; the next may begin."""
        self._stop_waiting()
        self._is_in_head = True
        self._bytes = self._header_bytes = self._headers_seen = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The request is answered."""
        super().on_response_complete()
        if not self.pipeline:
            self._traffic.door.rest(self.transport)

    def _give_up_on(self, refusal: tuple[int, str]) -> None:
        self._refusal = refusal
        raise RefusedRequestError

    # Time

    def _wait(self, seconds: float) -> None:
        """What is awaited must come soon."""
        self._stop_waiting()
        self._timer = self.loop.call_later(seconds, self._run_out)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _run_out(self) -> None:
        self._timer = None
        self._refuse(*_LATE)

    def pause_writing(self) -> None:
        """The client does not read its answer as fast as it is written."""
        super().pause_writing()
        self._watch_stall()

    def resume_writing(self) -> None:
        """The client has read most of it."""
        super().resume_writing()
        self._cancel_stall()

    def _watch_stall(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._stall_timer = self.loop.call_later(STALL_SECONDS, self._check_stall, left)

    def _check_stall(self, before: int) -> None:
        if self.transport.get_write_buffer_size() >= before:
            self._abort("reads nothing")
        else:
            self._watch_stall()

    def _cancel_stall(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    # Ends

    def _refuse(self, status: int, reason: str) -> None:
        """Say why, unless an answer is under way, and close."""
        if self.transport.is_closing():
            return
        self._stop_waiting()
        self._traffic.note(reason)
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()
            return
        self.transport.write(_answer(status, reason))
        self.transport.close()
        self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def _abort(self, why: str) -> None:
        self._traffic.note(why)
        self.transport.abort()


def _answer(status: int, reason: str) -> bytes:
    body = msgspec.json.encode(Problem(reason=reason))
    headers = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
    headers += "cache-control: no-store\r\nconnection: close\r\n"
    if status == 429:
        headers += "retry-after: 10\r\n"
    return STATUS_LINE[status] + headers.encode() + b"\r\n" + body
