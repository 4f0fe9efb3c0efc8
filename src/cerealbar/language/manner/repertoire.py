"""Things to say with weights, from which each person has a favourite."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from random import Random
from typing import Generic, TypeAlias, TypeVar
from zlib import crc32

T = TypeVar("T")
_SCATTER = 0x9E3779B97F4A7C15  # odd, so that multiplying by it permutes 64-bit numbers
_WORD = 2**64 - 1
_SHARPNESS = 1.4  # odd words are fewer people's habit than they are now and then said


class Repertoire(Generic[T]):
    """Options with weights. The name tells repertoires apart when favourites are drawn."""

    __slots__ = ("_habits", "_key", "_limits", "_total", "name", "options")

    def __init__(self, name: str, options: Mapping[T, float] | Iterable[tuple[T, float]]) -> None:
        pairs = list(options.items() if isinstance(options, Mapping) else options)
        self.name = name
        self.options: tuple[T, ...] = tuple(option for option, _ in pairs)
        self._limits = list(accumulate(weight for _, weight in pairs))
        self._total = self._limits[-1] * (1 - 1e-12)
        habits = [weight**_SHARPNESS for _, weight in pairs]
        self._habits = [limit / sum(habits) for limit in accumulate(habits)]
        self._key = crc32(name.encode()) * _SCATTER

    def draw(self, rng: Random) -> T:
        """A random option, by weight."""
        return self.options[bisect_right(self._limits, rng.random() * self._total)]

    def favourite(self, taste: int) -> T:
        """What a person of this taste says by habit: a random option, the same each time."""
        mixed = ((taste ^ self._key) * _SCATTER) & _WORD
        mixed = ((mixed ^ mixed >> 29) * _SCATTER) & _WORD
        return self.options[bisect_right(self._habits, mixed / 2**64 * (1 - 1e-12))]


Words: TypeAlias = Repertoire[str]
