"""Random play: a batch of 4,096 games, all rules on, and a single `Game`."""

import random
import time

import numpy as np

from benchmarks.figure import Figure, median_seconds
from benchmarks.plain import PlainGame, play
from cerealbar.game import Action, Game, Rules, new_states, random_actions, step_many

GAMES = 4096
ROUNDS = 300


def _plain_rate() -> float:
    actions = [random.Random(1).randrange(5) for _ in range(20_000)]
    return len(actions) / median_seconds(lambda: play(PlainGame(1), actions))


def _batch_rate() -> float:
    """Accepted actions a second; choosing the actions is not timed, new games are not either."""
    fresh = new_states(range(20_000, 20_000 + GAMES), Rules(solvable=True))
    states = fresh.copy()
    words = np.array([1, 2, 3, 4], np.uint32)
    actions = random_actions(states, words)
    outcomes = step_many(states, actions)
    seconds, accepted = 0.0, 0
    for _ in range(ROUNDS):
        random_actions(states, words, actions)
        start = time.perf_counter()
        step_many(states, actions, outcomes)
        seconds += time.perf_counter() - start
        accepted += int((outcomes >= 0).sum())
        over = states["half_turns_left"] == 0
        states[over] = fresh[over]
    return accepted / seconds


def _single_microseconds() -> float:
    game = Game(42, Rules(half_turns=None, leader_steps=30_000))

    def turn_around() -> None:
        for _ in range(1000):
            game.step(Action.LEFT)
        game.step(Action.DONE)

    return median_seconds(turn_around, 15) / 1001 * 1e6


def measure() -> list[Figure]:
    plain = _plain_rate()
    return [
        Figure("batch play", _batch_rate(), "actions/s", plain, ">= 10,000,000"),
        Figure("single Game.step", _single_microseconds(), "us", 1e6 / plain, "<= 15"),
    ]
