"""What lies and stands on a map: ponds, the hill, trees, structures, and props beside paths.

As in the original game, land grows as blobs, cell by cell, and each prop is put on a random cell of
a list in which likelier cells stand several times.
"""

import numpy as np

from cerealbar.compiling import Array, Record, kernel
from cerealbar.game.hexgrid import CELLS, HEADINGS, IS_BORDER, NEIGHBOURS
from cerealbar.game.prng import draw
from cerealbar.game.state import is_taken
from cerealbar.game.tiles import (
    DEEP_WATER,
    FIRST_PATH_OBJECT,
    FIRST_STRUCTURE,
    FIRST_TREE,
    GRASS,
    HILL,
    IS_PASSABLE,
    LOW_HILL,
    PATH,
    PATH_OBJECTS,
    SHORT_HILL,
    STRUCTURES,
    TREES,
    WATER,
    Prop,
)

PONDS = 2
POND_CELLS = 8
HILL_CELLS = 17
TREE_COUNT = 29
STRUCTURE_COUNT = 8
MAX_CHOICES = CELLS * 44
"""Room for the longest list: each cell once, and 42 times for each path or water cell near it."""

# Kinds as the original draws them: green huts (before the blue) and lamps appear twice.
_BLUE = STRUCTURES.index(Prop.HUT_BLUE)
_STRUCTURE_DRAWS = np.insert(np.arange(len(STRUCTURES)), _BLUE, STRUCTURES.index(Prop.HUT_GREEN))
_PATH_OBJECT_DRAWS = np.append(np.arange(len(PATH_OBJECTS)), PATH_OBJECTS.index(Prop.STREET_LAMP))
_TREE_KINDS = len(TREES)


@kernel
def _grow_blob(state: Record, size: int, is_pond: bool) -> None:
    """A pond or the hill: a blob that grows cell by cell from a random one."""
    tile, rng = state.tile, state.rng
    blob = np.empty(size, np.int64)
    inside = np.zeros(CELLS, np.bool_)
    choices = np.empty(2 * HEADINGS, np.int64)
    cell = draw(rng, 0, CELLS)
    while tile[cell] != GRASS or IS_BORDER[cell]:
        cell = draw(rng, 0, CELLS)
    blob[0] = cell
    inside[cell] = True
    cells = 1
    for _ in range(size - 1):
        centre = blob[draw(rng, 0, cells)]
        n = 0
        for way in range(HEADINGS):
            near = NEIGHBOURS[centre, way]
            if near < 0 or inside[near]:
                continue
            touching = 0
            for other in NEIGHBOURS[near]:
                touching += other >= 0 and inside[other]
            for _ in range(2 if touching >= 2 else 1):
                choices[n] = near
                n += 1
        if n:
            chosen = choices[draw(rng, 0, n)]
            inside[chosen] = True
            blob[cells] = chosen
            cells += 1
    for cell in blob[:cells]:
        tile[cell] = _flooded(tile[cell]) if is_pond else _raised(tile[cell])


@kernel
def _flooded(tile: int) -> int:
    return DEEP_WATER if tile == WATER else WATER


@kernel
def _raised(tile: int) -> int:
    if tile == WATER:
        return SHORT_HILL
    return LOW_HILL if tile == DEEP_WATER else HILL


@kernel
def shape_land(state: Record) -> None:
    """Two ponds and a hill; where they overlap, heights add up."""
    for _ in range(PONDS):
        _grow_blob(state, POND_CELLS, True)
    _grow_blob(state, HILL_CELLS, False)


@kernel
def _choose_cell(state: Record, cells: Array, n: int) -> int:
    """A random cell of a list that is free and not on the border, or -1 after many tries."""
    for _ in range(10 * n):
        cell = cells[draw(state.rng, 0, n)]
        if IS_PASSABLE[state.tile[cell]] and not IS_BORDER[cell] and not is_taken(state, cell):
            return cell
    return -1


@kernel
def _without(cells: Array, n: int, drop: Array) -> int:
    """Remove from a list the cells marked in `drop`; returns its new length."""
    kept = 0
    for i in range(n):
        if not drop[cells[i]]:
            cells[kept] = cells[i]
            kept += 1
    return kept


@kernel
def _add_near(is_grass: Array, cells: Array, n: int, centre: int) -> int:
    """Append the neighbours that were grass before any prop; returns the new length."""
    for near in NEIGHBOURS[centre]:
        if near >= 0 and is_grass[near]:
            cells[n] = near
            n += 1
    return n


@kernel
def _grass_cells(is_grass: Array, cells: Array) -> int:
    n = 0
    for cell in range(CELLS):
        if is_grass[cell]:
            cells[n] = cell
            n += 1
    return n


@kernel
def plant_trees(state: Record, is_grass: Array, cells: Array) -> None:
    """Trees: cells beside a tree become likelier, so that they clump into groves."""
    drop = np.zeros(CELLS, np.bool_)
    n = _grass_cells(is_grass, cells)
    for _ in range(TREE_COUNT):
        cell = _choose_cell(state, cells, n)
        if cell < 0:
            return
        state.tile[cell] = FIRST_TREE + draw(state.rng, 0, _TREE_KINDS)
        n = _add_near(is_grass, cells, n, cell)
        drop[cell] = True
        n = _without(cells, n, drop)
        drop[cell] = False  # a later tree beside it lists it again


@kernel
def build_structures(state: Record, is_grass: Array, cells: Array) -> None:
    """Structures: likelier near paths and water, never side by side."""
    drop = np.zeros(CELLS, np.bool_)
    n = _grass_cells(is_grass, cells)
    for ground in (PATH, WATER):
        for cell in range(CELLS):
            tile = WATER if state.tile[cell] == DEEP_WATER else state.tile[cell]
            if tile == ground:
                for near in NEIGHBOURS[cell]:
                    if near >= 0 and is_grass[near]:
                        n = _add_near(is_grass, cells, n, near)
                n = _add_near(is_grass, cells, n, cell)
    for _ in range(STRUCTURE_COUNT):
        cell = _choose_cell(state, cells, n)
        if cell < 0:
            return
        kind = _STRUCTURE_DRAWS[draw(state.rng, 0, len(_STRUCTURE_DRAWS))]
        heading = draw(state.rng, 0, HEADINGS)
        state.tile[cell] = FIRST_STRUCTURE + HEADINGS * kind + heading
        drop[cell] = True
        for near in NEIGHBOURS[cell]:
            if near >= 0 and is_grass[near]:
                drop[near] = True
        n = _without(cells, n, drop)


@kernel
def place_path_objects(state: Record, is_grass: Array, cells: Array, count: int) -> None:
    """Bushes, flowers and lamps beside paths."""
    drop = np.zeros(CELLS, np.bool_)
    n = 0
    for cell in range(CELLS):
        if state.tile[cell] == PATH:
            n = _add_near(is_grass, cells, n, cell)
    for _ in range(count):
        cell = _choose_cell(state, cells, n)
        if cell < 0:
            return
        kind = _PATH_OBJECT_DRAWS[draw(state.rng, 0, len(_PATH_OBJECT_DRAWS))]
        state.tile[cell] = FIRST_PATH_OBJECT + kind
        drop[cell] = True
        n = _without(cells, n, drop)
