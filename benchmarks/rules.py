"""Random play: a batch of 4,096 games, all rules on, and a single `Game`."""

import random
import time

import numpy as np
from numpy.typing import NDArray

from benchmarks.figure import Figure, median_seconds
from benchmarks.plain import PlainGame, play
from cerealbar.game import Action, Game, Rules, StateArray, legal_many, new_states, step_many

GAMES = 4096
ROUNDS = 300


def _plain_rate() -> float:
    actions = [random.Random(1).randrange(5) for _ in range(20_000)]
    return len(actions) / median_seconds(lambda: play(PlainGame(1), actions))


def _random_actions(states: StateArray, generator: np.random.Generator) -> NDArray[np.uint8]:
    masks = legal_many(states)
    masks[:, Action.TIME_OUT] = False
    actions: NDArray[np.intp] = (generator.random(masks.shape) * masks).argmax(axis=1)
    return actions.astype(np.uint8)


def _batch_rate() -> float:
    """Accepted actions a second; choosing the actions is not timed, new games are not either."""
    fresh = new_states(range(20_000, 20_000 + GAMES), Rules(solvable=True))
    states = fresh.copy()
    generator = np.random.default_rng(1)
    step_many(states, _random_actions(states, generator))
    seconds, accepted = 0.0, 0
    for _ in range(ROUNDS):
        actions = _random_actions(states, generator)
        start = time.perf_counter()
        outcomes = step_many(states, actions)
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
