import random

import pytest

from cerealbar.game import Rules
from cerealbar.remote.participants.quiz_sense import QuizSense
from cerealbar.studies.quiz import Question, make_quiz
from cerealbar.wire.visits import QuestionAsked

GUESSED = "who-sees"
"""The kind whose answer only the picture tells."""
OTHER_RULES = Rules(leader_steps=7, follower_steps=12, half_turns=20, cards=15)


def asked(question: Question) -> QuestionAsked:
    shown = question.shown()
    return QuestionAsked(text=shown.text, answers=shown.answers, picture=shown.picture)


@pytest.mark.parametrize("rules", [Rules(), OTHER_RULES], ids=("paper", "others"))
def test_all_but_one_kind_of_question_can_be_told(rules: Rules) -> None:
    sense = QuizSense(rules)
    questions = [question for seed in (101, 102, 103) for question in make_quiz(seed, 30, rules)]
    assert {question.kind for question in questions} > {GUESSED, "completing-card", "valid-set"}
    for question in questions:
        told = sense.right_answer(asked(question))
        expected = None if question.kind == GUESSED else question.answers[question.right]
        assert told == expected, question.kind


def test_who_knows_everything_passes_and_who_knows_nothing_guesses() -> None:
    sense, rng = QuizSense(Rules()), random.Random(4)
    quizzes = [make_quiz(seed, 8, Rules()) for seed in range(200, 212)]

    def right(knows: float) -> list[int]:
        return [
            sum(
                question.right == answer
                for question, answer in zip(
                    quiz, sense.answers([asked(each) for each in quiz], knows, rng), strict=True
                )
            )
            for quiz in quizzes
        ]

    assert min(right(1.0)) >= 7
    assert max(right(0.0)) < 7
