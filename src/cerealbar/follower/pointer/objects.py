"""States as objects: the follower itself, cards, props, ponds and hills, the leader.

What is said of an object depends on nothing but the follower's eyes: its place is in the follower's
frame, headings are relative to the follower's, and the nearest props come first.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.pointer.places import PLACE_FEATURES, PLACES, RANKS, offset_number
from cerealbar.game import (
    CARD_COLOUR,
    CARD_COUNT,
    CARD_SHAPE,
    CELLS,
    COLOURS,
    COUNTS,
    DISTANCES,
    HEADINGS,
    NEIGHBOURS,
    OUTSIDE,
    PROPS,
    SHAPES,
    TILE_HEIGHT,
    TILE_PROP,
    TILES,
    Array,
    Player,
    Record,
    StateArray,
    Terrain,
    card_slot,
    is_selected,
    kernel,
    sort_first,
)

BLOBS = 6
"""Ponds and hills that are seen, the nearest to the follower."""
FIRST_CARD = 1
"""The follower itself is the first object, and the cards of all slots come next."""


class ObjectKind(IntEnum):
    """What an object is; `NOTHING` fills up."""

    NOTHING = 0
    SELF = 1
    CARD = 2
    PROP = 3
    POND = 4
    HILL = 5
    LEADER = 6


@dataclass(frozen=True, slots=True)
class ObjectArrays:
    """The objects of N states, O each."""

    features: NDArray[np.float32]
    """(N, O, features)."""
    kinds: NDArray[np.uint8]
    """(N, O): an `ObjectKind` each."""
    cells: NDArray[np.int16]
    """(N, O): where they are; of ponds and hills the nearest cell; `OUTSIDE` of nothing."""
    slots: int
    """How many of them, after the first, are for cards."""

    @property
    def is_object(self) -> NDArray[np.bool_]:
        """(N, O): whether there is anything."""
        return np.not_equal(self.kinds, ObjectKind.NOTHING)

    @property
    def card_cells(self) -> NDArray[np.int16]:
        """(N, K): where the cards are, or `OUTSIDE`."""
        return self.cells[:, FIRST_CARD : FIRST_CARD + self.slots]


_FOLLOWER, _LEADER = int(Player.FOLLOWER), int(Player.LEADER)
_SELF, _CARD, _PROP, _POND, _HILL, _LEADER_KIND = (int(kind) for kind in list(ObjectKind)[1:])
_SIZES = CELLS + 1  # a pond or hill has any of these numbers of cells
_PATH = list(Terrain).index(Terrain.PATH)
_TILE_HEADING = np.array([-1 if t.heading is None else int(t.heading) for t in TILES], np.int8)

# What may stand around a cell: a prop by its number from 1 on, or one of these.
_BY_PATH, _BY_WATER, _BY_HILL, _BY_EDGE, _BY_CARD, _BY_LEADER = range(
    len(PROPS) + 1, len(PROPS) + 7
)
_SORTS = len(PROPS) + 7
_NEAR_RING, _FAR_RING = 0, 1

# Columns of the features.
_COUNT = len(ObjectKind)
_COLOUR = _COUNT + len(COUNTS)
_SHAPE = _COLOUR + len(COLOURS)
_SELECTED = _SHAPE + len(SHAPES)
_ON_PATH = _SELECTED + 1
_SIZE = _ON_PATH + 1
_PROP_KIND = _SIZE + 1
_FACING = _PROP_KIND + len(PROPS)
_AROUND = _FACING + HEADINGS
_NEAR_COLOURS = _AROUND + 2 * _SORTS
_NEAR_SHAPES = _NEAR_COLOURS + len(COLOURS)
_PLACE = _NEAR_SHAPES + len(SHAPES)
OBJECT_FEATURES = _PLACE + PLACE_FEATURES
"""Numbers that describe an object."""


def _second_ring() -> NDArray[np.int16]:
    ring = np.full((CELLS, 2 * HEADINGS), OUTSIDE, np.int16)
    for cell in range(CELLS):
        cells = np.flatnonzero(DISTANCES[cell] == 2)
        ring[cell, : len(cells)] = cells
    return ring


_SECOND_RING = _second_ring()


@kernel
def _sort_of(tile: int) -> int:
    """What a tile is to those beside it; 0 for plain grass."""
    prop: int = TILE_PROP[tile]
    if prop > 0:
        return prop
    if TILE_HEIGHT[tile] != 0:
        return _BY_HILL if TILE_HEIGHT[tile] > 0 else _BY_WATER
    return _BY_PATH if tile == _PATH else 0


@kernel
def _look_around(state: Record, faces: Array, cell: int, row: Array) -> None:
    """What stands one and two cells from a cell, and which cards lie there."""
    for ring in range(2):
        near = NEIGHBOURS[cell] if ring == _NEAR_RING else _SECOND_RING[cell]
        first = _AROUND + ring * _SORTS
        for other in near:
            if other == OUTSIDE:
                row[first + _BY_EDGE] = 1
                continue
            row[first + _sort_of(state.tile[other])] = 1
            if faces[other] >= 0:
                row[first + _BY_CARD] = 1
                row[_NEAR_COLOURS + CARD_COLOUR[faces[other]]] = 1
                row[_NEAR_SHAPES + CARD_SHAPE[faces[other]]] = 1
            if other == state.player_cell[_LEADER]:
                row[first + _BY_LEADER] = 1


@kernel
def _describe(state: Record, faces: Array, kind: int, cell: int, row: Array) -> None:
    """What is said of every object."""
    row[:] = 0
    row[kind] = 1
    row[_ON_PATH] = state.tile[cell] == _PATH
    _look_around(state, faces, cell, row)
    here, heading = state.player_cell[_FOLLOWER], state.player_heading[_FOLLOWER]
    place = PLACES[offset_number(here, heading, cell)]
    for i in range(len(place)):  # a slice would be compiled for a second
        row[_PLACE + i] = place[i]


@kernel
def _face(state: Record, heading: int, row: Array) -> None:
    row[_FACING + (heading - np.int64(state.player_heading[_FOLLOWER])) % HEADINGS] = 1


@kernel
def _fill_cards(state: Record, faces: Array, features: Array, kinds: Array, cells: Array) -> None:
    for slot in range(np.int64(state.cards)):
        face, row = state.card_kind[slot], features[FIRST_CARD + slot]
        kinds[FIRST_CARD + slot], cells[FIRST_CARD + slot] = _CARD, state.card_cell[slot]
        _describe(state, faces, _CARD, state.card_cell[slot], row)
        row[_COUNT + CARD_COUNT[face] - 1] = 1
        row[_COLOUR + CARD_COLOUR[face]] = 1
        row[_SHAPE + CARD_SHAPE[face]] = 1
        row[_SELECTED] = is_selected(state, slot)


@kernel
def _fill_props(
    state: Record, faces: Array, ranks: Array, features: Array, kinds: Array, cells: Array
) -> None:
    """The nearest props, as many as there is room for."""
    found = np.empty(CELLS, np.int64)
    count = 0
    for cell in range(CELLS):
        if TILE_PROP[state.tile[cell]] > 0:
            found[count] = ranks[cell] * CELLS + cell
            count += 1
    sort_first(found, count)
    for i in range(min(count, len(features))):
        kinds[i], cells[i] = _PROP, found[i] % CELLS
        tile = state.tile[cells[i]]
        _describe(state, faces, _PROP, cells[i], features[i])
        features[i, _PROP_KIND + TILE_PROP[tile] - 1] = 1
        if _TILE_HEADING[tile] >= 0:
            _face(state, _TILE_HEADING[tile], features[i])


@kernel
def _flood(tiles: Array, ranks: Array, start: int, is_done: Array, stack: Array) -> tuple[int, int]:
    """The nearest cell and the size of the pond or hill of a cell, which is then done."""
    is_water = TILE_HEIGHT[tiles[start]] < 0
    stack[0] = start
    is_done[start] = True
    nearest, size, waiting = start, 0, 1
    while waiting:
        waiting -= 1
        cell = stack[waiting]
        size += 1
        if ranks[cell] < ranks[nearest]:
            nearest = cell
        for other in NEIGHBOURS[cell]:
            if other != OUTSIDE and not is_done[other]:
                height = TILE_HEIGHT[tiles[other]]
                if height < 0 if is_water else height > 0:
                    is_done[other] = True
                    stack[waiting] = other
                    waiting += 1
    return nearest, size


@kernel
def _fill_blobs(
    state: Record, faces: Array, ranks: Array, features: Array, kinds: Array, cells: Array
) -> None:
    """The nearest ponds and hills, as many as there is room for."""
    is_done = np.zeros(CELLS, np.bool_)
    stack = np.empty(CELLS, np.int64)
    found = np.empty(CELLS, np.int64)  # by rank: where and how large
    count = 0
    for cell in range(CELLS):
        if TILE_HEIGHT[state.tile[cell]] != 0 and not is_done[cell]:
            nearest, size = _flood(state.tile, ranks, cell, is_done, stack)
            found[count] = (ranks[nearest] * CELLS + nearest) * _SIZES + size
            count += 1
    sort_first(found, count)
    for i in range(min(count, len(features))):
        cell, size = found[i] // _SIZES % CELLS, found[i] % _SIZES
        kinds[i] = _POND if TILE_HEIGHT[state.tile[cell]] < 0 else _HILL
        cells[i] = cell
        _describe(state, faces, kinds[i], cell, features[i])
        features[i, _SIZE] = np.log(size) / 3


@kernel
def _fill_state(state: Record, slots: int, features: Array, kinds: Array, cells: Array) -> None:
    here, heading = state.player_cell[_FOLLOWER], state.player_heading[_FOLLOWER]
    faces = np.full(CELLS, -1, np.int16)  # by cell: the kind of the card there
    for slot in range(state.cards):
        faces[state.card_cell[slot]] = state.card_kind[slot]
    ranks = np.empty(CELLS, np.int64)
    for cell in range(CELLS):
        ranks[cell] = RANKS[offset_number(here, heading, cell)]
    kinds[0], cells[0] = _SELF, here
    _describe(state, faces, _SELF, here, features[0])
    features[0, _SELECTED] = card_slot(state, here) >= 0  # as if, while it stands on a card
    _fill_cards(state, faces, features, kinds, cells)
    first, last = FIRST_CARD + slots, len(features) - 1
    middle = last - BLOBS
    _fill_props(
        state, faces, ranks, features[first:middle], kinds[first:middle], cells[first:middle]
    )
    _fill_blobs(state, faces, ranks, features[middle:last], kinds[middle:last], cells[middle:last])
    leader = state.player_cell[_LEADER]
    if leader != OUTSIDE:
        kinds[last], cells[last] = _LEADER_KIND, leader
        _describe(state, faces, _LEADER_KIND, leader, features[last])
        _face(state, state.player_heading[_LEADER], features[last])


@kernel
def _fill_objects(states: Array, slots: int, features: Array, kinds: Array, cells: Array) -> None:
    for i in range(len(states)):
        _fill_state(states[i], slots, features[i], kinds[i], cells[i])


def find_objects(states: StateArray, props: int) -> ObjectArrays:
    """What the followers of N states know of, with so many props each."""
    slots = max(1, int(states["cards"].max(initial=0)))
    count = FIRST_CARD + slots + props + BLOBS + 1
    features = np.zeros((len(states), count, OBJECT_FEATURES), np.float32)
    kinds = np.zeros((len(states), count), np.uint8)
    cells = np.full((len(states), count), OUTSIDE, np.int16)
    _fill_objects(states, slots, features, kinds, cells)
    return ObjectArrays(features, kinds, cells, slots)
