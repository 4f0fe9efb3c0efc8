"""Places to go to, and cards to go near without taking them."""

from collections.abc import Callable

from cerealbar.game import distance
from cerealbar.language.cards import refer
from cerealbar.language.claims import Claim, Lies, Phrase, Relation, Spares, joined
from cerealbar.language.goals import Clause, step_clauses
from cerealbar.language.land import edge_distance, is_in_corner
from cerealbar.language.landmarks import point_out, salience
from cerealbar.language.motion import go_words
from cerealbar.language.negations import no_cards_phrase, not_yet
from cerealbar.language.paths import until_phrase
from cerealbar.language.pen import Pen
from cerealbar.language.places import PATH_NOUNS
from cerealbar.language.routes import way_phrase
from cerealbar.language.taking import it
from cerealbar.language.trail import Deed, Leg
from cerealbar.language.turns import turn_phrase
from cerealbar.language.words import Words, words

_TO_MARK = words(
    "to a landmark",
    "{go} to {x}:20 | {go} over to {x}:4 | stand next to {x}:2 | stop at {x}:2 | {go} up to {x}:3"
    " | go stand by {x}:2 | stand by {x} | stop next to {x}:2 | go stand next to {x}"
    " | {go} over by {x}:2 | position yourself next to {x}:0.4 | {go} until you reach {x}:2"
    " | park yourself by {x}:0.1 | end up next to {x}:0.3 | get close to {x} | {go} by {x}:2"
    " | meet me by {x}:0.2 | {go} next to {x}:2 | {go} straight to {x}",
)
_NEAR_MARK = words(
    "near a landmark",
    "{go} near {x}:6 | {go} toward {x}:4 | {go} towards {x}:6 | {go} over near {x}:2"
    " | get close to {x} | {go} close to {x} | {go} to the area by {x}"
    " | head in the area of {x}:0.2",
)
_TO_CARD = words(
    "towards a card",
    "{go} towards {x}:10 | {go} toward {x}:8 | {go} to {x}:6 | {go} up to {x}:4"
    " | get close to {x}:2 | {go} near {x}:3 | get ready to pick up {x} | {go} over to {x}:2"
    " | approach {x} | stop right before {x}:2 | stop just before {x} | line up with {x}:0.4"
    " | {go} by {x}",
)
_ONTO_PATH = words("onto the path", "{go} to the {p}:5 | get on the {p}:4 | {go} onto the {p}:3")
_PATH_END = words(
    "to the end of the path",
    "{go} to the end of the {p}:6 | {go} all the way to the end of the {p}:2",
)
_EDGE = words(
    "to the edge",
    "{go} to the edge of the map:6 | {go} to the edge:3 | {go} towards the edge of the map:2"
    " | {go} to the end of the map | {go} to the border:0.5 | {go} to the end of the world:0.2",
)
_CORNER = words(
    "to the corner",
    "{go} to the corner of the map:4 | {go} to the corner:4 | {go} toward the corner:2"
    " | {go} into the corner",
)
_TO_ME = words(
    "to me",
    "come to me:5 | come over to me:3 | {go} to me:2 | come towards me:3 | come here:2"
    " | come next to me:2 | {go} towards me:3 | {go} toward me:2 | come stand by me"
    " | come over here | come over by me | meet me over here:0.4 | come back to me:0.5",
)
_ACROSS = words(
    "to the other side",
    "{go} to the other side of {x}:10 | {go} around to the other side of {x}:3"
    " | {go} to the opposite side of {x} | get to the other side of {x}:3"
    " | {go} to the far side of {x}",
)
_NEAR_CARD = 3


def go_clauses(pen: Pen, leg: Leg) -> list[Clause]:
    """A leg that ends at a place, or only with a heading."""
    moving = tuple(stretch for stretch in leg.stretches if stretch.moves)
    facing = [stretch for stretch in leg.stretches if not stretch.moves]
    clauses: list[Clause] = []
    if moving:
        clauses += _travel(pen, leg)
    clauses += [Clause(turn_phrase(pen, stretch, is_exact=True), "turn") for stretch in facing]
    return clauses


def _travel(pen: Pen, leg: Leg) -> list[Clause]:
    last = max(stretch.end for stretch in leg.stretches if stretch.moves)
    clauses: list[Clause] = []
    at = leg.first
    if leg.turn and pen.chance(0.3 + 0.7 * pen.style.turns):
        clauses.append(Clause(turn_phrase(pen, leg.stretches[0]), "turn"))
        at = leg.turned
    ways: tuple[tuple[Callable[[Pen, int, int], Phrase | None], float], ...] = (
        (_to_mark, 8),
        (_to_card, 8),
        (_to_ground, 3),
        (_to_leader, 6),
        (_to_other_side, 4),
        (_by_way, 4 if at == leg.turned else 0),
        (_until, 3 if len(leg.stretches) == 1 else 0),
    )
    for way in pen.shuffled(ways):
        found = way(pen, at, last)
        if found is not None:
            if way is not _to_card and pen.chance(0.08 * pen.style.wordiness):
                found = joined(found, ", " if pen.chance(0.4) else " ", no_cards_phrase(pen, leg))
            return [*clauses, Clause(found, "go")]
    return step_clauses(pen, tuple(s for s in leg.stretches if s.moves))


