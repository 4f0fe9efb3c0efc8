"""Tiles: terrains, props, their codes, and which of them can be walked on."""

import numpy as np
import pytest

from cerealbar.game import (
    IS_PASSABLE,
    PATH_OBJECTS,
    PLANTS,
    PROPS,
    STRUCTURES,
    TILE_CODES,
    TILE_HEIGHT,
    TILE_PROP,
    TILE_TERRAIN,
    TILES,
    TREES,
    Heading,
    Prop,
    Terrain,
    Tile,
)


def test_terrains_stand_in_a_fixed_order_because_records_hold_their_numbers() -> None:
    assert [tile.terrain for tile in TILES[:7]] == [
        "grass",
        "path",
        "water",
        "deep water",
        "hill",
        "short hill",
        "low hill",
    ]
    assert [tile.prop for tile in TILES[:7]] == [None] * 7


def test_props_stand_in_the_order_in_which_the_original_draws_them() -> None:
    assert " ".join(TREES) == (
        "bush_tree bush_tree_br bush_tree_rd oak_tree_lm tree tree_rd clean_tree clean_tree_br "
        "clean_tree_rd palm_tree tall_tree tall_tree_rd multi_tree pine_tree pine_tree_crv "
        "pt_tree pt_tree_lm"
    )
    assert " ".join(PATH_OBJECTS) == "bush bush_yw flow_bl flow_rd flow_prp grass street_lamp"
    assert " ".join(STRUCTURES) == (
        "tower windmill hut_green hut_red hut_yellow hut_blue hut_black house_lvl1"
    )


def test_the_groups_of_props_make_up_all_props() -> None:
    assert (*TREES, *PATH_OBJECTS, *STRUCTURES) == PROPS == tuple(Prop)
    assert (*PLANTS, Prop.STREET_LAMP) == PATH_OBJECTS


def test_props_have_letters_of_their_own_in_notation() -> None:
    kinds = {"T": TREES, "P": PATH_OBJECTS, "S": STRUCTURES}
    assert [prop.letters for prop in PROPS] == [
        letter + chr(ord("a") + i) for letter, props in kinds.items() for i in range(len(props))
    ]


def test_every_tile_has_one_code() -> None:
    assert len(TILES) == len(set(TILES)) == 7 + 17 + 7 + 8 * 6
    assert {TILES[code]: code for code in range(len(TILES))} == TILE_CODES


def test_tables_say_what_the_tiles_say() -> None:
    terrains = list(Terrain)
    for code, tile in enumerate(TILES):
        assert terrains[TILE_TERRAIN[code]] is tile.terrain
        assert TILE_HEIGHT[code] == tile.height
        assert IS_PASSABLE[code] == tile.is_passable
        assert TILE_PROP[code] == (0 if tile.prop is None else 1 + PROPS.index(tile.prop))


def test_only_bare_grass_and_path_can_be_walked_on() -> None:
    passable = [TILES[code] for code in np.flatnonzero(IS_PASSABLE)]
    assert passable == [Tile(Terrain.GRASS), Tile(Terrain.PATH)]


def test_props_stand_on_grass_and_structures_alone_have_a_heading() -> None:
    for tile in TILES:
        if tile.prop is not None:
            assert tile.terrain is Terrain.GRASS
        assert (tile.heading is not None) == (tile.prop in STRUCTURES)
    for prop in STRUCTURES:
        assert [tile.heading for tile in TILES if tile.prop is prop] == list(Heading)


@pytest.mark.parametrize(
    ("terrain", "height"),
    [
        (Terrain.GRASS, 0),
        (Terrain.PATH, 0),
        (Terrain.WATER, -1),
        (Terrain.DEEP_WATER, -2),
        (Terrain.HILL, 4),
        (Terrain.SHORT_HILL, 3),
        (Terrain.LOW_HILL, 2),
    ],
)
def test_heights_add_up_as_in_the_original(terrain: Terrain, height: int) -> None:
    """A pond lowers by 1, the hill raises by 4."""
    assert Tile(terrain).height == height


@pytest.mark.parametrize(
    ("tile", "text"),
    [
        (Tile(Terrain.DEEP_WATER), "deep water"),
        (Tile(Terrain.GRASS, Prop.HUT_RED, Heading.W), "hut_red"),
    ],
)
def test_a_tile_reads_as_its_prop_or_its_terrain(tile: Tile, text: str) -> None:
    assert str(tile) == text
