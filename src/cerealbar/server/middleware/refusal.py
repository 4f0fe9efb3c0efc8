"""A request that goes no further, and how its sender is told."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from cerealbar.server.origins import Scope
from cerealbar.wire.lobby import Problem

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class RefusedError(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, reason: str, *, closes: bool = False) -> None:
        super().__init__(reason)
        self.status, self.reason, self.closes = status, reason, closes


async def send_problem(send: Send, refusal: RefusedError, prefix: str = "http") -> None:
    """Answer with the reason."""
    body = msgspec.json.encode(Problem(reason=refusal.reason))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if refusal.closes:
        headers.append((b"connection", b"close"))  # what else comes is not wanted
    if refusal.status in (429, 503):
        headers.append((b"retry-after", b"10"))
    start = {"type": f"{prefix}.response.start", "status": refusal.status, "headers": headers}
    await send(start)
    await send({"type": f"{prefix}.response.body", "body": body})


async def refuse_socket(scope: Scope, receive: Receive, send: Send, refusal: RefusedError) -> None:
    """Answer a handshake with the reason, where the server can."""
    await receive()
    if "websocket.http.response" in (scope.get("extensions") or {}):
        await send_problem(send, refusal, "websocket.http")
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.reason})
