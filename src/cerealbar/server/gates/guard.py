"""The way of a request through all gates, and of a socket through those that concern it."""

from typing import TYPE_CHECKING, Any

from cerealbar.server.gates.bodies import Bodies, replayed
from cerealbar.server.gates.headers import with_headers
from cerealbar.server.gates.hosts import check_host, check_origin
from cerealbar.server.gates.rates import Rates
from cerealbar.server.gates.refusal import (
    App,
    Receive,
    Send,
    TurnedAwayError,
    refuse_socket,
    send_problem,
)
from cerealbar.server.origins import Scope, address
from cerealbar.server.settings import Settings

if TYPE_CHECKING:
    from litestar import Litestar

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


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
        self._rates = Rates(settings)
        self._bodies = Bodies(settings.body_seconds)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request or hold a socket."""
        if scope["type"] == "http":
            await self._answer(scope, receive, with_headers(scope, send, self._settings))
        else:
            await self._hold(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            check_host(scope, self._settings)
            if scope["method"] in SAFE_METHODS:
                await self._app(scope, receive, send)
                return
            check_origin(scope, self._settings)
            key = address(scope, self._settings)
            self._rates.check_post(scope["path"], key)
            async with self._bodies.read(scope, receive, key) as body:
                await self._app(scope, replayed(body, receive), send)
        except TurnedAwayError as refusal:
            await send_problem(send, refusal)

    async def _hold(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            check_host(scope, self._settings)
            check_origin(scope, self._settings)
            with self._rates.socket(address(scope, self._settings)):
                await self._app(scope, receive, send)
        except TurnedAwayError as refusal:
            await refuse_socket(scope, receive, send, refusal)
