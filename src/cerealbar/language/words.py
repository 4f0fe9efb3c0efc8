"""Weighted tables of things to say, from which each person has a favourite.

Tables are written as text, options apart by bars, each with a weight after a colon unless it is 1,
and before that, if it matters, the distances at which it is said:

    words("get", "get:20 | pick up:14 | grab:12 | snag")
    ranged("ahead", "in front of you:14 | right in front of you @1-3:6 | in the distance @8-:2")
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from random import Random
from typing import Generic, NamedTuple, TypeAlias, TypeVar
from zlib import crc32

T = TypeVar("T")
ANY_DISTANCE = 99
_SCATTER = 0x9E3779B97F4A7C15  # odd, so that multiplying by it permutes 64-bit numbers
_WORD = 2**64 - 1
_SHARPNESS = 1.4  # odd words are fewer people's habit than they are now and then said


class Table(Generic[T]):
    """Options with weights. The name tells tables apart when favourites are drawn."""

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


Words: TypeAlias = Table[str]


class Ranged(NamedTuple):
    """Words that are said of what lies so many cells away."""

    words: str
    nearest: int = 1
    farthest: int = ANY_DISTANCE


def weighted(text: str) -> Iterator[tuple[str, float]]:
    """The options of a table written as text, with their weights."""
    for option in text.split("|"):
        head, found, weight = option.strip().rpartition(":")
        yield (head.strip(), float(weight)) if found else (weight, 1.0)


def words(name: str, text: str) -> Words:
    """A table of words."""
    return Table(name, weighted(text))


def ranged(name: str, text: str) -> Table[Ranged]:
    """A table of words with distances."""
    return Table(name, [(_parse_range(option), weight) for option, weight in weighted(text)])


def _parse_range(option: str) -> Ranged:
    option, _, span = option.partition(" @")
    nearest, _, farthest = span.partition("-")
    return Ranged(option, int(nearest or 1), int(farthest or ANY_DISTANCE))
