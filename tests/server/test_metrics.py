import json
import logging
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from prometheus_client.parser import text_string_to_metric_families

from cerealbar import __version__
from cerealbar.server.metrics import Metrics, health_route, metrics_route
from cerealbar.server.settings import Settings
from tests.server.asgi import Answer, ask


def values(metrics: Metrics) -> dict[tuple[str, ...], float]:
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


def test_what_is_counted_is_told_in_the_format_of_prometheus() -> None:
    metrics = Metrics()
    metrics.sockets.inc()
    metrics.refusals.labels("too-fast").inc(3)
    metrics.broadcast_seconds.observe(0.003)
    metrics.games.labels("playing").set(7)
    told = values(metrics)
    assert told["cerealbar_sockets",] == 1
    assert told["cerealbar_refusals_total", "too-fast"] == 3
    assert told["cerealbar_broadcast_seconds_bucket", "0.005"] == 1
    assert told["cerealbar_broadcast_seconds_bucket", "0.002"] == 0
    assert told["cerealbar_games", "playing"] == 7
    assert told["cerealbar_games", "waiting"] == 0
    assert told["process_resident_memory_bytes",] > 0
    assert told["process_cpu_seconds_total",] > 0


def test_two_servers_in_one_process_count_for_themselves() -> None:
    first, second = Metrics(), Metrics()
    first.reconnects.inc()
    assert values(second)["cerealbar_reconnects_total",] == 0


def metrics_answer(settings: Settings, **properties: Any) -> Answer:
    app = Litestar([metrics_route(Metrics(), settings)], openapi_config=None, logging_config=None)
    return ask(app, "/metrics", **properties)


def test_metrics_are_for_this_machine_only() -> None:
    answer = metrics_answer(Settings())
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert metrics_answer(Settings(host="0.0.0.0"), client="192.168.1.9").status == 404


def test_metrics_are_not_passed_on_by_a_proxy() -> None:
    passed_on = [("x-forwarded-for", "7.7.7.7")]
    assert metrics_answer(Settings(is_behind_proxy=True), headers=passed_on).status == 404


def test_metrics_are_for_everyone_if_the_settings_say_so() -> None:
    settings = Settings(is_metrics_public=True)
    assert metrics_answer(settings, client="192.168.1.9").status == 200


def health(is_reachable: bool, method: str = "GET") -> Answer:
    async def probe() -> None:
        if not is_reachable:
            raise OSError("no database")

    app = Litestar([health_route(lambda: 3, probe)], openapi_config=None, logging_config=None)
    return ask(app, "/health", method=method)


def test_a_server_that_can_store_games_is_well() -> None:
    answer = health(True)
    assert answer.status == 200
    told = {"status": "ok", "version": __version__, "games": 3, "database": "reachable"}
    assert json.loads(answer.body) == told


def test_watchdogs_may_ask_for_the_head_alone() -> None:
    assert health(True, method="HEAD").status == 200


def test_a_server_that_cannot_is_not() -> None:
    answer = health(False)
    assert answer.status == 503
    assert json.loads(answer.body)["status"] == "failing"
    assert b"no database" not in answer.body


def test_an_outage_that_a_watchdog_sees_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    answers = [True, False, False, True, True]

    async def probe() -> None:
        if not answers.pop(0):
            raise OSError("no database")

    app = Litestar([health_route(lambda: 3, probe)], openapi_config=None, logging_config=None)
    assert [ask(app, "/health").status for _ in range(5)] == [200, 503, 503, 200, 200]
    told = [record.getMessage() for record in caplog.records]
    assert told == ["the database cannot be used", "the database can be used again"]


def test_the_manual_names_every_metric() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "server.md").read_text()
    for family in Metrics().registry.collect():
        if family.name.startswith("cerealbar_"):
            assert f"`{family.name}`" in manual, family.name
