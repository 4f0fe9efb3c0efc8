"""What every request passes before the server looks at it, and what every answer carries."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from cerealbar.server.buckets import Buckets
from cerealbar.server.origins import (
    Scope,
    address,
    header,
    is_allowed_host,
    is_allowed_origin,
    is_secure,
)
from cerealbar.server.settings import Settings
from cerealbar.wire.lobby import Problem

if TYPE_CHECKING:
    from litestar import Litestar

MAX_BODY_BYTES = 65_536
MAX_RECORD_BYTES = 4_194_304
RECORD_PATH = "/api/replay/record"
ROOMS_PATH = "/api/rooms"
BODY_SECONDS = 20.0
"""A client that needs longer to send its body is not waited for."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


class TurnedAwayError(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def guarded(app: "Litestar", settings: Settings) -> "Litestar":
    """The app, behind a guard that also sees requests for which it has no route."""
    inner: Any = app.asgi_handler
    app.asgi_handler = Guard(inner, settings)
    return app


class Guard:
    """An ASGI app in front of another: refuses what cannot be meant well, limits the rest."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        rooms, posts = settings.rooms_per_minute, settings.posts_per_minute
        self._rooms = Buckets(rooms / 60, rooms)
        self._posts = Buckets(posts / 60, posts)
        self._sockets: dict[str, int] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request or hold a socket."""
        if scope["type"] == "http":
            await self._answer(scope, receive, self._with_headers(scope, send))
        else:
            await self._hold(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check_host(scope)
            if scope["method"] not in SAFE_METHODS:
                self._check_post(scope)
                receive = replayed(await self._body(scope, receive), receive)
        except TurnedAwayError as refusal:
            await send_problem(send, refusal)
        else:
            await self._app(scope, receive, send)

    async def _hold(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = address(scope, self._settings)
        try:
            self._check_host(scope)
            self._check_origin(scope)
            if self._sockets.get(key, 0) >= self._settings.sockets_per_address:
                raise TurnedAwayError(429, "too many connections from this address")
        except TurnedAwayError as refusal:
            await refuse_socket(scope, receive, send, refusal)
            return
        self._sockets[key] = self._sockets.get(key, 0) + 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]

    def _check_host(self, scope: Scope) -> None:
        hosts = [value for key, value in scope["headers"] if key == b"host"]
        if len(hosts) != 1 or not is_allowed_host(hosts[0].decode("latin-1"), self._settings):
            raise TurnedAwayError(421, "this server does not answer under that host name")

    def _check_origin(self, scope: Scope) -> None:
        origin, host = header(scope, b"origin"), header(scope, b"host")
        if not is_allowed_origin(origin, host, self._settings):
            raise TurnedAwayError(403, "a page of another site asks")
        site = header(scope, b"sec-fetch-site")
        if origin is None and site not in (None, "same-origin", "none"):
            raise TurnedAwayError(403, "a page of another site asks")

    def _check_post(self, scope: Scope) -> None:
        self._check_origin(scope)
        path, key = scope["path"], address(scope, self._settings)
        buckets = self._rooms if path == ROOMS_PATH else self._posts
        if not buckets.take(key):
            raise TurnedAwayError(429, "too many requests from this address: wait a little")
        kind = (header(scope, b"content-type") or "").partition(";")[0].strip().lower()
        is_asking = scope["method"] == "POST" and path.startswith("/api/")
        if is_asking and kind != "application/json":
            raise TurnedAwayError(
                415, f"the body is {kind or 'of no type'}: expected application/json"
            )

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        most = MAX_RECORD_BYTES if scope["path"] == RECORD_PATH else MAX_BODY_BYTES
        too_long = TurnedAwayError(413, f"the body is too long: expected at most {most} bytes")
        length = header(scope, b"content-length") or "0"
        if not length.isdigit() or int(length) > most:
            raise too_long
        try:
            async with asyncio.timeout(BODY_SECONDS):
                return await _read(receive, most, too_long)
        except TimeoutError:
            raise TurnedAwayError(408, "the body did not come in time") from None

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        """A way to send that adds the headers which every answer has."""
        headers = dict(_HEADERS)
        # With "no-referrer" browsers hide the origin of a form, which the check above needs.
        is_form = scope["path"].startswith("/admin")
        headers["referrer-policy"] = "same-origin" if is_form else "no-referrer"
        if is_secure(scope, self._settings):
            headers["strict-transport-security"] = "max-age=31536000"
        added = [(key.encode(), value.encode()) for key, value in headers.items()]

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {key for key, _ in added}
                own = [pair for pair in message.get("headers", []) if pair[0].lower() not in names]
                message = {**message, "headers": [*own, *added]}
            await send(message)

        return send_with_headers


async def _read(receive: Receive, most: int, too_long: TurnedAwayError) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise TurnedAwayError(400, "the request was broken off")
        body += message.get("body", b"")
        if len(body) > most:
            raise too_long
        if not message.get("more_body", False):
            return bytes(body)


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


async def send_problem(send: Send, refusal: TurnedAwayError, prefix: str = "http") -> None:
    """Answer with the reason."""
    body = msgspec.json.encode(Problem(reason=refusal.reason))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if refusal.status in (408, 413):
        headers.append((b"connection", b"close"))  # the rest of the body is not wanted
    if refusal.status == 429:
        headers.append((b"retry-after", b"10"))
    start = {"type": f"{prefix}.response.start", "status": refusal.status, "headers": headers}
    await send(start)
    await send({"type": f"{prefix}.response.body", "body": body})


async def refuse_socket(
    scope: Scope, receive: Receive, send: Send, refusal: TurnedAwayError
) -> None:
    """Answer a handshake with the reason, where the server can."""
    await receive()
    if "websocket.http.response" in (scope.get("extensions") or {}):
        await send_problem(send, refusal, "websocket.http")
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.reason})
