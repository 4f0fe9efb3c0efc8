"""What the server counts, for Prometheus."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)

from cerealbar.errors import CerealBarError

NAMESPACE = "cerealbar"
_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
_SLOW = (0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)


class MetricsError(CerealBarError, OSError):
    """The values cannot be read anywhere."""


class Metrics:
    """Counters, gauges and histograms of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        ours: dict[str, Any] = {"namespace": NAMESPACE, "registry": self.registry}
        self.sockets = Gauge("sockets", "Sockets that are open", **ours)
        self.games = Gauge("games", "Rooms by status", ["status"], **ours)
        self.ended = Counter("games_ended", "Games that ended", ["how"], **ours)
        self.actions = Counter("actions", "Requests carried out", ["kind"], **ours)
        self.refusals = Counter("refusals", "Requests refused", ["code"], **ours)
        self.broadcast_seconds = Histogram(
            "broadcast_seconds", "From an action to its broadcast", buckets=_FAST, **ours
        )
        self.append_seconds = Histogram(
            "append_seconds", "To store what happened", buckets=_FAST, **ours
        )
        self.agent_seconds = Histogram(
            "agent_seconds",
            "From an agent's call to its answers",
            ["agent"],
            buckets=_SLOW,
            **ours,
        )
        self.agent_waiting_seconds = Histogram(
            "agent_waiting_seconds",
            "Until an agent is called with a question",
            ["agent"],
            buckets=_SLOW,
            **ours,
        )
        self.agent_failures = Counter(
            "agent_failures", "Agents that crashed or took too long", ["agent"], **ours
        )
        self.reconnects = Counter("reconnects", "Seats that were taken up again", **ours)
        self.cuts = Counter(
            "connections_cut", "Connections cut for asking too much", ["why"], **ours
        )
        self.errors = Counter("errors", "Unforeseen errors", ["where"], **ours)
        for status in ("waiting", "playing", "paused", "over"):
            self.games.labels(status).set(0)

    @contextmanager
    def served(self, host: str, port: int) -> Iterator[None]:
        """Within, Prometheus can read all values at an address of their own; at none for port 0.

        Raises:
            MetricsError: the address cannot be listened on.
        """
        if not port:
            yield
            return
        try:
            server, thread = start_http_server(port, host, self.registry)
        except OSError as error:
            raise MetricsError(f"cannot serve metrics on {host} port {port}: {error}") from None
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
