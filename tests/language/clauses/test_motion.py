import re

import pytest

from cerealbar.language.board.claims import Heads, Moves
from cerealbar.language.board.scene import Stretch
from cerealbar.language.clauses.motion import onwards_phrase, steps_phrase
from tests.boards import board
from tests.language.drafts import collect, pens

STATES = board(follower="5,12,e", cards=["3gs@13,12"])
PENS = pens(STATES, collect(STATES, (13, 12)), 400)


@pytest.mark.parametrize(
    ("moves", "pattern"),
    [
        (3, r"(forward|straight|ahead) (3|three) (steps|spaces)"),
        (3, r"take (3|three) steps"),
        (1, "once|one step|a step forward|step forward"),
        (-2, r"back (2|two)|(2|two) \w+ back|backwards"),
        (-1, "step back|back up|back once"),
    ],
)
def test_steps_are_counted(moves: int, pattern: str) -> None:
    said = [steps_phrase(pen, Stretch(0, 0, moves)) for pen in PENS]
    assert any(re.search(pattern, phrase.text) for phrase in said)
    assert all(phrase.claims == (Moves(0, moves),) for phrase in said)


def test_a_count_is_the_number_of_moves() -> None:
    for pen in PENS:
        text = steps_phrase(pen, Stretch(0, 0, 4)).text
        assert re.search(r"\b(4|four)\b", text), text


def test_on_and_on() -> None:
    said = [onwards_phrase(pen, Stretch(2, 0, 8)) for pen in PENS]
    texts = {phrase.text for phrase in said}
    assert {"go straight", "walk forward"} & texts
    assert any("keep" in text for text in texts)
    assert any(re.search("a long way|for a while", text) for text in texts)
    assert all(phrase.claims == (Heads(2),) for phrase in said)
