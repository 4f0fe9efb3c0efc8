"""Places in the frame of somebody who stands on a cell and looks along a heading, and their ends.

An offset between two cells is turned so that the heading becomes the first one, and then has a
number; tables say what each number means. Turning and moving the world changes no number. Of every
cell it is told whether one can end there, and what is beside it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    AXIAL,
    CELLS,
    HEADINGS,
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
_REACH = 36
"""The most that an axial coordinate of two cells differs, in any frame."""
_SIDE = 2 * _REACH + 1
OFFSETS = _SIDE * _SIDE
"""How many numbers of offsets there are."""
HERE = _REACH * _SIDE + _REACH
"""The number of no offset at all."""
_WAVE_LENGTHS = (3.0, 6.0, 12.0, 24.0, 48.0)
_DECAYS = (1.0, 3.0, 8.0)
_EXACT = 10
"""Distances below this one have a number of their own."""


def _turns() -> NDArray[np.int64]:
    """(6, 2, 2): by heading, what turns axial offsets so that it becomes the first heading."""
    left = np.array([[0, -1], [1, 1]])  # a sixth of a circle against the clock
    turns = [np.eye(2, dtype=np.int64)]
    for _ in range(HEADINGS - 1):
        turns.append(left @ turns[-1])
    return np.array(turns)


_TURNS = _turns()
_U, _V = (axis.ravel() - _REACH for axis in np.divmod(np.arange(OFFSETS), _SIDE))
_DISTANCE = np.maximum(np.maximum(abs(_U), abs(_V)), abs(_U + _V))
_EAST, _NORTH = _U + _V / 2, _V * np.sqrt(3.0) / 2
_AHEAD = _EAST / 2 + _NORTH * np.sqrt(3.0) / 2
_RIGHT = _EAST * np.sqrt(3.0) / 2 - _NORTH / 2
_ANGLE = np.arctan2(_RIGHT, _AHEAD)
_SIXTHS = (_ANGLE / (2 * np.pi) * HEADINGS) % HEADINGS
"""How many turns to the right an offset lies from straight ahead."""


def _place_table() -> NDArray[np.float32]:
    is_away = _DISTANCE > 0
    columns = [wave(k * _ANGLE) * is_away for k in (1, 2, 3) for wave in (np.cos, np.sin)]
    on_line = np.abs(_SIXTHS[:, None] - np.arange(HEADINGS + 1)) < 1e-6
    on_line[:, 0] |= on_line[:, HEADINGS]
    columns += list((on_line[:, :HEADINGS] & is_away[:, None]).T)
    columns += [np.exp(-_DISTANCE / decay) for decay in _DECAYS]
    columns += [_DISTANCE / 25, *(_DISTANCE[None] == np.arange(_EXACT)[:, None])]
    for length in _WAVE_LENGTHS:
        for axis in (_AHEAD, _RIGHT):
            columns += [wave(2 * np.pi * axis / length) for wave in (np.cos, np.sin)]
    return np.stack(columns, axis=1).astype(np.float32)


PLACES = _place_table()
"""(offsets, features): what a model is told of an offset; straight ahead has the angle 0."""
PLACE_FEATURES = PLACES.shape[1]
RANKS = np.empty(OFFSETS, np.int32)
"""(offsets,): the place of an offset in the order of distances, then of angles."""
RANKS[np.lexsort((np.round(_SIXTHS, 6), _DISTANCE))] = np.arange(OFFSETS)
HEADING_TO = (np.floor(_SIXTHS + 0.5 + 1e-6) % HEADINGS * (_DISTANCE > 0)).astype(np.uint8)
"""(offsets,): the turns to the right after which an offset lies straight ahead, or nearly."""


@kernel
def offset_number(cell: int, heading: int, other: int) -> int:
    """The number of the offset from a pose to a cell."""
    q = np.int64(AXIAL[other, 0]) - AXIAL[cell, 0]
    r = np.int64(AXIAL[other, 1]) - AXIAL[cell, 1]
    turn = _TURNS[heading]
    u, v = turn[0, 0] * q + turn[0, 1] * r, turn[1, 0] * q + turn[1, 1] * r
    number: int = (u + _REACH) * _SIDE + v + _REACH
    return number


@kernel
def _fill_offsets(cells: Array, headings: Array, others: Array, found: Array) -> None:
    for i in range(len(cells)):
        for j in range(others.shape[1]):
            is_some = others[i, j] != OUTSIDE
            found[i, j] = offset_number(cells[i], headings[i], others[i, j]) if is_some else HERE


def offsets_to(
    cells: NDArray[np.integer], headings: NDArray[np.integer], others: NDArray[np.integer]
) -> NDArray[np.int64]:
    """(N, M): the numbers of the offsets from N poses to M cells each; `HERE` for `OUTSIDE`."""
    found = np.empty(others.shape, np.int64)
    _fill_offsets(cells, headings, others, found)
    return found


_EVERY_CELL = np.arange(CELLS)[None]


def offsets_to_all(cells: NDArray[np.integer], headings: NDArray[np.integer]) -> NDArray[np.int64]:
    """(N, 625): the numbers of the offsets from N poses to every cell."""
    return offsets_to(cells, headings, np.broadcast_to(_EVERY_CELL, (len(cells), CELLS)))


def heading_after(
    cells: NDArray[np.integer], headings: NDArray[np.integer], goals: NDArray[np.integer]
) -> NDArray[np.int64]:
    """(N,): how somebody looks who came to a goal from a pose, about: along the way."""
    turns = HEADING_TO[offsets_to(cells, headings, goals[:, None])[:, 0]]
    after: NDArray[np.int64] = (headings.astype(np.int64) + turns) % HEADINGS
    return after


@dataclass(frozen=True, slots=True)
class ImaginedPoses:
    """N followers after some goals: on the last one, looking along the way to it."""

    cells: NDArray[np.int64]
    """(N,)."""
    headings: NDArray[np.int64]
    """(N,)."""

    def after(self, slots: NDArray[np.int64], card_cells: NDArray[np.int16]) -> "ImaginedPoses":
        """The same after one more goal (N,) of `card_cells` (N, K), or none for a slot of -1."""
        there = card_cells[np.arange(len(slots)), slots].astype(np.int64)
        cells = np.where(slots >= 0, there, self.cells)
        return ImaginedPoses(cells, heading_after(self.cells, self.headings, cells))

    def offsets(self, others: NDArray[np.int16]) -> NDArray[np.int64]:
        """(N, M): the numbers of the offsets to M cells each."""
        return offsets_to(self.cells, self.headings, others)

    def take(self, rows: NDArray[np.integer]) -> "ImaginedPoses":
        """Those of some followers."""
        return ImaginedPoses(self.cells[rows], self.headings[rows])


def imagine(states: StateArray) -> ImaginedPoses:
    """The followers before the first goal, where they are."""
    cells, headings = states["player_cell"], states["player_heading"]
    return ImaginedPoses(
        cells[:, _FOLLOWER].astype(np.int64), headings[:, _FOLLOWER].astype(np.int64)
    )


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
