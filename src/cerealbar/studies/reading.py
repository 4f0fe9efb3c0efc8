"""Reading a study's folder: everything in it, and every mistake, each with its file and line."""

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cerealbar.evaluation.suites import SuiteError, SuiteItem, read_suite
from cerealbar.game import CerealBarError
from cerealbar.studies.conditions import Condition, ConditionError
from cerealbar.studies.errors import StudyError
from cerealbar.studies.lines import Key, TomlLines, way_of_error
from cerealbar.studies.parts import Arm, FileUse, Pool, Recruiting
from cerealbar.studies.pay import Pay
from cerealbar.studies.questionnaires import Questionnaire
from cerealbar.studies.quiz import QuestionSet
from cerealbar.studies.steps import Step
from cerealbar.studies.study import Study
from cerealbar.studies.tutorials import Tutorial, check_tutorial

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
    reading = StudyFolder(folder)
    table = reading.table
    for key in table:
        if key not in _SECTIONS:
            reading.note((key,), f"{key!r} is no part of a study: {', '.join(_SECTIONS)}")
    plain = {key: table[key] for key in ("name", "title", "contact") if key in table}
    study = reading.part(plain | {"steps": []}, Study, ())
    steps = reading.steps()
    arms, pools = reading.named("treatments", Arm), reading.named("pools", Pool)
    recruiting = reading.part(table.get("recruiting", {}), Recruiting, ("recruiting",))
    pay = reading.part(table.get("pay", {}), Pay, ("pay",))
    reading.check_steps(steps)
    reading.check_arms(arms, check_arm)
    for name, pool in pools.items():
        reading.check_condition(pool.joins_if, ("pools", name, "joins_if"))
    if reading.mistakes or study is None or recruiting is None or pay is None:
        raise StudyMistakesError(folder, reading.mistakes)
    return msgspec.structs.replace(
        study,
        steps=tuple(steps.values()),
        recruiting=recruiting,
        pay=pay,
        treatments=arms,
        pools=pools,
        texts=reading.texts,
        questionnaires=reading.questionnaires,
        quizzes=reading.quizzes,
        tutorials=reading.tutorials,
        suites=reading.suites,
    )


