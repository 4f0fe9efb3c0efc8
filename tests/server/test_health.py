import json

from litestar import Litestar

from cerealbar import __version__
from cerealbar.server.api import health_route
from cerealbar.server.store import UnavailableError
from tests.server.asgi import Answer, ask


def health(*, can_store: bool, method: str = "GET") -> Answer:
    async def probe() -> None:
        if not can_store:
            raise UnavailableError("no database")

    app = Litestar([health_route(lambda: 3, probe)], openapi_config=None, logging_config=None)
    return ask(app, "/health", method=method)


def test_a_server_that_can_store_games_is_well() -> None:
    answer = health(can_store=True)
    assert answer.status == 200
    told = {"status": "ok", "version": __version__, "games": 3, "database": "reachable"}
    assert json.loads(answer.body) == told


def test_watchdogs_may_ask_for_the_head_alone() -> None:
    assert health(can_store=True, method="HEAD").status == 200


def test_a_server_that_cannot_is_not() -> None:
    answer = health(can_store=False)
    assert answer.status == 503
    assert json.loads(answer.body)["status"] == "failing"
    assert b"no database" not in answer.body
