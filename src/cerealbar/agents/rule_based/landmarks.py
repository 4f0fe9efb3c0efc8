"""What people call the things on a board, and what each word can mean."""

from cerealbar.agents.rule_based.orders import Spot, Thing
from cerealbar.game import HILLS, HUTS, PLANTS, PROPS, STRUCTURES, TREES, WATERS, Prop, Terrain
from cerealbar.language.nouns.names import (
    BUSHES,
    BUSHY_TREES,
    CONES,
    FLOWERS,
    LEAVES,
    PINES,
    RED_TREES,
    plural_of,
)

_TENT = frozenset([Prop.HOUSE_LVL1])
_BROWN = frozenset(tree for tree in TREES if "brown" in tree.colours)


def word_set(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


def _by_word(table: dict[str, Thing]) -> dict[str, Thing]:
    return {word: thing for text, thing in table.items() for word in text.split()}


_NOUNS = _by_word(
    {
        "house hut cottage cabin home shack shed barn lodge bungalow roof villa": (frozenset(HUTS)),
        "building structure village town": frozenset((*HUTS, Prop.HOUSE_LVL1)),
        "tree forest woods wood grove thicket orchard treeline": frozenset(TREES),
        "palm palmtree": frozenset([Prop.PALM_TREE]),
        "pine evergreen fir spruce": frozenset((*PINES, Prop.CLEAN_TREE)),
        "oak": frozenset((Prop.OAK_TREE_LM, *BUSHY_TREES)),
        "maple": frozenset(RED_TREES),
        "bush shrub hedge shrubbery": frozenset(BUSHES),
        "flower tulip rose bluebell lavender blossom flowerbed garden": frozenset(FLOWERS),
        "plant": frozenset(PLANTS),
        "weed tuft reed fern bamboo grass": frozenset([Prop.GRASS]),
        "lamp lamppost lampost lightpost streetlight streetlamp light lantern pole post": (
            frozenset([Prop.STREET_LAMP])
        ),
        "tower castle turret fortress fort rook watchtower silo": frozenset([Prop.TOWER]),
        "windmill mill turbine": frozenset([Prop.WINDMILL]),
        "tent teepee tipi camp campsite": _TENT,
        "pond lake water pool river puddle lagoon stream shore lakeside beach": frozenset(WATERS),
        "hill mountain snow rock boulder cliff mound peak ice iceberg glacier mountaintop": (
            frozenset(HILLS)
        ),
        "path pathway road trail street sidewalk walkway crossroad intersection junction": (
            frozenset([Terrain.PATH])
        ),
    }
)
THINGS: dict[str, Thing] = {plural_of(noun): thing for noun, thing in _NOUNS.items()} | _NOUNS
"""By noun: what it can mean."""
SPOTS: dict[str, Spot] = {
    "edge": Spot.EDGE, "edges": Spot.EDGE, "border": Spot.EDGE, "boundary": Spot.EDGE,
    "corner": Spot.CORNER, "corners": Spot.CORNER,
}  # fmt: skip
MAP = word_set("map world board")

LOOKS: dict[str, Thing] = _by_word(
    {
        "pointed pointy": frozenset((*CONES, *LEAVES, *PINES, Prop.HOUSE_LVL1)),
        "cone triangle triangular conical": frozenset((*CONES, *PINES)),
        "round circular lollipop ball circle rounded": frozenset((Prop.TREE, Prop.TREE_RD)),
        "bushy fluffy puffy leafy afro": frozenset(BUSHY_TREES),
        "tall skinny thin oval spear": frozenset((Prop.TALL_TREE, Prop.TALL_TREE_RD, Prop.GRASS)),
        "bent curved curvy crooked leaning droopy": frozenset([Prop.PINE_TREE_CRV]),
        "layered leaf teardrop": frozenset(LEAVES),
        "short flat": frozenset([Prop.OAK_TREE_LM]),
        "dead withered bare": _BROWN,
        "palm coconut tropical": frozenset([Prop.PALM_TREE]),
        "pine christmas xmas fir evergreen": frozenset((*PINES, Prop.CLEAN_TREE)),
        "oak": frozenset((Prop.OAK_TREE_LM, *BUSHY_TREES)),
        "maple autumn": frozenset((*RED_TREES, Prop.MULTI_TREE)),
        "multicolored multicoloured multi colorful colourful fruit apple fall rainbow": (
            frozenset([Prop.MULTI_TREE])
        ),
        "flower": frozenset(FLOWERS),
        "striped stripy circus": _TENT,
        "stone brick lookout": frozenset([Prop.TOWER]),
    }
)
"""What a word before a noun says of a landmark."""
SIZES = word_set(
    "big large huge giant small little tiny tall low wide narrow long snowy snow capped white"
    " rocky icy old nice same main dirt brown grey gray dark light street wind lamp berry lone"
    " spiky grassy nearby entire whole actual very super other second next roofed roof"
    " shaped looking colored"
)
"""Words before a noun that tell few things apart."""
_COLOUR_NAMES = {"grey": "black", "gray": "black", "gold": "yellow", "golden": "yellow"}
_COLOUR_NAMES |= {"violet": "purple", "magenta": "pink", "lime": "yellow", "maroon": "red"}


def described(noun: Thing, words: list[str]) -> Thing:
    """What a noun means with the words before it; those that fit nothing are passed over."""
    thing = noun
    for word in words:
        if word == "orange" and Prop.HOUSE_LVL1 in thing | _TENT and noun & frozenset(STRUCTURES):
            thing = _TENT
            continue
        thing = thing & LOOKS.get(word, thing) or thing
        colour = _COLOUR_NAMES.get(word, word)
        mainly = frozenset(p for p in thing if isinstance(p, Prop) and p.colours[:1] == (colour,))
        partly = frozenset(p for p in thing if isinstance(p, Prop) and colour in p.colours)
        thing = mainly or partly or thing
    return thing


PROP_COLOURS = frozenset(colour for prop in PROPS for colour in prop.colours) | frozenset(
    _COLOUR_NAMES
)
"""Colour words that are said of landmarks."""
