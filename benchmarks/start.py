"""Importing the game in a new process with a warm cache, where the reference imports numpy; until
the port of a new server answers, beside importing it; and until it is ready, beside that. With
nothing compiled: a game, a map, a small corpus and a server, each beside the goal in seconds."""

import os
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


def cold_seconds(folder: Path, *arguments: str) -> float:
    """How long Python takes with such arguments when nothing is compiled."""
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, *arguments], check=True, capture_output=True, env=_environment(cache)
        )
        return time.perf_counter() - began


def _environment(cache: str | None) -> dict[str, str]:
    return {**os.environ, **({} if cache is None else {"NUMBA_CACHE_DIR": cache})}


def start_seconds(folder: Path, port: int = _PORT, cache: str | None = None) -> tuple[float, float]:
    """Until a new server's port answers, and until the server says that it is ready.

    What is compiled is kept in the folder `cache`, if not beside the sources.
    """
    command = [sys.executable, "-m", "cerealbar", "serve", "--port", str(port)]
    began = time.perf_counter()
    server = subprocess.Popen(
        [*command, "--database", str(folder / "games.sqlite")],
        stdout=subprocess.PIPE,
        text=True,
        env=_environment(cache),
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


def _cold_figures(folder: Path) -> list[Figure]:
    corpus = ("-m", "cerealbar", "corpus", "make", "--out", str(folder / "corpus"), "--games", "20")
    game = cold_seconds(folder, "-c", "from cerealbar.game import Game; Game(42)")
    board = cold_seconds(folder, "-m", "cerealbar", "map", "42")
    made = cold_seconds(folder, *corpus)
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        answered, ready = start_seconds(folder, cache=cache)
    seconds = {
        "Game(42)": (game, 5.0),
        "map 42": (board, 5.0),
        "corpus make, 20 games": (made, 20.0),
        "serve: a page": (answered, 3.0),
        "serve: ready to play": (ready, 15.0),
    }
    return [
        Figure(f"nothing compiled: {name}", value, "s", most, "<= 1 x")
        for name, (value, most) in seconds.items()
    ]


def measure() -> list[Figure]:
    value, reference = _import_seconds("cerealbar.game"), _import_seconds("numpy")
    with tempfile.TemporaryDirectory() as folder:
        starts = [start_seconds(Path(folder)) for _ in range(_STARTS)]
        cold = _cold_figures(Path(folder))
    answered, ready = (median(seconds) for seconds in zip(*starts, strict=True))
    imported = _import_seconds("cerealbar.server.app")
    return [
        Figure("import cerealbar.game", value, "s", reference, "<= 1.5"),
        Figure("server: its port answers", answered, "s", imported, "<= 1.5"),
        Figure("server: it is ready", ready, "s", answered, "<= 3"),
        *cold,
    ]
