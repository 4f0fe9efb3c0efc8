"""The words that people choose from: tables in `vocabulary/`, one file for each topic.

A table maps what can be said to its weight, and is known by its name, which also decides whose
favourite is which. Where it matters at what distances words are said, these follow them:
`"in the distance @8-"`, `"right by @1-2"`. A `{s}` in words with a side is left or right.
"""

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from cerealbar.language.manner.repertoire import Repertoire, Words

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
