"""How like some people's language is to that of others: words, constructions, perplexity.

`python -m results.likeness FILE CORPUS` compares the instructions of a file, one a line as text or
as JSON objects with a `text`, with those of a corpus.

The language model is an interpolated trigram model of words with Witten-Bell smoothing: a context
trusts itself by how often it was seen, and leaves to shorter contexts as much as it met different
words. Its vocabulary is open: what it never saw is one symbol, whose letters a like model of its
words spells.
"""

import json
import math
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.table import Column, Table

from cerealbar.evaluation.suites.tags import PATTERNS, SIDE, THING, any_of
from cerealbar.language.nouns.faces import COLOURS_BY_WORD, SHAPES_BY_WORD
from cerealbar.language.spelling import is_misspelt, is_slip, words_of
from cerealbar.language.tokenizer import tokenize
from cerealbar.records import Corpus, Instructed

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_DISTINCT = (1, 2, 3)
_FAR = 4.0
"""Times as rare as in the texts that a construction is in the others to count as missing."""
_WORD = re.compile(r"[^\W\d_]")
_ORDER = 3
_LETTERS = 256
"""Symbols among which a letter that was never seen is drawn."""
_START, _END, _NEW = "<start>", "<end>", "<new>"

_SHOWN = 60
_LEAST_TEXTS = 50
"""Texts below which their perplexity says nothing."""
_COLOUR = any_of(COLOURS_BY_WORD)
_SHAPE = any_of(SHAPES_BY_WORD)
_MORE_PATTERNS = {
    "turn around": r"\b(?:turn|spin|face|rotate)\b[^,.]{0,12}? (?:a?round|180)\b(?! the\b)"
    r"|^(?:all )?a?round\b|about face|\bu-?turn\b|opposite direction|other way\b",
    "slightly": rf"\b(?:slight(?:ly)?|sharp|hard|diagonal(?:ly)?|a (?:bit|little)) "
    rf"(?:\w+ )?{SIDE}\b|\bdiagonal",
    "straight on": r"\b(?:straight|forward|fwd|foward|ahead)\b",
    "backward": r"\b(?:backwards?|back up|(?:step|move|go|walk|take a step) back)\b",
    "next to": r"\b(?:next to|beside|by|near|close to|adjacent|alongside|touching)\b",
    "between": r"\b(?:between|in the middle of|among|surrounded by)\b",
    "past or through": r"\b(?:past|through|thru|across|over|beyond|around) (?:the|that|a)\b",
    "towards": r"\b(?:to|towards?|at) the (?:\w+ ){0,2}" + THING + r"\b",
    "edge or corner": r"\b(?:edge|corner|border|(?:end|side) of the (?:map|world|board))\b",
    "closest or farthest": r"\b(?:closest|nearest|furthest|farthest)\b",
    "card by face": rf"\b{_COLOUR} (?:\w+ )?(?:cards?|{_SHAPE})\b",
    "bare card": r"\b(?:the|a|that|this|next|other|\d|two|get|pick up|grab) cards?\b",
    "both or all": r"\b(?:both|all|pair)\b",
    "list of three": r"[^,.;]{3,},[^,.;]{3,}(?:,? (?:and|then|&) |,)[^,.;]{3,}",
    "until or if": r"\b(?:until|till?|untill|as far as|when you|once you|if (?:you|there|it))\b",
    "you will see": r"\byou(?:'ll| will|ll)?(?: can| should)? see\b",
    "deselect": r"\b(?:de|un)-?s?e?lect|\bput \w+ back\b|\bdrop\b",
    "again": r"\b(?:again|same|previous|re-?select|back to where)\b",
    "what you just did": r"\byou (?:just|already|last)\b|\bjust (?:got|took|picked|selected|did)\b"
    r"|\b(?:standing|you(?:'re|r| are)) on\b",
    "I": r"\b(?:i|i'?ll|i'?m|me|my)\b",
    "question": r"\?|^(?:can|could|do|did|are|is|where|what|which|will) (?:you|we|i|the|there)\b",
    "praise": r"\b(?:good (?:job|work|one)|well done|great|nice|awesome|perfect|excellent|yay)\b",
    "thanks or please": r"\b(?:please|pls|plz|thanks?|thx|ty)\b",
    "wait": r"\b(?:wait|stay|stop|hold|do nothing|stand still|pause|end (?:your |the )?turn)\b",
    "filler": r"\b(?:ok|okay|alright|so|now|well|um+|hm+|hey|yes|yeah)\b",
    "shorthand": r"\b(?:u|ur|r|pls|plz|thx|fwd|nxt|thru|deg|w)\b|&|\bw/",
    "capitals": r"(?-i:^[^a-z]*[A-Z]{3}[^a-z]*$)",
    "no capital at the start": r"(?-i:^[a-z])",
    "full stop at the end": r"\.\s*$",
}
"""Beside those that tell of what kind an instruction is."""
_CONSTRUCTIONS = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in (PATTERNS | _MORE_PATTERNS).items()
}
"""By name: what finds a construction in a text as it was typed."""

