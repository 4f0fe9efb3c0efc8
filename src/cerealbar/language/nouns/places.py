"""Where a card lies: to which side and how far, near which landmarks and cards, on which ground."""

from collections.abc import Callable
from typing import NamedTuple

from cerealbar.game import DISTANCE_FROM, Pose, bearing
from cerealbar.language.board.claims import Called, Claims, Shows
from cerealbar.language.board.land import GROVE, HILL, POND, Landmark, edge_distance, is_in_corner
from cerealbar.language.board.relations import (
    ZONES,
    Across,
    AtEdge,
    Behind,
    Between,
    Beyond,
    InCorner,
    InFrontOf,
    InZone,
    LeftOf,
    Near,
    OffPath,
    OnPath,
    Relation,
    RightOf,
    StepsAhead,
    Viewed,
    Within,
)
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import ANY_DISTANCE, SIDES, Words, ranged, words
from cerealbar.language.nouns.faces import ALL, FacePart, NamedFace, name_face
from cerealbar.language.nouns.landmarks import Name, name_of, salience, things_called


class Modifier(NamedTuple):
    """Words after a noun, and what they say of it."""

    text: str
    relations: tuple[Relation, ...]
    claims: Claims = ()


_ZONE_WEIGHTS = {
    "straight": 5.0,
    "ahead": 4.0,
    "slightly left": 2.0,
    "ahead left": 2.5,
    "left": 5.0,
    "directly left": 1.5,
    "behind left": 2.0,
    "behind": 4.0,
    "directly behind": 3.0,
}
_CLOCK_SHARE = 0.5  # of sides, by those who count turns
_TABLES = {
    zone.replace("left", side): ranged("sides", zone, side)
    for zone in _ZONE_WEIGHTS
    for side in (SIDES if "left" in zone else ("",))
}
_SOME_ZONES = [(zone, _ZONE_WEIGHTS[zone.replace("right", "left")]) for zone in _TABLES]
_CLOCKS = [zone for zone in ZONES if "clock" in zone]
_TRIES = 4


def side_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """Where a cell lies from a pose of the trail."""
    pose = pen.scene.poses[at]
    if cell == pose.cell:
        return None
    degrees, away = bearing(pose, cell), DISTANCE_FROM[pose.cell][cell]
    if pen.chance(_CLOCK_SHARE * pen.style.counts_turns):
        return _clock_modifier(pen, degrees, pose)
    zones = pen.shuffled([row for row in _SOME_ZONES if ZONES[row[0]][degrees]])
    for zone in zones:
        for _ in range(_TRIES):
            words, nearest, farthest = pen.pick(_TABLES[zone])
            if nearest <= away <= farthest:
                return Modifier(words, _relations(zone, pose, nearest, farthest))
    return None


def _relations(zone: str, pose: Pose, nearest: int, farthest: int) -> tuple[Relation, ...]:
    where = InZone(pose, zone)
    if farthest < ANY_DISTANCE:
        return (where, Within(pose, farthest))
    if nearest > 1:
        return (where, Beyond(pose, nearest))
    return (where,)


def _clock_modifier(pen: Pen, degrees: int, pose: Pose) -> Modifier | None:
    for zone in _CLOCKS:
        if ZONES[zone][degrees]:
            hour = pen.number(int(zone.split()[0]))
            return Modifier(pen.say("sides", "clock").format(hour), (InZone(pose, zone),))
    return None


_COUNTABLE = 6
_CLOSE = ranged("sides", "close by")
_FAR = ranged("sides", "far off")


def distance_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """How near or far a cell is from a pose, if that is worth saying."""
    pose = pen.scene.poses[at]
    away = DISTANCE_FROM[pose.cell][cell]
    if away == 0:
        return None
    if ZONES["straight"][bearing(pose, cell)] and 1 < away <= _COUNTABLE and pen.chance(0.4):
        unit = "steps" if pen.chance(0.6) else "spaces"
        words = f"{pen.number(away)} {unit} {'ahead' if pen.chance(0.6) else 'in front of you'}"
        return Modifier(words, (StepsAhead(pose, away),))
    words, nearest, farthest = pen.pick(_FAR if away >= 8 else _CLOSE)
    if not nearest <= away <= farthest:
        return None
    if nearest > 1:
        return Modifier(words, (Beyond(pose, nearest),))
    return Modifier(words, (Within(pose, farthest),))


