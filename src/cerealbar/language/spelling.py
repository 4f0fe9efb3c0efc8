"""Which words are slips of the keyboard."""

import re
from collections.abc import Collection
from functools import cache, lru_cache

from cerealbar.extras import require
from cerealbar.language.board.relations import ZONES
from cerealbar.language.manner.vocabulary import FOLDER, read_topic, spellings
from cerealbar.language.nouns.landmarks import plural_of

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+(?:st|nd|rd|th)?|[.,;:!?&]")
_LETTERS = "abcdefghijklmnopqrstuvwxyz'"
_LEAST_LETTERS = 3


@lru_cache(maxsize=64)
def words_of(text: str) -> tuple[str, ...]:
    """The lower-cased words, numbers and marks of a text, to be looked up."""
    return tuple(_WORD.findall(text.lower()))


def _known_words() -> frozenset[str]:
    """The words of the vocabulary, their plurals, and both without apostrophes."""
    tables = [table for path in FOLDER.glob("*.json") for table in read_topic(path.stem).values()]
    texts = [
        *ZONES,
        *spellings("typing", "short").values(),
        *(t for table in tables for t in table),
    ]
    words = {word for text in texts for word in words_of(text)}
    words |= {plural_of(word) for word in words}
    return frozenset(words | {word.replace("'", "") for word in words})


_KNOWN = _known_words()
_MISSPELT = frozenset(spellings("typing", "misspelt").values()) - _KNOWN


@lru_cache(maxsize=4096)
def is_misspelt(word: str) -> bool:
    """Whether a lower-cased word is no English one, but one slip away from the vocabulary."""
    if word in _KNOWN:
        return False
    return word in _MISSPELT or (is_slip(word, _KNOWN) and not is_english(word))


def is_english(word: str) -> bool:
    """Whether a lower-cased word is one that English has."""
    return word in _english()


@cache
def _english() -> frozenset[str]:
    """English words; read late, when a word is met that is not known here: it takes a while."""
    require("cerealbar.language.spelling.is_english")
    from spellchecker import SpellChecker

    return frozenset(SpellChecker(language="en").word_frequency.words())


def is_slip(word: str, known: Collection[str]) -> bool:
    """Whether a word is one keystroke, or one missing space, away from a known one."""
    if len(word) < _LEAST_LETTERS:
        return False
    parts = ((word[:i], word[i:]) for i in range(2, len(word) - 1))
    return any(head in known and tail in known for head, tail in parts) or any(
        meant in known for meant in keystrokes_from(word)
    )


def keystrokes_from(word: str) -> set[str]:
    """What a word becomes by one letter less, more or other, or by two letters swapped."""
    splits = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    less = {a + b[1:] for a, b in splits if b}
    swapped = {a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1}
    other = {a + c + b[1:] for a, b in splits if b for c in _LETTERS}
    more = {a + c + b for a, b in splits for c in _LETTERS}
    return less | swapped | other | more
