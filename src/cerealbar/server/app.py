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

from cerealbar.compiling import counting_compiled
from cerealbar.server.admin.access import Passwords, Sessions
from cerealbar.server.admin.pages import Admin
from cerealbar.server.admin.routes import admin_router
from cerealbar.server.api import api_description, api_router, health_route
from cerealbar.server.client_files import not_found, page_routes, read_pages
from cerealbar.server.jobs import JobPool
from cerealbar.server.logs import Log
from cerealbar.server.metrics import Metrics
from cerealbar.server.middleware import MAX_BODY_BYTES, guarded
from cerealbar.server.partners.asking import AgentFailedError
from cerealbar.server.partners.pool import AgentPool
from cerealbar.server.partners.roster import Roster
from cerealbar.server.partners.warming import TellShare, warm_up
from cerealbar.server.problems import problem, refuse, tell_problem
from cerealbar.server.replays import RECORD_FILM, UnplayableError
from cerealbar.server.rooms import NoSeatError, RoomRouter, Services
from cerealbar.server.settings import Settings, admin_password
from cerealbar.server.sockets import ClientConnection, socket_route
from cerealbar.server.store import Store, StoreError
from cerealbar.server.supervision import Supervisor
from cerealbar.server.templates import style_route, template_config
from cerealbar.server.tokens import Tokens
from cerealbar.server.traffic import Traffic
from cerealbar.server.treatments import roster_of, usual_treatment
from cerealbar.server.visits.monitor import Monitor
from cerealbar.server.visits.opening import quiz_rules
from cerealbar.server.visits.people import VisitError
from cerealbar.server.visits.playing import StudyGames
from cerealbar.server.visits.visiting import StudyVisits
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.study import Study
from cerealbar.views import VIEWS, Sight
from cerealbar.wire.messages import Goodbye

_WARMING = 0.9
"""The share of warming up in what is done before anyone is answered; then agents are loaded."""
_log = Log("app")


