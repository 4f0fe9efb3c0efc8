"""Cells as places to end on: which can be one, and what is beside them."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    CELLS,
    NEIGHBOURS,
    OUTSIDE,
    PROPS,
    TILE_HEIGHT,
    TILE_PROP,
    TILE_TERRAIN,
    Array,
    Player,
    PropGroup,
    Record,
    StateArray,
    Terrain,
    kernel,
    reachable_cells,
)

_FOLLOWER, _LEADER = int(Player.FOLLOWER), int(Player.LEADER)
_GROUPS = tuple(PropGroup)
_PROP_GROUP = np.array([0, *(_GROUPS.index(prop.group) for prop in PROPS)], np.uint8)
_ON_PATH, _WATER, _HILL, _EDGE, _CARD, _LEADER_NEAR, _HERE = range(len(_GROUPS), len(_GROUPS) + 7)
CELL_FEATURES = len(_GROUPS) + 7
"""Numbers that describe a cell: what groups of props are beside it, and the above."""
_PATH = list(Terrain).index(Terrain.PATH)


@kernel
def _fill_cell(state: Record, has_card: Array, cell: int, row: Array) -> None:
    row[_ON_PATH] = TILE_TERRAIN[state.tile[cell]] == _PATH
    row[_HERE] = cell == state.player_cell[_FOLLOWER]
    for other in NEIGHBOURS[cell]:
        if other == OUTSIDE:
            row[_EDGE] = 1
            continue
        tile = state.tile[other]
        if TILE_PROP[tile] > 0:
            row[_PROP_GROUP[TILE_PROP[tile]]] = 1
        elif TILE_HEIGHT[tile] != 0:
            row[_HILL if TILE_HEIGHT[tile] > 0 else _WATER] = 1
        if has_card[other]:
            row[_CARD] = 1
        if other == state.player_cell[_LEADER]:
            row[_LEADER_NEAR] = 1


@kernel
def _fill_cells(states: Array, is_end: Array, features: Array) -> None:
    has_card = np.empty(CELLS, np.bool_)
    for i in range(len(states)):
        state = states[i]
        reached = reachable_cells(state, state.player_cell[_FOLLOWER])
        for cell in range(CELLS):
            is_end[i, cell] = reached[cell]
        has_card[:] = False
        for slot in range(state.cards):
            cell = state.card_cell[slot]
            has_card[cell] = True
            is_end[i, cell] = cell == state.player_cell[_FOLLOWER]
        for cell in range(CELLS):
            if is_end[i, cell]:
                _fill_cell(state, has_card, cell, features[i, cell])


def find_ends(states: StateArray) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """(N, 625): where the followers could end without a card; (N, 625, features): what is there.

    That is where they are, and every cell without a card to which they can walk.
    """
    is_end = np.empty((len(states), CELLS), np.bool_)
    features = np.zeros((len(states), CELLS, CELL_FEATURES), np.float32)
    _fill_cells(states, is_end, features)
    return is_end, features
