"""Tiles: what a cell is made of, its terrain and the prop on it, as one byte.

Props stand on grass only, so one number says it all: the seven terrains come first, then each
prop that has no heading, then each prop that has one, six times.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from cerealbar.game.hexgrid import HEADINGS, Heading


class Terrain(StrEnum):
    """The ground of a cell. Deep water and low hills are overlaps of ponds and the hill."""

    GRASS = "grass"
    PATH = "path"
    WATER = "water"
    DEEP_WATER = "deep water"
    HILL = "hill"
    SHORT_HILL = "short hill"
    LOW_HILL = "low hill"


class Prop(StrEnum):
    """What can stand on a cell, in the original's names and in its order of drawing."""

    BUSH_TREE = "bush_tree"
    BUSH_TREE_BR = "bush_tree_br"
    BUSH_TREE_RD = "bush_tree_rd"
    OAK_TREE_LM = "oak_tree_lm"
    TREE = "tree"
    TREE_RD = "tree_rd"
    CLEAN_TREE = "clean_tree"
    CLEAN_TREE_BR = "clean_tree_br"
    CLEAN_TREE_RD = "clean_tree_rd"
    PALM_TREE = "palm_tree"
    TALL_TREE = "tall_tree"
    TALL_TREE_RD = "tall_tree_rd"
    MULTI_TREE = "multi_tree"
    PINE_TREE = "pine_tree"
    PINE_TREE_CRV = "pine_tree_crv"
    PT_TREE = "pt_tree"
    PT_TREE_LM = "pt_tree_lm"
    BUSH = "bush"
    BUSH_YW = "bush_yw"
    FLOW_BL = "flow_bl"
    FLOW_RD = "flow_rd"
    FLOW_PRP = "flow_prp"
    GRASS = "grass"
    STREET_LAMP = "street_lamp"
    TOWER = "tower"
    WINDMILL = "windmill"
    HUT_GREEN = "hut_green"
    HUT_RED = "hut_red"
    HUT_YELLOW = "hut_yellow"
    HUT_BLUE = "hut_blue"
    HUT_BLACK = "hut_black"
    HOUSE_LVL1 = "house_lvl1"


PROPS = tuple(Prop)
TREES = PROPS[:17]
PLANTS = PROPS[17:23]
PATH_OBJECTS = PROPS[17:24]
STRUCTURES = PROPS[24:]
"""Props with a heading."""

_HEIGHTS = {
    Terrain.GRASS: 0,
    Terrain.PATH: 0,
    Terrain.WATER: -1,
    Terrain.DEEP_WATER: -2,
    Terrain.HILL: 4,
    Terrain.SHORT_HILL: 3,
    Terrain.LOW_HILL: 2,
}
WALKABLE_TERRAINS = (Terrain.GRASS, Terrain.PATH)


@dataclass(frozen=True, slots=True)
class Tile:
    """What one cell is made of."""

    terrain: Terrain
    prop: Prop | None = None
    heading: Heading | None = None

    @property
    def height(self) -> int:
        """The elevation in the original's units: water below 0, hills above."""
        return _HEIGHTS[self.terrain]

    @property
    def is_passable(self) -> bool:
        """Whether a player can stand here."""
        return self.prop is None and self.terrain in WALKABLE_TERRAINS

    def __str__(self) -> str:
        return str(self.prop or self.terrain)


TILES: tuple[Tile, ...] = (
    *(Tile(terrain) for terrain in Terrain),
    *(Tile(Terrain.GRASS, prop) for prop in (*TREES, *PATH_OBJECTS)),
    *(Tile(Terrain.GRASS, prop, heading) for prop in STRUCTURES for heading in Heading),
)
"""The tile of each code."""
TILE_CODES = {tile: code for code, tile in enumerate(TILES)}

GRASS = TILE_CODES[Tile(Terrain.GRASS)]
PATH = TILE_CODES[Tile(Terrain.PATH)]
WATER = TILE_CODES[Tile(Terrain.WATER)]
DEEP_WATER = TILE_CODES[Tile(Terrain.DEEP_WATER)]
HILL = TILE_CODES[Tile(Terrain.HILL)]
SHORT_HILL = TILE_CODES[Tile(Terrain.SHORT_HILL)]
LOW_HILL = TILE_CODES[Tile(Terrain.LOW_HILL)]
FIRST_TREE = TILE_CODES[Tile(Terrain.GRASS, TREES[0])]
FIRST_PATH_OBJECT = TILE_CODES[Tile(Terrain.GRASS, PATH_OBJECTS[0])]
FIRST_STRUCTURE = TILE_CODES[Tile(Terrain.GRASS, STRUCTURES[0], Heading.NE)]

IS_PASSABLE = np.array([tile.is_passable for tile in TILES])
"""By tile code: whether a player can stand there."""
TILE_TERRAIN = np.array([list(Terrain).index(tile.terrain) for tile in TILES], np.uint8)
"""By tile code: index into `Terrain`."""
TILE_PROP = np.array([0 if t.prop is None else 1 + PROPS.index(t.prop) for t in TILES], np.uint8)
"""By tile code: 0 for no prop, else 1 + index into `PROPS`."""
TILE_HEIGHT = np.array([tile.height for tile in TILES], np.int8)
"""By tile code: the elevation."""

assert len(TILES) == len(Terrain) + len(TREES) + len(PATH_OBJECTS) + HEADINGS * len(STRUCTURES)
