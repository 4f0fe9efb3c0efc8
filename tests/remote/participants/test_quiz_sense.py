import random

from cerealbar.game import Rules
from cerealbar.remote.participants.quiz_sense import QuizSense
from cerealbar.studies.quiz import Question, shipped_questions
from cerealbar.studies.study import EndStep, QuizStep, Study
from cerealbar.wire.visits import QuestionAsked

STUDY = Study(name="s", title="", steps=(QuizStep(), EndStep()))


def asked(question: Question) -> QuestionAsked:
    return QuestionAsked(text=question.text, answers=question.answers, picture=question.picture)


def test_who_knows_everything_is_right_and_who_knows_nothing_guesses() -> None:
    sense, rng = QuizSense(STUDY, Rules()), random.Random(4)
    quizzes = [shipped_questions().draw(seed, 8, Rules()) for seed in range(200, 212)]

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

    assert min(right(1.0)) == 8
    assert max(right(0.0)) < 7
