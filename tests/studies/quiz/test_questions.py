"""What is called right is right, under any rules."""

import re
from dataclasses import replace

import pytest

from cerealbar.game import CARDS, PAPER, Cancelling, Card, Rules, is_set
from cerealbar.studies.quiz.question import QuestionDraft
from cerealbar.views.text import card_words
from tests.studies.quiz.quizzes import KINDS, OTHER_RULES, drafts

TOGETHER = "those of both players together"
CARD_BY_WORDS = {card_words(card): card for card in CARDS}


def cards_told(text: str) -> list[Card]:
    return [CARD_BY_WORDS[words.strip(" .")] for words in text.split(",")]


def titles(draft: QuestionDraft) -> list[str]:
    """The sentences of a picture's title, which name its cards."""
    found = re.search("<title>(.*)</title>", draft.picture)
    assert found is not None
    return [sentence.partition(": ")[2] for sentence in found[1].split(". ")]


def test_there_are_many_kinds() -> None:
    assert len(KINDS) == len(set(KINDS)) >= 12


@pytest.mark.parametrize("rules", OTHER_RULES.values(), ids=OTHER_RULES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_question_has_two_to_four_different_answers_and_one_sentence_why(
    kind: str, rules: Rules
) -> None:
    for draft in drafts(kind, rules, 5):
        answers = (draft.right, *draft.wrong)
        assert 2 <= len(set(answers)) == len(answers) <= 4
        assert all(answer[0].isupper() or answer[0].isdigit() for answer in answers)
        assert draft.text.endswith(("?", "step, and so is turning."))
        assert re.fullmatch(r"[A-Z][^.?!]*(\d\.\d[^.?!]*)?\.", draft.explanation)


@pytest.mark.parametrize("kind", ["valid-set", "clashing-set"])
def test_three_cards_are_judged_by_what_they_share(kind: str) -> None:
    for draft in drafts(kind, count=60):
        cards = cards_told(titles(draft)[0])
        shared = [
            word
            for word in ("count", "colour", "shape")
            if len({getattr(card, word) for card in cards}) < 3
        ]
        assert len(cards) == 3
        assert is_set(*(card.kind for card in cards)) is (kind == "valid-set")
        right = f"No: two have the same {shared[0]}" if shared else "Yes, they are a set"
        assert len(shared) <= 1
        assert draft.right == right
        assert len(draft.wrong) == 3


def test_sets_clash_by_count_by_colour_and_by_shape() -> None:
    assert len({draft.right for draft in drafts("clashing-set", count=60)}) == 3


def test_exactly_one_candidate_completes_the_set() -> None:
    for draft in drafts("completing-card", count=60):
        pair, candidates = map(cards_told, titles(draft))
        fitting = [
            card_words(card)
            for card in candidates
            if is_set(*(each.kind for each in (*pair, card)))
        ]
        assert [draft.right.lower()] == fitting
        offered = sorted(answer.lower() for answer in (draft.right, *draft.wrong))
        assert offered == sorted(map(card_words, candidates))
        assert len(candidates) == 4


def test_the_card_that_completes_a_set_lies_in_any_place() -> None:
    places = set()
    for draft in drafts("completing-card", count=60):
        names = [card_words(card) for card in cards_told(titles(draft)[1])]
        places.add(names.index(draft.right.lower()))
    assert places == {0, 1, 2, 3}


def test_marked_cards_are_seen_by_the_leader_alone_or_by_both() -> None:
    assert {draft.right for draft in drafts("who-sees")} == {"Only the leader", "Both players"}


@pytest.mark.parametrize(
    ("kind", "rules", "right"),
    [
        ("leader-steps", PAPER, "5 steps"),
        ("follower-steps", PAPER, "10 steps"),
        ("leader-steps", OTHER_RULES["odd"], "0 steps"),
        ("follower-steps", OTHER_RULES["odd"], "1 step"),
        ("end", PAPER, "When no turns are left"),
        ("end", OTHER_RULES["endless"], "When a player leaves it"),
        ("set-worth", PAPER, "1 point and 5 more turns for each player"),
        ("set-worth", OTHER_RULES["equal"], "1 point and 1 more turn for each player"),
        ("set-worth", OTHER_RULES["odd"], f"1 point and 3 more turns, {TOGETHER}"),
        ("set-worth", OTHER_RULES["sudden"], "1 point, but no more turns"),
        ("set-worth", OTHER_RULES["endless"], "1 point, but no more turns"),
        ("turns-at-start", PAPER, "6 turns for each player"),
        ("turns-at-start", OTHER_RULES["odd"], f"7 turns, {TOGETHER}"),
        ("cards-left", PAPER, "21 cards"),
        ("cards-left", OTHER_RULES["odd"], "3 cards"),
        ("withdrawing", PAPER, "No, never"),
        ("withdrawing", OTHER_RULES["odd"], "Yes, in the leader's turns"),
        ("withdrawing", OTHER_RULES["endless"], "Yes, in anyone's turn"),
    ],
)  # fmt: skip
def test_right_answers_follow_the_rules_of_the_study(kind: str, rules: Rules, right: str) -> None:
    assert {draft.right for draft in drafts(kind, rules, 5)} == {right}


def test_explanations_follow_the_rules_of_the_study() -> None:
    told = {
        when: drafts("withdrawing", replace(PAPER, cancelling=when), 1)[0].explanation
        for when in Cancelling
    }
    assert len(set(told.values())) == 3
    assert "5 steps in a turn, the follower up to 10" in drafts("leader-steps")[0].explanation
    assert "gives 5 more turns for each player" in drafts("set-worth")[0].explanation
    assert "12.5 seconds" in drafts("time-out", OTHER_RULES["odd"])[0].text


def test_steps_of_the_other_player_are_a_wrong_answer() -> None:
    assert all("10 steps" in draft.wrong for draft in drafts("leader-steps"))
    assert all("5 steps" in draft.wrong for draft in drafts("follower-steps"))


def test_what_needs_a_last_turn_is_not_asked_where_turns_do_not_run_out() -> None:
    unasked = [kind for kind in KINDS if not drafts(kind, OTHER_RULES["endless"], 1)]
    assert unasked == ["turns-at-start", "last-turn"]
