import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.studies.errors import AnswerError
from cerealbar.studies.quiz import Graded, Question, QuizRules, grade

QUIZ = tuple(
    Question(kind="", text="?", answers=("a", "b", "c"), right=right, explanation="")
    for right in (0, 2, 1)
)
RULES = QuizRules(questions=3, right_needed=2)


@pytest.mark.parametrize(
    ("answers", "graded"),
    [
        ((0, 2, 1), Graded(3, (True, True, True), True)),
        ([0, 2, 0], Graded(2, (True, True, False), True)),
        ([1, 2, 0], Graded(1, (False, True, False), False)),
    ],
)
def test_a_try_is_passed_with_enough_right_answers(answers: list[int], graded: Graded) -> None:
    assert grade(QUIZ, answers, RULES) == graded


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([0, 2], "2 answers cannot be graded: expected 3, one for each question"),
        ([0, 2, 1, 1], "4 answers cannot be graded: expected 3"),
        (None, "None cannot be graded: expected a list of 3 numbers"),
        ([0, 3, 1], "3 does not answer question 2: expected a whole number from 0 to 2"),
        ([-1, 2, 1], "-1 does not answer question 1"),
        ([0, 2, True], "True does not answer question 3"),
        ([0, 2.0, 1], "2.0 does not answer question 2"),
        ([0, "2", 1], "'2' does not answer question 2"),
    ],
)
def test_what_answers_no_quiz_is_refused(answers: list[int], message: str) -> None:
    with pytest.raises(AnswerError) as caught:
        grade(QUIZ, answers, RULES)
    assert message in str(caught.value)


numbers = st.integers() | st.floats() | st.booleans() | st.text() | st.none()


@given(st.lists(numbers, min_size=2, max_size=4) | st.dictionaries(st.text(), numbers) | numbers)
def test_anything_is_graded_or_an_answer_error(answers: object) -> None:
    try:
        graded = grade(QUIZ, answers, RULES)  # type: ignore[arg-type]  # as a page may
    except AnswerError:
        return
    assert isinstance(answers, list)
    assert graded.right == sum(answers[i] == (0, 2, 1)[i] for i in range(3))


def test_a_refusal_shows_no_more_than_a_line_of_what_was_sent() -> None:
    with pytest.raises(AnswerError) as caught:
        grade(QUIZ, ["x" * 9999, 0, 0], RULES)  # type: ignore[list-item]  # as a page may
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "table",
    [
        {"questions": 3, "right_needed": 4},
        {"questions": 0},
        {"questions": 31},
        {"tries": 0},
        {"right_needed": -1},
        {"pass": 3},
    ],
)
def test_rules_that_no_quiz_can_have_are_not_read(table: dict[str, object]) -> None:
    assert msgspec.convert({"questions": 4, "right_needed": 4}, QuizRules).tries == 3
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(table, QuizRules)
