"""The routes under /api: the lobby, and replays."""

import asyncio
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler

from cerealbar.game import CerealBarError
from cerealbar.records import GameRecord
from cerealbar.records.codec import decode_game
from cerealbar.server.problems import problem
from cerealbar.server.replays import UnplayableError, replay_of
from cerealbar.server.rooms import Hall, HallError
from cerealbar.server.store import stored_record
from cerealbar.wire.lobby import AskReplay, OpenRoom, ReplayShown, TakeSeat

MAX_EVENTS = 20_000
"""Of a record to replay: many times more than people make in a game."""

Asked = TypeVar("Asked")
AnyRequest = Request[Any, Any, Any]


def answer(body: object, status: int = 200) -> Response[bytes]:
    """A JSON answer that nobody keeps."""
    return Response(
        msgspec.json.encode(body),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


def lobby_routes(hall: Hall) -> Sequence[HTTPRouteHandler]:
    """The routes under /api."""

    @get("/api/lobby", sync_to_thread=False)
    def lobby() -> Response[bytes]:
        return answer(hall.lobby())

    @post("/api/rooms")
    async def open_room(request: AnyRequest) -> Response[bytes]:
        return answer(await hall.open(await _read(request, OpenRoom)), 201)

    @post("/api/seats")
    async def take_seat(request: AnyRequest) -> Response[bytes]:
        return answer(await hall.take_seat(await _read(request, TakeSeat)), 201)

    @post("/api/replay")
    async def replay(request: AnyRequest) -> Response[bytes]:
        token = (await _read(request, AskReplay)).token
        found = hall.house.tokens.read(token)
        if found is None or found[1] != "replay":
            raise HallError(404, "there is no replay with this token")
        whole = await hall.house.store.game(found[0])
        if whole is None:
            raise HallError(404, "there is no replay with this token")
        return answer(await asyncio.to_thread(lambda: _film(stored_record(*whole))))

    @post("/api/replay/record")
    async def replay_record(request: AnyRequest) -> Response[bytes]:
        body = await request.body()
        return answer(await asyncio.to_thread(lambda: _film(_parse(body))))

    return [lobby, open_room, take_seat, replay, replay_record]


async def _read(request: AnyRequest, wanted: type[Asked]) -> Asked:
    try:
        return msgspec.json.decode(await request.body(), type=wanted)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise HallError(400, f"no {wanted.__name__}: {error}") from None


def _parse(body: bytes) -> GameRecord:
    try:
        record = decode_game(body.strip())
    except CerealBarError as error:
        raise HallError(400, str(error)) from None
    if (count := len(record.events)) > MAX_EVENTS:
        raise HallError(400, f"the record has {count:,} events: {MAX_EVENTS:,} are the most")
    return record


def _film(record: GameRecord) -> ReplayShown:
    try:
        return replay_of(record)
    except UnplayableError as error:
        raise HallError(400, str(error)) from None


def refuse(_: AnyRequest, error: HallError) -> Response[bytes]:
    """The answer to a wish that cannot be fulfilled."""
    return problem(error.status, str(error))
