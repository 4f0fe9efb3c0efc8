"""Clients that are gone without a word: no answer to a ping."""

import base64
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

PATIENCE = 120.0
IMPATIENT = """
import sys
from cerealbar.cli.main import main
from cerealbar.server import running, sockets
running.PING_SECONDS = 0.3
sockets.HELLO_SECONDS = 3600.0
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """A server that pings often: its port, and that of its metrics."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        metrics = free.getsockname()[1]
    settings = tmp_path / "server.toml"
    settings.write_text(f"metrics_port = {metrics}")
    arguments = ["serve", "--port", "0", "--database", str(tmp_path / "games.sqlite")]
    arguments += ["--settings", str(settings)]
    command = [sys.executable, "-c", IMPATIENT, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline().split()[3].rpartition(":")[2]), metrics
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def open_sockets(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    (found,) = (line for line in lines if line.startswith("cerealbar_sockets "))
    return int(float(found.split()[1]))


def test_a_client_that_answers_no_ping_is_cut_off(ports: tuple[int, int]) -> None:
    port, metrics = ports
    key = base64.b64encode(os.urandom(16)).decode()
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as silent:
        silent.sendall(
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert silent.recv(1000).startswith(b"HTTP/1.1 101")
        deadline = time.monotonic() + PATIENCE
        while open_sockets(metrics) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert open_sockets(metrics) == 0
