"""What people call landmarks: one row for each range of things that the same names fit."""

from collections.abc import Iterable
from typing import NamedTuple

from cerealbar.game import HUTS, PLANTS, STRUCTURES, TREES, Prop
from cerealbar.language.land import GROVE, HILL, PAIR, POND, VILLAGE
from cerealbar.language.words import Table, weighted, words

GREEN_TREES = tuple(t for t in TREES if "green" in t.colours and t is not Prop.PALM_TREE)
RED_TREES = tuple(t for t in TREES if t.colours == ("red",))
BROWN_TREES = tuple(t for t in TREES if t.colours == ("brown",))
YELLOW_TREES = tuple(t for t in TREES if t.colours == ("yellow",))
ROUND_TREES = (Prop.TREE, Prop.TREE_RD)
BUSHY_TREES = (Prop.BUSH_TREE, Prop.BUSH_TREE_BR, Prop.BUSH_TREE_RD)
PINES = (Prop.PINE_TREE, Prop.PINE_TREE_CRV)
EVERGREENS = (*PINES, Prop.CLEAN_TREE)
CONES = (Prop.CLEAN_TREE, Prop.CLEAN_TREE_BR, Prop.CLEAN_TREE_RD)
LEAVES = (Prop.PT_TREE, Prop.PT_TREE_LM)
POINTED_TREES = (*CONES, *LEAVES, Prop.PINE_TREE)
TALL_TREES = (Prop.TALL_TREE, Prop.TALL_TREE_RD)
BUSHES = (Prop.BUSH, Prop.BUSH_YW)
FLOWERS = (Prop.FLOW_BL, Prop.FLOW_RD, Prop.FLOW_PRP)


class Name(NamedTuple):
    """A name without article, its plural if it has one, and what it can mean."""

    words: str
    plural: str | None
    sorts: frozenset[str]


