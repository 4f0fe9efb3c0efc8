"""Importing the game in a new process with a warm cache; the reference imports numpy."""

import subprocess
import sys

from benchmarks.figure import Figure, median_seconds


def _import_seconds(module: str) -> float:
    command = [sys.executable, "-c", f"import {module}"]
    return median_seconds(lambda: subprocess.run(command, check=True), 5)


def measure() -> list[Figure]:
    value, reference = _import_seconds("cerealbar.game"), _import_seconds("numpy")
    return [Figure("import cerealbar.game", value, "s", reference, "<= 1.5")]
