"""The words that people choose from: tables in `vocabulary/`, one file for each topic.

A table maps what can be said to its weight, and is known by its name, which also decides whose
favourite is which. Where it matters at what distances words are said, these follow them:
`"in the distance @8-"`, `"right by @1-2"`. A `{s}` in words with a side is left or right.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar
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


ANY_DISTANCE = 99
SIDES = ("left", "right")
FOLDER = Path(__file__).parents[1] / "vocabulary"


class Ranged(NamedTuple):
    """Words that are said of what lies so many cells away."""

    words: str
    nearest: int = 1
    farthest: int = ANY_DISTANCE


@cache
def words(topic: str, name: str, side: str = "") -> Words:
    """A table of words."""
    return Repertoire(name, weighted(topic, name, side))


def ranged(topic: str, name: str, side: str = "") -> Repertoire[Ranged]:
    """A table of words with distances."""
    return Repertoire(
        name, [(_parse_range(option), weight) for option, weight in weighted(topic, name, side)]
    )


def _parse_range(option: str) -> Ranged:
    text, _, limits = option.partition(" @")
    nearest, _, farthest = limits.partition("-")
    return Ranged(text, int(nearest or 1), int(farthest or ANY_DISTANCE))


def weighted(topic: str, name: str, side: str = "") -> list[tuple[str, float]]:
    """The options of a table with their weights."""
    table: dict[str, float] = read_topic(topic)[name]
    return [(option.replace("{s}", side or "{s}"), weight) for option, weight in table.items()]


def spellings(topic: str, name: str) -> dict[str, str]:
    """A table of words to write in place of others."""
    table: dict[str, str] = read_topic(topic)[name]
    return table


@lru_cache
def read_topic(topic: str) -> dict[str, Any]:  # which kind of table is known by who asks for it
    """All tables of a topic by name, in the file's order."""
    tables: dict[str, Any] = json.loads((FOLDER / f"{topic}.json").read_text(encoding="utf-8"))
    return tables
