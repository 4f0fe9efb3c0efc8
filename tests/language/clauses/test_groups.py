"""Several cards in one instruction: lists, stories, and cards told by the one before."""

from cerealbar.game import cell_at
from cerealbar.language.board.claims import Asks, Succeeds, Toggles
from tests.boards import board
from tests.language.drafts import collect, drafts

ROW = board(follower="5,12,e", cards=["3gs@8,12", "2bh@10,12", "1rc@12,12"])
PLACES = ((8, 12), (10, 12), (12, 12))


def test_three_cards_are_told_in_the_order_of_the_route() -> None:
    cells = [cell_at(*place) for place in PLACES]
    lists = [draft for draft in drafts(ROW, collect(ROW, *PLACES)) if Asks(3) in draft.claims]
    assert len(lists) > 20
    for draft in lists:
        toggled = [claim.cell for claim in draft.claims if isinstance(claim, Toggles)]
        assert toggled == cells, draft.plain


def test_two_of_three_cards_are_not_announced_as_two() -> None:
    assert not any(Asks(2) in draft.claims for draft in drafts(ROW, collect(ROW, *PLACES)))


def test_a_card_beside_the_one_before_can_be_the_one_next_to_it() -> None:
    states = board(follower="5,12,e", cards=["3gs@8,12", "2bh@9,12", "1rc@15,20"])
    texts = [draft.plain for draft in drafts(states, collect(states, (8, 12), (9, 12)))]
    assert any("next to it" in text for text in texts)


def test_a_second_neighbour_forbids_the_one_next_to_it() -> None:
    states = board(follower="5,12,e", cards=["3gs@8,12", "2bh@9,12", "2bc@8,13"])
    for draft in drafts(states, collect(states, (8, 12), (9, 12))):
        for text in ("the one next to it", "the card next to it", "its neighbor"):
            assert text not in draft.plain


def test_the_same_in_another_colour_shares_shape_and_count() -> None:
    states = board(follower="5,12,e", cards=["3gs@8,12", "3bs@10,12", "1rc@15,20"])
    found = drafts(states, collect(states, (8, 12), (10, 12)))
    assert any("in blue" in draft.plain for draft in found)
    others = board(follower="5,12,e", cards=["3gs@8,12", "2bh@10,12", "1rc@15,20"])
    for draft in drafts(others, collect(others, (8, 12), (10, 12))):
        assert "same" not in draft.plain
        assert not any(isinstance(claim, Succeeds) for claim in draft.claims)
