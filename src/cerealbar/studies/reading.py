"""Reading a study's folder: everything in it, and every mistake, each with its file and line."""

import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cerealbar.evaluation.suites import SuiteError, SuiteItem, read_suite
from cerealbar.game import CerealBarError
from cerealbar.studies.conditions import Condition, ConditionError
from cerealbar.studies.errors import StudyError
from cerealbar.studies.lines import Key, TomlLines, way_of_error
from cerealbar.studies.questionnaires import Questionnaire
from cerealbar.studies.quiz import QuestionSet
from cerealbar.studies.study import (
    Arm,
    CarryOutStep,
    Consent,
    EndStep,
    GamesStep,
    Information,
    Pay,
    Pool,
    QuestionnaireStep,
    QuizStep,
    Recruiting,
    Step,
    Study,
    TutorialStep,
    WriteStep,
)
from cerealbar.studies.tutorials import load_tutorial

FILE = "study.toml"
MAX_FILE_BYTES = 1_000_000
_SECTIONS = ("name", "title", "contact", "recruiting", "steps", "treatments", "pools", "pay")
T = TypeVar("T")
CheckArm = Callable[[str, Arm], None]
"""Sees that games can be played as an arm says; raises CerealBarError."""


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


def load_study(folder: Path, check_arm: CheckArm = lambda name, arm: None) -> Study:
    """The study of a folder.

    Raises:
        StudyMistakesError: it cannot be run; all that is wrong is told.
        StudyError: there is no study in the folder.
    """
    if not (folder / FILE).is_file():
        raise StudyError(f"{folder} is no study: expected a file {FILE} in it")
    return _FolderReading(folder, check_arm).study()


