"""A study, whole: its parts and its steps, and the step that a participant is at.

A study is a folder with `study.toml`, which `reading.py` turns into this, and the texts it names.
Where a participant is follows from the study and the participant's story, so that whoever comes
back, on any machine and after any restart, is where they were.
"""

from dataclasses import dataclass

import msgspec

from cerealbar.evaluation.suites import SuiteItem
from cerealbar.studies.conditions import condition
from cerealbar.studies.parts import Arm, FileName, OneLine, Pool, Recruiting, ShortName
from cerealbar.studies.pay import Pay
from cerealbar.studies.questionnaires import Questionnaire
from cerealbar.studies.quiz import QuestionSet
from cerealbar.studies.steps import Step
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.tutorials import Tutorial


class Study(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A study without mistakes."""

    name: ShortName
    title: OneLine
    contact: OneLine = ""
    """Whom participants can write to."""
    steps: tuple[Step, ...]
    recruiting: Recruiting = Recruiting()
    treatments: dict[ShortName, Arm] = {}
    pools: dict[ShortName, Pool] = {}
    pay: Pay = Pay()
    texts: dict[FileName, str] = {}
    """The files of its folder that it consists of, as they are."""
    questionnaires: dict[FileName, Questionnaire] = {}
    quizzes: dict[FileName, QuestionSet] = {}
    tutorials: dict[FileName, Tutorial] = {}
    suites: dict[FileName, tuple[SuiteItem, ...]] = {}

    def step(self, name: str) -> Step | None:
        """The step of a name."""
        return next((step for step in self.steps if step.id == name), None)


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a participant is."""

    step: Step
    number: int
    """Of the step among those of this participant, from 0."""
    of: int
    round: int = 0
    """How many tries, games or tasks of the step are behind it."""
    is_over: bool = False
    """Whether the visit is."""


def stage_of(study: Study, story: ParticipantStory) -> Stage:
    """The step that a participant is at; the last one when the visit is over."""
    steps = _own_steps(study, story)
    if story.end is not None:
        return Stage(steps[-1], len(steps) - 1, len(steps), is_over=True)
    for number, step in enumerate(steps):
        if not step.is_behind(story):
            return Stage(step, number, len(steps), step.round_of(story))
    raise AssertionError("a study ends with an end, which nobody leaves behind")


def _own_steps(study: Study, story: ParticipantStory) -> list[Step]:
    """The steps that are there for a participant: those of its visit that it was shown, and of the
    ones after them whose conditions hold now. What it has come past without is never there."""
    shown = [step.id in story.reached for step in study.steps]
    coming = max((n for n, is_shown in enumerate(shown, start=1) if is_shown), default=0)
    return [
        step
        for number, step in enumerate(study.steps)
        if shown[number] or (number >= coming and condition(step.only_if).holds(story))
    ]
