"""The web application: rooms, sockets, pages and operation, put together."""

import asyncio
import contextlib
import gc
import os
import time
from collections.abc import AsyncIterator
from typing import Any

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException

from cerealbar.agents import PARTIAL, WITHOUT_INTENTION
from cerealbar.server.admin.routes import admin_routes
from cerealbar.server.floor import HallFloor
from cerealbar.server.guard import guarded
from cerealbar.server.lobby import lobby_routes, refuse
from cerealbar.server.logs import Log, reason_of
from cerealbar.server.metrics import Metrics, health_route, metrics_route
from cerealbar.server.pages import page_routes, read_pages
from cerealbar.server.partners import AgentFailedError, AgentPool, Roster, warm_up_rules
from cerealbar.server.problems import problem, tell_problem
from cerealbar.server.rooms import Hall, HallError, House
from cerealbar.server.settings import Settings, admin_password
from cerealbar.server.sockets import ClientLine, socket_route
from cerealbar.server.store import Store, StoreError
from cerealbar.server.tokens import Tokens
from cerealbar.views import VIEWS, Sight
from cerealbar.wire.messages import Goodbye

_log = Log("app")


def create_app(settings: Settings) -> Litestar:
    """The application.

    Raises:
        StoreError: the database cannot be used.
        PlayerError: the settings name an agent that nobody is, or that cannot play here.
    """
    roster = Roster(
        settings.follower,
        settings.leader,
        settings.followers,
        settings.leaders,
        WITHOUT_INTENTION if settings.agent_sight == "full" else PARTIAL,
    )
    store = Store.open(settings.database)
    metrics = Metrics()
    hall = _hall(settings, store, metrics, roster)
    lines: set[ClientLine] = set()
    errors = _Errors(hall, metrics)

    @contextlib.asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        warming = asyncio.create_task(_warm_up(hall))
        await _compile(VIEWS[settings.agent_sight])
        count = hall.recover()
        if count:
            _log.info("games restored", games=count)
        gc.freeze()  # what is there now stays, so that collections need not look at it
        keeping = asyncio.create_task(hall.keep())
        try:
            yield
        finally:
            for task in (keeping, warming):
                task.cancel()
            await farewell()
            await hall.close()
            await hall.house.agents.close()
            await store.close()

    async def farewell() -> None:
        """Tell everyone that the server stops, so that they come back later."""
        for line in tuple(lines):
            line.close(Goodbye(code="stopping", reason="the server stops; the game will go on"))

    app = Litestar(
        route_handlers=[
            *page_routes(read_pages()),
            *lobby_routes(hall),
            socket_route(hall, settings, lines, errors.note),
            metrics_route(metrics, settings),
            health_route(lambda: hall.lobby().games, hall.probe),
            *admin_routes(admin_password(os.environ), settings, HallFloor(hall), lambda: store),
        ],
        lifespan=[lifespan],
        exception_handlers={
            HallError: refuse,
            HTTPException: tell_problem,
            Exception: errors.answer,
        },
        openapi_config=None,
        logging_config=None,  # its own would print addresses
    )
    app.state.hall = hall
    app.state.farewell = farewell
    return guarded(app, settings)


async def _compile(agent_sight: Sight | None) -> None:
    """Load the rules; the first time on a machine they are compiled, which takes a while."""
    telling = asyncio.get_running_loop().call_later(
        3, _log.info, "compiling the rules, once for this machine"
    )
    try:
        await asyncio.to_thread(warm_up_rules, agent_sight)
    finally:
        telling.cancel()


async def _warm_up(hall: Hall) -> None:
    """Get agents ready before anyone asks them."""
    try:
        await hall.house.agents.start()
    except AgentFailedError as error:
        _log.error("agents are not ready", error)


def _hall(settings: Settings, store: Store, metrics: Metrics, roster: Roster) -> Hall:
    house = House(
        store=store,
        tokens=Tokens(store.secret),
        metrics=metrics,
        agents=AgentPool(settings.agent_processes, settings.agent_seconds, metrics),
        roster=roster,
        sight=settings.sight,
        rules=settings.rules,
        pace_seconds=settings.pace_seconds,
        steps_per_instruction=settings.steps_per_instruction,
        stores_plans=settings.stores_plans,
        now=time.monotonic,
        wall=time.time,
        agent_sight=settings.agent_sight,
    )
    return Hall(
        house,
        away_seconds=60 * settings.away_minutes,
        waiting_seconds=60 * settings.waiting_minutes,
        max_games=settings.max_games,
        max_watch_delay_seconds=settings.max_watch_delay_seconds,
    )


class _Errors:
    """Errors that nobody foresaw: logged, counted, kept for the admin page."""

    def __init__(self, hall: Hall, metrics: Metrics) -> None:
        self._hall, self._metrics = hall, metrics
        self._tasks: set[asyncio.Task[None]] = set()

    def note(self, where: str, error: Exception) -> None:
        """Keep an error."""
        _log.error("unforeseen error", error, where=where)
        self._metrics.errors.labels(where).inc()
        task = asyncio.get_running_loop().create_task(self._store(where, error))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _store(self, where: str, error: Exception) -> None:
        house = self._hall.house
        text = f"{type(error).__name__}: {reason_of(error)}"
        with contextlib.suppress(StoreError):
            await house.store.add_error(house.wall(), where, text)

    def answer(self, request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        """Tell the client that it is not its fault."""
        self.note(request.url.path, error)
        return problem(500, "something went wrong in the server")