class StudyFolder:
    """A folder being read as a study."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mistakes: list[Mistake] = []
        self.texts: dict[str, str] = {}
        self.questionnaires: dict[str, Questionnaire] = {}
        self.quizzes: dict[str, QuestionSet] = {}
        self.tutorials: dict[str, Tutorial] = {}
        self.suites: dict[str, tuple[SuiteItem, ...]] = {}
        text = self.texts[FILE] = self._text(FILE)
        self._lines = TomlLines(text)
        try:
            self.table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise StudyMistakesError(folder, [_no_toml(FILE, error)]) from None
        self.treatments, self.pools = self._names("treatments"), self._names("pools")

    def note(self, way: Key, text: str) -> None:
        """Something is wrong at a place of the study's file."""
        self.mistakes.append(Mistake(FILE, self._lines.of(way), text))

    # Files

    def keep(self, name: str, use: FileUse, way: Key) -> None:
        """Keep a file, which must be there, and what it holds; `way` leads to its name."""
        if not (self.folder / name).is_file():
            self.note(way, f"there is no file {name!r} in the folder")
            return
        self.texts[name] = self._text(name)
        match use:
            case "questionnaires":
                self._keep(name, Questionnaire, self.questionnaires)
            case "quizzes":
                self._keep(name, QuestionSet, self.quizzes)
            case "tutorials":
                self._keep(name, Tutorial, self.tutorials, check_tutorial)
            case "suites":
                try:
                    self.suites[name] = tuple(read_suite(self.folder / name))
                except SuiteError as error:
                    self.note(way, str(error))

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

    def _keep(
        self,
        name: str,
        kind: type[T],
        kept: dict[str, T],
        check: Callable[[T], None] = lambda read: None,
    ) -> None:
        """Keep what a TOML file holds."""
        if name in kept:
            return
        try:
            kept[name] = msgspec.convert(tomllib.loads(self.texts[name]), kind)
            check(kept[name])
        except tomllib.TOMLDecodeError as error:
            self.mistakes.append(_no_toml(name, error))
        except (msgspec.ValidationError, StudyError) as error:
            told, inside = way_of_error(str(error))
            line = TomlLines(self.texts[name]).of(inside)
            self.mistakes.append(Mistake(name, line, told))

    # Parts of the study's file

    def part(self, table: object, kind: type[T], way: Key) -> T | None:
        """A part of the study's file; None if it is none."""
        try:
            return msgspec.convert(table, kind)
        except msgspec.ValidationError as error:
            told, inside = way_of_error(str(error))
            self.note((*way, *inside), told)
            return None

    def named(self, section: str, kind: type[T]) -> dict[str, T]:
        """The parts of a section, by their names."""
        tables = self.table.get(section, {})
        if not isinstance(tables, dict):
            self.note((section,), f"expected tables such as [{section}.first]")
            return {}
        read = {name: self.part(table, kind, (section, name)) for name, table in tables.items()}
        return {name: part for name, part in read.items() if part is not None}

    def _names(self, section: str) -> tuple[str, ...]:
        """The names in a section, also of what cannot be read."""
        tables = self.table.get(section)
        return tuple(tables) if isinstance(tables, dict) else ()

    def steps(self) -> dict[int, Step]:
        """The steps that can be read, by their numbers in the file."""
        tables = self.table.get("steps")
        if not isinstance(tables, list) or not tables:
            self.note(("steps",), 'a study needs steps, such as [[steps]] with kind = "consent"')
            return {}
        kind: Any = Step  # a union, of which mypy knows no type
        read = {number: self.part(it, kind, ("steps", number)) for number, it in enumerate(tables)}
        return {number: step for number, step in read.items() if step is not None}

    def check_steps(self, steps: Mapping[int, Step]) -> None:
        """See that steps go together, and that what they name is there."""
        for name, count in Counter(step.id for step in steps.values()).items():
            if count > 1:
                last = max(number for number, step in steps.items() if step.id == name)
                told = f"{count} steps are called {name!r}: give each an id of its own"
                self.note(("steps", last), told)
        for number, step in steps.items():
            self.check_condition(step.only_if, ("steps", number, "only_if"))
            step.check(self, ("steps", number))
            is_last = number == max(steps)
            if step.is_last != is_last:
                told = "the last step must be the end" if is_last else "nothing comes after the end"
                self.note(("steps", number), told)

    def check_arms(self, arms: Mapping[str, Arm], check_arm: CheckArm) -> None:
        """See that games can be played as the treatments say."""
        if arms and not any(arm.weight for arm in arms.values()):
            self.note(("treatments",), "every weight is 0, so that nothing can be drawn")
        for name, arm in arms.items():
            way: Key = ("treatments", name)
            if arm.agent and arm.partner == "person":
                self.note((*way, "agent"), "people play with people here: remove the agent")
            try:
                check_arm(name, arm)
            except CerealBarError as error:
                self.note(way, str(error))

    def check_condition(self, text: str, way: Key) -> None:
        """See that a condition can be read, and that its pools are there."""
        try:
            pools = Condition(text).pools
        except ConditionError as error:
            self.note(way, str(error))
            return
        for pool in sorted(pools):
            self.check_name("pool", pool, self.pools, way)

    def check_name(self, what: str, name: str, known: tuple[str, ...], way: Key) -> None:
        """See that a treatment or a pool is there."""
        if name not in known:
            expected = ", ".join(known) or "none"
            self.note(way, f"there is no {what} {name!r}: expected one of {expected}")


def _no_toml(name: str, error: tomllib.TOMLDecodeError) -> Mistake:
    """A file that is none, by the line that the error names."""
    words = str(error).replace(",", " ").split()
    found = (words[at + 1] for at, word in enumerate(words[:-1]) if word == "line")
    line = next((int(word) for word in found if word.isdigit()), 1)
    return Mistake(name, line, f"this is no TOML: {error}")
