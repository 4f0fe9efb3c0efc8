"""The words that people choose from: tables in `vocabulary/`, one file for each topic.

A table maps what can be said to its weight, and is known by its name, which also decides whose
favourite is which. Where it matters at what distances words are said, these follow them:
`"in the distance @8-"`, `"right by @1-2"`. A `{s}` in words with a side is left or right.
"""

import json
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from cerealbar.language.errors import VocabularyError
from cerealbar.language.manner.repertoire import Repertoire, Words

ANY_DISTANCE = 99
SIDES = ("left", "right")
FOLDER = Path(__file__).parents[1] / "vocabulary"
_RANGED = re.compile(r"(.+?)(?: @(\d+)-(\d*))?")


class Ranged(NamedTuple):
    """Words that are said of what lies so many cells away."""

    words: str
    nearest: int = 1
    farthest: int = ANY_DISTANCE


@cache
def words(topic: str, name: str, side: str = "") -> Words:
    """A table of words."""
    return Repertoire(name, weighted(topic, name, side))


def sided(topic: str, name: str) -> dict[str, Words]:
    """A table of words for each side, with the same favourites."""
    return {side: words(topic, name, side) for side in SIDES}


def ranged(topic: str, name: str, side: str = "") -> Repertoire[Ranged]:
    """A table of words with distances."""
    return Repertoire(
        name, [(_parse_range(option), weight) for option, weight in weighted(topic, name, side)]
    )


def _parse_range(option: str) -> Ranged:
    match = _RANGED.fullmatch(option)
    if match is None or "@" in match[1]:
        raise VocabularyError(f"{option!r} has no range: expected words, and perhaps @1-3 or @8-")
    return Ranged(match[1], int(match[2] or 1), int(match[3] or ANY_DISTANCE))


def weighted(topic: str, name: str, side: str = "") -> list[tuple[str, float]]:
    """The options of a table with their weights."""
    table = _table(topic, name)
    for option, weight in table.items():
        if type(weight) not in (int, float) or weight <= 0:
            raise VocabularyError(f"{topic}: {name}: {option!r} weighs {weight!r}: expected > 0")
    return [(option.replace("{s}", side or "{s}"), weight) for option, weight in table.items()]


def spellings(topic: str, name: str) -> dict[str, str]:
    """A table of words to write in place of others."""
    table = _table(topic, name)
    if not all(isinstance(word, str) for word in table.values()):
        raise VocabularyError(f"{topic}: {name}: expected words for words")
    return table


def listed(topic: str, name: str) -> frozenset[str]:
    """Words without weights."""
    found = read_topic(topic).get(name)
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise VocabularyError(f"{topic} has no list {name!r} of words")
    return frozenset(found)


def _table(topic: str, name: str) -> dict[str, Any]:
    table = read_topic(topic).get(name)
    if not isinstance(table, dict) or not table:
        raise VocabularyError(f"{topic} has no table {name!r}")
    return table


@lru_cache
def read_topic(topic: str) -> dict[str, Any]:  # checked by who asks for a table
    """All tables of a topic by name, in the file's order."""
    text = (FOLDER / f"{topic}.json").read_text(encoding="utf-8")
    tables: dict[str, Any] = json.loads(text, object_pairs_hook=_distinct)
    return tables


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise VocabularyError(f"said twice: {sorted({k for k in keys if keys.count(k) > 1})}")
    return found
