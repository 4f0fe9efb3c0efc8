"""Texts as arrays: the numbers of known words, and the characters of all words.

A word is also the hashed groups of three and four characters in it, so that a slip of the pen or a
word never seen keeps some of its meaning.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.config import PointerConfig
from cerealbar.follower.vocabulary import PADDING, UNKNOWN, Vocabulary, padded
from cerealbar.language.tokenizer import tokenize

_GROUPS = (3, 4)
_LONGEST = 24
"""Characters of a word that count."""
_SPAN = 40
"""Characters of a text that a word of the most read has at most, marks and blanks included."""


@lru_cache(maxsize=1 << 16)
def ngram_numbers(word: str, rows: int) -> tuple[int, ...]:
    """The rows of the groups of characters of a word, its ends marked."""
    marked = f"<{word[:_LONGEST]}>"
    groups = [marked[i : i + n] for n in _GROUPS for i in range(len(marked) - n + 1)]
    return tuple([crc32(group.encode("utf-8", "replace")) % rows for group in groups])


@dataclass(frozen=True, slots=True)
class WordArrays:
    """The words of N texts, at most L each; U different words with G groups of characters."""

    ids: NDArray[np.int64]
    """(N, L): numbers of the vocabulary; `PADDING` after the last word."""
    segments: NDArray[np.int64]
    """(N, L): 0 for the instruction, 1 for the one before it, and so on."""
    spellings: NDArray[np.int64]
    """(N, L): index of the word among the different words; 0 for padding."""
    groups: NDArray[np.int64]
    """(G,): rows of the table of n-grams, word after word."""
    firsts: NDArray[np.int64]
    """(U,): where the groups of each word begin; the first word has none."""

    @property
    def lengths(self) -> NDArray[np.int64]:
        """(N,): how many words each text has."""
        counts: NDArray[np.int64] = np.count_nonzero(self.ids, axis=1)
        return counts

    def take(self, chosen: NDArray[np.integer]) -> "WordArrays":
        """Some texts, with only the words and the columns that they need."""
        width = int(np.count_nonzero(self.ids[chosen], axis=1).max(initial=1))
        spellings = self.spellings[chosen, :width]
        used, again = np.unique(np.append(spellings.ravel(), 0), return_inverse=True)
        lasts = np.append(self.firsts[1:], len(self.groups))
        sizes = (lasts - self.firsts)[used]
        firsts = np.concatenate([[0], np.cumsum(sizes)])
        groups = np.repeat(self.firsts[used] - firsts[:-1], sizes) + np.arange(firsts[-1])
        return WordArrays(
            self.ids[chosen, :width],
            self.segments[chosen, :width],
            again[:-1].reshape(spellings.shape),
            self.groups[groups],
            firsts[:-1],
        )


def read_words(
    texts: Sequence[str],
    pasts: Sequence[tuple[str, ...]],
    vocabulary: Vocabulary,
    config: PointerConfig,
) -> WordArrays:
    """The words of instructions, those of the ones before them after each, the last one first.

    Only the first `max_words` words of a text are read; one without words is one unknown word.
    """
    words: list[list[str]] = []
    segments = []
    for text, past in zip(texts, pasts, strict=True):
        before = [_cut(each, config.max_words) for each in past[::-1][: config.history]]
        parts = [_cut(text, config.max_words) or ["?"], *before]
        words.append([word for part in parts for word in part])
        segments.append([number for number, part in enumerate(parts) for _ in part])
    different = dict.fromkeys(word for text in words for word in text)
    numbers = {"": 0} | {word: i for i, word in enumerate(different, 1)}
    spelt = [ngram_numbers(word, config.ngram_rows) if word else () for word in numbers]
    known = np.array([PADDING, *vocabulary.ids(different)], np.int64)
    spellings = padded([[numbers[word] for word in text] for text in words])
    return WordArrays(
        known[spellings],
        padded(segments),
        spellings,
        np.array([row for rows in spelt for row in rows], np.int64),
        np.cumsum([0, *map(len, spelt[:-1])], dtype=np.int64),
    )


def _cut(text: str, most: int) -> list[str]:
    return tokenize(text[: most * _SPAN])[:most]


def drop_words(words: WordArrays, chance: float, rng: np.random.Generator) -> WordArrays:
    """The same words, some known ones as unknown."""
    is_dropped = (words.ids > UNKNOWN) & (rng.random(words.ids.shape) < chance)
    return replace(words, ids=np.where(is_dropped, UNKNOWN, words.ids))