@dataclass(slots=True)
class _FolderReading:
    """A folder being read."""

    folder: Path
    check_arm: CheckArm
    mistakes: list[Mistake] = field(default_factory=list)
    lines: TomlLines = field(default_factory=lambda: TomlLines(""))
    texts: dict[str, str] = field(default_factory=dict)
    questionnaires: dict[str, Questionnaire] = field(default_factory=dict)
    quizzes: dict[str, QuestionSet] = field(default_factory=dict)
    suites: dict[str, tuple[SuiteItem, ...]] = field(default_factory=dict)

    def study(self) -> Study:
        table = self._table(FILE)
        for key in table:
            if key not in _SECTIONS:
                self._note((key,), f"{key!r} is no part of a study: {', '.join(_SECTIONS)}")
        steps = self._steps(table.get("steps"))
        arms = self._named(table.get("treatments", {}), "treatments", Arm)
        pools = self._named(table.get("pools", {}), "pools", Pool)
        known = _GivenNames(_names(table.get("treatments")), _names(table.get("pools")))
        parts = {
            "recruiting": self._part(table.get("recruiting", {}), Recruiting, ("recruiting",)),
            "pay": self._part(table.get("pay", {}), Pay, ("pay",)),
        }
        self._check_steps(steps, known)
        self._check_arms(arms)
        for name, pool in pools.items():
            self._check_condition(pool.joins_if, ("pools", name, "joins_if"), known)
        if not self.mistakes:
            plain = {key: table[key] for key in ("name", "title", "contact") if key in table}
            study = self._part(plain | {"steps": []}, Study, ())
            if study is not None:
                return msgspec.structs.replace(
                    study,
                    steps=tuple(step for _, step in steps),
                    treatments=arms,
                    pools=pools,
                    texts=self.texts,
                    questionnaires=self.questionnaires,
                    quizzes=self.quizzes,
                    suites=self.suites,
                    **parts,
                )
        raise StudyMistakesError(self.folder, self.mistakes)

    # Files

    def _table(self, name: str) -> dict[str, Any]:
        """A TOML file of the folder, whose lines are known then."""
        text = self._text(name)
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

    def _keep_text(self, name: str, way: Key) -> None:
        if (self.folder / name).is_file():
            self.texts[name] = self._text(name)
        else:
            self._note(way, f"there is no file {name!r} in the folder")

    def _keep(self, name: str, way: Key, kind: type[T], kept: dict[str, T]) -> None:
        """Keep a TOML file of the folder, and what it holds."""
        self._keep_text(name, way)
        if name not in self.texts or name in kept:
            return
        lines = TomlLines(self.texts[name])
        try:
            kept[name] = msgspec.convert(tomllib.loads(self.texts[name]), kind)
        except tomllib.TOMLDecodeError as error:
            self.mistakes.append(Mistake(name, _line_in(str(error)), f"this is no TOML: {error}"))
        except msgspec.ValidationError as error:
            told, inside = way_of_error(str(error))
            self.mistakes.append(Mistake(name, lines.of(inside), told))

    def _keep_suite(self, step: WriteStep | CarryOutStep, way: Key) -> None:
        self._keep_text(step.suite, (*way, "suite"))
        if step.suite not in self.texts:
            return
        try:
            items = read_suite(self.folder / step.suite)
        except SuiteError as error:
            self._note((*way, "suite"), str(error))
            return
        self.suites[step.suite] = tuple(items)
        if step.tasks > len(items):
            told = f"{step.suite} has {len(items)} tasks: nobody can be given {step.tasks}"
            self._note((*way, "tasks"), told)

    # Parts

    def _note(self, way: Key, text: str) -> None:
        self.mistakes.append(Mistake(FILE, self.lines.of(way), text))

    def _part(self, table: object, kind: type[T], way: Key) -> T | None:
        try:
            return msgspec.convert(table, kind)
        except msgspec.ValidationError as error:
            told, inside = way_of_error(str(error))
            self._note((*way, *inside), told)
            return None

    def _named(self, tables: object, section: str, kind: type[T]) -> dict[str, T]:
        if not isinstance(tables, dict):
            self._note((section,), f"expected tables such as [{section}.first]")
            return {}
        read = {name: self._part(table, kind, (section, name)) for name, table in tables.items()}
        return {name: part for name, part in read.items() if part is not None}

    def _steps(self, tables: object) -> list[tuple[int, Step]]:
        """The steps that can be read, each with its number in the file."""
        if not isinstance(tables, list) or not tables:
            self._note(("steps",), 'a study needs steps, such as [[steps]] with kind = "consent"')
            return []
        read: list[tuple[int, Step]] = []
        for number, table in enumerate(tables):
            step: Step | None = self._part(table, Step, ("steps", number))  # type: ignore[arg-type]
            if step is not None:
                read.append((number, step))
        return read

    # What goes together

    def _check_steps(self, steps: list[tuple[int, Step]], known: "_GivenNames") -> None:
        for name, count in Counter(step.id for _, step in steps).items():
            if count > 1:
                last = max(number for number, step in steps if step.id == name)
                told = f"{count} steps are called {name!r}: give each an id of its own"
                self._note(("steps", last), told)
        for number, step in steps:
            self._check_step(step, ("steps", number), known)
            is_last = number == steps[-1][0]
            if isinstance(step, EndStep) != is_last:
                told = "the last step must be the end" if is_last else "nothing comes after the end"
                self._note(("steps", number), told)
            if isinstance(step, EndStep) and step.only_if:
                self._note(("steps", number, "only_if"), "everyone comes to the end")

    def _check_step(self, step: Step, way: Key, known: "_GivenNames") -> None:
        self._check_condition(step.only_if, (*way, "only_if"), known)
        match step:
            case Consent(text=name) | Information(text=name):
                self._keep_text(name, (*way, "text"))
            case EndStep(text=str(name)):
                self._keep_text(name, (*way, "text"))
            case QuestionnaireStep(file=name):
                self._keep(name, (*way, "file"), Questionnaire, self.questionnaires)
            case TutorialStep():
                self._check_tutorial(step, way)
            case WriteStep() | CarryOutStep():
                self._keep_suite(step, way)
            case QuizStep(file=name):
                if step.right_needed > step.questions:
                    told = f"{step.right_needed} right answers cannot be given to"
                    self._note((*way, "right_needed"), f"{told} {step.questions} questions")
                if name is not None:
                    self._keep(name, (*way, "file"), QuestionSet, self.quizzes)
            case GamesStep():
                self._check_games(step, way, known)

    def _check_tutorial(self, step: TutorialStep, way: Key) -> None:
        try:
            tutorial = load_tutorial(self.folder / step.file if step.file else step.role)
        except (StudyError, OSError) as error:
            self._note((*way, "file"), str(error))
            return
        if tutorial.role != step.role:
            self._note((*way, "role"), f"{step.file} is a tutorial of the {tutorial.role}")
        elif step.file:
            self._keep_text(step.file, (*way, "file"))

    def _check_games(self, step: GamesStep, way: Key, known: "_GivenNames") -> None:
        for name in step.treatments:
            if name not in known.treatments:
                told = f"there is no treatment {name!r}: expected one of {_list(known.treatments)}"
                self._note((*way, "treatments"), told)
        if not known.treatments:
            self._note(way, "games need a treatment, such as [treatments.usual]")
        if step.pool is not None and step.pool not in known.pools:
            told = f"there is no pool {step.pool!r}: expected one of {_list(known.pools)}"
            self._note((*way, "pool"), told)
        if step.after_each is not None:
            self._keep(step.after_each, (*way, "after_each"), Questionnaire, self.questionnaires)

    def _check_arms(self, arms: dict[str, Arm]) -> None:
        if arms and not any(arm.weight for arm in arms.values()):
            self._note(("treatments",), "every weight is 0, so that nothing can be drawn")
        for name, arm in arms.items():
            way: Key = ("treatments", name)
            if arm.agent and arm.partner == "person":
                self._note((*way, "agent"), "people play with people here: remove the agent")
            try:
                self.check_arm(name, arm)
            except CerealBarError as error:
                self._note(way, str(error))

    def _check_condition(self, text: str, way: Key, known: "_GivenNames") -> None:
        try:
            read = Condition(text)
        except ConditionError as error:
            self._note(way, str(error))
            return
        for pool in sorted(read.pools - set(known.pools)):
            self._note(way, f"there is no pool {pool!r}: expected one of {_list(known.pools)}")


@dataclass(frozen=True, slots=True)
class _GivenNames:
    """The names that a study's file gives, with or without mistakes in what they name."""

    treatments: tuple[str, ...]
    pools: tuple[str, ...]


def _names(tables: object) -> tuple[str, ...]:
    return tuple(tables) if isinstance(tables, dict) else ()


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "none"


def _line_in(message: str) -> int:
    """The line that a TOML error names."""
    words = message.replace(",", " ").split()
    found = (words[at + 1] for at, word in enumerate(words[:-1]) if word == "line")
    return next((int(word) for word in found if word.isdigit()), 1)
