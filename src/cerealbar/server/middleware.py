"""What every request, and every socket, passes before a route sees it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Litestar, Request
from litestar.exceptions import HTTPException

from cerealbar.server.origins import (
    Scope,
    address,
    header,
    is_allowed_host,
    is_allowed_origin,
    is_secure,
)
from cerealbar.server.problems import tell_problem
from cerealbar.server.rate_limits import Holdings
from cerealbar.server.settings import Settings
from cerealbar.server.traffic import Traffic, connection_of

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


_CLOSES = {"connection": "close"}
"""Told where nothing else of what comes is wanted."""


async def refuse(scope: Any, receive: Any, send: Any, refusal: HTTPException) -> None:
    """Answer a request, or a handshake where the server can, with the reason."""
    request: Request[Any, Any, Any] = Request(scope)
    answer = tell_problem(request, refusal).to_asgi_response(None, request)
    if scope["type"] == "http":
        await answer(scope, receive, send)
        return

    async def send_denial(message: Message) -> None:
        await send({**message, "type": f"websocket.{message['type']}"})

    await receive()
    if "websocket.http.response" in (scope.get("extensions") or {}):
        await answer(scope, receive, send_denial)  # type: ignore[arg-type]  # messages are closed types
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.detail})


def check_host(scope: Scope, settings: Settings) -> None:
    """See that a request names this server.

    Raises:
        HTTPException: it names another, or none, or several.
    """
    hosts = [value for key, value in scope["headers"] if key == b"host"]
    if len(hosts) != 1 or not is_allowed_host(hosts[0].decode("latin-1"), settings):
        raise HTTPException("this server does not answer under that host name", status_code=421)


def check_origin(scope: Scope, settings: Settings) -> None:
    """See that no page of another site is behind a request.

    Raises:
        HTTPException: there is.
    """
    origin, host = header(scope, b"origin"), header(scope, b"host")
    site = header(scope, b"sec-fetch-site")
    is_elsewhere = origin is None and site not in (None, "same-origin", "none")
    if is_elsewhere or not is_allowed_origin(origin, host, settings):
        raise HTTPException("a page of another site asks", status_code=403)


_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
)
_HEADERS = {
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def _framing(scope: Scope, settings: Settings) -> dict[str, str]:
    """Who may show a page in a frame, and where its forms may go; admin pages are nobody's."""
    sites = () if scope["path"].startswith("/admin") else settings.framing_sites
    parts = (
        *_POLICY,
        " ".join(("form-action 'self'", *sites)),
        " ".join(("frame-ancestors", *(sites or ("'none'",)))),
    )
    policy = {"content-security-policy": "; ".join(parts)}
    return policy if sites else policy | {"x-frame-options": "DENY"}


def with_headers(scope: Scope, send: Send, settings: Settings) -> Send:
    """A way to send that adds the headers which every answer has."""
    headers = _HEADERS | _framing(scope, settings)
    # With "no-referrer" browsers hide the origin of a form, which is checked.
    is_form = scope["path"].startswith("/admin")
    headers["referrer-policy"] = "same-origin" if is_form else "no-referrer"
    if is_secure(scope, settings):
        headers["strict-transport-security"] = "max-age=31536000"
    added = [(key.encode(), value.encode()) for key, value in headers.items()]

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            names = {key for key, _ in added}
            own = [pair for pair in message.get("headers", []) if pair[0].lower() not in names]
            message = {**message, "headers": [*own, *added]}
        await send(message)

    return send_with_headers


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
        HTTPException: it is something else.
    """
    kind = (header(scope, b"content-type") or "").partition(";")[0].strip().lower()
    is_asking = scope["method"] == "POST" and scope["path"].startswith("/api/")
    if is_asking and kind != "application/json":
        raise HTTPException(
            f"the body is {kind or 'of no type'}: expected application/json", status_code=415
        )


SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
ROOMS_PATH = "/api/rooms"
_WAIT = "too many requests from this address: wait a little"


def guarded(app: Litestar, traffic: Traffic) -> Litestar:
    """The app, behind a guard that also sees requests for which it has no route."""
    inner: Any = app.asgi_handler
    app.asgi_handler = Guard(inner, traffic)
    return app


class Guard:
    """An ASGI app in front of another: refuses what cannot be meant well, limits the rest."""

    def __init__(self, app: App, traffic: Traffic) -> None:
        self._app, self._traffic, self._settings = app, traffic, traffic.settings
        self._bodies = Holdings(ADDRESS_BYTES, ALL_BYTES)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request or hold a socket."""
        who, connection = address(scope, self._settings), connection_of(scope)
        if connection is not None:
            connection.begin(who)
        try:
            if scope["type"] == "http":
                send = with_headers(scope, send, self._settings)
                await self._answer(scope, receive, send, who)
            else:
                await self._hold(scope, receive, send, who)
        except HTTPException as refusal:
            if refusal.headers == _CLOSES:
                self._traffic.note(refusal.detail)
            await refuse(scope, receive, send, refusal)
        finally:
            if connection is not None and scope["type"] == "http":
                connection.rest()

    async def _answer(self, scope: Scope, receive: Receive, send: Send, who: str) -> None:
        if not self._traffic.requests.take(who):
            raise HTTPException(_WAIT, status_code=429, headers=_CLOSES)
        check_host(scope, self._settings)
        if scope["method"] in SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        check_origin(scope, self._settings)
        traffic = self._traffic
        if not (traffic.rooms if scope["path"] == ROOMS_PATH else traffic.posts).take(who):
            raise HTTPException(_WAIT, status_code=429)
        check_kind(scope)
        body = Body(receive, self._settings.body_seconds, self._bodies, who)
        try:
            await self._app(scope, body.receive, send)
        finally:
            body.give_back()

    async def _hold(self, scope: Scope, receive: Receive, send: Send, who: str) -> None:
        if not self._traffic.handshakes.take(who):
            raise HTTPException(_WAIT, status_code=429, headers=_CLOSES)
        check_host(scope, self._settings)
        check_origin(scope, self._settings)
        if not self._traffic.sockets.take(who, 1):
            raise HTTPException("too many connections from this address", status_code=429)
        try:
            await self._app(scope, receive, send)
        finally:
            self._traffic.sockets.give_back(who, 1)
