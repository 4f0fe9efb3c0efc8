"""What programs ask for over HTTP: the lobby, replays and studies under /api, and /health."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Request, Response, Router, get, post, route
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import ClientException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import JSONBody

from cerealbar import __version__
from cerealbar.server.client_files import READING
from cerealbar.server.jobs import JobPool
from cerealbar.server.middleware import MAX_RECORD_BYTES
from cerealbar.server.origins import address, scope_of
from cerealbar.server.replays import GAME_FILM, RECORD_FILM
from cerealbar.server.rooms import RoomRouter
from cerealbar.server.settings import Settings
from cerealbar.server.store import StoreError
from cerealbar.server.visits.visiting import StudyVisits
from cerealbar.wire.lobby import (
    AskReplay,
    Lobby,
    OpenRoom,
    Problem,
    ReplayShown,
    Seated,
    TakeSeat,
)
from cerealbar.wire.visits import AnswerStep, AskVisit, EnterStudy, VisitGiven, VisitShown

AnyRequest = Request[Any, Any, Any]
_JSON = "application/json"
_FRAMES = {
    200: ResponseSpec(ReplayShown, generate_examples=False, description="All frames of the game"),
}


def _refusals(**told: str) -> dict[int, ResponseSpec]:
    """How a route refuses, by status."""
    return {
        int(status.lstrip("_")): ResponseSpec(Problem, generate_examples=False, description=why)
        for status, why in told.items()
    }


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body Litestar parses, and whose sender is told of every mistake in it."""

    async def json(self) -> Any:
        """The body as JSON."""
        try:
            return await super().json()
        except (UnicodeError, RecursionError) as error:
            raise ClientException(f"the body is no JSON: {error}") from None


def api_description() -> OpenAPIConfig:
    """The description of the routes, for programs."""
    return OpenAPIConfig(
        title="CerealBar",
        version=__version__,
        summary="Opening rooms, taking seats and seeing replays; games are played over the socket.",
        path="/api/docs",
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    )


def api_router(
    router: RoomRouter, visits: StudyVisits, jobs: JobPool, settings: Settings
) -> Router:
    """The routes under /api."""

    @get("/lobby", sync_to_thread=False, summary="What can be played here")
    def lobby() -> Lobby:
        return router.lobby()

    @post(
        "/rooms",
        summary="Play: with an agent, a friend, whoever waits, or in both roles",
        responses=_refusals(_400="No such wish", _429="Too many", _503="The server is full"),
    )
    async def open_room(data: JSONBody[OpenRoom], request: AnyRequest) -> Seated:
        return await router.open(data, address(scope_of(request), settings))

    @post(
        "/seats",
        summary="Accept an invitation",
        responses=_refusals(_400="No such wish", _404="No such invitation", _429="Too many"),
    )
    async def take_seat(data: JSONBody[TakeSeat]) -> Seated:
        return await router.take_seat(data)

    @post(
        "/replay",
        summary="See a game that is over",
        status_code=200,
        responses=_FRAMES | _refusals(_404="No such game", _429="Too many", _503="Too much to do"),
    )
    async def replay(data: JSONBody[AskReplay], request: AnyRequest) -> Response[bytes]:
        found = router.services.tokens.read(data.token)
        whole = None
        if found is not None and found[1] == "replay":
            whole = await router.services.store.game(found[0])
        if whole is None:
            raise NotFoundException("there is no replay with this token")
        film = await jobs.serve(address(scope_of(request), settings), GAME_FILM, whole)
        return Response(film, media_type=_JSON)

    @post(
        "/replay/record",
        summary="See a recorded game",
        status_code=200,
        description="The body is one line of a corpus, as docs/corpus.md tells.",
        request_max_body_size=MAX_RECORD_BYTES,
        responses=_FRAMES | _refusals(_400="No such game", _429="Too many", _503="Too much to do"),
    )
    async def replay_record(request: AnyRequest) -> Response[bytes]:
        who, body = address(scope_of(request), settings), await request.body()
        return Response(await jobs.serve(who, RECORD_FILM, body), media_type=_JSON)

    @post("/study/enter", summary="Come to a study", status_code=200)
    async def enter(data: JSONBody[EnterStudy]) -> VisitGiven:
        return await visits.enter(data)

    @post("/study/visit", summary="See the step one is at", status_code=200)
    async def visit(data: JSONBody[AskVisit]) -> VisitShown:
        return await visits.visit(data)

    @post("/study/answer", summary="Go on from a step", status_code=200)
    async def answer(data: JSONBody[AnswerStep]) -> VisitShown:
        return await visits.answer(data)

    return Router(
        "/api",
        route_handlers=[
            lobby,
            open_room,
            take_seat,
            replay,
            replay_record,
            enter,
            visit,
            answer,
        ],
        request_class=JsonRequest,
        cache_control=CacheControlHeader(no_store=True),
        include_in_schema=True,
    )


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
