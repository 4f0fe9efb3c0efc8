"""A measured figure, and how to time."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value beside the value of a plain-Python reference."""

    name: str
    value: float
    unit: str
    reference: float
    goal: str

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
        }

    def as_row(self) -> tuple[str, ...]:
        """The cells of a table row."""
        value, reference, ratio = map(_readable, (self.value, self.reference, self.ratio))
        return self.name, value, self.unit, reference, ratio, self.goal


def _readable(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def median_seconds(call: Callable[[], object], repeats: int = 9) -> float:
    """The median time of a call, after one that does not count."""
    call()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
