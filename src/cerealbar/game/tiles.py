"""Tiles: what a cell is made of, its terrain and the prop on it, as one byte.

All that is known of a terrain or a prop by name stands in its row here; only how it looks is
elsewhere. Props stand on grass only, so one number says what a cell is made of: the terrains come
first, then each prop that has no heading, then each prop that has one, six times.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

import numpy as np

from cerealbar.game.hexgrid import Heading


class Terrain(StrEnum):
    """The ground of a cell. Deep water and low hills are overlaps of ponds and the hill."""

    _value_: str
    letter: str
    """Its notation."""
    sign: str
    """What stands for it on a board of text."""
    height: int
    """The elevation in the original's units: water below 0, hills above."""

    def __new__(cls, name: str, letter: str, sign: str, height: int) -> Self:
        """A row of the table."""
        terrain = str.__new__(cls, name)
        terrain._value_ = name
        terrain.letter, terrain.sign, terrain.height = letter, sign, height
        return terrain

    GRASS = "grass", "g", ".", 0
    PATH = "path", "p", "=", 0
    WATER = "water", "w", "~", -1
    DEEP_WATER = "deep water", "d", "~~", -2
    HILL = "hill", "h", "^", 4
    SHORT_HILL = "short hill", "s", "^", 3
    LOW_HILL = "low hill", "m", "^", 2


WATERS = tuple(terrain for terrain in Terrain if terrain.height < 0)
HILLS = tuple(terrain for terrain in Terrain if terrain.height > 0)


class PropGroup(StrEnum):
    """What sort of thing a prop is."""

    TREE = "tree"
    HUT = "hut"
    WINDMILL = "windmill"
    TOWER = "tower"
    PLANT = "plant"
    STREET_LAMP = "street_lamp"
    TENT = "tent"

    @property
    def has_heading(self) -> bool:
        """Whether it is a structure, which faces somewhere."""
        return self in (PropGroup.HUT, PropGroup.WINDMILL, PropGroup.TOWER, PropGroup.TENT)


