"""Bodies: of the right kind, in time, and not too many of them at once."""

import asyncio

from litestar.exceptions import HTTPException

from cerealbar.server.middleware.refusal import Message, Receive, RefusedError
from cerealbar.server.origins import Scope, header
from cerealbar.server.rate_limits import Holdings

MAX_BODY_BYTES = 65_536
"""Of a body, unless its route says otherwise."""
MAX_RECORD_BYTES = 2_097_152
"""Of a record to replay."""
ADDRESS_BYTES = 2 * MAX_RECORD_BYTES
"""Of bodies that are held for one address at once."""
ALL_BYTES = 16 * MAX_RECORD_BYTES
"""Of bodies that are held at once."""


class Body:
    """A body as it is received, which counts as held until its request is answered.

    How long it may be is for the route: Litestar reads no more than that.
    """

    def __init__(self, receive: Receive, seconds: float, held: Holdings, address: str) -> None:
        self._receive, self._held, self._address = receive, held, address
        self._until = asyncio.get_running_loop().time() + seconds
        self._bytes = 0
        self._is_whole = False

    async def receive(self) -> Message:
        """What comes next.

        Raises:
            HTTPException: the body is too slow, or one too many.
        """
        if self._is_whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException("the body did not come in time", status_code=408) from None
        size = len(message.get("body", b""))
        if not self._held.take(self._address, size):
            raise HTTPException("too much is sent at once: wait a little", status_code=429)
        self._bytes += size
        self._is_whole = not message.get("more_body", False)
        return message

    def give_back(self) -> None:
        """The request is answered."""
        if self._bytes:
            self._held.give_back(self._address, self._bytes)


def check_kind(scope: Scope) -> None:
    """See that programs send JSON; forms of other sites cannot without being asked first.

    Raises:
        RefusedError: it is something else.
    """
    kind = (header(scope, b"content-type") or "").partition(";")[0].strip().lower()
    is_asking = scope["method"] == "POST" and scope["path"].startswith("/api/")
    if is_asking and kind != "application/json":
        raise RefusedError(415, f"the body is {kind or 'of no type'}: expected application/json")
