"""The web application: rooms, sockets, pages and operation, put together."""

import asyncio
import contextlib
import gc
import os
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException, NotFoundException

from cerealbar.server.admin.routes import admin_routes
from cerealbar.server.api_page import openapi_config
from cerealbar.server.floor import HallFloor
from cerealbar.server.gates import guarded
from cerealbar.server.lobby import lobby_router, refuse, tell_unplayable
from cerealbar.server.logs import Log
from cerealbar.server.metrics import Metrics, health_route, metrics_route
from cerealbar.server.pages import not_found, page_routes, read_pages
from cerealbar.server.partners.asking import AgentFailedError
from cerealbar.server.partners.pool import AgentPool
from cerealbar.server.partners.roster import Roster
from cerealbar.server.partners.warming import TOTALS, TellCompiled, warm_up
from cerealbar.server.preparing import Doorway, Preparation
from cerealbar.server.problems import problem, tell_problem
from cerealbar.server.replays import RECORD_FILM, UnplayableError
from cerealbar.server.rooms import Hall, HallError, House, Patience, Programme
from cerealbar.server.settings import Settings, admin_password
from cerealbar.server.sockets import ClientLine, socket_route
from cerealbar.server.store import Store, StoreError
from cerealbar.server.supervision import Supervisor
from cerealbar.server.templates import style_route, template_config
from cerealbar.server.tokens import Tokens
from cerealbar.server.treatments import load_treatments, roster_of, usual_treatment
from cerealbar.server.visits import StudyGames, StudyVisits, quiz_rules
from cerealbar.server.visits.links import VisitError
from cerealbar.server.visits.monitor import Monitor
from cerealbar.server.visits.routes import refuse_answer, refuse_visit, study_router
from cerealbar.server.workshop import Workshop
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.study import Study
from cerealbar.views import VIEWS, Sight
from cerealbar.wire.messages import Goodbye

_log = Log("app")