_WIDE = frozenset((POND, HILL))
_WIDE_REACH = 4
_NEAR = ranged("places", "near")
VIEWED: dict[Callable[[Pose, tuple[int, ...]], Viewed], Words] = {
    Behind: words("places", "behind"),
    InFrontOf: words("places", "in front of"),
    LeftOf: words("places", "beside", "left"),
    RightOf: words("places", "beside", "right"),
}
_EDGE = ranged("places", "at the edge")
_BY_ME = ranged("places", "by me")


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
        (lambda: _viewed(pen, cell, at, mark), 12),
        (lambda: _between(pen, cell, mark, [other for _, other in marks[1:]]), 4),
        (lambda: _across(pen, cell, at), 2),
    )
    found = pen.first(ways)
    said = {name.words for name in pen.mentioned}
    return None if found is None or said.intersection(_names(found)) else found


def _names(modifier: Modifier) -> list[str]:
    return [claim.words for claim in modifier.claims if isinstance(claim, Called)]


def _modifier(pen: Pen, text: str, relation: Relation, *names: Name) -> Modifier:
    claims = tuple([Called(name.words, things_called(pen, name)) for name in names])
    return Modifier(text, (relation,), claims)


def _near(pen: Pen, cell: int, away: int, mark: Landmark) -> Modifier | None:
    name = name_of(pen, mark)
    wording, _, limit = pen.pick(_NEAR)
    if away > limit:
        wording, limit = "by" if pen.chance(0.5) else "near", 2
    if mark.sort == HILL and away == 1 and pen.chance(0.4):
        wording, limit = pen.say("places", "at the foot of"), 1
    if mark.sort == GROVE and sum(DISTANCE_FROM[cell][part] == 1 for part in mark.cells) > 1:
        wording, limit = pen.say("places", "among"), 1
    relation = Near(things_called(pen, name), limit)
    return _modifier(pen, f"{wording} {_article(pen, name)} {name.words}", relation, name)


def _near_it(pen: Pen, away: int, mark: Landmark) -> Modifier | None:
    """Near the landmark that was just named."""
    wording, _, limit = pen.pick(_NEAR)
    if away > limit or (len(mark.cells) > 1 and mark.sort not in (POND, HILL)):
        return None
    pronoun = "them" if pen.mentioned[0].words.endswith("s") else "it"
    return Modifier(f"{wording} {pronoun}", (Near(mark.cells, limit),))


def _article(pen: Pen, name: Name) -> str:
    """`the`, or `a` where there are several and one need not know which."""
    is_one = name.plural is not None and len(pen.scene.land.of(name.sorts)) > 1
    if is_one and pen.chance(0.06):
        return "an" if name.words[0] in "aeiou" else "a"
    return "the"


def _viewed(pen: Pen, cell: int, at: int, mark: Landmark) -> Modifier | None:
    """Behind, in front of, left or right of a landmark as seen from the pose."""
    pose = pen.scene.poses[at]
    for kind, wording in VIEWED.items():
        if pen.scene.holds(kind(pose, mark.cells), cell):
            name = name_of(pen, mark)
            relation = kind(pose, things_called(pen, name))
            return _modifier(pen, f"{pen.pick(wording)} the {name.words}", relation, name)
    return None


def _across(pen: Pen, cell: int, at: int) -> Modifier | None:
    """On the other side of water or of the hill."""
    pose = pen.scene.poses[at]
    for mark in pen.scene.land.of(_WIDE):
        if pen.scene.holds(Across(pose, mark.cells, 3), cell):
            name = name_of(pen, mark)
            relation = Across(pose, things_called(pen, name), 3)
            return _modifier(pen, f"{pen.say('places', 'across')} the {name.words}", relation, name)
    return None


