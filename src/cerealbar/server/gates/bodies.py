"""Bodies: of the right kind, not too long, in time, and not too many of them at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cerealbar.server.gates.holdings import Holdings
from cerealbar.server.gates.refusal import Message, Receive, TurnedAwayError
from cerealbar.server.origins import Scope, header

MAX_BODY_BYTES = 65_536
MAX_RECORD_BYTES = 2_097_152
RECORD_PATH = "/api/replay/record"
ADDRESS_BYTES = 2 * MAX_RECORD_BYTES
"""Of bodies that are held for one address at once."""
ALL_BYTES = 16 * MAX_RECORD_BYTES
"""Of bodies that are held at once."""


class Bodies:
    """Reads bodies before the application does, so that it never waits for one."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held = Holdings(ADDRESS_BYTES, ALL_BYTES)

    @asynccontextmanager
    async def read(self, scope: Scope, receive: Receive, address: str) -> AsyncIterator[bytes]:
        """The body of a request, which counts as held until it is answered.

        Raises:
            TurnedAwayError: it is too long, too slow, of the wrong kind, or one too many.
        """
        _check_kind(scope)
        reading = _ComingBody(_most(scope), self._held, address)
        try:
            async with asyncio.timeout(self._seconds):
                body = await reading.whole(receive)
        except TimeoutError:
            reading.give_back()
            raise TurnedAwayError(408, "the body did not come in time") from None
        except BaseException:
            reading.give_back()
            raise
        try:
            yield body
        finally:
            reading.give_back()


class _ComingBody:
    """A body that comes in pieces."""

    def __init__(self, most: int, held: Holdings, address: str) -> None:
        self._most, self._held, self._address = most, held, address
        self._body = bytearray()

    async def whole(self, receive: Receive) -> bytes:
        while True:
            message = await receive()
            if message["type"] != "http.request":
                raise TurnedAwayError(400, "the request was broken off")
            self._add(message.get("body", b""))
            if not message.get("more_body", False):
                return bytes(self._body)

    def _add(self, piece: bytes) -> None:
        if len(self._body) + len(piece) > self._most:
            raise _too_long(self._most)
        if not self._held.take(self._address, len(piece)):
            raise TurnedAwayError(429, "too much is sent at once: wait a little")
        self._body += piece

    def give_back(self) -> None:
        if self._body:
            self._held.give_back(self._address, len(self._body))


def replayed(body: bytes, receive: Receive) -> Receive:
    """A way to receive a body that was read already, and then what else comes."""
    is_read = False

    async def receive_again() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


def _check_kind(scope: Scope) -> None:
    """Forms of other sites cannot send JSON without being asked first."""
    kind = (header(scope, b"content-type") or "").partition(";")[0].strip().lower()
    is_asking = scope["method"] == "POST" and scope["path"].startswith("/api/")
    if is_asking and kind != "application/json":
        raise TurnedAwayError(415, f"the body is {kind or 'of no type'}: expected application/json")


def _most(scope: Scope) -> int:
    """How long a body may be; what its sender says is checked at once."""
    most = MAX_RECORD_BYTES if scope["path"] == RECORD_PATH else MAX_BODY_BYTES
    length = header(scope, b"content-length") or "0"
    if not (length.isascii() and length.isdigit()) or float(length) > most:
        raise _too_long(most)
    return most


def _too_long(most: int) -> TurnedAwayError:
    return TurnedAwayError(413, f"the body is too long: expected at most {most} bytes")
