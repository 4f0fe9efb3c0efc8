"""Whether the server is well: looked at again and again, and told at /health to whoever asks."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from litestar import Response, route
from litestar.handlers import HTTPRouteHandler

from cerealbar import __version__
from cerealbar.server.outages import Outage
from cerealbar.server.pages import READING

LOOK_SECONDS = 2.0


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is."""

    status: str
    """`ok`, or `failing` if games cannot be stored."""
    version: str
    games: int
    """Being played now."""
    database: str
    """`reachable` or `unreachable`."""


class DatabaseWatch:
    """Sees whether games can be stored, however often that is asked."""

    def __init__(self, probe: Callable[[], Awaitable[None]]) -> None:
        """`probe` stores something, and raises if it cannot."""
        self._probe = probe
        self._outage = Outage("health")
        self.is_reachable = False

    async def look(self) -> None:
        """Look once."""
        is_reachable = False
        with self._outage.watched(Exception):  # whatever a driver raises, it cannot be used
            await self._probe()
            is_reachable = True
        self.is_reachable = is_reachable

    async def look_on(self) -> None:
        """Look until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_SECONDS)


def health_route(games: Callable[[], int], database: DatabaseWatch) -> HTTPRouteHandler:
    """The route /health, which asks nothing of the database."""

    @route("/health", http_method=READING, sync_to_thread=False)
    def show_health() -> Response[bytes]:
        health = Health(
            status="ok" if database.is_reachable else "failing",
            version=__version__,
            games=games(),
            database="reachable" if database.is_reachable else "unreachable",
        )
        return Response(
            msgspec.json.encode(health),
            status_code=200 if database.is_reachable else 503,
            media_type="application/json",
            headers={"cache-control": "no-store"},
        )

    return show_health