def create_app(settings: Settings, studies: Mapping[str, Study] | None = None) -> Litestar:
    """The application, in which people may take part in studies.

    Raises:
        PagesMissingError: the pages of the game were not built.
        StoreError: the database cannot be used.
        PlayerError: the settings name an agent that nobody is, or that cannot play here.
        SettingsError: the file of treatments holds what no game can be played with.
    """
    pages = read_pages()
    roster = roster_of(settings)
    programme = Programme(
        roster,
        usual_treatment(settings),
        load_treatments(settings, roster),
        max_watch_delay_seconds=settings.max_watch_delay_seconds,
    )
    store = Store.open(
        settings.database, process=settings.process, lease_seconds=settings.lease_seconds
    )
    metrics = Metrics()
    hall = _hall(settings, store, metrics, roster, programme)
    workshop = Workshop(settings.work_processes, settings.jobs, settings.jobs_per_address)
    lines: set[ClientLine] = set()
    supervisor = hall.house.supervisor

    preparation = _preparation(roster)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        keeping: list[asyncio.Task[None]] = []

        async def prepare() -> None:
            await _prepare(hall, preparation, VIEWS[settings.agent_sight])
            keeping.append(supervisor.start("replays", lambda: workshop.get_ready(RECORD_FILM)))
            keeping.append(supervisor.start("keeping", hall.keep))
            keeping.append(supervisor.insist("looking around", hall.look_around))
            keeping.append(supervisor.insist("listening", hall.installation.listen))

        app.state.prepared = preparing = asyncio.create_task(prepare())
        try:
            yield
        finally:
            for task in (preparing, *keeping):
                task.cancel()
            await farewell()
            await hall.close()
            await hall.house.agents.close()
            await store.close()

    async def farewell() -> None:
        """Tell everyone that the server stops, so that they come back later, or elsewhere."""
        await hall.hand_on()
        for line in tuple(lines):
            line.close(Goodbye(code="stopping", reason="the server stops; the game will go on"))
        await workshop.close()

    def answer_error(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        """Tell the client that it is not its fault."""
        supervisor.note(_route(request), error)
        return problem(500, "something went wrong in the server")

    floor = HallFloor(hall)
    app = Litestar(
        route_handlers=[
            *page_routes(pages),
            lobby_router(hall, workshop, settings),
            study_router(_reception(settings, hall, studies or {})),
            style_route(),
            socket_route(hall, settings, lines, supervisor.note),
            metrics_route(metrics, settings),
            health_route(lambda: hall.lobby().games, hall.probe),
            *admin_routes(
                admin_password(os.environ),
                settings,
                floor,
                lambda: store,
                workshop,
                _monitor(settings, hall, floor, studies or {}),
            ),
        ],
        lifespan=[lifespan],
        exception_handlers={
            HallError: refuse,
            VisitError: refuse_visit,
            AnswerError: refuse_answer,
            StoreError: _tell_unavailable,
            UnplayableError: tell_unplayable,
            NotFoundException: not_found(pages),
            HTTPException: tell_problem,
            Exception: answer_error,
        },
        openapi_config=openapi_config(),
        include_in_schema=False,  # but for the routes that say otherwise
        template_config=template_config(),
        logging_config=None,  # its own would print addresses
    )
    app.state.hall = hall
    app.state.farewell = farewell
    app.state.note_cut = lambda why: metrics.cuts.labels(why).inc()
    app.state.preparation = preparation
    inner: Any = app.asgi_handler
    doorway: Any = Doorway(inner, preparation)  # Any: Litestar's types are narrower than ASGI
    app.asgi_handler = doorway
    return guarded(app, settings)


def _reception(settings: Settings, hall: Hall, studies: Mapping[str, Study]) -> StudyVisits:
    return StudyVisits(
        hall.house.store,
        studies,
        StudyGames(hall, usual_treatment(settings)),
        {name: quiz_rules(study, settings, hall.house.roster) for name, study in studies.items()},
        hall.house.wall,
    )


def _monitor(
    settings: Settings, hall: Hall, floor: HallFloor, studies: Mapping[str, Study]
) -> Monitor:
    games = StudyGames(hall, usual_treatment(settings))
    return Monitor(hall.house.store, studies, floor, games.leave, hall.house.wall)


def _route(request: Request[Any, Any, Any]) -> str:
    """The route that a request came to; of these there are few, whatever visitors ask for."""
    return request.scope["path_template"]


def _tell_unavailable(request: Request[Any, Any, Any], error: StoreError) -> Response[bytes]:
    """The answer while the database is away; why, which may name machines, is for the log."""
    _log.warning("database cannot be used", where=_route(request), reason=str(error))
    return problem(503, "the server cannot reach its games now: try again in a minute")


def _preparation(roster: Roster) -> Preparation:
    return Preparation(
        rules=("Compiling the rules", TOTALS["rules"]),
        agents=("Compiling the agents", TOTALS["agents"]),
        loading=("Loading the agents", len(roster.agents())),
        games=("Opening the games", 1),
    )


async def _prepare(hall: Hall, preparation: Preparation, agent_sight: Sight | None) -> None:
    """Get everything ready before anyone asks.

    Raises:
        AgentFailedError: there is no process for agents, or an agent that plays by default cannot.
    """
    agents, roster = hall.house.agents, hall.house.roster
    await warm_up(agents, agent_sight, _teller(preparation))
    cast = roster.agents()
    failures = await agents.load_all(cast, lambda _, done: preparation.move("loading", done))
    for agent, reason in failures.items():
        if agent.name == roster.default(agent.role):
            raise AgentFailedError(f"the {agent.role} {agent.name!r} cannot play here: {reason}")
        _log.warning("agent cannot play here", seat=agent.role, agent=agent.name, reason=reason)
        roster.dismiss(agent)
    preparation.move("loading", len(cast))
    if count := await hall.recover():
        _log.info("games restored", games=count)
    preparation.move("games", 1)
    gc.freeze()  # what is there now stays, so that collections need not look at it
    preparation.is_ready = True


def _teller(preparation: Preparation) -> TellCompiled:
    """Tells of compiling, and once in the log, as it takes a while."""
    told: set[str] = set()

    def tell(what: str, done: int, total: int) -> None:
        preparation.move(what, done, total)
        if done < total and not told:
            told.add(what)
            _log.info("compiling the rules, once for this machine")

    return tell


def _hall(
    settings: Settings, store: Store, metrics: Metrics, roster: Roster, programme: Programme
) -> Hall:
    house = House(
        store=store,
        tokens=Tokens(store.secret),
        metrics=metrics,
        agents=AgentPool(
            settings.agent_processes,
            settings.agent_seconds,
            metrics,
            settings.agent_load_seconds,
            is_warmed=True,
        ),
        roster=roster,
        supervisor=Supervisor(store, metrics, time.time),
        now=time.monotonic,
        wall=time.time,
    )
    return Hall(
        house,
        programme,
        Patience(
            arrival=settings.arrival_seconds,
            waiting=60 * settings.waiting_minutes,
            away=60 * settings.away_minutes,
        ),
        max_games=settings.max_games,
        rooms_per_address=settings.rooms_per_address,
    )
