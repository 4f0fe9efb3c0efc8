"""Whether the server is well, told at /health to whoever asks."""

from collections.abc import Awaitable, Callable

import msgspec
from litestar import Response, route
from litestar.handlers import HTTPRouteHandler

from cerealbar import __version__
from cerealbar.server.client_files import READING
from cerealbar.server.store import StoreError


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is."""

    status: str
    """`ok`, or `failing` if games cannot be stored."""
    version: str
    games: int
    """Being played now."""
    database: str
    """`reachable` or `unreachable`."""


def health_route(
    games: Callable[[], int], probe: Callable[[], Awaitable[None]]
) -> HTTPRouteHandler:
    """The route /health, which asks nothing of the database; `probe` raises if games could not be
    stored last."""

    @route("/health", http_method=READING)
    async def show_health() -> Response[Health]:
        try:
            await probe()
            is_well = True
        except StoreError:
            is_well = False
        health = Health(
            status="ok" if is_well else "failing",
            version=__version__,
            games=games(),
            database="reachable" if is_well else "unreachable",
        )
        headers = {"cache-control": "no-store"}
        return Response(health, status_code=200 if is_well else 503, headers=headers)

    return show_health
