"""A small language model, to measure how like one set of texts is to another.

An interpolated trigram model of words with Witten-Bell smoothing: a context trusts itself by how
often it was seen, and leaves to shorter contexts as much as it met different words. Its vocabulary
is open: what it never saw is one symbol, whose letters a like model of its words spells.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

_ORDER = 3
_LETTERS = 256
"""Symbols among which a letter that was never seen is drawn."""
_START, _END, _NEW = "<start>", "<end>", "<new>"


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
