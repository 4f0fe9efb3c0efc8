"""Reading a study's folder: everything in it, and every mistake, each with its file and line."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from cerealbar.game import CerealBarError
from cerealbar.studies.conditions import Condition, ConditionError
from cerealbar.studies.errors import StudyError
from cerealbar.studies.files import FILE, StudyFolder, StudyMistakesError
from cerealbar.studies.lines import Key, way_of_error
from cerealbar.studies.parts import Arm, Pay, Pool, Recruiting
from cerealbar.studies.steps import Step
from cerealbar.studies.study import Study

_SECTIONS = ("name", "title", "contact", "recruiting", "steps", "treatments", "pools", "pay")
T = TypeVar("T")
CheckArm = Callable[[str, Arm], None]
"""Sees that games can be played as an arm says; raises CerealBarError."""


def load_study(folder: Path, check_arm: CheckArm = lambda name, arm: None) -> Study:
    """The study of a folder.

    Raises:
        StudyMistakesError: it cannot be run; all that is wrong is told.
        StudyError: there is no study in the folder.
    """
    if not (folder / FILE).is_file():
        raise StudyError(f"{folder} is no study: expected a file {FILE} in it")
    reading = _StudyReading(folder)
    table = reading.table(FILE)
    for key in table:
        if key not in _SECTIONS:
            reading.note((key,), f"{key!r} is no part of a study: {', '.join(_SECTIONS)}")
    plain = {key: table[key] for key in ("name", "title", "contact") if key in table}
    study = reading.part(plain | {"steps": []}, Study, ())
    steps = reading.steps(table.get("steps"))
    arms = reading.named(table.get("treatments", {}), "treatments", Arm)
    pools = reading.named(table.get("pools", {}), "pools", Pool)
    recruiting = reading.part(table.get("recruiting", {}), Recruiting, ("recruiting",))
    pay = reading.part(table.get("pay", {}), Pay, ("pay",))
    reading.treatments, reading.pools = _names(table.get("treatments")), _names(table.get("pools"))
    reading.check_steps(steps)
    reading.check_arms(arms, check_arm)
    for name, pool in pools.items():
        reading.check_condition(pool.joins_if, ("pools", name, "joins_if"))
    if reading.mistakes or study is None or recruiting is None or pay is None:
        raise StudyMistakesError(folder, reading.mistakes)
    return msgspec.structs.replace(
        study,
        steps=tuple(step for _, step in steps),
        recruiting=recruiting,
        pay=pay,
        treatments=arms,
        pools=pools,
        texts=reading.texts,
        questionnaires=reading.questionnaires,
        quizzes=reading.quizzes,
        suites=reading.suites,
    )


class _StudyReading(StudyFolder):
    """A folder being read as a study."""

    def part(self, table: object, kind: type[T], way: Key) -> T | None:
        """A part of the study's file; None if it is none."""
        try:
            return msgspec.convert(table, kind)
        except msgspec.ValidationError as error:
            told, inside = way_of_error(str(error))
            self.note((*way, *inside), told)
            return None

    def named(self, tables: object, section: str, kind: type[T]) -> dict[str, T]:
        """The parts of a section, by their names."""
        if not isinstance(tables, dict):
            self.note((section,), f"expected tables such as [{section}.first]")
            return {}
        read = {name: self.part(table, kind, (section, name)) for name, table in tables.items()}
        return {name: part for name, part in read.items() if part is not None}

    def steps(self, tables: object) -> list[tuple[int, Step]]:
        """The steps that can be read, each with its number in the file."""
        if not isinstance(tables, list) or not tables:
            self.note(("steps",), 'a study needs steps, such as [[steps]] with kind = "consent"')
            return []
        read: list[tuple[int, Step]] = []
        for number, table in enumerate(tables):
            step: Step | None = self.part(table, Step, ("steps", number))  # type: ignore[arg-type]
            if step is not None:
                read.append((number, step))
        return read

    def check_steps(self, steps: list[tuple[int, Step]]) -> None:
        """See that steps go together, and that what they name is there."""
        for name, count in Counter(step.id for _, step in steps).items():
            if count > 1:
                last = max(number for number, step in steps if step.id == name)
                told = f"{count} steps are called {name!r}: give each an id of its own"
                self.note(("steps", last), told)
        for number, step in steps:
            self.check_condition(step.only_if, ("steps", number, "only_if"))
            step.check(self, ("steps", number))
            is_last = number == steps[-1][0]
            if step.is_last != is_last:
                told = "the last step must be the end" if is_last else "nothing comes after the end"
                self.note(("steps", number), told)

    def check_arms(self, arms: dict[str, Arm], check_arm: CheckArm) -> None:
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
            read = Condition(text)
        except ConditionError as error:
            self.note(way, str(error))
            return
        for pool in sorted(read.pools - set(self.pools)):
            self.note(
                way, f"there is no pool {pool!r}: expected one of {', '.join(self.pools) or 'none'}"
            )


def _names(tables: object) -> tuple[str, ...]:
    return tuple(tables) if isinstance(tables, dict) else ()
