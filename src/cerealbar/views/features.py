"""A view as integer arrays for models: fifteen property groups per cell, each on its own.

In every group 0 says that there is none of it, or that the cell is not seen; values count from 1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    CARD_COLOUR,
    CARD_COUNT,
    CARD_SHAPE,
    CELLS,
    COLOURS,
    PLANTS,
    SHAPES,
    STRUCTURES,
    TILES,
    TREES,
    Array,
    Heading,
    Player,
    Prop,
    Record,
    StateArray,
    Terrain,
    Tile,
    is_invalid,
    is_selected,
    kernel,
)
from cerealbar.views.visibility import Sight, seen_cells


@dataclass(frozen=True, slots=True)
class FeatureGroup:
    """One property of a cell and the names of its values from 1 on."""

    name: str
    values: tuple[str, ...]


_HEADINGS = tuple(heading.word for heading in Heading)
_HUTS = tuple(prop for prop in STRUCTURES if prop.startswith("hut_"))
_TERRAINS = tuple(terrain for terrain in Terrain if terrain is not Terrain.LOW_HILL)
_PROP_TYPES = ("tree", "hut", "windmill", "tower", "plant", "street_lamp", "tent")
_SELECTIONS = ("unselected", "selected", "invalid")

GROUPS = (
    FeatureGroup("terrain", tuple(str(terrain) for terrain in _TERRAINS)),
    FeatureGroup("prop", _PROP_TYPES),
    FeatureGroup("hut_colour", tuple(hut.removeprefix("hut_") for hut in _HUTS)),
    FeatureGroup("hut_heading", _HEADINGS),
    FeatureGroup("windmill_heading", _HEADINGS),
    FeatureGroup("tower_heading", _HEADINGS),
    FeatureGroup("tent_heading", _HEADINGS),
    FeatureGroup("tree", tuple(str(tree) for tree in TREES)),
    FeatureGroup("plant", tuple(str(plant) for plant in PLANTS)),
    FeatureGroup("card_count", ("1", "2", "3")),
    FeatureGroup("card_colour", tuple(str(colour) for colour in COLOURS)),
    FeatureGroup("card_shape", tuple(str(shape) for shape in SHAPES)),
    FeatureGroup("card_selection", _SELECTIONS),
    FeatureGroup("leader_heading", _HEADINGS),
    FeatureGroup("follower_heading", _HEADINGS),
)
"""The property groups, static ones first."""
FEATURE_OFFSETS = np.cumsum([0] + [1 + len(group.values) for group in GROUPS])[:-1]
"""(15,): add to a group's value for a number that no other group uses."""
FEATURE_COUNT = sum(1 + len(group.values) for group in GROUPS)
"""How many such numbers there are, the 0 of each group included."""

_STATIC = 9
_COUNT, _COLOUR, _SHAPE, _SELECTION, _LEADER = 9, 10, 11, 12, 13


def _prop_type(prop: Prop) -> str:
    if prop in TREES:
        return "tree"
    if prop in PLANTS:
        return "plant"
    if prop in _HUTS:
        return "hut"
    return "tent" if prop is Prop.HOUSE_LVL1 else str(prop)


def _static_values(tile: Tile) -> list[int]:
    """The values of the first nine groups on a tile."""
    terrain = Terrain.SHORT_HILL if tile.terrain is Terrain.LOW_HILL else tile.terrain
    values = dict.fromkeys((group.name for group in GROUPS[:_STATIC]), 0)
    values["terrain"] = 1 + _TERRAINS.index(terrain)
    if tile.prop is not None:
        kind = _prop_type(tile.prop)
        values["prop"] = 1 + _PROP_TYPES.index(kind)
        if tile.heading is not None:
            values[f"{kind}_heading"] = 1 + tile.heading
        if kind == "hut":
            values["hut_colour"] = 1 + _HUTS.index(tile.prop)
        if kind == "tree":
            values["tree"] = 1 + TREES.index(tile.prop)
        if kind == "plant":
            values["plant"] = 1 + PLANTS.index(tile.prop)
    return list(values.values())


_STATIC_VALUES = np.array([_static_values(tile) for tile in TILES], np.uint8)  # (tiles, 9)
_FIRST_PROP = len(Terrain)  # tiles from here on carry a prop


@kernel
def _fill_features(state: Record, seen: Array, sees_invalid: bool, maps: Array) -> None:
    maps[:] = 0
    for cell in range(CELLS):
        if seen[cell]:
            tile = state.tile[cell]
            maps[0, cell] = _STATIC_VALUES[tile, 0]
            if tile >= _FIRST_PROP:
                for group in range(1, _STATIC):
                    maps[group, cell] = _STATIC_VALUES[tile, group]
    selection = 3 if sees_invalid and is_invalid(state) else 2
    for slot in range(state.cards):
        cell = state.card_cell[slot]
        if seen[cell]:
            kind = state.card_kind[slot]
            maps[_COUNT, cell] = CARD_COUNT[kind]
            maps[_COLOUR, cell] = 1 + CARD_COLOUR[kind]
            maps[_SHAPE, cell] = 1 + CARD_SHAPE[kind]
            maps[_SELECTION, cell] = selection if is_selected(state, slot) else 1
    for player in range(2):
        cell = state.player_cell[player]
        if seen[cell]:
            maps[_LEADER + player, cell] = 1 + state.player_heading[player]


@kernel
def _fill_features_all(states: Array, seen: Array, sees_invalid: bool, maps: Array) -> None:
    for i in range(len(states)):
        _fill_features(states[i], seen[i], sees_invalid, maps[i])


def feature_maps(
    states: StateArray, player: Player = Player.LEADER, sight: Sight | None = None
) -> NDArray[np.uint8]:
    """(N, 15, 625): the value of each group on each cell that a player sees.

    Without a `sight` the follower sees the whole board, as the paper's model does. Only the leader
    learns that a selection is invalid.
    """
    maps = np.empty((len(states), len(GROUPS), CELLS), np.uint8)
    seen = seen_cells(states, player, sight)
    _fill_features_all(states, seen, player is Player.LEADER, maps)
    return maps
