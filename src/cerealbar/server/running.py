"""Running the server: a socket first, then the app on it, until a signal ends both in order."""

import asyncio
import logging
import resource
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvicorn

from cerealbar.game import CerealBarError
from cerealbar.server.settings import Settings
from cerealbar.server.traffic import RequestProtocol, SocketProtocol, Traffic

PING_SECONDS = 20.0
"""How often a silent socket is asked whether it is there, and how long the answer may take."""
GRACE_SECONDS = 5
"""How long requests may take to end when the server is to stop."""

BACKLOG = 128
"""Connections that may wait to be accepted: all that wait are accepted before anyone is heard."""
OTHER_FILES = 200
"""That the server may have open besides connections: its database, pages, pipes to agents."""

_TICKS, _TICK_SECONDS = 40, 0.025

Announce = Callable[[str], None]
"""Is told the address."""
Farewell = Callable[[], Awaitable[None]]


class ListenError(CerealBarError, OSError):
    """The address cannot be listened on."""


class StartError(CerealBarError, RuntimeError):
    """The server cannot start."""


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens on an address; port 0 picks a free one.

    Raises:
        ListenError: another program listens there, or the address is not this machine's.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise ListenError(f"cannot listen on {host}: {error.strerror or error}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ListenError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    listener.set_inheritable(False)
    return listener


def address_of(listener: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    host, port = listener.getsockname()[:2]
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):  # noqa: S104  # compared, not bound
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(
    app: Any,
    listener: socket.socket,
    announce: Announce,
    settings: Settings,
    listening: Announce = lambda _: None,
) -> None:
    """Serve until SIGINT or SIGTERM, then let the app end what it does.

    `listening` is called when requests are answered, `announce` when the app's `state.prepared`, if
    there is one, is done. Before connections are closed, its `state.farewell`, if there is one, is
    awaited.

    Raises:
        StartError: the app refuses to start; its own errors are raised as they are.
    """
    watched = _Watched(app)
    traffic = Traffic(
        settings,
        most_open=connections_possible(settings.max_connections),
        report=app.state.get("note_cut", lambda why: None),
    )
    config = uvicorn.Config(
        watched,
        loop="uvloop",
        http=partial(RequestProtocol, traffic),  # type: ignore[arg-type]  # called like a class
        ws=partial(SocketProtocol, traffic),  # type: ignore[arg-type]
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,  # messages are small, and every action is broadcast
        backlog=BACKLOG,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # whom to believe is a setting, see origins.py
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    address = address_of(listener)
    server = _Server(config, lambda: announce(address), _farewell(app))
    server.tell_listening = lambda: listening(address)
    server.prepared = lambda: app.state.get("prepared")
    try:
        with _quiet_signals():
            server.run(sockets=[listener])
    except SystemExit:
        raise watched.failure or StartError("the server cannot start") from None
    finally:
        listener.close()
    if server.failure is not None:
        raise server.failure


def _farewell(app: Any) -> Farewell | None:
    found: Farewell | None = app.state.get("farewell")
    return found


def connections_possible(wanted: int) -> int:
    """How many connections can be open at once; the system is asked for as many files as needed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted + OTHER_FILES:
        soft = min(hard, wanted + OTHER_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(wanted, soft - OTHER_FILES))


class _Watched:
    """An app, of which it is remembered why it did not start."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self.failure: Exception | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        is_started = False

        async def watch(message: Any) -> None:
            nonlocal is_started
            is_started = is_started or message["type"] == "lifespan.startup.complete"
            await send({"type": message["type"]})  # without the traceback that Litestar adds

        try:
            await self._app(scope, receive, watch)
        except Exception as error:
            if is_started:
                raise
            self.failure = error


class _Server(uvicorn.Server):
    """A server that tells when it listens, and that says goodbye before it closes connections."""

    def __init__(
        self, config: uvicorn.Config, announce: Callable[[], None], farewell: Farewell | None
    ) -> None:
        super().__init__(config)
        self._announce = announce
        self._say_farewell = farewell
        self.tell_listening: Callable[[], None] = lambda: None
        self.prepared: Callable[[], asyncio.Task[None] | None] = lambda: None
        self.failure: BaseException | None = None
        """Why the app could not be prepared."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        log = logging.getLogger("uvicorn.error")
        log.disabled = True  # why the app does not start is told by the command
        try:
            await super().startup(sockets)
        finally:
            log.disabled = False
        self.tell_listening()
        preparing = self.prepared()
        if preparing is None:
            self._announce()
        else:
            preparing.add_done_callback(self._end_preparing)

    def _end_preparing(self, preparing: asyncio.Task[None]) -> None:
        if preparing.cancelled():
            return
        self.failure = preparing.exception()
        if self.failure is None:
            self._announce()
        else:
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        if self._say_farewell is not None:
            await self._say_farewell()
            await self._let_sockets_close()
        await super().shutdown(sockets)

    async def _let_sockets_close(self) -> None:
        """Wait for sockets that are being closed, but not for long."""
        for _ in range(_TICKS):
            if not any(isinstance(line, SocketProtocol) for line in self.server_state.connections):
                return
            await asyncio.sleep(_TICK_SECONDS)


@contextmanager
def _quiet_signals() -> Iterator[None]:
    """Within, a signal that uvicorn raises again after stopping in order does nothing more."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: None) for number in signals}
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)


def warning(settings: Settings) -> str | None:
    """What to tell whoever opens the server to others without protection."""
    if settings.is_loopback:
        return None
    return (
        f"warning: {settings.host} is reachable from other machines, without encryption; for use"
        " beyond a trusted network put a proxy with TLS in front (docs/deploy.md)"
    )
