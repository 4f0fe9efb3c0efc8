"""Props: how many, of which kinds, on which cells."""

from collections import Counter

import numpy as np
import pytest

from cerealbar.game import (
    IS_BORDER,
    NEIGHBOURS,
    OUTSIDE,
    PATH_OBJECTS,
    PROPS,
    STRUCTURES,
    TILES,
    TREES,
    Heading,
    Prop,
    Rules,
    Terrain,
    Tile,
    new_state,
    new_states,
)

SEEDS = range(1, 301)


@pytest.fixture(scope="module")
def maps() -> list[list[Tile]]:
    """By seed: the tile of each cell."""
    return [[TILES[code] for code in state["tile"]] for state in new_states(SEEDS)]


def cells_with(tiles: list[Tile], props: tuple[Prop, ...]) -> list[int]:
    return [cell for cell, tile in enumerate(tiles) if tile.prop in props]


def near(cell: int) -> set[int]:
    return set(NEIGHBOURS[cell].tolist()) - {OUTSIDE}


def test_every_map_has_29_trees_8_structures_and_up_to_25_path_objects(
    maps: list[list[Tile]],
) -> None:
    for tiles in maps:
        assert len(cells_with(tiles, TREES)) == 29
        assert len(cells_with(tiles, STRUCTURES)) == 8
        assert len(cells_with(tiles, PATH_OBJECTS)) <= 25
    objects = [len(cells_with(tiles, PATH_OBJECTS)) for tiles in maps]
    assert np.mean(objects) == pytest.approx(24.8, abs=0.3)
    assert max(objects) == 25


def test_props_stand_on_grass_off_the_border(maps: list[list[Tile]]) -> None:
    for tiles in maps:
        cells = cells_with(tiles, tuple(Prop))
        assert not IS_BORDER[cells].any()
        assert {tiles[cell].terrain for cell in cells} == {Terrain.GRASS}


def test_structures_never_stand_side_by_side(maps: list[list[Tile]]) -> None:
    for tiles in maps:
        structures = set(cells_with(tiles, STRUCTURES))
        assert all(structures.isdisjoint(near(cell)) for cell in structures)


def test_path_objects_stand_beside_a_path(maps: list[list[Tile]]) -> None:
    for tiles in maps:
        for cell in cells_with(tiles, PATH_OBJECTS):
            assert any(tiles[other].terrain is Terrain.PATH for other in near(cell))


def test_trees_clump_into_groves(maps: list[list[Tile]]) -> None:
    """29 trees strewn evenly over some 500 cells of grass would have 0.3 neighbours each."""
    neighbours = []
    for tiles in maps:
        trees = set(cells_with(tiles, TREES))
        neighbours += [len(trees & near(cell)) for cell in trees]
    assert np.mean(neighbours) > 0.4


def test_kinds_are_as_likely_as_in_the_original(maps: list[list[Tile]]) -> None:
    counts = Counter(tile.prop for tiles in maps for tile in tiles if tile.prop is not None)
    objects = sum(counts[prop] for prop in PATH_OBJECTS)
    chances = {
        **dict.fromkeys(TREES, 29 / 17),
        **dict.fromkeys(STRUCTURES, 8 / 9),
        Prop.HUT_GREEN: 16 / 9,
        **dict.fromkeys(PATH_OBJECTS, objects / len(maps) / 8),
        Prop.STREET_LAMP: objects / len(maps) / 4,
    }
    for prop, chance in chances.items():
        expected = chance * len(maps)
        assert abs(counts[prop] - expected) < 5 * np.sqrt(expected), prop


def test_structures_face_every_way_alike(maps: list[list[Tile]]) -> None:
    counts = Counter(tile.heading for tiles in maps for tile in tiles if tile.heading is not None)
    assert sorted(counts) == list(Heading)
    assert max(counts.values()) < 1.25 * min(counts.values())


@pytest.mark.parametrize("count", [0, 1, 29, 200])
def test_the_rules_say_how_many_path_objects_are_wanted(count: int) -> None:
    rules = Rules(path_objects=count)
    tiles = [TILES[code] for code in new_state(42, rules)[0]["tile"]]
    placed = len(cells_with(tiles, PATH_OBJECTS))
    if count < 200:
        assert placed == count
    else:
        assert 60 < placed < 200, "as many as there is room for beside paths"
    assert len(cells_with(tiles, PROPS)) == 29 + 8 + placed
