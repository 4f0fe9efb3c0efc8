"""Where a card lies by what is around it: landmarks, the path, the edge of the map, the leader."""

from collections.abc import Callable

from cerealbar.game import DISTANCE_FROM
from cerealbar.language.claims import Named, Relation
from cerealbar.language.land import GROVE, HILL, POND, Landmark, edge_distance, is_in_corner
from cerealbar.language.landmarks import name_of, salience, things_called
from cerealbar.language.names import Name
from cerealbar.language.pen import Pen
from cerealbar.language.sides import Modifier
from cerealbar.language.words import ranged, words

_WIDE = frozenset((POND, HILL))
_WIDE_REACH = 4
_NEAR = ranged(
    "near",
    "next to @1-1:10 | beside @1-1:3 | right next to @1-1:2 | right by @1-1:1.5 | at @1-1"
    " | adjacent to @1-1:0.3 | touching @1-1:0.15 | alongside @1-1:0.15 | by @1-2:16"
    " | near @1-2:13 | close to @1-2:3 | over by @1-2:1.5 | around @1-2:0.7 | right near @1-2:0.4"
    " | not far from @1-2:0.2",
)
_FOOT = words("at the foot of", "at the base of:3 | at the bottom of:3 | below")
_AMONG = words("among", "by:4 | among:3 | in:3 | near:2 | in the middle of:2 | inside:0.3")
_BESIDE = (
    "to the {s} of:8 | {s} of:3 | on the {s} side of:2 | on the {s} of:2 | just {s} of:0.5"
    " | just to the {s} of"
)
_VIEWED = {
    "behind": words(
        "behind",
        "behind:12 | on the other side of:3 | just past:2 | past:2 | just behind | right behind"
        " | beyond:0.5 | on the far side of:0.5 | just beyond:0.3 | in back of:0.3"
        " | right past:0.7 | on the back side of:0.2",
    ),
    "in front": words(
        "in front of",
        "in front of:12 | right in front of:2 | just in front of | before | just before"
        " | right before | on this side of:0.5 | directly in front of:0.5",
    ),
    "left of": words("beside", _BESIDE.format(s="left")),
    "right of": words("beside", _BESIDE.format(s="right")),
}
_ACROSS = words(
    "across",
    "on the other side of:8 | across:4 | on the opposite side of:1.5 | on the far side of"
    " | past:2 | just across:0.5 | over on the other side of:0.5",
)
_BETWEEN = words("between", "between:10 | in between:3 | inbetween:0.7 | in the middle of:0.5")
PATH_NOUNS = words(
    "path",
    "path:14 | road:6 | trail:3 | dirt path | dirt road:0.7 | walkway:0.5 | yellow path:0.7"
    " | yellow road:0.4 | brown path:0.4 | street:0.5 | track:0.3 | pathway:0.7 | tan path:0.3"
    " | sidewalk:0.2",
)
_ON_PATH = words(
    "on the path", "on the {}:12 | in the middle of the {}:2 | in the {} | right on the {}:0.7"
)
_OFF_PATH = words(
    "beside the path",
    "by the {}:5 | next to the {}:5 | near the {}:3 | just off the {} | beside the {}:2"
    " | off the {} | along the {} | at the side of the {}:0.5 | on the side of the {}"
    " | alongside the {}:0.4",
)
_OPEN = words(
    "in the open",
    "in the grass:6 | on the grass:2 | in the field:3 | out in the open:2 | in the open:1.5"
    " | in the open field | in the middle of the field | in the green area:0.5"
    " | in the middle of nowhere:0.4 | in the grassy area:0.7 | all by itself:0.3"
    " | in the meadow:0.2 | in the clearing:0.3 | in an open area:0.4 | in the open area:0.4"
    " | out there in the grass:0.2 | surrounded by grass:0.2 | away from everything:0.2",
)
_EDGE = ranged(
    "at the edge",
    "on the edge of the map @1-1:4 | at the edge of the map @1-1:4 | on the edge @1-1:1.5"
    " | at the edge of the world @1-1:0.3 | at the edge of the board @1-1 | at the very edge @1-1"
    " | near the edge of the map @1-2:4 | by the edge of the map @1-2:2 | near the edge @1-2:3"
    " | close to the edge @1-2 | by the edge @1-2 | near the end of the map @1-2:0.5"
    " | near the border @1-2:0.7 | along the edge @1-2:0.7 | close to the border @1-2:0.3"
    " | near the boundary @1-2:0.2 | by the end of the world @1-1:0.2"
    " | by the outer edge @1-2:0.2",
)
_CORNER = words(
    "in the corner",
    "in the corner:5 | in the corner of the map:4 | near the corner:2"
    " | near the corner of the map | over in the corner",
)
_BY_ME = ranged(
    "by me",
    "next to me @1-1:6 | beside me @1-1:1.5 | right next to me @1-1:2 | near me @1-3:6"
    " | by me @1-2:4 | close to me @1-3:2 | over by me @1-3 | right by me @1-2"
    " | near where i am @1-3 | close to where i am @1-3:0.5",
)


