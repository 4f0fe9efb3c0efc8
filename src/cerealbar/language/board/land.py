"""What stands on a map: landmarks, the path, and what is near a cell. Computed once per map."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cerealbar.game import (
    CELLS,
    DISTANCE_FROM,
    HILLS,
    IS_BORDER,
    IS_PASSABLE,
    PROPS,
    STRUCTURES,
    TILE_PROP,
    TILE_TERRAIN,
    TREES,
    WATERS,
    WIDTH,
    Terrain,
    coordinates,
    neighbours,
)

POND, HILL, GROVE, PAIR, VILLAGE = "pond", "hill", "grove", "pair", "village"
"""Sorts of landmarks that are more than one prop."""
_TERRAINS = list(Terrain)
_WATERS, _HILLS = ([_TERRAINS.index(terrain) for terrain in kind] for kind in (WATERS, HILLS))
_PATH = _TERRAINS.index(Terrain.PATH)
_VILLAGE_GAP = 3
_NEAR = 2
_CORNER = 5
BORDER = tuple(np.flatnonzero(IS_BORDER).tolist())


class Landmark(NamedTuple):
    """Something to steer by: a prop, or several cells that people see as one thing."""

    sort: str
    """A `Prop`'s value, or one of the words above."""
    cells: tuple[int, ...]

    def distance(self, cell: int) -> int:
        """Moves from a cell to the nearest part."""
        row = DISTANCE_FROM[cell]
        return min([row[part] for part in self.cells])


class Land:
    """The landmarks of one map."""

    __slots__ = ("_cells", "_near", "_of", "blocked", "ends", "landmarks", "path")

    def __init__(self, tiles: bytes) -> None:
        tile = np.frombuffer(tiles, np.uint8)
        terrain = TILE_TERRAIN[tile]
        self.path = frozenset(np.flatnonzero(terrain == _PATH).tolist())
        """Cells of the path."""
        self.ends = frozenset(
            cell for cell in self.path if sum(near in self.path for near in neighbours(cell)) == 1
        )
        """Cells where the path stops."""
        self.landmarks = tuple(Landmark(sort, cells) for sort, cells in _found(tile, terrain))
        self.blocked = frozenset(np.flatnonzero(~IS_PASSABLE[tile]).tolist())
        """Cells that nobody can enter."""
        self._near = _surroundings(self.landmarks)
        self._of: dict[frozenset[str], tuple[Landmark, ...]] = {}
        self._cells: dict[frozenset[str], tuple[int, ...]] = {}

    def near(self, cell: int) -> tuple[tuple[int, Landmark], ...]:
        """Landmarks within two cells of a cell with their distances, nearest first."""
        return self._near.get(cell, ())

    def of(self, sorts: frozenset[str]) -> tuple[Landmark, ...]:
        """The landmarks of some sorts."""
        if sorts not in self._of:
            self._of[sorts] = tuple(mark for mark in self.landmarks if mark.sort in sorts)
        return self._of[sorts]

    def cells_of(self, sorts: frozenset[str]) -> tuple[int, ...]:
        """The cells of the landmarks of some sorts."""
        if sorts not in self._cells:
            self._cells[sorts] = tuple(cell for mark in self.of(sorts) for cell in mark.cells)
        return self._cells[sorts]


@lru_cache(maxsize=CELLS)
def _around(cell: int) -> tuple[tuple[int, int], ...]:
    """The cells near a cell, with their distances."""
    return tuple((other, away) for other, away in enumerate(DISTANCE_FROM[cell]) if away <= _NEAR)


def _surroundings(
    landmarks: Iterable[Landmark],
) -> dict[int, tuple[tuple[int, Landmark], ...]]:
    """By cell: the landmarks near it with their distances, nearest first."""
    found: dict[int, list[tuple[int, Landmark]]] = {}
    for mark in landmarks:
        reach: dict[int, int] = {}
        for part in mark.cells:
            for cell, away in _around(part):
                if away < reach.get(cell, _NEAR + 1):
                    reach[cell] = away
        for cell, away in reach.items():
            found.setdefault(cell, []).append((away, mark))
    return {cell: tuple(sorted(marks)) for cell, marks in found.items()}


def _found(tile: np.ndarray, terrain: np.ndarray) -> Iterable[tuple[str, tuple[int, ...]]]:
    """Every landmark's sort and cells."""
    props = TILE_PROP[tile]
    standing = {int(cell): PROPS[props[cell] - 1] for cell in np.flatnonzero(props)}
    for cell, prop in standing.items():
        yield prop.value, (cell,)
    for sort, terrains in ((POND, _WATERS), (HILL, _HILLS)):
        for blob in _clusters(np.flatnonzero(np.isin(terrain, terrains)).tolist(), 1):
            yield sort, blob
    for grove in _clusters([cell for cell, prop in standing.items() if prop in TREES], 1):
        if len(grove) > 1:
            yield (PAIR if len(grove) == 2 else GROVE), grove
    houses = [cell for cell, prop in standing.items() if prop in STRUCTURES]
    for village in _clusters(houses, _VILLAGE_GAP):
        if len(village) > 2:
            yield VILLAGE, village


def _clusters(cells: list[int], gap: int) -> Iterable[tuple[int, ...]]:
    """The cells in groups, each within `gap` of another of its group."""
    left = dict.fromkeys(cells)
    while left:
        group = [left.popitem()[0]]
        for cell in group:
            joined = [other for other in left if DISTANCE_FROM[cell][other] <= gap]
            group += joined
            for other in joined:
                del left[other]
        yield tuple(sorted(group))


@lru_cache(maxsize=256)
def land_of(tiles: bytes) -> Land:
    """The land of a map, given its tiles as bytes."""
    return Land(tiles)


def edge_distance(cell: int) -> int:
    """Moves from a cell to the border."""
    x, z = coordinates(cell)
    return min(x, z, WIDTH - 1 - x, WIDTH - 1 - z)


def is_in_corner(cell: int) -> bool:
    """Whether a cell lies in one of the four corners of the map."""
    x, z = coordinates(cell)
    return min(x, WIDTH - 1 - x) <= _CORNER and min(z, WIDTH - 1 - z) <= _CORNER
