import re

from cerealbar.game import cell_at
from cerealbar.language import Draft, Intention, Purpose
from cerealbar.language.board.claims import PlanTold
from tests.boards import board
from tests.language.drafts import drafts

THERE = cell_at(9, 12)


def says(found: list[Draft], pattern: str) -> bool:
    return any(re.search(pattern, draft.plain) for draft in found)


def test_waiting() -> None:
    found = drafts(board(), Intention(Purpose.WAIT), count=400)
    for words in ("^wait$", "stay (there|put)", "don't move", "hold", "out of moves"):
        assert says(found, words), words
    assert says(found, "(one|a|next) turn")


def test_waiting_while_the_leader_fetches_a_card() -> None:
    states = board(cards=["3gs@9,12"])
    found = drafts(states, Intention(Purpose.WAIT, leader_cards=(THERE,)), count=400)
    assert says(found, r"(wait|stay|hold).*i('ll| will) get the (3|three) green stars")
    assert any(isinstance(said, PlanTold) for draft in found for said in draft.claims)
