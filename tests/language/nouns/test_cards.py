"""References to cards: faces, sides, landmarks, order."""

import re

import pytest

from cerealbar.game import Prop, Shape, StateArray, Terrain, Tile, cell_at
from cerealbar.language.board.claims import Refers
from cerealbar.language.nouns.cards import refer
from cerealbar.language.nouns.faces import ALL, FacePart, name_face
from tests.boards import PATH, WATER, board
from tests.language.drafts import collect, pens

LAMP = Tile(Terrain.GRASS, Prop.STREET_LAMP)
TREE = Tile(Terrain.GRASS, Prop.PINE_TREE)


def references(states: StateArray, place: tuple[int, int], count: int = 300) -> list[str]:
    intention = collect(states, place)
    found = []
    for pen in pens(states, intention, count):
        reference = refer(pen, pen.scene.legs[0], 0)
        if reference is not None:
            found.append(reference.text)
    return found


def says(texts: list[str], pattern: str) -> bool:
    return any(re.search(pattern, text) for text in texts)


@pytest.mark.parametrize(
    ("face", "pattern"),
    [
        ("3gs", r"(three|3) green stars"),
        ("1gs", r"(one|1|single) green star\b"),
        ("2bd", r"blue (stripes|lines)"),
        ("2bd", r"blue diamonds"),
        ("2po", r"pink (circles|rings)"),
        ("1rc", r"red (square|box)"),
        ("3kp", r"black (pluses|plus signs|crosses)"),
        ("2yt", r"yellow triangles"),
        ("2oh", r"orange heart card"),
        ("2oh", r"card with (two|2) orange hearts"),
    ],
)
def test_a_face_by_count_colour_and_shape(face: str, pattern: str) -> None:
    states = board(follower="5,12,e", cards=[f"{face}@9,12"])
    intention = collect(states, (9, 12))
    card = pens(states, intention, 1)[0].scene.cards[cell_at(9, 12)]
    names = [
        name_face(pen, card, parts).words
        for pen in pens(states, intention)
        for parts in (ALL, FacePart.COLOUR | FacePart.SHAPE)
    ]
    assert says(names, pattern)


def test_a_single_symbol_needs_no_count() -> None:
    states = board(follower="5,12,e", cards=["1gs@9,12", "2gs@10,13"])
    assert says(references(states, (9, 12)), r"the green star\b")


def test_part_of_a_face_will_do_where_it_tells_cards_apart() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12", "3rh@10,13"])
    texts = references(states, (9, 12))
    assert says(texts, r"the (green stars|green card|stars|star card)")


def test_a_part_that_does_not_tell_cards_apart_is_not_all_that_is_said() -> None:
    states = board(follower="5,12,e", cards=["3gs@11,12", "1gs@9,12"])
    for text in references(states, (11, 12)):
        assert text not in ("the green card", "the star card", "the card", "the green star card")


def test_of_two_cards_alike_the_nearer_is_named_by_order() -> None:
    states = board(follower="5,12,e", cards=["3gs@8,12", "3gs@12,12"])
    assert says(references(states, (8, 12)), "closest|nearest|first")
    assert says(references(states, (12, 12)), "furthest|farthest|far|last")


def test_the_second_of_three() -> None:
    states = board(follower="5,12,e", cards=["3gs@8,12", "3gs@11,12", "3gs@14,12"])
    assert says(references(states, (11, 12), 600), "second|2nd")


@pytest.mark.parametrize(
    ("place", "pattern", "never"),
    [
        ((9, 12), "straight ahead|in front of you", "left|your right|behind you"),
        ((5, 16), "on your left|to your left", r"\bright\b(?! next)|ahead|in front of you"),
        ((5, 8), "on your right|to your right", "left|ahead|in front of you"),
        ((2, 12), "behind you", "left|your right|ahead|in front of you"),
    ],
)
def test_sides_are_the_followers(place: tuple[int, int], pattern: str, never: str) -> None:
    states = board(follower="5,12,e", cards=[f"3gs@{place[0]},{place[1]}"])
    texts = references(states, place)
    assert says(texts, pattern)
    assert not says(texts, never)


def test_landmarks_are_those_beside_the_card() -> None:
    states = board(
        follower="5,12,e",
        cards=["3gs@9,12", "3gs@9,16"],
        tiles={(10, 12): LAMP, (10, 16): TREE},
    )
    texts = references(states, (9, 12))
    assert says(texts, "(by|near|next to|beside|in front of) the (street |)(lamp|light)")
    assert not says(texts, r"pine|\btree")


def test_between_two_trees() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"], tiles={(9, 13): TREE, (9, 11): TREE})
    assert says(references(states, (9, 12), 600), "between the (two |2 )?(pine|tree|christmas)")


def test_between_flowers_that_have_no_plural_but_their_name() -> None:
    flowers = Tile(Terrain.GRASS, Prop.FLOW_BL)
    tiles = {(9, 13): flowers, (9, 11): flowers}
    states = board(follower="5,12,e", cards=["3gs@9,12"], tiles=tiles)
    texts = references(states, (9, 12), 600)
    assert says(texts, "between the (blue )?flowers")
    assert not says(texts, "None")


def test_on_the_other_side_of_the_water() -> None:
    tiles = dict.fromkeys([(7, 12), (8, 12), (7, 13), (8, 13), (7, 11)], WATER)
    states = board(follower="4,12,e", cards=["3gs@9,12"], tiles=tiles)
    assert says(references(states, (9, 12)), "(other|far|opposite) side of the (pond|lake|water)")


def test_on_the_path() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"], tiles={(9, 12): PATH})
    assert says(references(states, (9, 12), 600), "on the (path|road|trail)")


def test_next_to_the_leader() -> None:
    states = board(leader="10,12,e", follower="5,12,e", cards=["3gs@9,12"])
    assert says(references(states, (9, 12), 600), "(next to|near|by|beside|close to) me")


def test_every_reference_says_among_which_cards_it_holds() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12", "1gs@2,12", "2rh@5,16+"])
    pen = pens(states, collect(states, (9, 12)), 1)[0]
    reference = refer(pen, pen.scene.legs[0], 0)
    assert reference is not None
    (claim,) = (claim for claim in reference.claims if isinstance(claim, Refers))
    assert claim.candidates == (cell_at(9, 12),)  # one is behind, one is selected


def test_all_shapes_have_a_noun() -> None:
    for shape in Shape:
        cards = [f"2g{'cdhpsto'[list(Shape).index(shape)]}@9,12"]
        states = board(follower="5,12,e", cards=cards)
        assert references(states, (9, 12), 20)
