"""What people call landmarks: the names of `names.json`, and what each range of them fits."""

from collections.abc import Iterable
from typing import NamedTuple

from cerealbar.game import HUTS, PLANTS, STRUCTURES, TREES, Prop
from cerealbar.language.board.land import GROVE, HILL, PAIR, POND, VILLAGE
from cerealbar.language.manner.repertoire import Repertoire
from cerealbar.language.manner.vocabulary import read_topic, weighted, words

BIG_TREES = (Prop.BUSH_TREE, Prop.TALL_TREE)
RED_TREES = tuple(tree for tree in TREES if tree.colours == ("red",))
BUSHY_TREES = (Prop.BUSH_TREE, Prop.BUSH_TREE_BR, Prop.BUSH_TREE_RD)
PINES = (Prop.PINE_TREE, Prop.PINE_TREE_CRV)
CONES = (Prop.CLEAN_TREE, Prop.CLEAN_TREE_BR, Prop.CLEAN_TREE_RD)
LEAVES = (Prop.PT_TREE, Prop.PT_TREE_LM)
BUSHES = (Prop.BUSH, Prop.BUSH_YW)
FLOWERS = (Prop.FLOW_BL, Prop.FLOW_RD, Prop.FLOW_PRP)


class Name(NamedTuple):
    """A name without article, its plural if it has one, and what it can mean."""

    words: str
    plural: str | None
    sorts: frozenset[str]


RANGES: dict[str, tuple[str, ...]] = {
    "trees": TREES,
    "green trees": tuple(
        tree for tree in TREES if "green" in tree.colours and tree is not Prop.PALM_TREE
    ),
    "big green trees": BIG_TREES,
    "evergreens": (*PINES, Prop.CLEAN_TREE),
    "light green trees": (Prop.PT_TREE, Prop.OAK_TREE_LM),
    "red trees": RED_TREES,
    "autumn trees": (*RED_TREES, Prop.MULTI_TREE),
    "brown trees": tuple(tree for tree in TREES if tree.colours == ("brown",)),
    "yellow trees": tuple(tree for tree in TREES if tree.colours == ("yellow",)),
    "oaks": (Prop.OAK_TREE_LM, *BUSHY_TREES),
    "round trees": (Prop.TREE, Prop.TREE_RD),
    "bushy trees": BUSHY_TREES,
    "pointed trees": (*CONES, *LEAVES, Prop.PINE_TREE),
    "pointed green trees": (Prop.CLEAN_TREE, Prop.PT_TREE),
    "cones": CONES,
    "triangular trees": (*CONES, Prop.PINE_TREE),
    "leaves": LEAVES,
    "tall trees": (Prop.TALL_TREE, Prop.TALL_TREE_RD),
    "pines": PINES,
    "trees together": (GROVE, PAIR),
    "bushes": BUSHES,
    "flowers": FLOWERS,
    "plants": PLANTS,
    "houses": (*HUTS, Prop.HOUSE_LVL1),
    "huts": HUTS,
    "structures": STRUCTURES,
    **{sort: (sort,) for sort in (*Prop, GROVE, PAIR, VILLAGE, POND, HILL)},
}
"""What the names of each table of `names.json` fit."""
HOUSE_NOUNS = words("huts", "house")
HUT_COLOURS = {hut.value: words("huts", f"{hut.removeprefix('hut_')} hut") for hut in HUTS}
HUT_FORMS = words("huts", "form of a hut's name")  # {c} is a colour, {n} a noun


_UNCHANGED = ("dice", "starfish")


def plural_of(name: str) -> str:
    """A name's plural, by the rules that the names here need."""
    for joint in (" of ", " with "):
        head, found, rest = name.partition(joint)
        if found:
            return f"{plural_of(head)}{found}{rest}"
    if name.endswith(_UNCHANGED):
        return name
    if name.endswith("y") and name[-2] not in "aeiou":
        return f"{name[:-1]}ies"
    return name + ("es" if name.endswith(("sh", "ch", "x", "s")) else "s")


def make_name(text: str, sorts: Iterable[str]) -> Name:
    """A name as its table gives it; a plus marks those that are no singular."""
    plural = None if text.endswith("+") else plural_of(text)
    return Name(text.rstrip("+"), plural, frozenset(str(sort) for sort in sorts))


def _by_sort() -> dict[str, Repertoire[Name]]:
    found: dict[str, list[tuple[Name, float]]] = {}
    for range_ in read_topic("names"):
        sorts = RANGES[range_]
        for name, weight in weighted("names", range_):
            for sort in sorts:
                found.setdefault(str(sort), []).append((make_name(name, sorts), weight))
    return {sort: Repertoire(f"name of {sort}", rows) for sort, rows in found.items()}


NAMES_OF = _by_sort()
"""The names that fit each sort of landmark; huts have more, by colour."""
