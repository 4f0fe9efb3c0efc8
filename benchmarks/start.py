"""Importing the game in a new process with a warm cache, where the reference imports numpy; until
the port of a new server answers, beside importing it; and until it is ready, beside that."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import httpx

from benchmarks.figure import Figure, median_seconds

_STARTS = 3
_PORT = 18_765


def _import_seconds(module: str) -> float:
    command = [sys.executable, "-c", f"import {module}"]
    return median_seconds(lambda: subprocess.run(command, check=True), 5)


def start_seconds(folder: Path, port: int = _PORT) -> tuple[float, float]:
    """Until a new server's port answers, and until the server says that it is ready."""
    command = [sys.executable, "-m", "cerealbar", "serve", "--port", str(port)]
    began = time.perf_counter()
    server = subprocess.Popen(
        [*command, "--database", str(folder / "games.sqlite")], stdout=subprocess.PIPE, text=True
    )
    try:
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/health", timeout=600)
                break
            except httpx.ConnectError:
                time.sleep(0.01)
        answered = time.perf_counter() - began
        assert server.stdout is not None
        assert server.stdout.readline(), "the server does not start"
        return answered, time.perf_counter() - began
    finally:
        server.terminate()
        server.communicate()


def measure() -> list[Figure]:
    value, reference = _import_seconds("cerealbar.game"), _import_seconds("numpy")
    with tempfile.TemporaryDirectory() as folder:
        starts = [start_seconds(Path(folder)) for _ in range(_STARTS)]
    answered, ready = (median(seconds) for seconds in zip(*starts, strict=True))
    imported = _import_seconds("cerealbar.server.app")
    return [
        Figure("import cerealbar.game", value, "s", reference, "<= 1.5"),
        Figure("server: its port answers", answered, "s", imported, "<= 1.5"),
        Figure("server: it is ready", ready, "s", answered, "<= 3"),
    ]
