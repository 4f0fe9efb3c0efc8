"""The files of a study's folder: kept as they are read, with every mistake in them by its line."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cerealbar.evaluation.suites import SuiteError, SuiteItem, read_suite
from cerealbar.studies.errors import StudyError
from cerealbar.studies.lines import Key, TomlLines, way_of_error
from cerealbar.studies.questionnaires import Questionnaire
from cerealbar.studies.quiz import QuestionSet

FILE = "study.toml"
MAX_FILE_BYTES = 1_000_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class Mistake:
    """Something in a study's folder with which it cannot be run."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


class StudyMistakesError(StudyError):
    """A study's folder has mistakes; the message lists all of them."""

    def __init__(self, folder: Path, mistakes: list[Mistake]) -> None:
        self.mistakes = sorted(mistakes)
        many = "a mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        told = "\n".join(f"  {mistake}" for mistake in self.mistakes)
        super().__init__(f"{folder} has {many}:\n{told}")


@dataclass(slots=True)
class StudyFolder:
    """A folder being read."""

    folder: Path
    mistakes: list[Mistake] = field(default_factory=list)
    lines: TomlLines = field(default_factory=lambda: TomlLines(""))
    texts: dict[str, str] = field(default_factory=dict)
    questionnaires: dict[str, Questionnaire] = field(default_factory=dict)
    quizzes: dict[str, QuestionSet] = field(default_factory=dict)
    treatments: Sequence[str] = ()
    pools: Sequence[str] = ()
    suites: dict[str, tuple[SuiteItem, ...]] = field(default_factory=dict)

    def note(self, way: Key, text: str) -> None:
        """Something is wrong at a place of the study's file."""
        self.mistakes.append(Mistake(FILE, self.lines.of(way), text))

    def table(self, name: str) -> dict[str, Any]:
        """A TOML file of the folder, whose lines are known then."""
        text = self.texts[name] = self._text(name)
        self.lines = TomlLines(text)
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            line = getattr(error, "lineno", None) or _line_in(str(error))
            mistake = Mistake(name, line, f"this is no TOML: {error}")
            raise StudyMistakesError(self.folder, [*self.mistakes, mistake]) from None

    def _text(self, name: str) -> str:
        path = self.folder / name
        try:
            data = path.read_bytes()
        except OSError as error:
            raise StudyError(f"cannot read {path}: {error.strerror}") from None
        if len(data) > MAX_FILE_BYTES:
            raise StudyError(f"{path} is too large: expected at most {MAX_FILE_BYTES:,} bytes")
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            mistake = Mistake(name, line, "this is no UTF-8 text")
            raise StudyMistakesError(self.folder, [*self.mistakes, mistake]) from None

    def keep_text(self, name: str, way: Key) -> str | None:
        """Keep a text, which must be there; `way` leads to its name; so below."""
        if (self.folder / name).is_file():
            self.texts[name] = self._text(name)
        else:
            self.note(way, f"there is no file {name!r} in the folder")
        return self.texts.get(name)

    def _keep(self, name: str, way: Key, kind: type[T], kept: dict[str, T]) -> None:
        """Keep a TOML file of the folder, and what it holds."""
        text = self.keep_text(name, way)
        if text is None or name in kept:
            return
        try:
            kept[name] = msgspec.convert(tomllib.loads(text), kind)
        except tomllib.TOMLDecodeError as error:
            self.mistakes.append(Mistake(name, _line_in(str(error)), f"this is no TOML: {error}"))
        except msgspec.ValidationError as error:
            told, inside = way_of_error(str(error))
            self.mistakes.append(Mistake(name, TomlLines(text).of(inside), told))

    def keep_questionnaire(self, name: str, way: Key) -> None:
        """Keep a questionnaire."""
        self._keep(name, way, Questionnaire, self.questionnaires)

    def keep_questions(self, name: str, way: Key) -> None:
        """Keep the questions of a quiz."""
        self._keep(name, way, QuestionSet, self.quizzes)

    def keep_suite(self, name: str, way: Key) -> int:
        """Keep a suite; how many items it has."""
        if self.keep_text(name, way) is None:
            return 0
        try:
            self.suites[name] = tuple(read_suite(self.folder / name))
        except SuiteError as error:
            self.note(way, str(error))
            return 0
        return len(self.suites[name])


def _line_in(message: str) -> int:
    """The line that a TOML error names."""
    words = message.replace(",", " ").split()
    found = (words[at + 1] for at, word in enumerate(words[:-1]) if word == "line")
    return next((int(word) for word in found if word.isdigit()), 1)