Cut = Sequence[Sequence[str]]
"""Texts as tokens."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which words of a text a vocabulary has."""

    tokens: int
    """Word tokens: those with a letter."""
    known: int
    """Word tokens that the vocabulary has."""
    types: int
    """Different words."""
    missing: tuple[tuple[str, int], ...]
    """The other words with their counts, most frequent first."""
    typos: tuple[tuple[str, int], ...]
    """Words taken for slips of the keyboard, and not counted."""

    @property
    def share(self) -> float:
        """The share of word tokens that the vocabulary has."""
        return self.known / self.tokens if self.tokens else 1.0

    @property
    def share_of_types(self) -> float:
        """The share of different words that the vocabulary has."""
        return 1 - len(self.missing) / self.types if self.types else 1.0


@dataclass(frozen=True, slots=True)
class Portrait:
    """One set of texts."""

    texts: int
    tokens: int
    mean_length: float
    """Tokens a text."""
    lengths: tuple[float, ...]
    """Their quantiles, as `QUANTILES` names them."""
    constructions: dict[str, float]
    """Shares of the texts."""
    distinct: tuple[float, ...]
    """Shares of different ones among the words, pairs and triples; of samples of equal size."""
    own_perplexity: float
    """Cross-validated, of samples of equal size."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Texts beside others."""

    words: Coverage
    """Of the texts, by the others."""
    texts: Portrait
    others: Portrait
    perplexity: float
    """Of the texts, to a model of all the others."""
    perplexity_of_others: float
    """Of all the others, to a model of the texts."""

    @property
    def missing_constructions(self) -> tuple[str, ...]:
        """Those of the texts that the others lack, or have less than a quarter as often."""
        rare = self.others.constructions
        return tuple(
            name
            for name, share in self.texts.constructions.items()
            if share and rare[name] * _FAR < share
        )


def read_instructions(path: Path) -> list[str]:
    """The instructions of a file: one a line, as text or as JSON objects with a `text`."""
    lines = filter(None, map(str.strip, path.read_text(encoding="utf-8-sig").splitlines()))
    return [json.loads(line)["text"] if line.startswith("{") else line for line in lines]


def count_constructions(texts: Iterable[str]) -> dict[str, int]:
    """By construction: in how many of the texts it occurs."""
    counts = Counter(
        name for text in texts for name, found in _CONSTRUCTIONS.items() if found.search(text)
    )
    return {name: counts[name] for name in _CONSTRUCTIONS}


def compare(texts: Sequence[str], others: Sequence[str], seed: int = 0) -> Likeness:
    """How like texts are to others; both are at least one."""
    cut, cut_others = [tokenize(text) for text in texts], [tokenize(text) for text in others]
    rng, size = random.Random(seed), min(len(cut), len(cut_others))  # noqa: S311 - not for secrets
    # In their order, as neighbours are of one game.
    samples = [
        [cut_texts[i] for i in sorted(rng.sample(range(len(cut_texts)), size))]
        for cut_texts in (cut, cut_others)
    ]
    tokens = min(sum(map(len, sample)) for sample in samples)
    return Likeness(
        coverage(texts, {word for text in cut_others for word in text}),
        _portrait(texts, cut, samples[0], tokens),
        _portrait(others, cut_others, samples[1], tokens),
        TextModel(cut_others).perplexity(cut),
        TextModel(cut).perplexity(cut_others),
    )


