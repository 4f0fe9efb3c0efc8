"""Ponds and the hill of a map: blobs that grow cell by cell, as in the original game."""

import numpy as np

from cerealbar.game.compiled import Record, kernel
from cerealbar.game.hexgrid import CELLS, HEADINGS, IS_BORDER, NEIGHBOURS
from cerealbar.game.prng import draw
from cerealbar.game.tiles import DEEP_WATER, GRASS, HILL, LOW_HILL, SHORT_HILL, WATER

PONDS = 2
POND_CELLS = 8
HILL_CELLS = 17


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
