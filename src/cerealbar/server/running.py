"""Running the server: a socket first, then the app on it, until a signal ends both in order."""

import asyncio
import logging
import resource
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.h11_impl import H11Protocol

from cerealbar.game import CerealBarError
from cerealbar.server.settings import Settings
from cerealbar.server.traffic import Connection, Traffic
from cerealbar.wire.words import MAX_MESSAGE_BYTES

PING_SECONDS = 20.0
"""How often a silent socket is asked whether it is there, and how long the answer may take."""
GRACE_SECONDS = 5
"""How long requests may take to end when the server is to stop."""

BACKLOG = 128
"""Connections that may wait to be accepted: all that wait are accepted before anyone is heard."""
OTHER_FILES = 200
"""That the server may have open besides connections: its database, pages, pipes to agents."""

_TICKS, _TICK_SECONDS = 40, 0.025


class ListenError(CerealBarError, OSError):
    """The address cannot be listened on."""


class StartError(CerealBarError, RuntimeError):
    """The server cannot start."""


def bind(host: str, port: int) -> socket.socket:
    """A socket on an address, at which nobody is heard yet; port 0 picks a free one.

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


def run(app: Litestar, listener: socket.socket, announce: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM, then let the app end what it does.

    `announce` is told the address when the app is prepared and requests are answered. Of the app's
    `state`, `traffic` is what counts connections, `preparing` a task that a signal cancels,
    `failure` why the app did not start, and `farewell` is awaited before connections are closed.

    Raises:
        StartError: the app refuses to start; its own errors are raised as they are.
    """
    traffic: Traffic = app.state.traffic
    settings = traffic.settings
    traffic.open.most = connections_possible(settings.max_connections)
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http=partial(Connection, traffic),  # type: ignore[arg-type]  # called like a class
        h11_max_incomplete_event_size=settings.header_bytes,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_BYTES,
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
    server = _Server(config, traffic, app.state, lambda: announce(address))
    try:
        with _quiet_signals():
            server.run(sockets=[listener])
    except SystemExit:
        if server.should_exit:  # it was told to stop while the app was being prepared
            return
        raise app.state.get("failure") or StartError("the server cannot start") from None
    finally:
        listener.close()


def connections_possible(wanted: int) -> int:
    """How many connections can be open at once; the system is asked for as many files as needed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted + OTHER_FILES:
        soft = min(hard, wanted + OTHER_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(wanted, soft - OTHER_FILES))


class _Server(uvicorn.Server):
    """A server that tells when it listens, and that says goodbye before it closes connections."""

    def __init__(
        self, config: uvicorn.Config, traffic: Traffic, state: Any, announce: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._traffic, self._state, self._announce = traffic, state, announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        log = logging.getLogger("uvicorn.error")
        log.disabled = True  # why the app does not start is told by the command
        try:
            await super().startup(sockets)
        except OSError as error:
            raise ListenError(f"cannot listen: {error.strerror}") from None
        finally:
            log.disabled = False
        self._announce()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        preparing = self._state.get("preparing")
        if preparing is not None:
            preparing.get_loop().call_soon_threadsafe(preparing.cancel)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._state.farewell()
        await self._let_sockets_close()
        await super().shutdown(sockets)
        if self._traffic.open.abort_all():  # those that were cut, of which uvicorn does not know
            await asyncio.sleep(_TICK_SECONDS)

    async def _let_sockets_close(self) -> None:
        """Wait for sockets that are being closed, but not for long."""
        for _ in range(_TICKS):
            if all(isinstance(line, H11Protocol) for line in self.server_state.connections):
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
