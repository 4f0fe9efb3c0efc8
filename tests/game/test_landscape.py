"""Ponds and the hill: how large they are, and what lies where they overlap."""

import numpy as np
import pytest

from cerealbar.game import NEIGHBOURS, OUTSIDE, TILE_TERRAIN, Terrain
from cerealbar.game.landscape import shape_land
from cerealbar.game.maps import blank_states
from cerealbar.game.prng import seed_words

TERRAINS = list(Terrain)
SEEDS = range(1, 601)


@pytest.fixture(scope="module")
def lands() -> list[np.ndarray]:
    """By seed: the terrain of each cell before there are paths."""
    states = blank_states(len(SEEDS))
    for state, seed in zip(states, SEEDS, strict=True):
        seed_words(state["rng"], seed)
        shape_land(state)
    return [TILE_TERRAIN[state["tile"]] for state in states]


def cells_of(land: np.ndarray, *terrains: Terrain) -> set[int]:
    numbers = [TERRAINS.index(terrain) for terrain in terrains]
    return set(np.flatnonzero(np.isin(land, numbers)).tolist())


def pieces(cells: set[int]) -> list[set[int]]:
    """Cells that hang together."""
    left = set(cells)
    found = []
    while left:
        piece, todo = set(), [left.pop()]
        while todo:
            cell = todo.pop()
            piece.add(cell)
            near = left & set(NEIGHBOURS[cell].tolist()) - {OUTSIDE}
            left -= near
            todo.extend(near)
        found.append(piece)
    return found


HILLS = (Terrain.HILL, Terrain.SHORT_HILL, Terrain.LOW_HILL)
PONDS = (Terrain.WATER, Terrain.DEEP_WATER, Terrain.SHORT_HILL, Terrain.LOW_HILL)


def test_there_is_one_hill_of_at_most_17_cells(lands: list[np.ndarray]) -> None:
    sizes = []
    for land in lands:
        (hill,) = pieces(cells_of(land, *HILLS))
        sizes.append(len(hill))
    assert 10 <= min(sizes) < max(sizes) == 17


def test_there_are_one_or_two_ponds_of_at_most_8_cells_each(lands: list[np.ndarray]) -> None:
    """Counted with what lies under the hill; two that touch look like one."""
    for land in lands:
        ponds = pieces(cells_of(land, *PONDS))
        assert len(ponds) in (1, 2)
        assert all(2 <= len(pond) <= 8 * (3 - len(ponds)) for pond in ponds)
    assert max(len(pieces(cells_of(land, *PONDS))) for land in lands) == 2


def test_heights_add_up_to_two_ponds_of_at_most_8_cells(lands: list[np.ndarray]) -> None:
    """Deep water and low hills are cells of both ponds."""
    totals = [
        len(cells_of(land, *PONDS)) + len(cells_of(land, Terrain.DEEP_WATER, Terrain.LOW_HILL))
        for land in lands
    ]
    assert 8 <= min(totals) <= max(totals) == 16
    assert totals.count(16) > len(totals) / 2


def test_overlaps_are_as_rare_as_in_the_original(lands: list[np.ndarray]) -> None:
    """About 3 % of maps have deep water and 11 % a short hill (measured on the original)."""
    deep = sum(bool(cells_of(land, Terrain.DEEP_WATER)) for land in lands) / len(lands)
    short = sum(bool(cells_of(land, Terrain.SHORT_HILL)) for land in lands) / len(lands)
    assert 0.01 < deep < 0.06
    assert 0.07 < short < 0.16


def test_the_rest_is_grass(lands: list[np.ndarray]) -> None:
    for land in lands:
        others = cells_of(land, *HILLS, *PONDS)
        assert cells_of(land, Terrain.GRASS) == set(range(625)) - others
