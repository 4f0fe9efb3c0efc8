"""What simulated people know about the game, and how they answer a quiz with it."""

import random
from collections.abc import Sequence

from cerealbar.game import Rules
from cerealbar.studies.study import QuizStep, Study
from cerealbar.wire.visits import QuestionAsked


class QuizSense:
    """Knows all that the quizzes of a study can ask, but not which of it is asked."""

    def __init__(self, study: Study, rules: Rules) -> None:
        self._right: dict[tuple[str, str], str] = {}
        for step in study.steps:
            if isinstance(step, QuizStep):
                for asked in study.questions(step).every_way(rules):
                    self._right[asked.text, asked.picture] = asked.answers[asked.right]

    def answers(
        self, questions: Sequence[QuestionAsked], knows: float, rng: random.Random
    ) -> tuple[int, ...]:
        """One answer to each question; what is known is given so likely."""
        return tuple(self._answer(asked, knows, rng) for asked in questions)

    def _answer(self, asked: QuestionAsked, knows: float, rng: random.Random) -> int:
        right = self._right.get((asked.text, asked.picture))
        if right in asked.answers and rng.random() < knows:
            return asked.answers.index(right)
        return rng.randrange(len(asked.answers))
