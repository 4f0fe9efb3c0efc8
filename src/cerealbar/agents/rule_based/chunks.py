"""Words to chunks: cards, places, sides, ways, distances, and the words that join them."""

from collections.abc import Sequence

from cerealbar.agents.rule_based import lexicon
from cerealbar.agents.rule_based.idioms import IDIOMS, LONGEST, Chunk
from cerealbar.agents.rule_based.lexicon import ChunkPart
from cerealbar.agents.rule_based.noun_phrases import NounPhrase
from cerealbar.agents.rule_based.orders import OrderKind

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
