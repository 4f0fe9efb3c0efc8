"""The routes of the admin pages; there are none without a password."""

from collections.abc import Callable
from pathlib import Path

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from cerealbar.server.admin.desk import PATH, AdminAnswer, AdminRequest, Desk
from cerealbar.server.admin.floor import Floor
from cerealbar.server.admin.gate import Gate, Sessions
from cerealbar.server.admin.layout import STYLE_PATH
from cerealbar.server.settings import Settings
from cerealbar.server.store import Store

_STYLE = Path(__file__).with_name("admin.css")


def admin_routes(
    password: str | None, settings: Settings, floor: Floor, store: Callable[[], Store]
) -> list[HTTPRouteHandler]:
    """The routes for a password, or none; the store is asked for when a request needs it."""
    if password is None:
        return []
    return routes_of(Desk(Gate(password), Sessions(), floor, store, settings))


def routes_of(desk: Desk) -> list[HTTPRouteHandler]:
    """The routes to a desk."""
    style_text = _STYLE.read_bytes()

    @get(PATH)
    async def now(request: AdminRequest) -> AdminAnswer:
        return await desk.show_now(request)

    @get(f"{PATH}/games")
    async def games(request: AdminRequest) -> AdminAnswer:
        return await desk.show_games(request)

    @get(f"{PATH}/errors")
    async def errors(request: AdminRequest) -> AdminAnswer:
        return await desk.show_errors(request)

    @get(f"{PATH}/games/{{game_id:str}}/record.json")
    async def record(request: AdminRequest, game_id: FromPath[str]) -> AdminAnswer:
        return await desk.download_record(request, game_id)

    @get(f"{PATH}/corpus.zip")
    async def corpus(request: AdminRequest) -> AdminAnswer:
        return await desk.download_corpus(request)

    @get(f"{PATH}/login", sync_to_thread=False)
    def login_form(request: AdminRequest) -> AdminAnswer:
        return desk.show_login(request)

    @post(f"{PATH}/login", status_code=200)
    async def login(request: AdminRequest) -> AdminAnswer:
        return await desk.log_in(request)

    @post(f"{PATH}/logout", status_code=200)
    async def logout(request: AdminRequest) -> AdminAnswer:
        return await desk.log_out(request)

    @get(STYLE_PATH, sync_to_thread=False)
    def style() -> Response[bytes]:
        return Response(style_text, media_type="text/css")

    return [now, games, errors, record, corpus, login_form, login, logout, style]
