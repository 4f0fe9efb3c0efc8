"""How well a leader and a follower do together, over many games."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cerealbar.agents.pace import Pace
from cerealbar.agents.protocol import Follower, Leader
from cerealbar.agents.simulation import Simulation, map_seeds
from cerealbar.game import PAPER, Rules
from cerealbar.views import Sight

_RESAMPLES = 2000
_TAIL = 2.5  # percent on either side of an interval of 95 %


@dataclass(frozen=True, slots=True)
class PlayOff:
    """The scores of some games."""

    leader: str
    follower: str
    scores: tuple[int, ...]
    """By game."""
    finished: tuple[int, ...]
    """Instructions that the follower was done with, by game."""
    seconds: float
    """How long it took."""

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(np.mean(self.scores))

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the mean lies with 95 % confidence, by resampling the games."""
        draws = np.random.default_rng(0).integers(
            len(self.scores), size=(_RESAMPLES, len(self.scores))
        )
        means = np.array(self.scores)[draws].mean(axis=1)
        low, high = np.percentile(means, (_TAIL, 100 - _TAIL))
        return float(low), float(high)

    @property
    def histogram(self) -> dict[int, int]:
        """How many games had each score, from the lowest to the highest."""
        counts = Counter(self.scores)
        return {score: counts[score] for score in range(min(counts), max(counts) + 1)}

    @property
    def games_per_second(self) -> float:
        """How fast the games were played."""
        return len(self.scores) / self.seconds


def play_off(
    leader: Leader,
    follower: Follower,
    games: int,
    seed: int = 0,
    rules: Rules = PAPER,
    *,
    pace: Pace | None = None,
    side_by_side: int = 64,
    sight: Sight | None = None,
    progress: Callable[[int], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> PlayOff:
    """Let a leader and a follower play on random maps; the same seed gives the same maps.

    Without a pace nobody runs out of time; without a sight the follower sees the whole board.
    `progress` is told how many games are over.

    Raises:
        ValueError: there is no game to play.
    """
    if games < 1:
        raise ValueError(f"cannot play {games} games: expected at least 1")
    simulation = Simulation(
        leader, follower, rules, seed=seed, pace=pace, side_by_side=side_by_side, sight=sight
    )
    begin = clock()
    played = []
    for game in simulation.play(map_seeds(games, seed, rules)):
        played.append(game)
        if progress is not None:
            progress(len(played))
    return PlayOff(
        leader.name,
        follower.name,
        tuple([game.score for game in played]),
        tuple([game.finished for game in played]),
        clock() - begin,
    )