def _portrait(texts: Sequence[str], cut: Cut, sample: Cut, tokens: int) -> Portrait:
    lengths = sorted(map(len, cut))
    equal = _first_tokens(sample, tokens)
    counts = count_constructions(texts)
    counts["misspelt word"] = sum(any(map(is_misspelt, words_of(text))) for text in texts)
    return Portrait(
        texts=len(texts),
        tokens=sum(lengths),
        mean_length=fmean(lengths),
        lengths=tuple(lengths[round(share * (len(lengths) - 1))] for share in QUANTILES),
        constructions={name: count / len(texts) for name, count in counts.items()},
        distinct=tuple(distinct(equal, n) for n in _DISTINCT),
        own_perplexity=own_perplexity(sample),
    )


def _first_tokens(texts: Cut, tokens: int) -> list[Sequence[str]]:
    """As many of the texts as have so many tokens, the last one cut."""
    found: list[Sequence[str]] = []
    for text in texts:
        found.append(text[:tokens])
        tokens -= len(found[-1])
        if tokens <= 0:
            break
    return found


def coverage(texts: Iterable[str], vocabulary: Collection[str]) -> Coverage:
    """How much of the texts' words a vocabulary has.

    A word that occurs once, is unknown, and is one slip of the keyboard away from a word of the
    texts or of the vocabulary is taken for a typo and does not count.
    """
    counts = Counter(token for text in texts for token in tokenize(text) if _WORD.search(token))
    frequent = {word for word, count in counts.items() if count > 1} | set(vocabulary)
    unknown = {word: count for word, count in counts.items() if word not in vocabulary}
    typos = {
        word: count for word, count in unknown.items() if count == 1 and is_slip(word, frequent)
    }
    missing = {word: count for word, count in unknown.items() if word not in typos}
    total = sum(counts.values()) - sum(typos.values())
    return Coverage(
        total,
        total - sum(missing.values()),
        len(counts) - len(typos),
        tuple(sorted(missing.items(), key=lambda pair: (-pair[1], pair[0]))),
        tuple(sorted(typos.items())),
    )


class NGramModel:
    """Probabilities of a symbol after others."""

    def __init__(self, sequences: Iterable[Sequence[str]], size: int | None = None) -> None:
        """A model of these sequences, of so many symbols; by default those seen, and a new one."""
        self._counts: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for sequence in sequences:
            for symbol, context in _steps(sequence):
                for n in range(len(context) + 1):
                    self._counts[context[n:]][symbol] += 1
        self._totals = {context: seen.total() for context, seen in self._counts.items()}
        self.symbols = frozenset(self._counts.get((), ()))
        self._uniform = 1 / (size or len(self.symbols) + 1)

    def probability(self, symbol: str, context: tuple[str, ...] = ()) -> float:
        """How likely a symbol is after up to two others."""
        probability = self._uniform
        for n in range(len(context), -1, -1):
            seen = self._counts.get(context[n:])
            if seen is None:
                break
            total = self._totals[context[n:]]
            probability = (seen[symbol] + len(seen) * probability) / (total + len(seen))
        return probability

    def bits(self, sequence: Sequence[str]) -> float:
        """How many bits it takes to tell the symbols of a sequence, and its end."""
        return -sum(math.log2(self.probability(*step)) for step in _steps(sequence))


