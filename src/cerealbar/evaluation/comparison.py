"""Whether of two followers who carried out the same instructions one is better, or it is chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from statistics import fmean

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cerealbar.evaluation.statistics import RESAMPLES, GameMean, draw, ends, mean_by_game, resampled
from cerealbar.evaluation.table import key_of
from cerealbar.records import RecordError

_BINARY = (
    "card_state_accuracy",
    "environment_state_accuracy",
    "action_sequence_accuracy",
    "cards_as_meant",
    "right",
)
"""Measures of which an instruction is right or wrong, whatever became of others."""
_MEASURES = (
    *_BINARY,
    "given_up",
    "full_game_points",
    "stop.instructions_followed",
    "stop.points_scored",
    "stop.impossible",
    "go_on.instructions_followed",
    "go_on.points_scored",
    "go_on.instructions_followed_as_meant",
    "code.instructions_followed",
    "code.points_scored",
)


@dataclass(frozen=True, slots=True)
class Difference:
    """How far the second of two means is above the first."""

    value: float
    low: float
    high: float
    """Between what it lies with 95 % confidence."""

    @property
    def is_clear(self) -> bool:
        """Whether 0 lies outside of the interval."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """The instructions that are right with one of two followers only."""

    first_only: NDArray[np.int64]
    """Their rows."""
    second_only: NDArray[np.int64]

    @property
    def p(self) -> float:
        """How probable changes so unlike are if each way is as likely: McNemar's exact test."""
        return mcnemar(len(self.first_only), len(self.second_only))


@dataclass(frozen=True, slots=True)
class ComparedMeasure:
    """A measure of two followers."""

    name: str
    first: float
    second: float
    difference: Difference
    changes: Changes | None
    """If an instruction is right or wrong by it."""


def mcnemar(first: int, second: int) -> float:
    """The probability that as many tosses of a coin fall so unlike, or more so."""
    tosses = first + second
    less = sum(comb(tosses, k) for k in range(min(first, second) + 1))
    return min(1.0, 2 * less / (1 << tosses))


def paired_difference(
    first: Sequence[GameMean],
    second: Sequence[GameMean],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Difference:
    """How far the second mean is above the first, each the mean over the same seeds.

    The interval is of the bootstrap over games and seeds: all means are computed of the same draws
    of games, and of a seed both are drawn or neither.

    Raises:
        ValueError: they are not of the same numbers of seeds and games.
    """
    games = {len(mean.sums) for mean in (*first, *second)}
    if len(first) != len(second) or len(games) != 1:
        raise ValueError(
            f"{len(first)} and {len(second)} means of {sorted(games)} games are no pairs: "
            "expected one for each seed, of the same games"
        )
    rng = np.random.default_rng(seed)
    times, seeds = draw(games.pop(), rng, resamples), draw(len(first), rng, resamples)
    pairs = list(zip(first, second, strict=True))
    drawn = np.stack([resampled(b, times) - resampled(a, times) for a, b in pairs], axis=1)
    value = fmean(b.value - a.value for a, b in pairs)
    return Difference(value, *ends((seeds * drawn).sum(1) / len(pairs)))


def compare_tables(first: pa.Table, second: pa.Table) -> list[ComparedMeasure]:
    """Each measure of two tables of the same instructions; first one by which they are right.

    Raises:
        RecordError: they are of other instructions, or do not have the same measures.
    """
    second = _paired(first, second)
    names, others = ([n for n in _MEASURES if n in t.column_names] for t in (first, second))
    if names != others or not names or names[0] not in _BINARY:
        raise RecordError(
            f"one has the measures {', '.join(names)}, the other {', '.join(others)}: "
            "expected the same, as of `cerealbar evaluate` with the same options"
        )
    return [_compared(name, first, second) for name in names]


def game_mean(table: pa.Table, name: str) -> GameMean:
    """The mean of a measure of a table: by game, or board of a suite, in the order of their names.

    Raises:
        RecordError: the table has no numbers of it.
    """
    groups, group = np.unique(table[key_of(table)[0]].to_pylist(), return_inverse=True)
    return mean_by_game(group, _values(table, name), len(groups))


def _compared(name: str, first: pa.Table, second: pa.Table) -> ComparedMeasure:
    a, b = game_mean(first, name), game_mean(second, name)
    changes = None
    if name in _BINARY:
        one, other = _values(first, name), _values(second, name)
        changes = Changes(np.flatnonzero(one > other), np.flatnonzero(one < other))
    return ComparedMeasure(name, a.value, b.value, paired_difference([a], [b]), changes)


def _values(table: pa.Table, name: str) -> NDArray[np.float64]:
    try:
        found: NDArray[np.float64] = table[name].cast(pa.float64()).to_numpy()
    except (KeyError, pa.ArrowException):
        raise RecordError(f"there is no column {name} of numbers") from None
    return found


def _paired(first: pa.Table, second: pa.Table) -> pa.Table:
    """The rows of the second table in the order of the first one's.

    Raises:
        RecordError: they have not the same.
    """
    if key_of(first) != key_of(second):
        raise RecordError("one has results of recorded games, the other of a suite")
    keys, others = (
        list(zip(*(table[name].to_pylist() for name in key_of(table)), strict=True))
        for table in (first, second)
    )
    place = {key: row for row, key in enumerate(others)}
    common = len(place.keys() & {*keys})
    if not common == len(keys) == len(others):
        raise RecordError(
            f"these are results of different instructions: {len(keys):,} and {len(others):,}, "
            f"of which {common:,} are in both"
        )
    return second.take([place[key] for key in keys])
