"""Whole legs: one card, several cards, places, and what not to do on the way."""

import re
from dataclasses import replace

import pytest

from cerealbar.game import Action, Heading, Prop, Terrain, Tile
from cerealbar.language import Draft, Intention, Purpose
from tests.boards import PATH, board
from tests.language.drafts import CAREFUL, approach, collect, drafts

TOWER = Tile(Terrain.GRASS, Prop.TOWER, Heading.E)
TALKATIVE = replace(CAREFUL, wordiness=1.0)


def says(found: list[Draft], pattern: str) -> bool:
    return any(re.search(pattern, draft.plain) for draft in found)


def test_turn_and_take() -> None:
    states = board(follower="5,12,ne", cards=["3gs@9,12"])
    found = drafts(states, collect(states, (9, 12)))
    assert says(found, r"^turn right and (get|grab|pick up) the (3|three) green stars")


@pytest.mark.parametrize(("cell", "is_behind"), [((4, 14), True), ((5, 18), False)])
def test_two_turns_are_turning_around_only_for_what_is_behind(
    cell: tuple[int, int], is_behind: bool
) -> None:
    states = board(follower="8,12,e", cards=[f"3gs@{cell[0]},{cell[1]}"])
    intention = collect(states, cell)
    assert intention.route[:3] == (Action.LEFT, Action.LEFT, Action.FORWARD)
    found = drafts(states, intention, count=600)
    assert says(found, r"^turn around.*(get|grab|pick up)") is is_behind


def test_the_turn_can_go_unsaid() -> None:
    states = board(follower="5,12,ne", cards=["3gs@9,12"])
    assert says(
        drafts(states, collect(states, (9, 12))), "^(get|grab|pick up) .* (on|to) your right"
    )


def test_a_waypoint_and_a_turn_there() -> None:
    tiles = {(10, 12): TOWER}
    states = board(follower="5,12,e", cards=["3gs@12,16"], tiles=tiles)
    found = drafts(states, collect(states, (12, 16)), count=600)
    assert says(found, "the tower.* turn .*left.*(get|grab|pick up)")


def test_every_step_counted() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"])
    found = drafts(states, collect(states, (9, 12)), count=1500)
    assert says(found, r"forward (4|four) (steps|spaces).*(get|grab|pick up) (the|that) card")


def test_you_will_see_it() -> None:
    states = board(follower="5,12,ne", cards=["3gs@9,12"])
    found = drafts(states, collect(states, (9, 12)), count=600)
    assert says(found, r"you('ll| will| should) see (3|three) green stars.*(them|it|that|those)")


def test_without_a_verb() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"])
    found = drafts(states, collect(states, (9, 12)), count=600)
    assert says(found, r"^(the )?(3|three) green stars (ahead|in front|straight|directly)")


def test_two_cards_in_order() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12", "1rh@14,14"])
    found = drafts(states, collect(states, (9, 12), (14, 14)))
    assert says(found, r"green star.*then.*red heart")


def test_both_cards_at_once() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12", "1rh@11,12", "2bc@5,20"])
    assert says(drafts(states, collect(states, (9, 12), (11, 12))), r"(both|the two|the 2) cards")
    states = board(follower="5,12,e", cards=["3gs@9,12", "1rh@11,12", "2bc@11,18"])
    found = drafts(states, collect(states, (9, 12), (11, 12)), count=600)
    assert says(
        found, r"(both|two|2|of the|pair of) cards (straight |up |directly )?(ahead|in fro)"
    )


def test_two_cards_after_one_verb() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12", "1rh@11,12", "2bc@10,13"])
    found = drafts(states, collect(states, (9, 12), (11, 12)), count=600)
    assert says(found, r"green stars( \w+)* and (the )?(\w+ )?red heart")


def test_one_card_on_the_way_to_another() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12", "1rh@14,12"])
    found = drafts(states, collect(states, (9, 12), (14, 12)), count=1000)
    assert says(found, r"red heart.* green star.* (on|along) (the|your) way")


def test_to_a_landmark() -> None:
    states = board(follower="5,12,e", tiles={(11, 12): TOWER})
    found = drafts(states, approach(states, (10, 12)))
    assert says(found, r"^(go|walk|head|move) (to|over to|up to) the tower")
    assert says(found, r"wait|stop|stay")


def test_near_a_card_that_is_not_to_be_taken_yet() -> None:
    states = board(follower="5,12,e", cards=["3yh@11,12"])
    found = drafts(states, approach(states, (10, 12)))
    assert says(found, r"towards? .*yellow hearts.* but (don't|do not) (pick|get|grab)")


def test_to_the_path_and_to_the_leader() -> None:
    states = board(follower="5,12,e", tiles={(10, 12): PATH}, leader="20,2,e")
    assert says(drafts(states, approach(states, (10, 12))), "(path|road|trail)")
    states = board(follower="5,12,e", leader="11,12,e")
    assert says(drafts(states, approach(states, (10, 12))), "(to|by|towards?) me|come")


def test_a_card_beside_the_way_to_leave_alone() -> None:
    states = board(follower="5,12,e", cards=["3gs@12,12", "1rh@8,13"])
    found = drafts(states, collect(states, (12, 12)), TALKATIVE, count=600)
    assert says(found, r"(don't|do not|avoid|skip|without|not) .*(red|heart)")


def test_facing_is_told_exactly() -> None:
    states = board(follower="5,12,e")
    turned = Intention(Purpose.APPROACH, heading=Heading.SW, route=(Action.RIGHT, Action.RIGHT))
    for draft in drafts(states, turned):
        assert re.search("twice|two|2|120|x2", draft.plain), draft.plain
