"""Shares of a whole, with what else they might have been by chance."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

_DEVIATIONS = 1.96  # for 95 %


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
