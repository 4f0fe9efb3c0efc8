"""The HTTP API, under /api: the lobby, and replays."""

from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import ClientException, NotFoundException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import JSONBody

from cerealbar import __version__
from cerealbar.server.jobs import JobPool
from cerealbar.server.middleware import MAX_RECORD_BYTES
from cerealbar.server.origins import address, scope_of
from cerealbar.server.problems import problem
from cerealbar.server.replays import GAME_FILM, RECORD_FILM, UnplayableError
from cerealbar.server.rooms import NoSeatError, RoomRouter
from cerealbar.server.settings import Settings
from cerealbar.wire.lobby import (
    AskReplay,
    Lobby,
    OpenRoom,
    Problem,
    ReplayShown,
    Seated,
    TakeSeat,
)

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


def lobby_router(router: RoomRouter, jobs: JobPool, settings: Settings) -> Router:
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
        return _json(await jobs.serve(address(scope_of(request), settings), GAME_FILM, whole))

    @post(
        "/replay/record",
        summary="See a recorded game",
        status_code=200,
        description="The body is one line of a corpus, as docs/corpus.md tells.",
        request_max_body_size=MAX_RECORD_BYTES,
        responses=_FRAMES | _refusals(_400="No such game", _429="Too many", _503="Too much to do"),
    )
    async def replay_record(request: AnyRequest) -> Response[bytes]:
        body = await request.body()
        return _json(await jobs.serve(address(scope_of(request), settings), RECORD_FILM, body))

    return Router(
        "/api",
        route_handlers=[lobby, open_room, take_seat, replay, replay_record],
        request_class=JsonRequest,
        cache_control=CacheControlHeader(no_store=True),
        include_in_schema=True,
    )


def _json(body: bytes) -> Response[bytes]:
    """What a process has encoded already."""
    return Response(body, media_type=_JSON)


def refuse(_: AnyRequest, error: NoSeatError | UnplayableError) -> Response[bytes]:
    """The answer when a seat is not to be had, or a record cannot be shown."""
    return problem(error.status if isinstance(error, NoSeatError) else 400, str(error))