def landmark_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """Words that place a cell by one or two landmarks nearby."""
    near = pen.scene.land.near(cell)
    if pen.chance(0.25) or not near:
        found = _between_waters(pen, cell) or _across(pen, cell, at)
        if found is not None or not near:
            return found
    marks = pen.shuffled([(pair, salience(pair[1]) / (1 + pair[0])) for pair in near])
    away, mark = marks[0]
    if any(mark.cells == said.cells for said in pen.mentioned):
        return _near_it(pen, away, mark) if len(pen.mentioned) == 1 and pen.chance(0.6) else None
    ways: tuple[tuple[Callable[[], Modifier | None], float], ...] = (
        (lambda: _near(pen, cell, away, mark), 10),
        (lambda: _viewed(pen, cell, at, mark), 4),
        (lambda: _between(pen, cell, mark, [other for _, other in marks[1:]]), 3),
        (lambda: _across(pen, cell, at), 2),
    )
    found = pen.first(ways)
    said = {name.words for name in pen.mentioned}
    return None if found is None or said.intersection(_names(found)) else found


def _names(modifier: Modifier) -> list[str]:
    return [claim.words for claim in modifier.claims if isinstance(claim, Named)]


def _modifier(pen: Pen, text: str, relation: Relation, *names: Name) -> Modifier:
    claims = tuple([Named(name.words, things_called(pen, name)) for name in names])
    return Modifier(text, (relation,), claims)


def _near(pen: Pen, cell: int, away: int, mark: Landmark) -> Modifier | None:
    name = name_of(pen, mark)
    wording, _, limit = pen.pick(_NEAR)
    if away > limit:
        wording, limit = "by" if pen.chance(0.5) else "near", 2
    if mark.sort == HILL and limit == 1 and pen.chance(0.5):
        wording = pen.pick(_FOOT)
    if mark.sort == GROVE and sum(DISTANCE_FROM[cell][part] == 1 for part in mark.cells) > 1:
        wording, limit = pen.pick(_AMONG), 1
    relation = Relation("near", things=things_called(pen, name), limit=limit)
    return _modifier(pen, f"{wording} {_article(pen, name)} {name.words}", relation, name)


def _near_it(pen: Pen, away: int, mark: Landmark) -> Modifier | None:
    """Near the landmark that was just named."""
    wording, _, limit = pen.pick(_NEAR)
    if away > limit or (len(mark.cells) > 1 and mark.sort not in (POND, HILL)):
        return None
    pronoun = "them" if pen.mentioned[0].words.endswith("s") else "it"
    return Modifier(f"{wording} {pronoun}", (Relation("near", things=mark.cells, limit=limit),))


def _article(pen: Pen, name: Name) -> str:
    """`the`, or `a` where there are several and one need not know which."""
    is_one = name.plural is not None and len(pen.scene.land.of(name.sorts)) > 1
    if is_one and pen.chance(0.06):
        return "an" if name.words[0] in "aeiou" else "a"
    return "the"


