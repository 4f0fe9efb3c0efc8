from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from cerealbar.game import PAPER, Rules
from cerealbar.studies.quiz import Question, QuestionShown, QuizRules, grade, make_quiz
from cerealbar.studies.quiz.kinds import VARIED, kinds_by_topic
from tests.studies.quiz.quizzes import KINDS, OTHER_RULES

SEEDS = range(500)


@pytest.fixture(scope="module")
def quizzes() -> list[tuple[Question, ...]]:
    """Quizzes by the default rules."""
    return [make_quiz(seed, QuizRules().questions, PAPER) for seed in SEEDS]


def longest(question: Question) -> int:
    return max(range(len(question.answers)), key=lambda number: len(question.answers[number]))


def last_longest(question: Question) -> int:
    return max(
        range(len(question.answers)), key=lambda number: (len(question.answers[number]), number)
    )


def shortest(question: Question) -> int:
    return min(range(len(question.answers)), key=lambda number: len(question.answers[number]))


def last_shortest(question: Question) -> int:
    return min(
        range(len(question.answers)), key=lambda number: (len(question.answers[number]), -number)
    )


def at(place: int) -> Callable[[Question], int]:
    """Always the same place, or the last one where there are fewer."""
    return lambda question: min(place, len(question.answers) - 1)


STRATEGIES = {
    "first": at(0),
    "second": at(1),
    "third": at(2),
    "last": at(3),
    "longest": longest,
    "last longest": last_longest,
    "shortest": shortest,
    "last shortest": last_shortest,
}


def test_the_same_seed_gives_the_same_quiz_and_another_gives_another() -> None:
    assert make_quiz(7, 8, PAPER) == make_quiz(7, 8, PAPER)
    assert make_quiz(7, 8, PAPER) != make_quiz(8, 8, PAPER)


def test_a_quiz_asks_about_cards_players_and_the_end(quizzes: list[tuple[Question, ...]]) -> None:
    topics = [set(kinds) for kinds in kinds_by_topic(PAPER).values()]
    for quiz in quizzes:
        kinds = {question.kind for question in quiz}
        assert len(kinds) == len(quiz) == 8
        assert [len(kinds & topic) for topic in topics] == [3, 3, 2]


def test_every_kind_is_asked_and_every_place_is_right_equally_often(
    quizzes: list[tuple[Question, ...]],
) -> None:
    assert {question.kind for quiz in quizzes for question in quiz} == set(KINDS)
    for quiz in quizzes:
        places = Counter(question.right for question in quiz)
        assert len(places) == 4
        assert max(places.values()) <= 3


def test_valid_and_invalid_sets_are_asked_about_equally_often(
    quizzes: list[tuple[Question, ...]],
) -> None:
    kinds = Counter(question.kind for quiz in quizzes for question in quiz)
    assert abs(kinds["valid-set"] - kinds["clashing-set"]) < 50 < kinds["valid-set"]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_nobody_passes_without_reading(quizzes: list[tuple[Question, ...]], strategy: str) -> None:
    choose = STRATEGIES[strategy]
    grades = [grade(quiz, [choose(question) for question in quiz]) for quiz in quizzes]
    assert sum(graded.passed for graded in grades) == 0
    assert max(graded.right for graded in grades) > 0


@pytest.mark.parametrize("rules", OTHER_RULES.values(), ids=OTHER_RULES)
@pytest.mark.parametrize("count", [1, 8, 30])
def test_quizzes_of_any_length_can_be_made_under_any_rules(rules: Rules, count: int) -> None:
    quiz = make_quiz(3, count, rules)
    assert len(quiz) == count
    assert len({(question.text, question.picture) for question in quiz}) == count
    assert {kind for kind, asked in Counter(q.kind for q in quiz).items() if asked > 1} <= set(
        VARIED
    )
    for question in quiz:
        assert 0 <= question.right < len(question.answers)


def test_what_is_shown_does_not_hold_the_right_answer() -> None:
    question = make_quiz(1, 8, PAPER)[0]
    shown = question.shown()
    assert shown == QuestionShown(question.text, question.answers, question.picture)
    assert set(msgspec.to_builtins(shown)) == {"text", "answers", "picture"}
