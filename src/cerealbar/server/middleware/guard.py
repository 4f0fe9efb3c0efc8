"""The way of a request, and of a socket, to its route."""

from typing import Any

from litestar import Litestar

from cerealbar.server.middleware.bodies import ADDRESS_BYTES, ALL_BYTES, Body, check_kind
from cerealbar.server.middleware.headers import with_headers
from cerealbar.server.middleware.hosts import check_host, check_origin
from cerealbar.server.middleware.refusal import (
    App,
    Receive,
    RefusedError,
    Send,
    refuse_socket,
    send_problem,
)
from cerealbar.server.origins import Scope, address
from cerealbar.server.rate_limits import Holdings
from cerealbar.server.traffic import Traffic, connection_of

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
        except RefusedError as refusal:
            if refusal.closes:
                self._traffic.note(refusal.reason)
            if scope["type"] == "http":
                await send_problem(send, refusal)
            else:
                await refuse_socket(scope, receive, send, refusal)
        finally:
            if connection is not None and scope["type"] == "http":
                connection.rest()

    async def _answer(self, scope: Scope, receive: Receive, send: Send, who: str) -> None:
        if not self._traffic.requests.take(who):
            raise RefusedError(429, _WAIT, closes=True)
        check_host(scope, self._settings)
        if scope["method"] in SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        check_origin(scope, self._settings)
        traffic = self._traffic
        if not (traffic.rooms if scope["path"] == ROOMS_PATH else traffic.posts).take(who):
            raise RefusedError(429, _WAIT)
        check_kind(scope)
        body = Body(receive, self._settings.body_seconds, self._bodies, who)
        try:
            await self._app(scope, body.receive, send)
        finally:
            body.give_back()

    async def _hold(self, scope: Scope, receive: Receive, send: Send, who: str) -> None:
        if not self._traffic.handshakes.take(who):
            raise RefusedError(429, _WAIT, closes=True)
        check_host(scope, self._settings)
        check_origin(scope, self._settings)
        if not self._traffic.sockets.take(who, 1):
            raise RefusedError(429, "too many connections from this address")
        try:
            await self._app(scope, receive, send)
        finally:
            self._traffic.sockets.give_back(who, 1)
