"""Bytes of one game; the reference is the same state as one line of text."""

from benchmarks.figure import Figure
from cerealbar.game import STATE, Game


def measure() -> list[Figure]:
    line = len(str(Game(42)).encode())
    return [Figure("memory of a game", STATE.itemsize, "bytes", line, "<= 4,096")]