def _between(
    pen: Pen, cell: int, mark: Landmark, others: list[Landmark], limit: int = 2
) -> Modifier | None:
    for other in others:
        if not set(mark.cells).isdisjoint(other.cells):
            continue
        if pen.scene.holds(Between(mark.cells, other.cells, limit), cell):
            a, b = name_of(pen, mark), name_of(pen, other)
            if other.sort in a.sorts and a.plural is not None:
                b = a
            things, rest = things_called(pen, a), things_called(pen, b)
            text = f"{pen.say('places', 'between')} {both_names(pen, a, b)}"
            return _modifier(pen, text, Between(things, rest, limit), a, b)
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
        text = pen.say("places", "on the path").format(pen.say("places", "path"))
        return Modifier(text, (OnPath(),))
    if any(DISTANCE_FROM[cell][path] == 1 for path in land.path):
        near = Near(tuple(land.path), 1)
        text = pen.say("places", "beside the path").format(pen.say("places", "path"))
        return Modifier(text, (near, OffPath()))
    if not land.near(cell):
        return Modifier(pen.say("places", "in the open"), (OffPath(),))
    return None


def edge_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """At the edge or in a corner of the map."""
    if is_in_corner(cell) and pen.chance(0.6):
        return Modifier(pen.say("places", "in the corner"), (InCorner(),))
    wording, _, limit = pen.pick(_EDGE)
    if edge_distance(cell) <= limit:
        return Modifier(wording, (AtEdge(limit),))
    return None


def leader_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """Near the leader."""
    wording, _, limit = pen.pick(_BY_ME)
    if 0 < DISTANCE_FROM[pen.scene.leader.cell][cell] <= limit:
        return Modifier(wording, (Within(pen.scene.leader, limit),))
    return None


_NEAR_CARD = ranged("places", "near a card")
_CARD_REACH = 2


def neighbour_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """Words that place a card by another in view that is left alone."""
    scene = pen.scene
    near = [
        (other, 1 / DISTANCE_FROM[cell][other])
        for other in scene.sight(at).difference(scene.intention.cards)
        if 0 < DISTANCE_FROM[cell][other] <= _CARD_REACH
    ]
    near.sort()
    others = pen.shuffled(near)
    if not others:
        return None
    if len(others) > 1 and pen.chance(0.5):
        between = _between_cards(pen, cell, others[0], others[1])
        if between is not None:
            return between
    other = others[0]
    named = _named_neighbour(pen, cell, other)
    if named is None:
        return None
    shown = shows(pen, named)
    if pen.chance(0.5):
        pose = scene.poses[at]
        for kind, wording in VIEWED.items():
            if scene.holds(kind(pose, (other,)), cell):
                text = f"{pen.pick(wording)} the {named.words}"
                return Modifier(text, (kind(pose, shown.cells),), (shown,))
    preposition, _, limit = pen.pick(_NEAR_CARD)
    if DISTANCE_FROM[cell][other] > limit:
        preposition, limit = "near", _CARD_REACH
    return Modifier(f"{preposition} the {named.words}", (Near(shown.cells, limit),), (shown,))


def _named_neighbour(pen: Pen, cell: int, other: int) -> NamedFace | None:
    """A neighbour by its face, if that is not also the face of the card itself."""
    cards = pen.scene.cards
    parts = ALL if pen.chance(pen.style.faces) else FacePart.COLOUR | FacePart.SHAPE
    named = name_face(pen, cards[other], parts)
    return None if named.face.fits(cards[cell]) else named


def shows(pen: Pen, named: NamedFace) -> Shows:
    """The claim that a face is that of some cards and no others."""
    cards = pen.scene.cards
    return Shows(tuple([cell for cell in cards if named.face.fits(cards[cell])]), named.face)


def _between_cards(pen: Pen, cell: int, one: int, other: int) -> Modifier | None:
    """Between two cards."""
    if not pen.scene.holds(Between((one,), (other,), _CARD_REACH), cell):
        return None
    a, b = _named_neighbour(pen, cell, one), _named_neighbour(pen, cell, other)
    if a is None or b is None or a.words == b.words:
        return None
    shown, others = shows(pen, a), shows(pen, b)
    text = f"{pen.say('places', 'between cards')} the {a.words} and the {b.words}"
    return Modifier(text, (Between(shown.cells, others.cells, _CARD_REACH),), (shown, others))
