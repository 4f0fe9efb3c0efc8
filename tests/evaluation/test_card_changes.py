"""What counts as following an instruction, on named boards."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from cerealbar.evaluation.judging import judge_cards
from cerealbar.evaluation.recorded import RecordedCourse
from cerealbar.game import Player
from cerealbar.records import Examples, Meant, build_examples
from tests.boards import board

HEART, STAR = "1rh@3,3", "2gs@5,5"
A, B = 0b01, 0b10


def example(cards: Iterable[str], changed: int, meant: Meant | None = None) -> Examples:
    """One recorded instruction that began with these cards, some of which were changed."""
    start = board(cards=cards, turn=Player.FOLLOWER, queue=1)
    return replace(
        build_examples([]),
        texts=("go",),
        meant=(meant,),
        start=start,
        changed=np.array([changed], np.uint32),
    )


def judged(
    recorded: Iterable[str], gold: int, cards: Iterable[str], changed: int, meant: int = 0
) -> tuple[bool, bool]:
    """Whether it is followed, and as meant."""
    found = judge_cards(
        example(recorded, gold),
        np.zeros(1, np.int64),
        np.array([meant], np.uint32),
        board(cards=cards, turn=Player.FOLLOWER, queue=1),
        np.array([changed], np.uint32),
    )
    followed, as_meant = (bool(each[0]) for each in found)
    return followed, as_meant


def test_the_same_cards_are_to_be_changed_in_whatever_slots_they_lie() -> None:
    assert judged((HEART, STAR), A, (HEART, STAR), A, A) == (True, True)
    assert judged((HEART, STAR), A, (STAR, HEART), B, A) == (True, True)
    assert judged((HEART, STAR), A, (STAR, HEART), A, B) == (False, True)
    assert judged((HEART, STAR), A, (HEART, STAR), A | B) == (False, False)
    assert judged((HEART, STAR), A | B, (HEART, STAR), A) == (False, False)
    assert judged((HEART, STAR), 0, (HEART, STAR), 0) == (True, True)


def test_a_card_that_is_gone_cannot_be_changed() -> None:
    assert judged((HEART, STAR), A, (STAR,), 0) == (False, True)


def test_cards_are_asked_for_by_their_cells_however_they_look() -> None:
    other = "3yp@3,3"
    assert judged((HEART, STAR), A, (other, STAR), A) == (True, False)
    assert judged((HEART, STAR), A, (other, STAR), 0) == (False, True)
    assert judged((HEART, STAR), A, (f"{HEART}+", STAR), A) == (True, False)


def test_meant_cards_that_have_gone_are_not_asked_for() -> None:
    cells = [3 + 25 * 3, 7 + 25 * 7]
    told = example((HEART, STAR), 0, Meant(cards=(cells[0], cells[1], cells[0])))
    assert RecordedCourse(told).meant.tolist() == [A]
    assert RecordedCourse(example((HEART, STAR), 0)).meant.tolist() == [0]
