"""What to leave alone."""

import re

from cerealbar.game import StateArray, cell_at
from cerealbar.language.board.claims import Asks, Phrase, Spares
from cerealbar.language.clauses.negations import warning_phrase
from tests.boards import board
from tests.language.drafts import collect, pens


def warnings(states: StateArray, *places: tuple[int, int]) -> list[Phrase]:
    found = (warning_phrase(pen) for pen in pens(states, collect(states, *places), 400))
    return [phrase for phrase in found if phrase is not None]


def test_a_card_near_the_one_to_take_that_looks_much_like_it_is_warned_of() -> None:
    """The red stars look like it too, but are far away."""
    states = board(follower="5,12,e", cards=["3gs@9,12", "3ys@13,10", "3rs@19,12", "1kc@16,14"])
    found = warnings(states, (9, 12))
    spared = {claim.cell for phrase in found for claim in phrase.claims if type(claim) is Spares}
    assert spared == {cell_at(13, 10)}
    assert any(re.fullmatch(r"but not the (3|three) yellow stars", said.text) for said in found)


def test_only_one_card_is_asked_for_where_nothing_else_is_to_be_taken() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12", "1kc@12,12"])
    only = [said for said in warnings(states, (9, 12)) if Asks(1) in said.claims]
    assert any(said.text == "only that one" for said in only)
    both = warnings(states, (9, 12), (12, 12))
    assert not any(Asks(1) in said.claims for said in both)