def _until(pen: Pen, at: int, last: int) -> Phrase | None:
    return until_phrase(pen, at, last)


def _by_way(pen: Pen, at: int, last: int) -> Phrase | None:
    return way_phrase(pen, at, last)


def _to_mark(pen: Pen, at: int, last: int) -> Phrase | None:
    cell = pen.scene.poses[last].cell
    start = pen.scene.poses[at].cell
    near = [
        ((away, mark), salience(mark) / away)
        for away, mark in pen.scene.land.near(cell)
        if mark.distance(start) > away
    ]
    for away, mark in pen.shuffled(near)[:3]:
        found = point_out(pen, mark, at)
        if found is not None:
            text = pen.pick(_TO_MARK if away == 1 else _NEAR_MARK)
            there = Relation("near", things=mark.cells, limit=away)
            claims = (*found.claims, Lies(cell, there))
            return Phrase(text.format(go=go_words(pen), x=found.text), claims)
    return None


def _to_card(pen: Pen, at: int, last: int) -> Phrase | None:
    """Towards a card near the end of the way, not to be taken."""
    scene = pen.scene
    end, start = scene.poses[last].cell, scene.poses[at].cell
    on = scene.selected.union(scene.intention.cards)
    near = [
        cell
        for cell in scene.cards
        if distance(end, cell) <= _NEAR_CARD
        and distance(end, cell) < distance(start, cell)
        and cell not in on
        and scene.sees(at, cell)
    ]
    for cell in sorted(near, key=lambda cell: distance(end, cell))[:1]:
        found = refer(pen, Leg(Deed.SELECT, cell, at, last, ()), at)
        if found is not None:
            there = Relation("near", things=(cell,), limit=_NEAR_CARD)
            text = pen.pick(_TO_CARD).format(go=go_words(pen), x=found.phrase.text)
            claims: tuple[Claim, ...] = (*found.phrase.claims, Lies(end, there), Spares(cell))
            if distance(end, cell) > 1:
                text = text.replace("stop right before", "stop before", 1)
            comma = "," if pen.chance(0.4) else ""
            refusal = not_yet(pen, it(pen, is_plural=found.is_plural))
            return Phrase(f"{text}{comma} {refusal}", claims)
    return None


def _to_ground(pen: Pen, at: int, last: int) -> Phrase | None:
    """To the path, its end, the edge or a corner."""
    cell, land = pen.scene.poses[last].cell, pen.scene.land
    start = pen.scene.poses[at].cell
    if cell in land.ends and pen.chance(0.6):
        return _ground(pen, _PATH_END, cell, Relation("on path"))
    if cell in land.path and start not in land.path:
        return _ground(pen, _ONTO_PATH, cell, Relation("on path"))
    if is_in_corner(cell) and not is_in_corner(start):
        return _ground(pen, _CORNER, cell, Relation("corner"))
    if edge_distance(cell) <= 1 < edge_distance(start):
        return _ground(pen, _EDGE, cell, Relation("edge", limit=1))
    return None


def _ground(pen: Pen, table: Words, cell: int, relation: Relation) -> Phrase:
    text = pen.pick(table).format(go=go_words(pen), p=pen.pick(PATH_NOUNS))
    return Phrase(text, (Lies(cell, relation),))


def _to_leader(pen: Pen, at: int, last: int) -> Phrase | None:
    cell, leader = pen.scene.poses[last].cell, pen.scene.leader
    if distance(leader.cell, cell) > 2 or distance(leader.cell, pen.scene.poses[at].cell) < 4:
        return None
    text = pen.pick(_TO_ME).format(go=go_words(pen))
    return Phrase(text, (Lies(cell, Relation("within", leader, limit=2)),))


def _to_other_side(pen: Pen, at: int, last: int) -> Phrase | None:
    """To the other side of water or of the hill."""
    cell, pose = pen.scene.poses[last].cell, pen.scene.poses[at]
    for away, mark in pen.scene.land.near(cell):
        relation = Relation("across", pose, mark.cells, limit=away)
        if len(mark.cells) > 3 and pen.scene.holds(relation, cell):
            found = point_out(pen, mark, at)
            if found is not None:
                text = pen.pick(_ACROSS).format(go=go_words(pen), x=found.text)
                return Phrase(text, (*found.claims, Lies(cell, relation)))
    return None
