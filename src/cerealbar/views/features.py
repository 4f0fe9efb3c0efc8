"""A view as integer arrays for models: groups of properties per cell, each group on its own.

In every group 0 says that there is none of it, or that the cell is not seen; values count from 1.
"""

from enum import IntEnum
from typing import Self

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    CARD_COLOUR,
    CARD_COUNT,
    CARD_SHAPE,
    CELLS,
    COLOURS,
    COUNTS,
    HUTS,
    OUTSIDE,
    PLANTS,
    SHAPES,
    TILES,
    TREES,
    Array,
    Heading,
    Player,
    PropGroup,
    Record,
    StateArray,
    Terrain,
    Tile,
    is_invalid,
    is_selected,
    kernel,
)
from cerealbar.views.visibility import Sight, seen_cells

_HEADINGS = tuple(heading.word for heading in Heading)


class FeatureGroup(IntEnum):
    """One property of a cell; its number is its index in `feature_maps`."""

    _value_: int
    values: tuple[str, ...]
    """The names of its values from 1 on."""

    def __new__(cls, *values: str) -> Self:
        """The next group, with these values."""
        index = len(cls.__members__)
        group = int.__new__(cls, index)
        group._value_ = index
        group.values = tuple(str(value) for value in values)
        return group

    TERRAIN = tuple(terrain for terrain in Terrain if terrain is not Terrain.LOW_HILL)
    PROP = tuple(PropGroup)
    HUT_COLOUR = tuple(hut.colours[0] for hut in HUTS)
    HUT_HEADING = _HEADINGS
    WINDMILL_HEADING = _HEADINGS
    TOWER_HEADING = _HEADINGS
    TENT_HEADING = _HEADINGS
    TREE = TREES
    PLANT = PLANTS
    CARD_COUNT = tuple(str(count) for count in COUNTS)
    CARD_COLOUR = COLOURS
    CARD_SHAPE = SHAPES
    CARD_SELECTION = "unselected", "selected", "invalid"
    LEADER_HEADING = _HEADINGS
    FOLLOWER_HEADING = _HEADINGS

    @property
    def word(self) -> str:
        """The name of the group."""
        return self.name.lower()

    def number(self, value: str) -> int:
        """The number of one of its values."""
        return 1 + self.values.index(value)


FEATURE_OFFSETS = np.cumsum([0] + [1 + len(group.values) for group in FeatureGroup])[:-1]
"""By group: add to its value for a number that no other group uses."""
FEATURE_COUNT = sum(1 + len(group.values) for group in FeatureGroup)
"""How many such numbers there are, the 0 of each group included."""


def _tile_values(tile: Tile) -> NDArray[np.uint8]:
    """By group: what a tile says of its cell."""
    values = np.zeros(len(FeatureGroup), np.uint8)
    terrain = Terrain.SHORT_HILL if tile.terrain is Terrain.LOW_HILL else tile.terrain
    values[FeatureGroup.TERRAIN] = FeatureGroup.TERRAIN.number(terrain)
    if (prop := tile.prop) is not None:
        values[FeatureGroup.PROP] = FeatureGroup.PROP.number(prop.group)
        if tile.heading is not None:
            values[FeatureGroup[f"{prop.group.name}_HEADING"]] = 1 + tile.heading
        if prop.group is PropGroup.HUT:
            values[FeatureGroup.HUT_COLOUR] = FeatureGroup.HUT_COLOUR.number(prop.colours[0])
        if prop.group in (PropGroup.TREE, PropGroup.PLANT):
            group = FeatureGroup[prop.group.name]
            values[group] = group.number(prop)
    return values


# Compiled code wants plain numbers.
_GROUPS = len(FeatureGroup)
_TERRAIN = int(FeatureGroup.TERRAIN)
_COUNT = int(FeatureGroup.CARD_COUNT)
_COLOUR = int(FeatureGroup.CARD_COLOUR)
_SHAPE = int(FeatureGroup.CARD_SHAPE)
_SELECTION = int(FeatureGroup.CARD_SELECTION)
_UNSELECTED = FeatureGroup.CARD_SELECTION.number("unselected")
_SELECTED = FeatureGroup.CARD_SELECTION.number("selected")
_INVALID = FeatureGroup.CARD_SELECTION.number("invalid")
_HEADING_OF = tuple(int(FeatureGroup[f"{player.name}_HEADING"]) for player in Player)
TILE_FEATURES = np.array([_tile_values(tile) for tile in TILES])
"""(tiles, groups): what each tile says of its cell."""
_STATIC = 1 + int(np.flatnonzero(TILE_FEATURES.any(axis=0))[-1])  # no later group is of tiles
_FIRST_PROP = len(Terrain)  # tiles from here on carry a prop


@kernel
def _fill_features(state: Record, seen: Array, sees_invalid: bool, maps: Array) -> None:
    maps[:] = 0
    for cell in range(CELLS):
        if seen[cell]:
            tile = state.tile[cell]
            maps[_TERRAIN, cell] = TILE_FEATURES[tile, _TERRAIN]
            if tile >= _FIRST_PROP:
                for group in range(_TERRAIN + 1, _STATIC):
                    maps[group, cell] = TILE_FEATURES[tile, group]
    selection = _INVALID if sees_invalid and is_invalid(state) else _SELECTED
    for slot in range(state.cards):
        cell = state.card_cell[slot]
        if seen[cell]:
            kind = state.card_kind[slot]
            maps[_COUNT, cell] = CARD_COUNT[kind]
            maps[_COLOUR, cell] = 1 + CARD_COLOUR[kind]
            maps[_SHAPE, cell] = 1 + CARD_SHAPE[kind]
            maps[_SELECTION, cell] = selection if is_selected(state, slot) else _UNSELECTED
    for player, group in enumerate(_HEADING_OF):
        cell = state.player_cell[player]
        if cell != OUTSIDE and seen[cell]:  # a leader whom the follower does not remember
            maps[group, cell] = 1 + state.player_heading[player]


@kernel
def _fill_features_all(states: Array, seen: Array, sees_invalid: bool, maps: Array) -> None:
    for i in range(len(states)):
        _fill_features(states[i], seen[i], sees_invalid, maps[i])


def feature_maps(
    states: StateArray,
    player: Player = Player.LEADER,
    sight: Sight | None = None,
    known: NDArray[np.bool_] | None = None,
) -> NDArray[np.uint8]:
    """(N, groups, 625): the value of each `FeatureGroup` on each cell that a player sees.

    Without a `sight` the follower sees the whole board, as the paper's model does. Only the leader
    learns that a selection is invalid. Of records that a memory holds, `known` (N, 625) are the
    cells that were ever seen.

    Examples:
        >>> from cerealbar.game import new_states
        >>> maps = feature_maps(new_states([5, 7]))
        >>> maps.shape
        (2, 15, 625)
        >>> int((maps[0, FeatureGroup.CARD_COUNT] > 0).sum())
        21
    """
    maps = np.empty((len(states), _GROUPS, CELLS), np.uint8)
    seen = seen_cells(states, player, sight)
    if known is not None:
        seen &= known
    _fill_features_all(states, seen, player is Player.LEADER, maps)
    return maps
