"""How much of some people's language another vocabulary covers."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from cerealbar.game import CerealBarError, InstructionError, check_instruction
from cerealbar.language.spelling import is_slip
from cerealbar.language.tokenizer import tokenize

_WORD = re.compile(r"[^\W\d_]")


class TextFileError(CerealBarError, ValueError):
    """A file from which no instructions can be read."""


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


def read_instructions(path: Path) -> list[str]:
    """The instructions of a file: one a line, as text or as JSON objects with a `text`."""
    texts = []
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise TextFileError(f"{path} is no text: {error}") from None
    for number, line in enumerate(map(str.strip, lines), start=1):
        if line:
            text = _text_field(path, number, line) if line.startswith("{") else line
            texts.append(_checked(path, number, text))
    if not texts:
        raise TextFileError(f"{path} has no instructions")
    return texts


def _checked(path: Path, number: int, text: str) -> str:
    try:
        return check_instruction(text)
    except InstructionError as error:
        raise TextFileError(f"{path}, line {number}: {error}") from None


def _text_field(path: Path, number: int, line: str) -> str:
    try:
        text = json.loads(line)["text"]
    except (ValueError, KeyError, TypeError, RecursionError):
        text = None
    if not isinstance(text, str):
        raise TextFileError(f"{path}, line {number}: expected a JSON object with a `text`")
    return text


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
