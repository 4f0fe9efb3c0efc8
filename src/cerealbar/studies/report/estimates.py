"""Estimates: means with intervals over games, and vocabularies at equal sample sizes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, lgamma
from typing import NamedTuple

import numpy as np

from cerealbar.evaluation.statistics import intervals, mean_by_game
from cerealbar.studies.parts import PartnerKind

FEW = 5
"""Of fewer games than so many no interval is told."""
SEED = 0
"""Of the draws for intervals."""
_GROWTH_POINTS = 40


class PaperPartner(NamedTuple):
    """What the paper tells of games with such a partner (Section 8)."""

    points: float
    most_points: int
    tokens: float
    """Of an instruction, on average."""
    types: int
    """Different tokens."""


PAPER_PARTNERS: Mapping[PartnerKind, PaperPartner] = {
    "person": PaperPartner(12.7, 20, 12.3, 1037),
    "agent": PaperPartner(6.2, 14, 8.5, 578),
}


class Estimate(NamedTuple):
    """A mean, and between what it lies with 95 % confidence; None where too little is known."""

    mean: float | None = None
    low: float | None = None
    high: float | None = None


def estimate(groups: Iterable[Sequence[float]]) -> Estimate:
    """The mean of all values of some groups, such as games, and its interval over groups."""
    filled = [group for group in groups if len(group)]
    index = np.repeat(np.arange(len(filled)), [len(group) for group in filled])
    values = np.array([value for group in filled for value in group], np.float64)
    mean = mean_by_game(index, values, len(filled))
    if not filled:
        return Estimate()
    if len(filled) < FEW:
        return Estimate(mean.value)
    return Estimate(mean.value, *intervals({"": mean}, SEED)[""])


def expected_types(counts: Mapping[str, int], tokens: int) -> float:
    """How many different tokens a random sample of so many has, on average.

    It tells vocabularies of unequal sizes apart, as more text has more types in any case.
    """
    total = sum(counts.values())
    if tokens > total:
        raise ValueError(f"{tokens} tokens cannot be drawn of {total}")
    often = Counter(counts.values())
    return sum(
        types * (1.0 - _unseen(total, count, tokens)) for count, types in sorted(often.items())
    )


def growth(counts: Mapping[str, int]) -> list[tuple[int, float]]:
    """How types grow with tokens, from none to all."""
    total = sum(counts.values())
    points = sorted({round(total * i / _GROWTH_POINTS) for i in range(_GROWTH_POINTS + 1)})
    return [(tokens, expected_types(counts, tokens)) for tokens in points]


def _unseen(total: int, count: int, tokens: int) -> float:
    """The chance that none of `count` tokens of a type is among those that are drawn."""
    rest = total - count
    if tokens > rest:
        return 0.0
    return exp(_log_ways(rest, tokens) - _log_ways(total, tokens))


def _log_ways(all_of: int, some: int) -> float:
    """The logarithm of the number of ways to choose some of all."""
    return lgamma(all_of + 1) - lgamma(some + 1) - lgamma(all_of - some + 1)
