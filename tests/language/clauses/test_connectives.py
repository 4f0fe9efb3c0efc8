import re
from dataclasses import replace

from cerealbar.language import Draft
from tests.boards import board
from tests.language.drafts import CAREFUL, collect, drafts

STATES = board(follower="5,12,ne", cards=["3gs@9,12", "1rh@9,18"])
TWO = collect(STATES, (9, 12), (9, 18))
ONE = collect(STATES, (9, 12))


def says(found: list[Draft], pattern: str) -> bool:
    return any(re.search(pattern, draft.plain) for draft in found)


def test_a_turn_and_a_deed() -> None:
    found = drafts(STATES, ONE, count=1000)
    for joint in (" and", ",", " then", " to", r"\.", " and then"):
        assert says(found, f"^(turn|go|face)( to your)? right{joint} (get|grab|pick|take)"), joint


def test_one_goal_and_the_next() -> None:
    found = drafts(STATES, TWO, count=800)
    for joint in (" then ", ", then ", " and then ", r"\. then ", "after that", r"\. next", "also"):
        assert says(found, joint), joint


def test_some_people_join_clauses_by_nothing() -> None:
    assert says(drafts(STATES, ONE, replace(CAREFUL, splices=1.0)), "^turn right (get|grab|pick)")
