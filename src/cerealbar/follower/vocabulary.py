"""Words as numbers: those of the training texts, one number for all others, and padding."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cerealbar.language.tokenizer import tokenize

PADDING, UNKNOWN = 0, 1
_FIRST = 2
MAX_WORDS = 120
"""Words of a text that are read; what comes after them is not (the paper's longest has 55)."""


@dataclass(frozen=True)
class Vocabulary:
    """The known words; the number of a word is its place from 2 on."""

    words: tuple[str, ...]

    def __len__(self) -> int:
        return _FIRST + len(self.words)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words, _FIRST)}

    def ids(self, words: Iterable[str]) -> list[int]:
        """The number of each word; `UNKNOWN` for those that are not known."""
        numbers = self._numbers
        return [numbers.get(word, UNKNOWN) for word in words]

    def read(self, texts: Sequence[str]) -> NDArray[np.int64]:
        """(N, longest): the numbers of the words of each text, then `PADDING`.

        A text without words is one unknown word.
        """
        return padded([self.ids(tokenize(text)[:MAX_WORDS]) or [UNKNOWN] for text in texts])


def padded(lists: Sequence[list[int]]) -> NDArray[np.int64]:
    """(N, longest): lists of numbers side by side, `PADDING` after each."""
    rows = np.full((len(lists), max(map(len, lists), default=1)), PADDING, np.int64)
    for row, numbers in zip(rows, lists, strict=True):
        row[: len(numbers)] = numbers
    return rows


def build_vocabulary(texts: Iterable[str], min_count: int = 2) -> Vocabulary:
    """The words that occur so often in some texts, in alphabetical order.

    The paper maps words that occur once to one unknown word (Appendix G).
    """
    counts = Counter(word for text in texts for word in tokenize(text))
    return Vocabulary(tuple(sorted(word for word, n in counts.items() if n >= min_count)))
