"""A measured figure with its goal, and how to time."""

import re
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["", "yes", "nearly", "no"]
"""Whether a goal is met; `no` if it is missed by far, and nothing if there is no goal."""
_FAR = 1 / 3
"""The share of its goal by which a figure must miss it to miss it by far."""
_GOAL = re.compile(r"(?P<sign>>=|<=|<|)\s*(?P<limit>[\d,.]+)(?P<part> %| x)?( [a-z ]+)?")
_PARTS = {" %": 0.01, " x": 1.0}
"""What a goal that is told as a part of the reference, or as times of it, counts in."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value beside the value of a plain-Python reference."""

    name: str
    value: float
    unit: str
    reference: float
    goal: str
    """Such as `>= 50`, `< 2`, `0`, or of the reference: `>= 90 % of those due`, `<= 12 x`."""

    def __post_init__(self) -> None:
        if self.goal and not _GOAL.fullmatch(self.goal):
            raise ValueError(f"{self.goal!r} is no goal: expected one such as '>= 50' or '< 2'")

    @property
    def verdict(self) -> Verdict:
        """Whether the goal is met."""
        told = _GOAL.fullmatch(self.goal)
        if told is None:
            return ""
        limit = float(told["limit"].replace(",", ""))
        limit *= _PARTS[told["part"]] * self.reference if told["part"] else 1
        value, slack = self.value, _FAR * limit
        if told["sign"] == ">=":
            return "yes" if value >= limit else "nearly" if value >= limit - slack else "no"
        is_met = value < limit if told["sign"] == "<" else value <= limit
        return "yes" if is_met else "nearly" if value <= limit + slack and slack else "no"

    @property
    def ratio(self) -> float:
        """How many times the value is of the reference."""
        return self.value / self.reference

    def as_json(self) -> dict[str, object]:
        """The fields that `python -m benchmarks --json` prints."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "reference": self.reference,
            "ratio": self.ratio,
            "goal": self.goal,
            "met": self.verdict,
        }

    def as_row(self) -> tuple[str, ...]:
        """The cells of a table row."""
        value, reference, ratio = map(_readable, (self.value, self.reference, self.ratio))
        return self.name, value, self.unit, reference, ratio, self.goal, self.verdict

    def __str__(self) -> str:
        return f"{self.name}: {_readable(self.value)} {self.unit}, the goal is {self.goal}"


def _readable(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def median_seconds(
    call: Callable[[], object],
    repeats: int = 9,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """The median time of a call, after one that does not count.

    `time.process_time` as a clock counts what this process computes, however busy the machine is.
    """
    call()
    times = []
    for _ in range(repeats):
        start = clock()
        call()
        times.append(clock() - start)
    return statistics.median(times)
