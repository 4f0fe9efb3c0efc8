"""Whole games of the scripted leader and the oracle; the reference takes as many steps blindly."""

import random

from benchmarks.figure import Figure, median_seconds
from benchmarks.plain import PlainGame, play
from cerealbar.agents import Oracle, ScriptedLeader, play_off

GAMES = 100
ACTIONS = 560
"""Actions in a typical game of the two."""


def measure() -> list[Figure]:
    actions = [random.Random(1).randrange(5) for _ in range(ACTIONS)]
    reference = 1 / median_seconds(lambda: play(PlainGame(1), actions))
    play_off(ScriptedLeader(), Oracle(), 2)  # compile
    result = play_off(ScriptedLeader(), Oracle(), GAMES, seed=1)
    return [
        Figure("games with the oracle", result.games_per_second, "games/s", reference, ">= 50"),
        Figure("score with the oracle", result.mean, "points", 12.7, ">= 12.7"),
    ]
