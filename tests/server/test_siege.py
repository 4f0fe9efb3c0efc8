"""Attacks over a real network on a real server: it cuts them, and others do not notice."""

import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cerealbar.server.settings import Settings
from tests.live.hosted import Hosted, hosted
from tests.live.raw import frame, handshake

ATTACKER = "127.0.0.9"
PATIENCE = 120.0
"""Seconds until an attack counts as one that is not cut."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    folder: Path = tmp_path_factory.mktemp("siege")
    with hosted(folder / "games.sqlite", "") as server:
        yield server


def connect(server: Hosted, address: str = ATTACKER) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0))


def is_cut(plug: socket.socket, data: bytes, most: int) -> bool:
    """Whether the server ends a connection before it has taken so many bytes."""
    until, sent = time.monotonic() + PATIENCE, 0
    try:
        while sent < most and time.monotonic() < until:
            plug.sendall(data)
            sent += len(data)
    except ConnectionError:
        return True
    except TimeoutError:
        pass  # neither read nor ended
    return False


@pytest.mark.parametrize(
    "data",
    [frame(b""), frame(b"", 9), frame(b"", 0, is_last=False)],
    ids=["empty texts", "pings", "empty pieces"],
)
def test_a_socket_that_streams_frames_is_cut(server: Hosted, data: bytes) -> None:
    used = server.cpu_seconds()
    with connect(server) as plug:
        plug.sendall(handshake(server.port))
        assert plug.recv(4096).startswith(b"HTTP/1.1 101")
        plug.sendall(frame(b"", is_last=False) if data[0] & 15 == 0 else b"")
        assert is_cut(plug, data * 20_000, 50_000_000)
    assert server.cpu_seconds() - used < 2  # a server that read on would need many
    assert server.is_healthy()


def test_many_connections_with_unfinished_headers_lock_nobody_out(server: Hosted) -> None:
    with contextlib.ExitStack() as stack:
        plugs = [stack.enter_context(connect(server)) for _ in range(1100)]
        for plug in plugs:
            with contextlib.suppress(OSError):
                plug.sendall(b"GET / HTTP/1.1\r\n")
        assert httpx.get(f"http://127.0.0.1:{server.port}/health", timeout=PATIENCE).is_success
        assert sum(is_open(plug) for plug in plugs) <= Settings().connections_per_address


def is_open(plug: socket.socket) -> bool:
    plug.setblocking(False)
    try:
        return plug.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_headers_of_many_megabytes_are_cut_and_fill_no_memory(server: Hosted) -> None:
    before = server.memory_bytes()
    with connect(server, "127.0.0.10") as plug:
        plug.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        assert is_cut(plug, b"y" * 100_000, 34_000_000)
    assert server.memory_bytes() - before < 20e6
