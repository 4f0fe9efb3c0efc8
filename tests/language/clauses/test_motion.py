import re

import pytest

from cerealbar.game import Action, Heading, Prop, StateArray, Terrain, Tile
from cerealbar.language import Intention, Purpose
from cerealbar.language.board.claims import Heads, Moves, Turns
from cerealbar.language.board.scene import Stretch
from cerealbar.language.clauses.motion import onwards_phrase, steps_phrase, turn_phrase
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


L, R = Action.LEFT, Action.RIGHT


def turns(states: StateArray, *route: Action, is_exact: bool = False) -> list[str]:
    intention = Intention(Purpose.APPROACH, route=route)
    found = []
    for pen in pens(states, intention, 600):
        said = turn_phrase(pen, pen.scene.legs[0].stretches[0], is_exact=is_exact)
        assert Turns(0, len(route) * (1 if route[0] is R else -1)) in said.claims
        found.append(said.text)
    return found


@pytest.mark.parametrize(
    ("route", "pattern"),
    [
        ((L,), "^turn left$"),
        ((R,), "^turn to your right$"),
        ((L,), "slight left|slightly left"),
        ((R,), "turn right once"),
        ((L,), "60 degrees"),
        ((L, L), "^turn left$"),
        ((R, R), "turn right twice|turn right two times"),
        ((R, R), "120 degrees"),
        ((L, L), "sharp left|hard left"),
        ((L, L, L), "^turn around$"),
        ((R, R, R), "180"),
        ((L, L, L), "turn left (three|3) times"),
    ],
)
def test_turns_by_side_count_and_degrees(route: tuple[Action, ...], pattern: str) -> None:
    texts = turns(board(follower="5,12,e"), *route)
    assert any(re.search(pattern, text) for text in texts)


def test_a_turn_never_names_the_wrong_side() -> None:
    for text in turns(board(follower="5,12,e"), L):
        assert "right" not in text


def test_two_turns_are_counted_where_it_matters() -> None:
    for text in turns(board(follower="5,12,e"), R, R, is_exact=True):
        assert re.search("twice|two|2|120|x2", text), text


def test_a_turn_can_be_told_by_what_is_then_ahead() -> None:
    windmill = Tile(Terrain.GRASS, Prop.WINDMILL, Heading.E)
    states = board(follower="5,12,ne", tiles={(9, 12): windmill})
    texts = turns(states, R)
    assert any(re.search(r"(face|towards?|see) the \w*\s?windmill", text) for text in texts)