class Prop(StrEnum):
    """What can stand on a cell, in the original's names and in its order of drawing."""

    _value_: str
    group: PropGroup
    letters: str
    """Its notation, without the heading."""
    sign: str
    """What stands for it on a board of text."""
    words: str
    """What people call it."""
    colours: tuple[str, ...]
    """The colours that people see in it, the main one first."""
    salience: float
    """How likely people are to steer by it, beside others."""

    def __new__(
        cls,
        name: str,
        group: PropGroup,
        letters: str,
        sign: str,
        words: str,
        colours: str = "",
        salience: float = 1.5,
    ) -> Self:
        """A row of the table."""
        prop = str.__new__(cls, name)
        prop._value_ = name
        prop.group, prop.letters, prop.sign, prop.words = group, letters, sign, words
        prop.colours, prop.salience = tuple(colours.split()), salience
        return prop

    BUSH_TREE = "bush_tree", PropGroup.TREE, "Ta", "T", "bushy tree", "green"
    BUSH_TREE_BR = "bush_tree_br", PropGroup.TREE, "Tb", "T", "brown bushy tree", "brown"
    BUSH_TREE_RD = "bush_tree_rd", PropGroup.TREE, "Tc", "T", "red bushy tree", "red"
    OAK_TREE_LM = "oak_tree_lm", PropGroup.TREE, "Td", "T", "short yellow tree", "yellow"
    TREE = "tree", PropGroup.TREE, "Te", "T", "round green tree", "green"
    TREE_RD = "tree_rd", PropGroup.TREE, "Tf", "T", "round red tree", "red"
    CLEAN_TREE = "clean_tree", PropGroup.TREE, "Tg", "T", "pointed green tree", "green dark"
    CLEAN_TREE_BR = "clean_tree_br", PropGroup.TREE, "Th", "T", "pointed brown tree", "brown"
    CLEAN_TREE_RD = "clean_tree_rd", PropGroup.TREE, "Ti", "T", "pointed red tree", "red"
    PALM_TREE = "palm_tree", PropGroup.TREE, "Tj", "T", "palm tree", "green", 2.5
    TALL_TREE = "tall_tree", PropGroup.TREE, "Tk", "T", "tall green tree", "green"
    TALL_TREE_RD = "tall_tree_rd", PropGroup.TREE, "Tl", "T", "tall red tree", "red"
    MULTI_TREE = "multi_tree", PropGroup.TREE, "Tm", "T", "yellow and red tree", "yellow red orange"
    PINE_TREE = "pine_tree", PropGroup.TREE, "Tn", "T", "pine tree", "green dark"
    PINE_TREE_CRV = "pine_tree_crv", PropGroup.TREE, "To", "T", "bent pine tree", "green dark"
    PT_TREE = "pt_tree", PropGroup.TREE, "Tp", "T", "layered green tree", "green"
    PT_TREE_LM = "pt_tree_lm", PropGroup.TREE, "Tq", "T", "layered yellow tree", "yellow"
    BUSH = "bush", PropGroup.PLANT, "Pa", "%", "bush", "green"
    BUSH_YW = "bush_yw", PropGroup.PLANT, "Pb", "%", "yellow bush", "yellow"
    FLOW_BL = "flow_bl", PropGroup.PLANT, "Pc", "*", "blue flowers", "blue purple", 1.0
    FLOW_RD = "flow_rd", PropGroup.PLANT, "Pd", "*", "red flowers", "red pink orange", 1.0
    FLOW_PRP = "flow_prp", PropGroup.PLANT, "Pe", "*", "purple flowers", "purple pink", 1.0
    GRASS = "grass", PropGroup.PLANT, "Pf", '"', "tuft of grass", "", 0.5
    STREET_LAMP = "street_lamp", PropGroup.STREET_LAMP, "Pg", "!", "street lamp", "", 2.0
    TOWER = "tower", PropGroup.TOWER, "Sa", "To", "tower", "", 4.0
    WINDMILL = "windmill", PropGroup.WINDMILL, "Sb", "Wi", "windmill", "", 4.0
    HUT_GREEN = "hut_green", PropGroup.HUT, "Sc", "Hg", "green hut", "green", 4.0
    HUT_RED = "hut_red", PropGroup.HUT, "Sd", "Hr", "red hut", "red", 4.0
    HUT_YELLOW = "hut_yellow", PropGroup.HUT, "Se", "Hy", "yellow hut", "yellow", 4.0
    HUT_BLUE = "hut_blue", PropGroup.HUT, "Sf", "Hb", "blue hut", "blue", 4.0
    HUT_BLACK = "hut_black", PropGroup.HUT, "Sg", "Hk", "black hut", "black dark", 4.0
    HOUSE_LVL1 = "house_lvl1", PropGroup.TENT, "Sh", "Te", "tent", "", 4.0

    @property
    def has_heading(self) -> bool:
        """Whether it faces somewhere."""
        return self.group.has_heading


PROPS = tuple(Prop)


def props_of(*groups: PropGroup) -> tuple[Prop, ...]:
    """The props of some groups, in the order of all props."""
    return tuple(prop for prop in PROPS if prop.group in groups)


TREES = props_of(PropGroup.TREE)
PLANTS = props_of(PropGroup.PLANT)
PATH_OBJECTS = props_of(PropGroup.PLANT, PropGroup.STREET_LAMP)
HUTS = props_of(PropGroup.HUT)
STRUCTURES = tuple(prop for prop in PROPS if prop.has_heading)
"""Props with a heading."""


@dataclass(frozen=True, slots=True)
class Tile:
    """What one cell is made of."""

    terrain: Terrain
    prop: Prop | None = None
    heading: Heading | None = None

    @property
    def height(self) -> int:
        """The elevation of its terrain."""
        return self.terrain.height

    @property
    def is_passable(self) -> bool:
        """Whether a player can stand here."""
        return self.prop is None and self.height == 0

    @property
    def sign(self) -> str:
        """What stands for it on a board of text."""
        return (self.prop or self.terrain).sign

    @property
    def words(self) -> str:
        """What people call it."""
        return self.terrain.value if self.prop is None else self.prop.words

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
