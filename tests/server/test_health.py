import asyncio
import json
import logging

import pytest
from litestar import Litestar

from cerealbar import __version__
from cerealbar.server.health import DatabaseWatch, health_route
from tests.server.asgi import Answer, ask


class Probe:
    """A database that can be used or not, in turn, and how often it was."""

    def __init__(self, *answers: bool) -> None:
        self._answers = list(answers)
        self.count = 0

    async def __call__(self) -> None:
        self.count += 1
        if not self._answers.pop(0):
            raise OSError("no database")


def health(watch: DatabaseWatch, method: str = "GET") -> Answer:
    app = Litestar([health_route(lambda: 3, watch)], openapi_config=None, logging_config=None)
    return ask(app, "/health", method=method)


def looked(is_reachable: bool) -> DatabaseWatch:
    watch = DatabaseWatch(Probe(is_reachable))
    asyncio.run(watch.look())
    return watch


def test_a_server_that_can_store_games_is_well() -> None:
    answer = health(looked(True))
    assert answer.status == 200
    told = {"status": "ok", "version": __version__, "games": 3, "database": "reachable"}
    assert json.loads(answer.body) == told


def test_watchdogs_may_ask_for_the_head_alone() -> None:
    assert health(looked(True), method="HEAD").status == 200


def test_a_server_that_cannot_is_not() -> None:
    answer = health(looked(False))
    assert answer.status == 503
    assert json.loads(answer.body)["status"] == "failing"
    assert b"no database" not in answer.body


def test_asking_for_health_stores_nothing() -> None:
    probe = Probe(True)
    watch = DatabaseWatch(probe)
    asyncio.run(watch.look())
    assert [health(watch).status for _ in range(20)] == [200] * 20
    assert probe.count == 1


def test_an_outage_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    watch, statuses = DatabaseWatch(Probe(True, False, False, True, True)), []
    for _ in range(5):
        asyncio.run(watch.look())
        statuses.append(health(watch).status)
    assert statuses == [200, 503, 503, 200, 200]
    told = [record.getMessage() for record in caplog.records]
    assert told == ["the database cannot be used", "the database can be used again"]