def create_app(
    settings: Settings,
    studies: Mapping[str, Study] | None = None,
    tell: TellShare = lambda share: None,
) -> Litestar:
    """The application, in which people may take part in studies.

    Raises:
        PagesMissingError: the pages of the game were not built.
        StoreError: the database cannot be used.
        PlayerError: the settings name an agent that nobody is, or that cannot play here.
    """
    pages = read_pages()
    roster = roster_of(settings)
    store = Store.open(
        settings.database, process=settings.process, lease_seconds=settings.lease_seconds
    )
    metrics = Metrics()
    router = _router(settings, store, metrics, roster)
    traffic = Traffic(settings, report=lambda why: metrics.cuts.labels(why).inc())
    jobs = JobPool(settings.work_processes, settings.jobs, settings.jobs_per_address)
    lines: set[ClientConnection] = set()
    supervisor = router.services.supervisor

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        keeping: list[asyncio.Task[None]] = []
        try:
            work = _prepare(router, VIEWS[settings.agent_sight], tell)
            app.state.preparing = asyncio.create_task(work)
            await app.state.preparing
            with contextlib.suppress(StoreError):  # then /health tells it
                await router.registry.beat()
            keeping.append(supervisor.start("replays", lambda: jobs.get_ready(RECORD_FILM)))
            keeping.append(supervisor.start("keeping", router.registry.keep))
            keeping.append(supervisor.insist("noting games", visits.note_ends))
            keeping.append(supervisor.insist("looking around", router.peers.look_around))
            keeping.append(supervisor.insist("listening", router.peers.listen))
            with metrics.served(settings.metrics_host, settings.metrics_port):
                yield
        except Exception as error:
            app.state.failure = error
            raise
        finally:
            for task in keeping:
                task.cancel()
            await farewell()
            await router.registry.close()
            await router.services.agents.close()
            await store.close()

    async def farewell() -> None:
        """Tell everyone that the server stops, so that they come back later, or elsewhere."""
        await router.registry.hand_on()
        await router.peers.announce()
        for line in tuple(lines):
            line.close(Goodbye(code="stopping", reason="the server stops; the game will go on"))
        await jobs.close()

    def answer_error(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        """Tell the client that it is not its fault."""
        supervisor.note(_route(request), error)
        return problem(500, "something went wrong in the server")

    studies, games = studies or {}, StudyGames(router, usual_treatment(settings))
    quizzes = {name: quiz_rules(study, settings, roster) for name, study in studies.items()}
    visits = StudyVisits(store, studies, games, quizzes, router.services.wall)
    password, admin_pages = admin_password(os.environ), []
    if password is not None:
        admin_pages = [admin_router(_admin(password, router, settings, jobs, studies, games))]
    app = Litestar(
        route_handlers=[
            *page_routes(pages),
            api_router(router, visits, jobs, settings),
            style_route(),
            socket_route(router, traffic, lines),
            health_route(lambda: router.lobby().games, router.registry.probe),
            *admin_pages,
        ],
        lifespan=[lifespan],
        exception_handlers={
            NoSeatError: refuse,
            VisitError: refuse,
            AnswerError: refuse,
            StoreError: _tell_unavailable,
            UnplayableError: refuse,
            NotFoundException: not_found(pages),
            HTTPException: tell_problem,
            Exception: answer_error,
        },
        openapi_config=api_description(),
        include_in_schema=False,  # but for the routes that say otherwise
        template_config=template_config(),
        logging_config=None,  # its own would print addresses
        request_max_body_size=MAX_BODY_BYTES,
    )
    app.state.router = router
    app.state.farewell = farewell
    app.state.traffic = traffic
    return guarded(app, traffic)


def _admin(
    password: str,
    router: RoomRouter,
    settings: Settings,
    jobs: JobPool,
    studies: Mapping[str, Study],
    games: StudyGames,
) -> Admin:
    store, live = router.services.store, router.peers.live_games
    return Admin(
        passwords=Passwords(password),
        sessions=Sessions(store, password),
        live=live,
        tokens=router.services.tokens,
        store=store,
        settings=settings,
        jobs=jobs,
        monitor=Monitor(store, studies, live, games.leave, router.services.wall, games.people),
    )


def _route(request: Request[Any, Any, Any]) -> str:
    """The route that a request came to; of these there are few, whatever visitors ask for."""
    return request.scope["path_template"]


def _tell_unavailable(request: Request[Any, Any, Any], error: StoreError) -> Response[bytes]:
    """The answer while the database is away; why, which may name machines, is for the log."""
    _log.warning("database cannot be used", where=_route(request), reason=str(error))
    return problem(503, "the server cannot reach its games now: try again in a minute")


async def _prepare(router: RoomRouter, agent_sight: Sight | None, tell: TellShare) -> None:
    """Get everything ready before anyone asks.

    Raises:
        AgentFailedError: there is no process for agents, or an agent that plays by default cannot.
    """
    agents, roster = router.services.agents, router.services.roster
    cast = roster.agents()
    with counting_compiled(_tell_compiling):
        await warm_up(agents.start, agent_sight, lambda share: tell(_WARMING * share))
    failures = await agents.load_all(cast, lambda share: tell(_WARMING + (1 - _WARMING) * share))
    for agent, reason in failures.items():
        if agent.name == roster.default(agent.role):
            raise AgentFailedError(f"the {agent.role} {agent.name!r} cannot play here: {reason}")
        _log.warning("agent cannot play here", seat=agent.role, agent=agent.name, reason=reason)
        roster.dismiss(agent)
    if count := await router.registry.recover():
        _log.info("games restored", games=count)
    gc.freeze()  # what is there now stays, so that collections need not look at it


def _tell_compiling(count: int) -> None:
    """Tell once that it takes a while."""
    if count == 1:
        _log.info("compiling the rules, once for this machine")


def _router(settings: Settings, store: Store, metrics: Metrics, roster: Roster) -> RoomRouter:
    services = Services(
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
        supervisor=Supervisor(metrics),
        now=time.monotonic,
        wall=time.time,
    )
    return RoomRouter(services, settings, usual_treatment(settings))