def _viewed(pen: Pen, cell: int, at: int, mark: Landmark) -> Modifier | None:
    """Behind, in front of, left or right of a landmark as seen from the pose."""
    pose = pen.scene.poses[at]
    for kind, wording in _VIEWED.items():
        if pen.scene.holds(Relation(kind, pose, mark.cells), cell):
            name = name_of(pen, mark)
            relation = Relation(kind, pose, things_called(pen, name))
            return _modifier(pen, f"{pen.pick(wording)} the {name.words}", relation, name)
    return None


def _across(pen: Pen, cell: int, at: int) -> Modifier | None:
    """On the other side of water or of the hill."""
    pose = pen.scene.poses[at]
    for mark in pen.scene.land.of(_WIDE):
        if pen.scene.holds(Relation("across", pose, mark.cells, limit=3), cell):
            name = name_of(pen, mark)
            relation = Relation("across", pose, things_called(pen, name), limit=3)
            return _modifier(pen, f"{pen.pick(_ACROSS)} the {name.words}", relation, name)
    return None


def _between(
    pen: Pen, cell: int, mark: Landmark, others: list[Landmark], limit: int = 2
) -> Modifier | None:
    for other in others:
        if not set(mark.cells).isdisjoint(other.cells):
            continue
        if pen.scene.holds(Relation("between", None, mark.cells, other.cells, limit), cell):
            a, b = name_of(pen, mark), name_of(pen, other)
            if other.sort in a.sorts and a.plural is not None:
                b = a
            things, rest = things_called(pen, a), things_called(pen, b)
            text = f"{pen.pick(_BETWEEN)} {both_names(pen, a, b)}"
            return _modifier(pen, text, Relation("between", None, things, rest, limit), a, b)
    return None


def _between_waters(pen: Pen, cell: int) -> Modifier | None:
    """Between two ponds, or a pond and the hill, which are seen from farther off."""
    marks = [mark for mark in pen.scene.land.of(_WIDE) if mark.distance(cell) <= _WIDE_REACH]
    return _between(pen, cell, marks[0], marks[1:], _WIDE_REACH) if len(marks) > 1 else None


def both_names(pen: Pen, a: Name, b: Name) -> str:
    """Two names as one: `the two lakes`, `the hut and the tree`, `the red and blue houses`."""
    if a == b and a.plural is None:
        return f"the {a.words}"
    if a == b:
        return f"the {a.plural}" if pen.chance(0.4) else f"the {pen.number(2)} {a.plural}"
    first, _, noun = a.words.rpartition(" ")
    second, _, other_noun = b.words.rpartition(" ")
    if noun == other_noun and first and second and " " not in first + second and b.plural:
        return f"the {first} and {second} {b.plural.rpartition(' ')[2]}"
    return f"the {a.words} and {'the ' if pen.chance(0.7) else ''}{b.words}"


def ground_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """On the path, beside it, or out in the open."""
    land = pen.scene.land
    if cell in land.path:
        text = pen.pick(_ON_PATH).format(pen.pick(PATH_NOUNS))
        return Modifier(text, (Relation("on path"),))
    if any(DISTANCE_FROM[cell][path] == 1 for path in land.path):
        near = Relation("near", things=tuple(land.path), limit=1)
        text = pen.pick(_OFF_PATH).format(pen.pick(PATH_NOUNS))
        return Modifier(text, (near, Relation("off path")))
    if not land.near(cell):
        return Modifier(pen.pick(_OPEN), (Relation("off path"),))
    return None


def edge_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """At the edge or in a corner of the map."""
    if is_in_corner(cell) and pen.chance(0.6):
        return Modifier(pen.pick(_CORNER), (Relation("corner"),))
    wording, _, limit = pen.pick(_EDGE)
    if edge_distance(cell) <= limit:
        return Modifier(wording, (Relation("edge", limit=limit),))
    return None


def leader_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """Near the leader."""
    wording, _, limit = pen.pick(_BY_ME)
    if 0 < DISTANCE_FROM[pen.scene.leader.cell][cell] <= limit:
        return Modifier(wording, (Relation("within", pen.scene.leader, limit=limit),))
    return None
