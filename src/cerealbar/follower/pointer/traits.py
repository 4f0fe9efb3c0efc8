"""What is said of an object, column by column: what it is, what stands around it, where it is."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.pointer.places import PLACE_FEATURES, PLACES, offset_number
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
    Terrain,
    card_slot,
    is_selected,
    kernel,
)


class ObjectKind(IntEnum):
    """What an object is; `NOTHING` fills up."""

    NOTHING = 0
    SELF = 1
    CARD = 2
    PROP = 3
    POND = 4
    HILL = 5
    LEADER = 6


_FOLLOWER, _LEADER = int(Player.FOLLOWER), int(Player.LEADER)
_SELF, _CARD, _PROP, _POND, _HILL, _LEADER_KIND = (int(kind) for kind in list(ObjectKind)[1:])
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
def describe_self(state: Record, faces: Array, row: Array) -> None:
    """The follower; it is as if selected while it stands on a card."""
    here = state.player_cell[_FOLLOWER]
    _describe(state, faces, _SELF, here, row)
    row[_SELECTED] = card_slot(state, here) >= 0


@kernel
def describe_card(state: Record, faces: Array, slot: int, row: Array) -> None:
    """The card of a slot."""
    face = state.card_kind[slot]
    _describe(state, faces, _CARD, state.card_cell[slot], row)
    row[_COUNT + CARD_COUNT[face] - 1] = 1
    row[_COLOUR + CARD_COLOUR[face]] = 1
    row[_SHAPE + CARD_SHAPE[face]] = 1
    row[_SELECTED] = is_selected(state, slot)


@kernel
def describe_prop(state: Record, faces: Array, cell: int, row: Array) -> None:
    """The prop on a cell."""
    tile = state.tile[cell]
    _describe(state, faces, _PROP, cell, row)
    row[_PROP_KIND + TILE_PROP[tile] - 1] = 1
    if _TILE_HEADING[tile] >= 0:
        _face(state, _TILE_HEADING[tile], row)


@kernel
def describe_blob(state: Record, faces: Array, kind: int, cell: int, size: int, row: Array) -> None:
    """A pond or a hill of so many cells, by its nearest."""
    _describe(state, faces, kind, cell, row)
    row[_SIZE] = np.log(size) / 3


@kernel
def describe_leader(state: Record, faces: Array, row: Array) -> None:
    """The leader."""
    _describe(state, faces, _LEADER_KIND, state.player_cell[_LEADER], row)
    _face(state, state.player_heading[_LEADER], row)
