"""Talk about the set that is made, and cards to leave alone."""

import re
from dataclasses import replace

from cerealbar.game import cell_at
from cerealbar.language import Draft, Intention, Memory, Purpose
from cerealbar.language.board.claims import (
    Chosen,
    PlanCount,
    PlanIncludes,
    PlanTold,
    Retracts,
    Spares,
)
from tests.boards import board
from tests.language.drafts import CAREFUL, collect, drafts
from tests.language.truth import meant

THERE = cell_at(9, 12)


def says(found: list[Draft], pattern: str) -> bool:
    return any(re.search(pattern, draft.plain) for draft in found)


def test_chatter_is_for_those_who_chat() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"])
    talker = replace(CAREFUL, chatter=0.9, politeness=0.5)
    found = drafts(states, collect(states, (9, 12)), talker, Memory(texts=("go",)), 400)
    assert says(found, "good job|great")
    assert says(found, "^(ok|okay|now|alright)")
    assert says(found, "please")
    assert says(found, "thanks")
    quiet = drafts(states, collect(states, (9, 12)), replace(CAREFUL, politeness=0.0))
    assert not says(quiet, "good job|please|thanks")


def test_that_a_set_will_be_made_is_said_only_if_so() -> None:
    talker = replace(CAREFUL, chatter=0.9)
    done = board(follower="5,12,e", cards=["1bc@20,2+", "2gd@20,4+", "3ph@9,12"])
    clash = board(follower="5,12,e", cards=["1bc@20,2+", "2bd@20,4+", "3ph@9,12"])
    assert says(drafts(done, collect(done, (9, 12)), talker), "a set|the set")
    found = drafts(clash, collect(clash, (9, 12)), talker)
    assert not says(found, "makes a set|completes the set|be a set|for the set")


def test_scores_and_turns_left_are_those_of_the_game() -> None:
    talker = replace(CAREFUL, chatter=0.9)
    states = board(follower="5,12,e", cards=["3gs@9,12"], score=7, half_turns=3)
    memory = Memory(texts=("go",), has_scored=True)
    found = drafts(states, collect(states, (9, 12)), talker, memory, 600)
    assert says(found, r"(7|seven) (points|sets|down)|(that's|that makes) (7|seven)")
    assert says(found, r"(2|two) turns left")
    assert not says(found, "last turn")


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
