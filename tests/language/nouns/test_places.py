"""Cards by the cards around them."""

import re

from cerealbar.game import StateArray
from cerealbar.language.board.claims import Shows
from cerealbar.language.nouns.places import Modifier, neighbour_modifier
from tests.boards import board
from tests.language.drafts import collect, pens


def modifiers(states: StateArray, *, at: tuple[int, int] = (9, 12)) -> list[Modifier]:
    found = []
    for pen in pens(states, collect(states, at)):
        modifier = neighbour_modifier(pen, pen.scene.legs[0].target, 0)
        if modifier is not None:
            found.append(modifier)
    return found


def says(found: list[Modifier], pattern: str) -> bool:
    return any(re.search(pattern, modifier.text) for modifier in found)


def test_a_card_next_to_or_behind_another() -> None:
    found = modifiers(board(follower="5,12,e", cards=["3gs@9,12", "2rh@8,12"]))
    assert says(found, r"^(next to|beside) the (2|two) red hearts$")
    assert says(found, r"^behind the (2|two) red hearts$")
    assert all(isinstance(claim, Shows) for modifier in found for claim in modifier.claims)


def test_a_card_between_two_others() -> None:
    found = modifiers(board(follower="5,12,e", cards=["3gs@9,12", "2rh@9,13", "1kc@9,11"]))
    assert says(found, r"between the .* and the ")


def test_a_neighbour_with_the_same_face_or_far_off_or_out_of_view_tells_nothing() -> None:
    assert modifiers(board(follower="5,12,e", cards=["3gs@9,12", "3gs@8,12"])) == []
    assert modifiers(board(follower="5,12,e", cards=["3gs@9,12", "2rh@15,12"])) == []
    assert modifiers(board(follower="5,12,w", cards=["3gs@9,12", "2rh@8,12"])) == []