# What the names fit, and the names with weights; a plus marks those that are no singular.
_ROWS: tuple[tuple[tuple[str, ...], str], ...] = (
    (TREES, "tree:9"),
    (GREEN_TREES, "green tree:5"),
    ((Prop.BUSH_TREE, Prop.TALL_TREE), "big green tree:1"),
    (EVERGREENS, "dark green tree:1 | evergreen:1 | evergreen tree:0.7 | fir tree:0.6 | spruce:.2"),
    ((Prop.PT_TREE, Prop.OAK_TREE_LM), "light green tree:1.5"),
    (RED_TREES, "red tree:8 | maple tree:0.2"),
    ((*RED_TREES, Prop.MULTI_TREE), "autumn tree:0.3"),
    (BROWN_TREES, "brown tree:9 | dead tree:1 | dead looking tree:0.3 | withered tree:0.2"),
    (YELLOW_TREES, "yellow tree:8 | lime tree:0.5"),
    (
        (Prop.OAK_TREE_LM,),
        "short tree:1 | short yellow tree:1 | small yellow tree:0.6 | flat yellow tree:0.3"
        " | lime green tree:1 | little yellow tree:0.4",
    ),
    ((Prop.OAK_TREE_LM, *BUSHY_TREES), "oak tree:0.5 | oak:0.2"),
    (ROUND_TREES, "round tree:2 | circular tree:0.3 | lollipop tree:0.3"),
    ((Prop.TREE,), "round green tree:1.5"),
    ((Prop.TREE_RD,), "round red tree:1.5"),
    (BUSHY_TREES, "bushy tree:2 | fluffy tree:0.5 | puffy tree:0.2"),
    ((Prop.BUSH_TREE,), "bushy green tree:1 | leafy tree:0.4"),
    ((Prop.BUSH_TREE_RD,), "bushy red tree:1 | big red tree:0.6"),
    ((Prop.BUSH_TREE_BR,), "bushy brown tree:1 | big brown tree:0.5"),
    (POINTED_TREES, "pointy tree:1 | pointed tree:0.5"),
    ((Prop.CLEAN_TREE, Prop.PT_TREE), "pointy green tree:1"),
    ((Prop.CLEAN_TREE_RD,), "pointy red tree:1.2 | red cone tree:0.4"),
    ((Prop.CLEAN_TREE_BR,), "pointy brown tree:1.2 | brown cone tree:0.4"),
    ((Prop.PT_TREE_LM,), "pointy yellow tree:1"),
    (CONES, "cone tree:0.7 | cone shaped tree:0.6"),
    ((*CONES, Prop.PINE_TREE), "triangle tree:0.4 | triangular tree:0.2"),
    ((Prop.CLEAN_TREE,), "teal tree:0.3"),
    (LEAVES, "leaf shaped tree:0.6 | teardrop tree:0.2"),
    (TALL_TREES, "tall tree:2 | skinny tree:0.8 | thin tree:0.5 | oval tree:0.3"),
    ((Prop.TALL_TREE,), "tall green tree:1.5"),
    ((Prop.TALL_TREE_RD,), "tall red tree:1.5 | skinny red tree:0.6"),
    ((Prop.PALM_TREE,), "palm tree:30 | palm:8 | palmtree:1 | coconut tree:2 | tropical tree:1"),
    (PINES, "pine tree:9 | pine:3 | dark pine:0.5 | christmas tree:3 | xmas tree:0.5"),
    (
        (Prop.PINE_TREE_CRV,),
        "bent tree:1.5 | bent pine tree:1 | curved tree:1 | curvy tree:0.5 | crooked tree:1"
        " | leaning tree:0.7 | droopy tree:0.3",
    ),
    (
        (Prop.MULTI_TREE,),
        "multicolored tree:3 | multi colored tree:2 | colorful tree:2 | colourful tree:0.5"
        " | red and yellow tree:4 | yellow and red tree:3 | orange tree:2 | orange and red tree:1"
        " | fruit tree:1 | apple tree:0.5 | fall tree:0.5 | rainbow tree:0.3",
    ),
    ((GROVE, PAIR), "trees+:9"),
    ((PAIR,), "two trees+:5 | pair of trees+:1 | two trees next to each other+:0.5 | 2 trees+:2"),
    (
        (GROVE,),
        "group of trees:4 | tree line:0.2 | row of trees:0.4 | stand of trees:0.2"
        " | small forest:0.4 | thicket:0.05 | set of trees:0.2 | orchard:0.05 | bunch of trees:2"
        " | cluster of trees:1.5 | clump of trees:0.7 | patch of trees:0.5 | forest:2"
        " | woods+:1.5 | wooded area:0.4 | grove:0.3",
    ),
    (
        BUSHES,
        "bush:9 | shrub:1 | hedge:0.7 | shrubbery+:0.1 | little bush:0.4 | low bush:0.1"
        " | small bush:0.7",
    ),
    ((Prop.BUSH,), "green bush:5 | berry bush:0.6 | little green bush:0.4"),
    ((Prop.BUSH_YW,), "yellow bush:12 | gold bush:0.7 | yellow shrub:1"),
    (
        FLOWERS,
        "flowers+:5 | flower:1.5 | flower bush:0.8 | flower bed:0.5 | flower patch:0.4"
        " | patch of flowers:0.4",
    ),
    (
        (Prop.FLOW_BL,),
        "blue flowers+:8 | blue flower:2 | blue flower bush:0.7 | blue plant:0.3 | blue bush:0.4"
        " | patch of blue flowers:0.3 | light blue flowers+:0.5 | bluebells+:0.2",
    ),
    (
        (Prop.FLOW_RD,),
        "red flowers+:8 | red flower:2 | red flower bush:0.7 | red plant:0.3"
        " | patch of red flowers:0.3 | tulips+:1 | red tulips+:0.5 | roses+:0.4",
    ),
    (
        (Prop.FLOW_PRP,),
        "purple flowers+:8 | purple flower:2 | purple bush:1 | violet flowers+:0.5"
        " | lavender+:0.4 | purple plant:0.8 | patch of purple flowers:0.3"
        " | purple flower bush:0.4 | grapes+:0.2",
    ),
    (
        (Prop.GRASS,),
        "tall grass+:6 | tuft of grass:2 | patch of grass:2 | clump of grass:1 | grass patch:1"
        " | grass tuft:0.5 | weeds+:2 | grassy plant:0.7 | spiky plant:0.7 | reeds+:0.4"
        " | fern:0.5 | spiky grass+:0.4 | long grass+:0.3 | bamboo+:0.1 | tall weeds+:0.2",
    ),
    (PLANTS, "plant:0.7"),
    (
        (Prop.STREET_LAMP,),
        "lamp:6 | lamp post:7 | lamppost:3 | street light:5 | streetlight:2 | street lamp:3"
        " | streetlamp:0.7 | light:2 | light post:2 | light pole:1.5 | lantern:0.7"
        " | lightpost:0.3 | lamp pole:0.1 | pole:0.3",
    ),
    (
        (Prop.TOWER,),
        "tower:12 | castle:5 | fortress:0.15 | rook:0.1 | castle looking thing:0.1"
        " | stone castle:0.3 | lookout tower:0.15 | silo:0.1 | brick tower:0.2 | castle tower:1"
        " | stone tower:1.5 | grey tower:1 | gray tower:1.2 | fort:0.5 | turret:0.4"
        " | watchtower:0.4 | stone building:0.4",
    ),
    (
        (Prop.WINDMILL,),
        "windmill:20 | wind mill:2 | mill:0.8 | wind turbine:0.1 | red windmill:0.4 | turbine:0.05",
    ),
    (
        (Prop.HOUSE_LVL1,),
        "tent:12 | striped tent:2 | orange tent:2 | orange and white tent:0.7 | teepee:1"
        " | orange house:1.5 | striped house:0.7 | orange striped house:0.5 | camp:0.3"
        " | campsite:0.1 | tipi:0.2 | orange and white house:0.3 | triangle house:0.3"
        " | pointy house:0.2 | white tent:0.2 | circus tent:0.1",
    ),
    ((*HUTS, Prop.HOUSE_LVL1), "house:3"),
    (HUTS, "hut:2"),
    (STRUCTURES, "building:0.5 | structure:0.1"),
    ((VILLAGE,), "houses+:9 | group of houses:1.5 | village:2 | buildings+:2 | huts+:2 | town:0.5"),
    (
        (POND,),
        "pond:9 | lake:9 | lagoon:0.05 | stream:0.1 | water+:7 | puddle:0.7 | pool:0.5"
        " | pool of water:0.4 | body of water:0.6 | river:0.3 | blue water+:0.3",
    ),
    (
        (HILL,),
        "mountain:9 | hill:4 | mountains+:2 | snowy mountain:2 | snow mountain:1"
        " | white mountain:1 | snow capped mountain:0.3 | snow+:1 | snowy hill:0.5"
        " | snow hill:0.3 | ice+:0.4 | glacier:0.2 | rocks+:0.5 | rock:0.8 | big rock:0.3"
        " | boulder:0.6 | boulders+:0.4 | cliff:0.5 | mound:0.3 | peak:0.15 | peaks+:0.15"
        " | icy mountain:0.2 | snowy peaks+:0.2 | snow bank:0.1 | iceberg:0.1 | rocky hill:0.2"
        " | rocky mountain:0.2 | mountaintop:0.1 | white hill:0.3 | white rocks+:0.2"
        " | big mountain:0.3 | gray mountain:0.4 | grey mountain:0.4 | snowy area:0.3"
        " | white area:0.2 | mountain range:0.3 | snowy rocks+:0.2",
    ),
)
HOUSE_NOUNS = words(
    "house",
    "house:10 | hut:8 | building:2 | cottage:1 | cabin:1 | home:0.5 | shack:0.4 | shed:0.3"
    " | barn:0.2 | lodge:0.1 | bungalow:0.05",
)
_SHADES = {
    Prop.HUT_GREEN: " | dark green:0.3",
    Prop.HUT_YELLOW: " | gold:0.2",
    Prop.HUT_BLUE: " | dark blue:0.2",
    Prop.HUT_BLACK: " | dark:0.6 | grey:0.8 | gray:0.8 | dark gray:0.3",
}
HUT_COLOURS = {
    hut.value: words(hut.words, f"{hut.colours[0]}:10{_SHADES.get(hut, '')}") for hut in HUTS
}
HUT_FORMS = words(
    "form of a hut's name",  # {c} is a colour, {n} a noun
    "{c} {n}:10 | {n} with the {c} roof:3 | {n} with a {c} roof:0.8 | {c} roofed {n}:0.7"
    " | {c} roof {n}:0.5 | {c} roof:1 | little {c} {n}:0.3 | small {c} {n}:0.3",
)


def plural_of(name: str) -> str:
    """A name's plural, by the rules that the names here need."""
    for joint in (" of ", " with "):
        head, found, rest = name.partition(joint)
        if found:
            return f"{plural_of(head)}{found}{rest}"
    return name + ("es" if name.endswith(("sh", "ch", "x", "s")) else "s")


def make_name(text: str, sorts: Iterable[str]) -> Name:
    """A name as a row gives it."""
    plural = None if text.endswith("+") else plural_of(text)
    return Name(text.rstrip("+"), plural, frozenset(str(sort) for sort in sorts))


def _by_sort() -> dict[str, Table[Name]]:
    found: dict[str, list[tuple[Name, float]]] = {}
    for sorts, text in _ROWS:
        for name, weight in weighted(text):
            for sort in sorts:
                found.setdefault(str(sort), []).append((make_name(name, sorts), weight))
    return {sort: Table(f"name of {sort}", rows) for sort, rows in found.items()}


NAMES_OF = _by_sort()
"""The names that fit each sort of landmark; huts have more, by colour."""
