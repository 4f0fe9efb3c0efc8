"""What the server counts, for Prometheus at /metrics, and whether it is well, at /health."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import Request, Response, get, route
from litestar.handlers import HTTPRouteHandler
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from cerealbar import __version__
from cerealbar.server.origins import is_from_this_machine
from cerealbar.server.outages import Outage
from cerealbar.server.pages import READING
from cerealbar.server.problems import problem
from cerealbar.server.settings import Settings

NAMESPACE = "cerealbar"
_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
_SLOW = (0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)


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


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is."""

    status: str
    """`ok`, or `failing` if games cannot be stored."""
    version: str
    games: int
    """Being played now."""
    database: str
    """`reachable` or `unreachable`."""


def metrics_route(metrics: Metrics, settings: Settings) -> HTTPRouteHandler:
    """The route /metrics, for this machine only unless the settings say otherwise."""

    @get("/metrics", sync_to_thread=False)
    def show_metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
        scope: Any = request.scope
        if not settings.is_metrics_public and not is_from_this_machine(scope, settings):
            return problem(404, "there is no such page")
        return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)

    return show_metrics


def health_route(
    games: Callable[[], int], probe: Callable[[], Awaitable[None]]
) -> HTTPRouteHandler:
    """The route /health; `probe` asks the database for anything, and raises if it cannot."""
    outage = Outage("health")

    @route("/health", http_method=READING)
    async def show_health() -> Response[bytes]:
        is_reachable = False
        with outage.watched(Exception):  # whatever a driver raises, the database cannot be used
            await probe()
            is_reachable = True
        health = Health(
            status="ok" if is_reachable else "failing",
            version=__version__,
            games=games(),
            database="reachable" if is_reachable else "unreachable",
        )
        return Response(
            msgspec.json.encode(health),
            status_code=200 if is_reachable else 503,
            media_type="application/json",
            headers={"cache-control": "no-store"},
        )

    return show_health
