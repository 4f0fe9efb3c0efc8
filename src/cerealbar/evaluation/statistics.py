"""Means over games and shares of a whole, and what else they might have been by chance."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
"""How often games are drawn anew for an interval."""
_PERCENTILES = (2.5, 97.5)
_DEVIATIONS = 1.96  # for 95 %


@dataclass(frozen=True, slots=True, eq=False)
class GameMean:
    """A mean of values that belong to G games."""

    sums: NDArray[np.float64]
    """(G,): the sum of each game's values."""
    counts: NDArray[np.float64]
    """(G,): how many values each game has."""

    @property
    def value(self) -> float:
        """The mean of all values; not a number if there are none."""
        count = float(self.counts.sum())
        return float(self.sums.sum()) / count if count else float("nan")


def mean_by_game(
    game: NDArray[np.int64], values: NDArray[np.float64] | NDArray[np.bool_], games: int
) -> GameMean:
    """The mean of values, each of a game from 0 to `games` - 1; those that are no number are left
    out."""
    numbers = values.astype(np.float64)
    is_number = ~np.isnan(numbers)
    sums = np.bincount(game[is_number], numbers[is_number], games).astype(np.float64)
    return GameMean(sums, np.bincount(game[is_number], minlength=games).astype(np.float64))


def intervals(
    means: Mapping[str, GameMean], seed: int = 0, resamples: int = RESAMPLES
) -> dict[str, tuple[float, float]]:
    """Between what each mean lies with 95 % confidence: the bootstrap over games.

    All means are of the same games, and are computed of the same draws of them.
    """
    games = max((len(mean.sums) for mean in means.values()), default=0)
    times = draw(games, np.random.default_rng(seed), resamples)
    return {name: ends(resampled(mean, times)) for name, mean in means.items()}


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Between what the mean of a value of each game lies with 95 % confidence, as `intervals`."""
    return intervals({"": GameMean(np.array(values, np.float64), np.ones(len(values)))})[""]


def draw(count: int, rng: np.random.Generator, resamples: int) -> NDArray[np.float64]:
    """(resamples, count): how often each of so many is drawn when as many are drawn."""
    if not count:
        return np.zeros((resamples, 0))
    drawn = rng.integers(count, size=(resamples, count))
    drawn += count * np.arange(resamples)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=resamples * count)
    return counts.reshape(resamples, count).astype(np.float64)


def resampled(mean: GameMean, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """(resamples,): the mean of each draw of games; not a number where none of them has a value."""
    sums, counts = times @ mean.sums, times @ mean.counts
    means = np.full(len(times), np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means


def ends(values: NDArray[np.float64]) -> tuple[float, float]:
    """Between what 95 % of the values lie, of those that are numbers."""
    numbers = values[~np.isnan(values)]
    if not len(numbers):
        return float("nan"), float("nan")
    low, high = np.percentile(numbers, _PERCENTILES)
    return float(low), float(high)


def over_trials(values: Sequence[float]) -> tuple[float, float]:
    """The mean and the standard deviation of a sample of trials; 0 of a single one.

    Raises:
        ValueError: there are no trials.
    """
    if not values:
        raise ValueError("there are no trials: expected at least one")
    deviation = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
    return float(np.mean(values)), deviation


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    right: int
    count: int

    @property
    def value(self) -> float:
        """The share, 0 of nothing."""
        return self.right / self.count if self.count else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the share lies with 95 % confidence (Wilson's score interval)."""
        n, p, z = self.count, self.value, _DEVIATIONS
        if not n:
            return 0.0, 1.0
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - reach), min(1.0, middle + reach)


def share(values: Iterable[bool]) -> Share:
    """How many of the values are true."""
    found = list(values)
    return Share(sum(found), len(found))
