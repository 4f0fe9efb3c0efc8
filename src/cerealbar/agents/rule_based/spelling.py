"""Words as they were meant: short forms written out, misspelt words of the game mended."""

from functools import lru_cache

from cerealbar.agents.rule_based.lexicon import KNOWN, REPAIRABLE, SHORT
from cerealbar.language.spelling import is_english, keystrokes_from
from cerealbar.language.tokenizer import tokenize

_LONGEST = max(map(len, REPAIRABLE)) + 1
"""Letters beyond which no word is one slip away from a word of the game."""


def words_of(text: str) -> list[str]:
    """The words and marks of a text, lower-cased and mended."""
    return [word for token in tokenize(text) for word in _mended(token)]


@lru_cache(maxsize=4096)
def _mended(token: str) -> tuple[str, ...]:
    """A token as the words that it stands for.

    Only what is no English word is taken for a misspelling, and only of a word of the game.
    """
    if token in SHORT:
        return tuple(SHORT[token].split())
    if token in KNOWN or len(token) < 3:
        return (token,)
    if (joined := token.replace("-", "")) in KNOWN:
        return (joined,)
    if "-" in token.strip("-"):
        return tuple(word for part in token.split("-") if part for word in _mended(part))
    if not token.isalpha():
        return _number_and_word(token)
    if is_english(token):
        return (token,)
    if 4 <= len(token) <= _LONGEST:
        near = keystrokes_from(token) & REPAIRABLE
        if near:
            return (min(near, key=lambda word: (word[0] != token[0], word)),)
    for cut in range(3, len(token) - 2):
        if token[:cut] in KNOWN and token[cut:] in KNOWN:
            return (token[:cut], token[cut:])
    return (token,)


def _number_and_word(token: str) -> tuple[str, ...]:
    """A number that is written together with what it counts, as in `3steps`."""
    digits = len(token) - len(token.lstrip("0123456789"))
    if digits and token[digits:].isalpha() and token[digits:] not in ("st", "nd", "rd", "th", "x"):
        return (token[:digits], *_mended(token[digits:]))
    return (token,)
