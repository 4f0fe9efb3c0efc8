"""The course of a visit: which step a participant is at.

It follows from the study and the participant's story, so that whoever comes back, on any machine
and after any restart, is where they were.
"""

from dataclasses import dataclass

from cerealbar.studies.conditions import condition
from cerealbar.studies.steps import Step
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Study


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
    steps = [step for step in study.steps if condition(step.only_if).holds(story)]
    if story.end is not None:
        return Stage(steps[-1], len(steps) - 1, len(steps), is_over=True)
    for number, step in enumerate(steps):
        if not step.is_behind(story):
            return Stage(step, number, len(steps), step.round_of(story))
    raise AssertionError("a study ends with an end, which nobody leaves behind")
