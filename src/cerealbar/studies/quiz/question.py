"""A question of the quiz: as it is kept, and as a participant is shown it."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from cerealbar.game import Rules
from cerealbar.views import Sight


class QuestionShown(msgspec.Struct, frozen=True):
    """What a participant's page is sent of a question; nothing in it tells the right answer."""

    text: str
    answers: tuple[str, ...]
    picture: str
    """SVG, or empty."""


class Question(msgspec.Struct, frozen=True):
    """A question with its answers, one of which is right."""

    kind: str
    """What it asks about, in the words of `kinds.py`."""
    text: str
    answers: tuple[str, ...]
    right: int
    """The number of the right answer, from 0."""
    explanation: str
    """Why it is right, in one sentence."""
    picture: str = ""
    """SVG, or empty."""

    def shown(self) -> QuestionShown:
        """The question without what gives its answer away."""
        return QuestionShown(self.text, self.answers, self.picture)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionDraft:
    """A question whose answers have no order yet."""

    text: str
    right: str
    wrong: tuple[str, ...]
    explanation: str
    picture: str = ""


@dataclass(frozen=True, slots=True)
class QuizSetting:
    """What a question is drawn from: chance, and how games are played."""

    chance: random.Random
    rules: Rules
    sight: Sight


QuestionKind: TypeAlias = Callable[[QuizSetting], QuestionDraft]
