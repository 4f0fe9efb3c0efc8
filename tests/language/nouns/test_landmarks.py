"""Every name of what is more than one prop, or coloured, on all that it is said of."""

import re

import pytest

from cerealbar.game import (
    HILLS,
    HUTS,
    PROPS,
    STRUCTURES,
    TILES,
    TREES,
    WATERS,
    Heading,
    Prop,
    StateArray,
    Terrain,
    Tile,
)
from cerealbar.language import Intention, Memory, Purpose
from cerealbar.language.board.land import GROVE, HILL, PAIR, POND, VILLAGE
from cerealbar.language.nouns.landmarks import (
    HOUSE_NOUNS,
    HUT_COLOURS,
    HUT_FORMS,
    NAMES_OF,
    name_of,
    plural_of,
    point_out,
)
from tests.boards import WATER, board
from tests.language.drafts import pens
from tests.language.truth import is_fit_name


def tiles_of(*kinds: Prop | Terrain) -> list[Tile]:
    return [tile for tile in TILES if (tile.prop or tile.terrain) in kinds]


@pytest.mark.parametrize(
    ("sort", "kinds"),
    [(POND, WATERS), (HILL, HILLS), (GROVE, TREES), (PAIR, TREES), (VILLAGE, STRUCTURES)],
)
def test_every_name_of_several_cells_fits_each(sort: str, kinds: tuple[Prop | Terrain]) -> None:
    for name in NAMES_OF[sort].options:
        assert all(is_fit_name(name.words, tile) for tile in tiles_of(*kinds)), name.words


@pytest.mark.parametrize("hut", HUTS)
def test_every_name_of_a_hut_by_its_colour_fits(hut: Prop) -> None:
    for form in HUT_FORMS.options:
        for colour in HUT_COLOURS[hut.value].options:
            for noun in HOUSE_NOUNS.options:
                words = form.format(c=colour, n=noun)
                assert is_fit_name(words, tiles_of(hut)[0]), words


NOTHING = Intention(Purpose.WAIT)


def tile(prop: Prop) -> Tile:
    return Tile(Terrain.GRASS, prop, Heading.E if prop in STRUCTURES else None)


def names(states: StateArray, sort: str, count: int = 400) -> set[str]:
    found = set()
    for pen in pens(states, NOTHING, count):
        mark = pen.scene.land.of(frozenset((sort,)))[0]
        found.add(name_of(pen, mark).words)
    return found


def test_every_sort_of_landmark_has_names() -> None:
    assert set(NAMES_OF) == {*(prop.value for prop in PROPS), POND, HILL, GROVE, PAIR, VILLAGE}


@pytest.mark.parametrize("prop", PROPS)
def test_every_name_of_a_prop_fits_its_looks(prop: Prop) -> None:
    for name in NAMES_OF[prop.value].options:
        for meant in (known for known in PROPS if known in name.sorts):
            assert is_fit_name(name.words, tile(meant)), (name.words, meant)


@pytest.mark.parametrize(
    ("prop", "pattern"),
    [
        (Prop.HUT_RED, "^red (house|hut)$"),
        (Prop.HUT_RED, "(house|hut) with the red roof"),
        (Prop.HUT_RED, "^red roof$"),
        (Prop.STREET_LAMP, "^lamp post$"),
        (Prop.STREET_LAMP, "^street light$"),
        (Prop.PINE_TREE, "^christmas tree$"),
        (Prop.PALM_TREE, "^palm"),
        (Prop.TOWER, "^castle$"),
        (Prop.WINDMILL, "^windmill$"),
        (Prop.HOUSE_LVL1, "^tent$"),
        (Prop.FLOW_BL, "^blue flowers$"),
        (Prop.BUSH, "^(green )?bush$"),
    ],
)
def test_people_have_several_words_for_a_thing(prop: Prop, pattern: str) -> None:
    states = board(tiles={(9, 12): tile(prop)})
    assert any(re.search(pattern, name) for name in names(states, prop.value))


def test_water_and_hill() -> None:
    hill = next(t for t in TILES if t.terrain is Terrain.HILL)
    states = board(tiles={(9, 12): WATER, (3, 3): hill})
    assert {"pond", "lake", "water"} <= names(states, POND)
    assert {"hill", "mountain"} <= names(states, HILL)


def test_the_nearer_of_two_is_meant_and_the_farther_needs_a_side() -> None:
    windmill = tile(Prop.WINDMILL)
    states = board(follower="5,12,ne", tiles={(7, 16): windmill, (2, 20): windmill})
    far_texts = []
    for pen in pens(states, NOTHING):
        near, far = sorted(
            pen.scene.land.landmarks, key=lambda mark: mark.distance(pen.scene.poses[0].cell)
        )
        found = point_out(pen, near, 0)
        assert found is not None
        told = point_out(pen, far, 0)
        far_texts.append("" if told is None else told.text)
    assert all("left" in text for text in far_texts if text)
    assert any(far_texts)


def test_the_other_one_is_what_was_not_spoken_of_last() -> None:
    states = board(follower="5,12,e", tiles={(8, 12): WATER, (12, 16): WATER})
    texts = []
    for pen in pens(states, NOTHING):
        first, second = pen.scene.land.of(frozenset((POND,)))
        pen.memory = Memory(mark=first.cells)
        found = point_out(pen, second, 0)
        assert found is not None
        texts.append(found.text)
    assert "the other lake" in texts


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("bush", "bushes"),
        ("tuft of grass", "tufts of grass"),
        ("cross", "crosses"),
        ("hut", "huts"),
        ("balcony", "balconies"),
        ("bay", "bays"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert plural_of(one) == many
