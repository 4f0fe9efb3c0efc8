"""States as objects: the follower itself, cards, props, ponds and hills, the leader.

What is said of an object depends on nothing but the follower's eyes: its place is in the follower's
frame, headings are relative to the follower's, and the nearest props come first.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.pointer.places import RANKS, offset_number
from cerealbar.follower.pointer.traits import (
    OBJECT_FEATURES,
    ObjectKind,
    describe_blob,
    describe_card,
    describe_leader,
    describe_prop,
    describe_self,
)
from cerealbar.game import (
    CELLS,
    NEIGHBOURS,
    OUTSIDE,
    TILE_HEIGHT,
    TILE_PROP,
    Array,
    Player,
    Record,
    StateArray,
    kernel,
    sort_first,
)

BLOBS = 6
"""Ponds and hills that are seen, the nearest to the follower."""
FIRST_CARD = 1
"""The follower itself is the first object, and the cards of all slots come next."""
_FOLLOWER, _LEADER = int(Player.FOLLOWER), int(Player.LEADER)
_SELF, _CARD, _PROP, _POND, _HILL, _LEADER_KIND = (int(kind) for kind in list(ObjectKind)[1:])
_SIZES = CELLS + 1  # a pond or hill has any of these numbers of cells


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


@kernel
def _fill_cards(state: Record, faces: Array, features: Array, kinds: Array, cells: Array) -> None:
    for slot in range(np.int64(state.cards)):
        describe_card(state, faces, slot, features[FIRST_CARD + slot])
        kinds[FIRST_CARD + slot], cells[FIRST_CARD + slot] = _CARD, state.card_cell[slot]


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
        describe_prop(state, faces, cells[i], features[i])


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
        describe_blob(state, faces, kinds[i], cell, size, features[i])


@kernel
def _fill_state(state: Record, slots: int, features: Array, kinds: Array, cells: Array) -> None:
    here, heading = state.player_cell[_FOLLOWER], state.player_heading[_FOLLOWER]
    faces = np.full(CELLS, -1, np.int16)  # by cell: the kind of the card there
    for slot in range(state.cards):
        faces[state.card_cell[slot]] = state.card_kind[slot]
    ranks = np.empty(CELLS, np.int64)
    for cell in range(CELLS):
        ranks[cell] = RANKS[offset_number(here, heading, cell)]
    describe_self(state, faces, features[0])
    kinds[0], cells[0] = _SELF, here
    _fill_cards(state, faces, features, kinds, cells)
    first, last = FIRST_CARD + slots, len(features) - 1
    middle = last - BLOBS
    _fill_props(
        state, faces, ranks, features[first:middle], kinds[first:middle], cells[first:middle]
    )
    _fill_blobs(state, faces, ranks, features[middle:last], kinds[middle:last], cells[middle:last])
    leader = state.player_cell[_LEADER]
    if leader != OUTSIDE:
        describe_leader(state, faces, features[last])
        kinds[last], cells[last] = _LEADER_KIND, leader


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
