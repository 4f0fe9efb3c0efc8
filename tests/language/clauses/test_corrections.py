"""Mending, history, and waiting."""

import re

import pytest

from cerealbar.game import Action, Player, cell_at
from cerealbar.language import Draft, Intention, Memory, Purpose
from cerealbar.language.board.claims import Recalls, Stands, Touched
from tests.boards import board
from tests.language.drafts import collect, drafts, route_to

HERE = cell_at(5, 12)
THERE = cell_at(9, 12)
OFF_AND_ON = (Action.BACKWARD, Action.FORWARD)


def says(found: list[Draft], pattern: str) -> bool:
    return any(re.search(pattern, draft.plain) for draft in found)


def has(found: list[Draft], claim: type) -> bool:
    return any(isinstance(said, claim) for draft in found for said in draft.claims)


def test_the_card_on_which_one_stands() -> None:
    states = board(follower="5,12,e", cards=["3gs@5,12+"])
    found = drafts(states, Intention(Purpose.CORRECT, (HERE,), route=OFF_AND_ON), count=400)
    assert says(found, "(deselect|unselect) the card you('re| are) (standing )?on")
    assert says(found, "(step back|back up|back once).*(forward|ahead|straight).* to (de|un)select")
    assert says(found, "step off .*back on")
    assert has(found, Stands)


def test_the_card_just_picked() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12+"])
    mend = Intention(Purpose.CORRECT, (THERE,), route=route_to(states, THERE))
    found = drafts(states, mend, memory=Memory(touched=(THERE,)))
    assert says(found, "(deselect|unselect) the card you just (picked|selected|got)")
    assert has(found, Touched)


def test_a_card_to_take_again() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"])
    mend = Intention(Purpose.CORRECT, (THERE,), route=route_to(states, THERE))
    found = drafts(states, mend, memory=Memory(touched=(THERE,), fault=Player.FOLLOWER))
    assert says(found, "again|reselect")
    assert says(found, "you (deselected|unselected) it")


@pytest.mark.parametrize(
    ("fault", "pattern"),
    [(Player.LEADER, "sorry|my (bad|mistake)"), (Player.FOLLOWER, "wrong (card|one)")],
)
def test_apology_or_blame(fault: Player, pattern: str) -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12+"])
    mend = Intention(Purpose.CORRECT, (THERE,), route=route_to(states, THERE))
    assert says(drafts(states, mend, memory=Memory(fault=fault)), pattern)
    assert not says(drafts(states, mend), pattern)


def test_one_card_instead_of_another() -> None:
    states = board(follower="5,12,e", cards=["3gs@5,12+", "1rh@9,12"])
    route = (*OFF_AND_ON, *route_to(states, THERE))
    found = drafts(states, Intention(Purpose.CORRECT, (HERE, THERE), route=route))
    assert says(found, "(deselect|unselect).*(red|heart|card).* instead")


def test_the_card_that_was_left_for_later() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"])
    found = drafts(states, collect(states, (9, 12)), memory=Memory(named=THERE))
    assert says(found, "that card")
    assert has(found, Recalls)


def test_all_that_is_selected() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12+", "1rh@11,12+"])
    cells = (THERE, cell_at(11, 12))
    mend = Intention(Purpose.CORRECT, cells, route=route_to(states, *cells))
    found = drafts(states, mend, count=400)
    assert says(found, "both (selected |chosen )?cards|cards you selected")
