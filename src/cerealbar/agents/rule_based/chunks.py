"""Text to chunks: cards, places, sides, ways, distances, and the words that join them."""

from collections.abc import Sequence
from functools import lru_cache

from cerealbar.agents.rule_based import lexicon
from cerealbar.agents.rule_based.lexicon import (
    IDIOMS,
    KNOWN,
    LONGEST,
    REPAIRABLE,
    SHORT,
    Chunk,
    ChunkPart,
)
from cerealbar.agents.rule_based.noun_phrases import NounPhrase
from cerealbar.agents.rule_based.orders import OrderKind
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


_STRESSED = lexicon.word_set("stressed")
"""What `right` can stress, as in `right behind you`."""


def chunks_of(words: Sequence[str]) -> list[Chunk]:
    """The chunks of a text, in order."""
    found: list[Chunk] = []
    i = 0
    while i < len(words):
        chunk, i = _chunk(words, i, found[-1] if found else None)
        found.append(chunk)
    return found


def _chunk(words: Sequence[str], i: int, before: Chunk | None) -> tuple[Chunk, int]:
    """The chunk that begins with a word, and where the next begins."""
    noun = NounPhrase(words, i).read()
    idiom = _idiom(words, i)
    if idiom is not None and (noun is None or idiom[1] >= noun[1]):
        return idiom
    distance = _distance(words, i)
    walks = before is not None and (before.kind is OrderKind.GO or before.part is ChunkPart.WAY)
    if noun is not None and (distance is None or noun[1] > distance[1] - (not walks)):
        return noun
    return distance or (_word(words, i, before), i + 1)


def _idiom(words: Sequence[str], i: int) -> tuple[Chunk, int] | None:
    """The longest fixed turn of phrase; before a card it may have an article."""
    if words[i] == "the" and i + 1 < len(words):
        idiom = _idiom(words, i + 1)
        if idiom is not None and idiom[0].part is ChunkPart.CARD:
            return idiom
    for length in range(min(LONGEST.get(words[i], 0), len(words) - i), 0, -1):
        chunk = IDIOMS.get(tuple(words[i : i + length]))
        if chunk is not None:
            return chunk, i + length
    return None


def _distance(words: Sequence[str], i: int) -> tuple[Chunk, int] | None:
    """`3 steps`, `a couple of spaces away`, `twice`, `2 times`, `120 degrees`, `10 o'clock`."""
    if words[i] in lexicon.TIMES:
        return Chunk(ChunkPart.TIMES, number=lexicon.TIMES[words[i]]), i + 1
    j = i + (words[i] in ("a", "an", "about", "another"))
    if j >= len(words):
        return None
    at = words[j + 1] if j + 1 < len(words) else ""
    has_unit = at.startswith(("deg", "°"))
    if words[j] in lexicon.DEGREES and (has_unit or "°" in words[j]):
        turns = Chunk(ChunkPart.TIMES, number=round(lexicon.DEGREES[words[j]] / 60))
        return turns, j + 1 + has_unit
    number = lexicon.NUMBERS.get(words[j])
    if number is None:
        is_unit = words[j] in lexicon.UNITS and j > i and not words[j].endswith("s")
        return (Chunk(ChunkPart.STEPS, "unit", number=1), j + 1) if is_unit else None
    j += 1
    at = words[j] if j < len(words) else ""
    if at in ("o'clock", "o", "oclock") or (at == "clock"):
        j += 1 + (at == "o" and words[j + 1 : j + 2] == ["clock"])
        return Chunk(ChunkPart.SIDE, bearing=(number * 30 + 180) % 360 - 180), j
    if at in ("time", "times"):
        return Chunk(ChunkPart.TIMES, number=number), j + 1
    word = "unit" if at in lexicon.UNITS else ""
    j += at in lexicon.UNITS
    if j < len(words) and words[j] in ("away", "off", "over"):
        return Chunk(ChunkPart.AWAY, number=number), j + 1
    return Chunk(ChunkPart.STEPS, word, number=number), j


def _word(words: Sequence[str], i: int, before: Chunk | None) -> Chunk:
    """What a word says by itself."""
    word = words[i]
    after = words[i + 1] if i + 1 < len(words) else ""
    is_led = before is not None and (
        before.kind is not None or before.part in (ChunkPart.STEPS, ChunkPart.TIMES)
    )
    if word == "right" and after in _STRESSED and not is_led:
        return Chunk(ChunkPart.WORD, word)
    if word == "no" and after:
        if not after[0].isalnum() or after == "the":
            return Chunk(ChunkPart.MEND, word)
        if NounPhrase(words, i + 1).read() is not None:
            return Chunk(ChunkPart.NOT, word)
    if word == "put" and {"back", "down"}.isdisjoint(words[i + 1 : i + 9]):
        return Chunk(ChunkPart.WORD, word)
    if word in lexicon.WAYS:
        return Chunk(ChunkPart.WAY, word, bearing=lexicon.WAYS[word])
    if word == "cross" or word not in lexicon.PARTS:
        if word in lexicon.VERBS:
            how = lexicon.JOINS["across"] if word.startswith("cross") else None
            return Chunk(ChunkPart.VERB, word, kind=lexicon.VERBS[word], how=how)
        if word in lexicon.JOINS:
            return Chunk(ChunkPart.JOIN, word, how=lexicon.JOINS[word])
    return Chunk(lexicon.PARTS.get(word, ChunkPart.WORD), word)
