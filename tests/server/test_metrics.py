import socket
from pathlib import Path

import httpx
import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from cerealbar.server.metrics import Metrics, MetricsError
from cerealbar.server.settings import Settings
from tests.server.clients import prepared_client


def values(metrics: Metrics) -> dict[tuple[str, ...], float]:
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(generate_latest(metrics.registry).decode())
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


def test_metrics_have_a_port_of_their_own(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = Settings(database=str(tmp_path / "games.sqlite"), metrics_port=port)
    with prepared_client(settings) as client:
        assert client.get("/metrics").status_code == 404  # whoever asks, and through whatever proxy
        answer = httpx.get(f"http://127.0.0.1:{port}/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=")
        assert "cerealbar_sockets 0.0" in answer.text
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")


def test_a_port_for_metrics_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = pytest.raises(MetricsError, match=f"cannot serve metrics on 127.0.0.1 port {port}: ")
        with told, Metrics().served("127.0.0.1", port):
            pass


def test_the_manual_names_every_metric() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "server.md").read_text()
    for family in Metrics().registry.collect():
        if family.name.startswith("cerealbar_"):
            assert f"`{family.name}`" in manual, family.name
