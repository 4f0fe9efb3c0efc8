"""How like some people's language is to that of others, in figures."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from cerealbar.language.constructions import count_constructions
from cerealbar.language.coverage import Coverage, coverage
from cerealbar.language.ngrams import TextModel, distinct, own_perplexity
from cerealbar.language.spelling import is_misspelt, words_of
from cerealbar.language.tokenizer import tokenize

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_ORDERS = (1, 2, 3)
_FAR = 4.0
"""Times as rare as in the texts that a construction is in the others to count as missing."""

Cut = Sequence[Sequence[str]]
"""Texts as tokens."""


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


def compare(texts: Sequence[str], others: Sequence[str], seed: int = 0) -> Likeness:
    """How like texts are to others; both are at least one."""
    cut, cut_others = [tokenize(text) for text in texts], [tokenize(text) for text in others]
    rng, size = random.Random(seed), min(len(cut), len(cut_others))
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
        distinct=tuple(distinct(equal, n) for n in _ORDERS),
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
