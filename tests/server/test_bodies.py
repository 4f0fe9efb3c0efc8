"""Bodies as Litestar reads them behind the guard."""

import asyncio
from typing import Any

import pytest
from litestar import Litestar, Request, Response, post
from litestar.exceptions import HTTPException

from cerealbar.server.middleware import ADDRESS_BYTES, MAX_BODY_BYTES, MAX_RECORD_BYTES, guarded
from cerealbar.server.problems import tell_problem
from cerealbar.server.settings import Settings
from cerealbar.server.traffic import Traffic
from tests.server.asgi import Answer, ask, asked, scope_of

JSON = ("content-type", "application/json")
RECORD_PATH = "/api/record"


def echo(may_answer: asyncio.Event | None = None, **settings: Any) -> Litestar:
    """An app that answers with the body that it was sent, when it may."""

    async def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        body = await request.body()
        if may_answer is not None:
            await may_answer.wait()
        return Response(body, status_code=200)

    routes = [post("/api/seats")(answer)]
    routes += [post(RECORD_PATH, request_max_body_size=MAX_RECORD_BYTES)(answer)]
    app = Litestar(
        routes,
        request_max_body_size=MAX_BODY_BYTES,
        exception_handlers={HTTPException: tell_problem},
        openapi_config=None,
        logging_config=None,
    )
    return guarded(app, Traffic(Settings(**settings)))


def send(app: Any, path: str = "/api/seats", **properties: Any) -> Answer:
    properties.setdefault("headers", [JSON])
    return ask(app, path, method="POST", **properties)


@pytest.mark.parametrize(
    ("path", "most"), [("/api/seats", MAX_BODY_BYTES), (RECORD_PATH, MAX_RECORD_BYTES)]
)
def test_a_body_can_be_as_long_as_allowed_and_no_longer(path: str, most: int) -> None:
    app = echo()
    assert len(send(app, path, body=[b"x" * (most - 1), b"y"]).body) == most
    assert send(app, path, body=[b"x" * most, b"y"]).status == 413
    declared = send(app, path, headers=[JSON, ("content-length", str(most + 1))])
    assert declared.status == 413
    assert declared.headers["connection"] == "close"


@pytest.mark.parametrize("length", ["many", "1e3"])
def test_a_length_that_is_no_number_is_refused(length: str) -> None:
    assert send(echo(), headers=[JSON, ("content-length", length)]).status == 400


def test_a_body_that_never_comes_is_not_waited_for() -> None:
    sent: list[Any] = []

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def note(message: Any) -> None:
        sent.append(message)

    scope = scope_of("/api/seats", method="POST", headers=[JSON])
    asyncio.run(echo(body_seconds=0.01)(scope, receive, note))  # type: ignore[arg-type]
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]


def test_an_address_cannot_make_the_server_hold_many_long_bodies() -> None:
    body = b" " * MAX_RECORD_BYTES
    most = ADDRESS_BYTES // MAX_RECORD_BYTES

    async def play() -> None:
        may_answer = asyncio.Event()
        app = echo(may_answer)

        async def status(client: str = "10.0.0.1") -> int:
            scope = scope_of(RECORD_PATH, method="POST", headers=[JSON], client=client)
            return (await asked(app, scope, [body])).status

        held = [asyncio.create_task(status()) for _ in range(most)]
        other = asyncio.create_task(status("10.0.0.2"))
        for _ in range(20):
            await asyncio.sleep(0)
        assert await status() == 429
        may_answer.set()
        assert await asyncio.gather(*held, other) == [200] * (most + 1)
        assert await status() == 200, "what was held is given back"

    asyncio.run(play())
