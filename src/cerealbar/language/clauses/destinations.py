"""Places to go to, and cards to go near without taking them."""

from collections.abc import Callable

from cerealbar.game import distance
from cerealbar.language.board.claims import Claim, Clause, Lies, Phrase, Spares, joined
from cerealbar.language.board.land import edge_distance, is_in_corner
from cerealbar.language.board.relations import (
    Across,
    AtEdge,
    InCorner,
    Near,
    OnPath,
    Relation,
    Within,
)
from cerealbar.language.board.scene import Aim, Leg
from cerealbar.language.clauses.goals import step_clauses
from cerealbar.language.clauses.motion import go_words, turn_phrase, way_words
from cerealbar.language.clauses.routes import until_phrase, way_phrase
from cerealbar.language.clauses.taking import it
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.cards import refer
from cerealbar.language.nouns.landmarks import point_out, salience

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
        (way_phrase, 4 if at == leg.turned else 0),
        (until_phrase, 3 if len(leg.stretches) == 1 else 0),
    )
    for way in pen.shuffled(ways):
        found = way(pen, at, last)
        if found is not None:
            if way is not _to_card and pen.chance(0.08 * pen.style.wordiness):
                found = joined(
                    found,
                    ", " if pen.chance(0.4) else " ",
                    Phrase(pen.say("negations", "no cards")),
                )
            return [*clauses, Clause(found, "go")]
    return step_clauses(pen, tuple(s for s in leg.stretches if s.moves))


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
            table = "to a landmark" if away == 1 else "near a landmark"
            text = way_words(pen, "destinations", table, found.text)
            return Phrase(text, (*found.claims, Lies(cell, Near(mark.cells, away))))
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
        found = refer(pen, Leg(Aim.SELECT, cell, at, last, ()), at)
        if found is not None:
            there = Near((cell,), _NEAR_CARD)
            text = pen.say("destinations", "towards a card").format(go=go_words(pen), x=found.text)
            claims: tuple[Claim, ...] = (*found.claims, Lies(end, there), Spares(cell))
            if distance(end, cell) > 1:
                text = text.replace("stop right before", "stop before", 1)
            comma = "," if pen.chance(0.4) else ""
            card = it(pen, is_plural=found.is_plural)
            refusal = pen.say("negations", "not yet").format(it=card)
            return Phrase(f"{text}{comma} {refusal}", claims)
    return None


def _to_ground(pen: Pen, at: int, last: int) -> Phrase | None:
    """To the path, its end, the edge or a corner."""
    cell, land = pen.scene.poses[last].cell, pen.scene.land
    start = pen.scene.poses[at].cell
    if cell in land.ends and pen.chance(0.6):
        return _ground(pen, "to the end of the path", cell, OnPath())
    if cell in land.path and start not in land.path:
        return _ground(pen, "onto the path", cell, OnPath())
    if is_in_corner(cell) and not is_in_corner(start):
        return _ground(pen, "to the corner", cell, InCorner())
    if edge_distance(cell) <= 1 < edge_distance(start):
        return _ground(pen, "to the edge", cell, AtEdge(1))
    return None


def _ground(pen: Pen, table: str, cell: int, relation: Relation) -> Phrase:
    text = pen.say("destinations", table).format(go=go_words(pen), p=pen.say("places", "path"))
    return Phrase(text, (Lies(cell, relation),))


def _to_leader(pen: Pen, at: int, last: int) -> Phrase | None:
    cell, leader = pen.scene.poses[last].cell, pen.scene.leader
    if distance(leader.cell, cell) > 2 or distance(leader.cell, pen.scene.poses[at].cell) < 4:
        return None
    text = way_words(pen, "destinations", "to me")
    return Phrase(text, (Lies(cell, Within(leader, 2)),))


def _to_other_side(pen: Pen, at: int, last: int) -> Phrase | None:
    """To the other side of water or of the hill."""
    cell, pose = pen.scene.poses[last].cell, pen.scene.poses[at]
    for away, mark in pen.scene.land.near(cell):
        relation = Across(pose, mark.cells, away)
        if len(mark.cells) > 3 and pen.scene.holds(relation, cell):
            found = point_out(pen, mark, at)
            if found is not None:
                text = way_words(pen, "destinations", "to the other side", found.text)
                return Phrase(text, (*found.claims, Lies(cell, relation)))
    return None
