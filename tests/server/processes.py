"""The real `cerealbar serve` in a process of its own."""

import fcntl
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

PATIENCE = 120.0
"""Seconds after which a server counts as one that hangs; the machine may be busy."""
OWN_AGENTS = """
import fcntl

class Held:
    name = "held"
    def __init__(self):
        open("held", "w").close()
        with open("gate", "w") as gate:
            fcntl.flock(gate, fcntl.LOCK_SH)
    def follow(self, tasks):
        return [4] * len(tasks)
    def forget(self, game): ...

def broken():
    raise RuntimeError("out of luck")
"""
HELD = 'held = "own_agents:Held"'
"""A follower that is loaded when the gate is open."""


class Served(NamedTuple):
    process: "subprocess.Popen[str]"
    line: str
    """What the server printed when it listened."""

    @property
    def port(self) -> int:
        found = re.search(r":(\d+) ", self.line)
        assert found is not None, self.line
        return int(found[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """The exit code, and the rest of what the server printed."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


def command(folder: Path, *arguments: str) -> list[str]:
    database = str(folder / "games.sqlite")
    serve = [sys.executable, "-W", "error", "-m", "cerealbar", "serve", "--database", database]
    return [*serve, *arguments]


@contextmanager
def serving(folder: Path, *arguments: str, password: str = "") -> Iterator[Served]:
    """A server on a free port; killed in the end if it runs still."""
    process = subprocess.Popen(
        command(folder, "--port", "0", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=os.environ | {"CEREALBAR_ADMIN_PASSWORD": password},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise AssertionError(process.communicate(timeout=PATIENCE)[1])
        yield Served(process, line)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


class Starting(NamedTuple):
    """A server that has not said anything yet."""

    process: "subprocess.Popen[str]"
    url: str
    gate: IO[str]
    """Locked, until it is closed, for the held follower."""


@contextmanager
def starting(folder: Path, settings: str) -> Iterator[Starting]:
    """A server with agents of its own; killed in the end if it runs still."""
    (folder / "own_agents.py").write_text(OWN_AGENTS)
    (folder / "server.toml").write_text(settings)
    gate = (folder / "gate").open("w")
    fcntl.flock(gate, fcntl.LOCK_EX)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        command(folder, "--port", str(port), "--settings", "server.toml"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    )
    try:
        yield Starting(process, f"http://127.0.0.1:{port}", gate)
    finally:
        gate.close()
        if process.poll() is None:
            process.kill()
            process.communicate()


def wait_until_held(folder: Path) -> None:
    """Wait until the held follower is being loaded."""
    until = time.monotonic() + PATIENCE
    while not (folder / "held").exists():
        assert time.monotonic() < until
        time.sleep(0.02)
