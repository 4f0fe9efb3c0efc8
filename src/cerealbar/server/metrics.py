"""What the server counts, for Prometheus."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
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
        self.sockets = self._gauge("sockets", "Sockets that are open")
        self.games = self._gauge("games", "Rooms by status", "status")
        self.ended = self._counter("games_ended", "Games that ended", "how")
        self.actions = self._counter("actions", "Requests carried out", "kind")
        self.refusals = self._counter("refusals", "Requests refused", "code")
        self.broadcast_seconds = self._histogram(
            "broadcast_seconds", "From an action to its broadcast", _FAST
        )
        self.append_seconds = self._histogram("append_seconds", "To store what happened", _FAST)
        self.agent_seconds = self._histogram(
            "agent_seconds", "From an agent's call to its answers", _SLOW, "agent"
        )
        self.agent_waiting_seconds = self._histogram(
            "agent_waiting_seconds", "Until an agent is called with a question", _SLOW, "agent"
        )
        self.agent_failures = self._counter(
            "agent_failures", "Agents that crashed or took too long", "agent"
        )
        self.reconnects = self._counter("reconnects", "Seats that were taken up again")
        self.cuts = self._counter("connections_cut", "Connections cut for asking too much", "why")
        self.errors = self._counter("errors", "Unforeseen errors", "where")
        for status in ("waiting", "playing", "paused", "over"):
            self.games.labels(status).set(0)

    def _gauge(self, name: str, told: str, *labels: str) -> Gauge:
        return Gauge(name, told, labels, namespace=NAMESPACE, registry=self.registry)

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(name, told, labels, namespace=NAMESPACE, registry=self.registry)

    def _histogram(
        self, name: str, told: str, buckets: tuple[float, ...], *labels: str
    ) -> Histogram:
        return Histogram(
            name, told, labels, namespace=NAMESPACE, registry=self.registry, buckets=buckets
        )

    def text(self) -> bytes:
        """All values in the format of Prometheus."""
        return generate_latest(self.registry)

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