def _steps(sequence: Sequence[str]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Each symbol of a sequence, and its end, with the two before it."""
    marked = (_START, *sequence, _END)
    return ((marked[i], marked[max(0, i - _ORDER + 1) : i]) for i in range(1, len(marked)))


class TextModel:
    """How likely texts are, given as words."""

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        self._words = NGramModel(texts)
        self._letters = NGramModel(sorted(self._words.symbols - {_END}), _LETTERS)

    def bits(self, text: Sequence[str]) -> float:
        """How many bits it takes to tell a text."""
        known = self._words.symbols
        new = [word for word in text if word not in known]
        told = [word if word in known else _NEW for word in text]
        return self._words.bits(told) + sum(map(self._letters.bits, new))

    def perplexity(self, texts: Sequence[Sequence[str]]) -> float:
        """Among how many equally likely words each word, or end of a text, is chosen."""
        tokens = sum(len(text) + 1 for text in texts)
        return _perplexity(sum(map(self.bits, texts)), tokens)


def _perplexity(bits: float, tokens: int) -> float:
    """Two to the bits a token; without end where no number is so large."""
    try:
        return 2.0 ** (bits / tokens) if tokens else 1.0
    except OverflowError:
        return math.inf


def own_perplexity(texts: Sequence[Sequence[str]], folds: int = 5) -> float:
    """The perplexity of texts to models of the others of them, each time another fold is left out.

    Folds are runs of neighbours, as these are often of one game and much alike.
    """
    folds = max(2, min(folds, len(texts)))
    cuts = [len(texts) * fold // folds for fold in range(folds + 1)]
    bits, tokens = 0.0, 0
    for first, end in pairwise(cuts):
        model = TextModel([*texts[:first], *texts[end:]])
        bits += sum(map(model.bits, texts[first:end]))
        tokens += sum(len(text) + 1 for text in texts[first:end])
    return _perplexity(bits, tokens)


def distinct(texts: Iterable[Sequence[str]], n: int) -> float:
    """The share of different ones among the n-grams of some texts; it falls with their number."""
    found = Counter(tuple(text[i : i + n]) for text in texts for i in range(len(text) - n + 1))
    return len(found) / found.total() if found else 0.0


def _two_columns(title: str) -> Table:
    return Table("", *(Column(head, justify="right") for head in ("file", "corpus")), title=title)


def _figures_table(found: Likeness) -> Table:
    """Words, lengths, variety and perplexities."""
    table = _two_columns("Likeness")
    sides = (found.texts, found.others)

    def add(label: str, form: str, *values: float) -> None:
        table.add_row(label, *(format(value, form) for value in values))

    def add_perplexity(label: str, *values: float) -> None:
        """Small samples say nothing about it."""
        if min(side.texts for side in sides) < _LEAST_TEXTS:
            table.add_row(label, "too few", "too few")
        else:
            add(label, ".1f", *values)

    add("Instructions", ",", *(side.texts for side in sides))
    add("Tokens", ",", *(side.tokens for side in sides))
    add("Words that the corpus has", ".1%", found.words.share)
    add("Different words that it has", ".1%", found.words.share_of_types)
    table.add_section()
    add("Tokens an instruction, mean", ".1f", *(side.mean_length for side in sides))
    for i, share in enumerate(QUANTILES):
        add(f"  {share:.0%} have at most", ".0f", *(side.lengths[i] for side in sides))
    table.add_section()
    for n, name in enumerate(("words", "pairs", "triples")):
        add(f"Different {name}, equal samples", ".1%", *(side.distinct[n] for side in sides))
    table.add_section()
    add_perplexity("Perplexity to the other", found.perplexity, found.perplexity_of_others)
    add_perplexity("Perplexity to itself, equal samples", *(s.own_perplexity for s in sides))
    return table


def _constructions_table(found: Likeness) -> Table:
    """The shares of instructions with each construction, those that are missing marked."""
    table = _two_columns("Constructions: instructions that have them")
    table.add_column("")
    missing = found.missing_constructions
    for name, share in found.texts.constructions.items():
        other = f"{found.others.constructions[name]:.1%}"
        table.add_row(name, f"{share:.1%}", other, "rare" if name in missing else "")
    return table


if __name__ == "__main__":
    file, folder = map(Path, sys.argv[1:])
    given = [
        event.text
        for game in Corpus(folder)
        for event in game.events
        if isinstance(event, Instructed)
    ]
    likeness = compare(read_instructions(file), given)
    console = Console()
    console.print(_figures_table(likeness), _constructions_table(likeness))
    lacking = ", ".join(f"{word} {count}" for word, count in likeness.words.missing[:_SHOWN])
    console.print(f"words that the corpus lacks: {lacking or 'none'}", markup=False)
    slips = ", ".join(word for word, _ in likeness.words.typos[:_SHOWN])
    console.print(f"taken for typos: {slips or 'none'}", markup=False)
