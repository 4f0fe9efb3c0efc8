"""Whether the server is well, told at /health to whoever asks."""

from collections.abc import Awaitable, Callable

from litestar import Response, route
from litestar.handlers import HTTPRouteHandler

from cerealbar import __version__
from cerealbar.server.client_files import READING
from cerealbar.server.store import StoreError


def health_route(
    games: Callable[[], int], probe: Callable[[], Awaitable[None]]
) -> HTTPRouteHandler:
    """The route /health, which asks nothing of the database; `probe` raises if games could not be
    stored last."""

    @route("/health", http_method=READING)
    async def show_health() -> Response[dict[str, object]]:
        try:
            await probe()
            status, words = 200, ("ok", "reachable")
        except StoreError:
            status, words = 503, ("failing", "unreachable")
        told = {
            "status": words[0],
            "version": __version__,
            "games": games(),
            "database": words[1],
        }
        return Response(told, status_code=status, headers={"cache-control": "no-store"})

    return show_health
