"""The routes of the admin pages; there are none without a password."""

from collections.abc import Callable

from litestar import Router, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from cerealbar.server.admin.archive import PACKING
from cerealbar.server.admin.desk import PATH, AdminAnswer, AdminRequest, Desk
from cerealbar.server.admin.floor import Floor
from cerealbar.server.admin.gate import COMPARISON, Gate, Sessions
from cerealbar.server.admin.studies import StudyCounter, study_router
from cerealbar.server.chores import ChorePool
from cerealbar.server.settings import Settings
from cerealbar.server.store import Store
from cerealbar.server.visits.monitor import Monitor


def admin_routes(
    password: str | None,
    settings: Settings,
    floor: Floor,
    store: Callable[[], Store],
    chores: ChorePool,
    monitor: Monitor | None = None,
) -> list[HTTPRouteHandler | Router]:
    """The routes for a password, or none; the store is asked for when a request needs it."""
    if password is None:
        return []

    async def compare(hashed: str, tried: str) -> bool:
        return await chores.do(COMPARISON, hashed, tried)

    async def pack(database: str, scratch: str) -> str:
        return await chores.do(PACKING, database, scratch)

    desk = Desk(Gate(password, compare), Sessions(store, password), floor, store, settings, pack)
    studies = [study_router(StudyCounter(desk, monitor, floor, store))] if monitor else []
    return [*routes_of(desk), *studies]


def routes_of(desk: Desk) -> list[HTTPRouteHandler]:
    """The routes to a desk."""

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

    @get(f"{PATH}/login")
    async def login_form(request: AdminRequest) -> AdminAnswer:
        return await desk.show_login(request)

    @post(f"{PATH}/login", status_code=200)
    async def login(request: AdminRequest) -> AdminAnswer:
        return await desk.log_in(request)

    @post(f"{PATH}/logout", status_code=200)
    async def logout(request: AdminRequest) -> AdminAnswer:
        return await desk.log_out(request)

    return [now, games, errors, record, corpus, login_form, login, logout]
