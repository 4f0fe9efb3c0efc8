"""Grading: how many answers are right, and whether that is enough."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from cerealbar.studies.errors import AnswerError, StudyError
from cerealbar.studies.quiz.question import Question

_MOST_SHOWN = 60


class QuizRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long a quiz is, and how it is passed."""

    questions: Annotated[int, Meta(ge=1, le=30)] = 8
    right_needed: Annotated[int, Meta(ge=0, le=30)] = 7
    tries: Annotated[int, Meta(ge=1, le=20)] = 3
    """Each with other questions."""

    def __post_init__(self) -> None:
        if self.right_needed > self.questions:
            raise StudyError(
                f"nobody can pass the quiz: {self.right_needed} right answers to"
                f" {self.questions} questions"
            )


class Graded(msgspec.Struct, frozen=True):
    """What came of a try."""

    right: int
    """Answers that are right."""
    which: tuple[bool, ...]
    """By question: whether its answer is right."""
    passed: bool


def grade(
    questions: Sequence[Question],
    answers: Sequence[int],
    rules: QuizRules = QuizRules(),  # noqa: B008  # frozen
) -> Graded:
    """The grade of answers from a page, given as their numbers from 0.

    Raises:
        AnswerError: there is not one number in range for each question.
    """
    _check(questions, answers)
    pairs = zip(questions, answers, strict=True)
    which = tuple(question.right == answer for question, answer in pairs)
    return Graded(right=sum(which), which=which, passed=sum(which) >= rules.right_needed)


def _check(questions: Sequence[Question], answers: Sequence[int]) -> None:
    count = len(questions)
    if not isinstance(answers, list | tuple):
        raise AnswerError(
            f"{repr(answers)[:_MOST_SHOWN]} cannot be graded: expected a list of {count} numbers"
        )
    if len(answers) != count:
        raise AnswerError(
            f"{len(answers)} answers cannot be graded: expected {count}, one for each question"
        )
    for number, (question, answer) in enumerate(zip(questions, answers, strict=True), start=1):
        if type(answer) is not int or not 0 <= answer < len(question.answers):
            raise AnswerError(
                f"{repr(answer)[:_MOST_SHOWN]} does not answer question {number}:"
                f" expected a whole number from 0 to {len(question.answers) - 1}"
            )
