"""The questions that come with the package, and those that experimenters write."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import chain

import msgspec
import pytest

from cerealbar.game import PAPER, Cancelling, Rules
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.quiz import Question, QuestionSet, shipped_questions
from cerealbar.studies.quiz.questions import QuizQuestion, right_answers

SEEDS = range(300)
OTHER_RULES = {
    "paper": PAPER,
    "odd": Rules(
        leader_steps=0,
        follower_steps=1,
        half_turns=7,
        extra_half_turns=(3,),
        cards=3,
        follower_seconds=12.5,
        cancelling=Cancelling.OWN_TURN,
    ),
    "endless": Rules(half_turns=None, leader_steps=999, cancelling=Cancelling.ANY_TURN, cards=32),
    "sudden": Rules(half_turns=1, extra_half_turns=(), leader_steps=1, follower_steps=1),
    "equal": Rules(half_turns=2, leader_steps=6, follower_steps=6, extra_half_turns=(2, 0)),
}
TOGETHER = "those of both players together"


@pytest.fixture(scope="module")
def quizzes() -> list[tuple[Question, ...]]:
    """Quizzes by the default rules."""
    return [shipped_questions().draw(seed, 8, PAPER) for seed in SEEDS]


def longest(question: Question) -> int:
    return max(range(len(question.answers)), key=lambda number: len(question.answers[number]))


def last_longest(question: Question) -> int:
    return max(
        range(len(question.answers)), key=lambda number: (len(question.answers[number]), number)
    )


def shortest(question: Question) -> int:
    return min(range(len(question.answers)), key=lambda number: len(question.answers[number]))


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
}


def test_the_same_seed_gives_the_same_quiz_and_another_gives_another() -> None:
    draw = shipped_questions().draw
    assert draw(7, 8, PAPER) == draw(7, 8, PAPER)
    assert draw(7, 8, PAPER) != draw(8, 8, PAPER)


def test_a_quiz_asks_about_cards_players_and_the_end_and_never_twice_the_same(
    quizzes: list[tuple[Question, ...]],
) -> None:
    topic = {
        asked.text: question.topic
        for question in shipped_questions().under(PAPER)
        for asked in QuestionSet(questions=(question,)).every_way(PAPER)
    }
    for quiz in quizzes:
        assert len({question.text for question in quiz}) == len(quiz) == 8
        topics = Counter(topic[question.text] for question in quiz)
        assert sorted(topics) == ["cards", "ending", "players"]
        assert sorted(topics.values()) == [2, 3, 3]


def test_every_question_is_asked_and_every_place_is_right_equally_often(
    quizzes: list[tuple[Question, ...]],
) -> None:
    asked = {(question.text, question.picture) for question in chain(*quizzes)}
    known = {(each.text, each.picture) for each in shipped_questions().every_way(PAPER)}
    assert asked == known
    for quiz in quizzes:
        places = Counter(question.right for question in quiz)
        assert len(places) == 4
        assert max(places.values()) <= 3


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_nobody_passes_without_reading(quizzes: list[tuple[Question, ...]], strategy: str) -> None:
    choose = STRATEGIES[strategy]
    right = [right_answers(quiz, [choose(question) for question in quiz]) for quiz in quizzes]
    assert 0 < max(right) < 7


@pytest.mark.parametrize("rules", OTHER_RULES.values(), ids=OTHER_RULES)
def test_under_any_rules_there_are_enough_questions_with_different_answers(rules: Rules) -> None:
    assert len(shipped_questions().under(rules)) >= 8
    for question in shipped_questions().every_way(rules):
        assert 2 <= len(set(question.answers)) == len(question.answers) <= 4
        assert question.answers[question.right]
        assert "{" not in "".join((question.text, question.explanation, *question.answers))
        assert question.explanation.endswith(".")


@pytest.mark.parametrize(
    ("text", "rules", "right"),
    [
        ("How many steps can the leader", PAPER, "5 steps"),
        ("How many steps can the follower", PAPER, "10 steps"),
        ("How many steps can the leader", OTHER_RULES["odd"], "0 steps"),
        ("How many steps can the follower", OTHER_RULES["odd"], "1 step"),
        ("When does a game end", PAPER, "When no turns are left"),
        ("When does a game end", OTHER_RULES["endless"], "When a player leaves it"),
        ("What do the players get", PAPER, "1 point and 5 more turns for each player"),
        (
            "What do the players get",
            OTHER_RULES["equal"],
            "1 point and 1 more turn for each player",
        ),
        ("What do the players get", OTHER_RULES["odd"], f"1 point and 3 more turns, {TOGETHER}"),
        ("What do the players get", OTHER_RULES["sudden"], "1 point, but no more turns"),
        ("What do the players get", OTHER_RULES["endless"], "1 point, but no more turns"),
        ("How many turns does", PAPER, "6 turns for each player"),
        ("How many turns does", OTHER_RULES["odd"], f"7 turns, {TOGETHER}"),
        ("There are", PAPER, "21 cards"),
        ("There are", OTHER_RULES["odd"], "3 cards"),
        ("Can the leader take back", PAPER, "No, never"),
        ("Can the leader take back", OTHER_RULES["odd"], "Yes, in the leader's turns"),
        ("Can the leader take back", OTHER_RULES["endless"], "Yes, in anyone's turn"),
    ],
)
def test_right_answers_follow_the_rules_of_the_study(text: str, rules: Rules, right: str) -> None:
    found = [each for each in shipped_questions().every_way(rules) if each.text.startswith(text)]
    assert [each.answers[each.right] for each in found] == [right]


def test_explanations_and_questions_follow_the_rules_of_the_study() -> None:
    told = " ".join(
        f"{each.text} {each.explanation}"
        for each in shipped_questions().every_way(replace(PAPER, follower_seconds=12.5))
    )
    assert "5 steps in a turn, the follower up to 10 steps" in told
    assert "gives 5 more turns for each player" in told
    assert "The 12.5 seconds of" in told


def test_what_needs_a_last_turn_is_not_asked_where_turns_do_not_run_out() -> None:
    texts = [each.text for each in shipped_questions().every_way(OTHER_RULES["endless"])]
    assert not [text for text in texts if "last turn" in text or "How many turns" in text]


TABLE = {"text": "Who?", "answers": ["I", "you"], "right": "I", "explanation": "Me."}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"right": "they"}, "'they' is right, but none of the answers of 'Who?'"),
        ({"text": ""}, "a question needs a text"),
        ({"text": "{walls}?"}, "{walls} is nothing that the rules say: expected leader_steps,"),
        ({"text": "{cards.real}"}, "{cards.real} is nothing that the rules say"),
        ({"text": "{cards"}, "cannot be filled from the rules"),
        ({"only_if": {"is_fun": True}}, "'is_fun' is no fact: expected is_endless"),
        ({"hint": "?"}, "unknown field `hint`"),
        ({"variants": [{"right": "they"}]}, "'they' is right, but none"),
        ({"picture": {"kind": "cards", "cards": ["4 red torus"]}}, "picture.cards"),
        (
            {"picture": {"kind": "board", "board": "map=g", "middle": "1,1", "words": "A map"}},
            "a picture of a board cannot be drawn",
        ),
    ],
)
def test_a_question_that_nobody_could_answer_is_not_read(
    change: dict[str, object], message: str
) -> None:
    assert msgspec.convert(TABLE, QuizQuestion).ways[0].right == "I"
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(TABLE | change, QuizQuestion)
    assert message in str(caught.value)


def test_a_variant_says_what_it_has_of_its_own_and_one_is_asked_at_a_time() -> None:
    variants = [{"right": "you", "explanation": "Not me."}, {"text": "And who?"}]
    question = msgspec.convert(TABLE | {"variants": variants}, QuizQuestion)
    questions = QuestionSet(questions=(question,))
    drawn = {questions.draw(seed, 8, PAPER) for seed in SEEDS}
    assert {(each.text, each.answers[each.right], each.explanation) for (each,) in drawn} == {
        ("Who?", "you", "Not me."),
        ("And who?", "I", "Me."),
    }


QUIZ = tuple(
    Question(text="?", answers=("a", "b", "c"), right=right, explanation="") for right in (0, 2, 1)
)


@pytest.mark.parametrize(
    ("answers", "right"), [((0, 2, 1), 3), ((0, 2, 0), 2), ((1, 2, 0), 1), ((1, 1, 0), 0)]
)
def test_right_answers_are_counted(answers: tuple[int, ...], right: int) -> None:
    assert right_answers(QUIZ, answers) == right


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ((0, 2), "2 answers cannot be graded: expected 3"),
        ((0, 2, 1, 1), "4 answers cannot be graded: expected 3"),
        ((0, 3, 1), "3 does not answer question 2: expected a whole number from 0 to 2"),
        ((-1, 2, 1), "-1 does not answer question 1"),
    ],
)
def test_what_answers_no_quiz_is_refused(answers: tuple[int, ...], message: str) -> None:
    with pytest.raises(AnswerError) as caught:
        right_answers(QUIZ, answers)
    assert message in str(caught.value)
