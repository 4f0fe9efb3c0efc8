"""Landmarks in words: what people call them, and how to tell one from others like it."""

from collections.abc import Iterable
from typing import NamedTuple

from cerealbar.game import HUTS, PLANTS, PROPS, STRUCTURES, TREES, Prop
from cerealbar.language.board.claims import Called, Lies, Phrase, Picks
from cerealbar.language.board.land import GROVE, HILL, PAIR, POND, VILLAGE, Landmark
from cerealbar.language.board.relations import InZone
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import SIDES, Repertoire, read_topic, weighted, words

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


_PLAIN_HUT = 0.12  # how often a hut's colour goes without saying
_SALIENCE = {
    **{prop.value: prop.salience for prop in PROPS},
    POND: 5.0,
    HILL: 5.0,
    GROVE: 1.2,
    PAIR: 1.2,
    VILLAGE: 0.8,
}
_LARGE_CELLS = 5
_LOOKS = {
    **dict.fromkeys(map(str, TREES), words("landmarks", "look of a tree")),
    **dict.fromkeys(map(str, PLANTS), words("landmarks", "look of a plant")),
    **dict.fromkeys(map(str, STRUCTURES), words("landmarks", "look of a house")),
    Prop.STREET_LAMP.value: words("landmarks", "look of a lamp"),
}
_SIDES = {
    **{side: words("landmarks", "landmark beside", side) for side in SIDES},
    "ahead": words("landmarks", "landmark ahead"),
    "behind": words("landmarks", "landmark behind"),
}


def salience(mark: Landmark) -> float:
    """How likely people are to steer by a landmark."""
    return _SALIENCE[mark.sort]


def name_of(pen: Pen, mark: Landmark) -> Name:
    """What this person calls a landmark now."""
    if mark.sort not in HUT_COLOURS or pen.chance(_PLAIN_HUT):
        return _with_look(pen, pen.pick(NAMES_OF[mark.sort]), mark)
    noun, colour = pen.pick(HOUSE_NOUNS), pen.pick(HUT_COLOURS[mark.sort])
    return make_name(pen.pick(HUT_FORMS).format(c=colour, n=noun), (mark.sort,))


def _with_look(pen: Pen, name: Name, mark: Landmark) -> Name:
    """A name with a word for its size or look, now and then."""
    if name.plural is None or " " in name.words or not pen.chance(0.06):
        return name
    if mark.sort in (POND, HILL):
        look = pen.say("landmarks", "large" if len(mark.cells) > _LARGE_CELLS else "small")
    elif mark.sort in _LOOKS:
        look = pen.pick(_LOOKS[mark.sort])
    else:
        return name
    return make_name(f"{look} {name.words}", name.sorts)


def things_called(pen: Pen, name: Name) -> tuple[int, ...]:
    """Cells of all that a name can mean on this map."""
    return pen.scene.land.cells_of(name.sorts)


def point_out(pen: Pen, mark: Landmark, at: int, name: Name | None = None) -> Phrase | None:
    """A landmark with `the`, told apart from others of that name as seen from a pose."""
    name = name or name_of(pen, mark)
    land, pose = pen.scene.land, pen.scene.poses[at]
    seen = pen.scene.marks_in_sight(name.sorts, at)
    rivals = [other for other in (seen if mark in seen else land.of(name.sorts)) if other != mark]
    fit = Called(name.words, mark.cells)
    alike = land.of(name.sorts)
    if len(alike) == 2 and pen.memory.mark in [other.cells for other in alike if other != mark]:
        return Phrase(f"the {pen.say('landmarks', 'other landmark')} {name.words}", (fit,))
    away = mark.distance(pose.cell)
    if all(other.distance(pose.cell) > away for other in rivals):
        adjective = (
            f"{pen.say('landmarks', 'closest landmark')} " if rivals and pen.chance(0.12) else ""
        )
        pick = Picks(name.words, mark.cells, pose, tuple([other.cells for other in rivals]))
        plain = Phrase(f"the {adjective}{name.words}", (fit, pick))
        says_side = not adjective and pen.chance(0.1)
        return (_by_side(pen, mark, at, name, rivals) or plain) if says_side else plain
    return _by_side(pen, mark, at, name, rivals)


def _by_side(
    pen: Pen, mark: Landmark, at: int, name: Name, rivals: list[Landmark]
) -> Phrase | None:
    """A landmark told apart by the side on which it lies as a whole and no nearer rival does."""
    pose = pen.scene.poses[at]
    away = mark.distance(pose.cell)
    for zone, wording in _SIDES.items():
        relation = InZone(pose, zone)
        if not all(pen.scene.holds(relation, cell) for cell in mark.cells):
            continue
        there = [
            other
            for other in rivals
            if any(pen.scene.holds(relation, cell) for cell in other.cells)
        ]
        if all(other.distance(pose.cell) > away for other in there):
            return Phrase(
                f"the {name.words} {pen.pick(wording)}",
                (
                    Called(name.words, mark.cells),
                    Picks(name.words, mark.cells, pose, tuple([other.cells for other in there])),
                    *[Lies(cell, relation) for cell in mark.cells],
                ),
            )
    return None
