"""Talk about the set that is made, and cards to leave alone."""

from dataclasses import replace

from cerealbar.game import cell_at
from cerealbar.language import Draft, Intention, Purpose
from cerealbar.language.board.claims import Chosen, PlanCount, PlanIncludes, Retracts, Spares
from tests.boards import board
from tests.language.drafts import CAREFUL, collect, drafts
from tests.language.truth import meant

TALKATIVE = replace(CAREFUL, chatter=0.9)
CARDS = ["3gs@9,12", "2bh@15,14", "1rc@20,20"]
OTHERS = (cell_at(15, 14), cell_at(20, 20))


def told(leader_cards: tuple[int, ...], cards: list[str] = CARDS) -> list[Draft]:
    states = board(follower="5,12,e", cards=cards)
    intention = replace(collect(states, (9, 12)), leader_cards=leader_cards)
    return drafts(states, intention, TALKATIVE)


def test_the_leaders_share_is_what_the_leader_fetches() -> None:
    found = told(OTHERS)
    assert any(PlanCount(2) in draft.claims for draft in found)
    assert any("you get the" in draft.plain for draft in found)
    assert not any("the other one" in draft.plain for draft in found)


def test_what_is_needed_is_told_of_a_set_only() -> None:
    assert any(isinstance(claim, PlanIncludes) for draft in told(OTHERS) for claim in draft.claims)
    no_set = ["3gs@9,12", "3bh@15,14", "1rc@20,20"]
    assert not any(
        isinstance(claim, PlanIncludes) for draft in told(OTHERS, no_set) for claim in draft.claims
    )


def test_without_cards_of_its_own_the_leader_takes_none() -> None:
    for draft in told(()):
        assert "i'll get the" not in draft.plain


def test_words_can_be_taken_back() -> None:
    found = [
        draft
        for draft in told(OTHERS)
        if any(isinstance(claim, Retracts) for claim in draft.claims)
    ]
    assert found
    assert all(meant(draft) != draft.plain for draft in found)


def test_a_selected_card_beside_the_way_is_not_to_be_stepped_on_again() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12", "2bh@7,13"])
    selected = cell_at(7, 13)
    states[0]["selected"] = 0b10
    intention: Intention = collect(states, (9, 12))
    assert intention.purpose is Purpose.COLLECT
    warned = [
        draft
        for draft in drafts(states, intention, replace(CAREFUL, wordiness=1.0))
        if Chosen(selected) in draft.claims
    ]
    assert warned
    assert all(Spares(selected) in draft.claims for draft in warned)
