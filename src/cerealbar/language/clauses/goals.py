"""One leg in words: how to turn, which way to go, and what to do there."""

from collections.abc import Callable
from typing import NamedTuple

from cerealbar.game import DISTANCE_FROM, Player, bearing, distance
from cerealbar.language.board.claims import (
    Called,
    Clause,
    Nears,
    Phrase,
    Refers,
    SaidFace,
    Stands,
    phrase,
)
from cerealbar.language.board.scene import Aim, Leg, Stretch
from cerealbar.language.clauses.motion import (
    onwards_phrase,
    steps_phrase,
    turn_around_phrase,
    turn_phrase,
)
from cerealbar.language.clauses.routes import past_phrase, until_phrase, way_phrase, when_phrase
from cerealbar.language.clauses.taking import take_it, take_phrase, toggles
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.cards import refer
from cerealbar.language.nouns.faces import ALL, name_face
from cerealbar.language.nouns.places import landmark_modifier, shows, side_modifier

_LONG = 7  # moves, from which a way is told in two parts now and then


class Approach(NamedTuple):
    """What is said before a card is named, and the pose which the follower then has."""

    clauses: tuple[Clause, ...]
    at: int
    has_sides: bool = True
    """Whether it is that pose to the degree, so that sides can be told from there."""


def card_clauses(pen: Pen, leg: Leg) -> list[Clause]:
    """A leg that ends on a card."""
    ways: list[tuple[Callable[[Pen, Leg], list[Clause] | None], float]] = [
        (_directly, 10),
        (_by_the_way, 9 * pen.style.ways),
        (_by_waypoints, 2 * pen.style.ways),
        (_returning, 8 if leg.first else 0),
        (_foreseen, 8 * pen.style.foresight),
        (_needed, 6 * pen.style.chatter),
        (_asked, 40 * pen.style.foresight if leg.first == 0 else 0),
        (_first_seen, 3 * pen.style.bare),
        (_by_steps, 5 * pen.style.counts_steps),
    ]
    found = pen.first(ways, pen, leg)
    return found or [*step_clauses(pen, leg.stretches), _named_only(pen, leg)]


def _says_turn(pen: Pen, leg: Leg) -> bool:
    if not leg.turn:
        return False
    is_seen = pen.scene.sees(leg.first, leg.target)
    likely = pen.style.turns if is_seen else 0.3 + 0.6 * pen.style.turns
    return pen.chance(likely)


def _opening(pen: Pen, leg: Leg) -> Approach:
    """The turn with which a leg begins, said or not."""
    if not _says_turn(pen, leg):
        return Approach((), leg.first)
    around = turn_around_phrase(pen, leg)
    turn = around or turn_phrase(pen, leg.stretches[0])
    return Approach((Clause(turn, "turn"),), leg.turned, around is None)


def _directly(pen: Pen, leg: Leg) -> list[Clause] | None:
    """Turn, perhaps straight on, and take it."""
    opening = _opening(pen, leg)
    reference = refer(pen, leg, opening.at, has_sides=opening.has_sides)
    if reference is None:
        return None
    clauses = list(opening.clauses)
    if not clauses and pen.chance(pen.style.ellipsis):
        return [Clause(Phrase(reference.text, (toggles(leg), *reference.claims)), "noun")]
    if _leads_straight(pen, leg, opening.at) and pen.chance(0.03 + 0.25 * pen.style.wordiness):
        clauses.append(Clause(onwards_phrase(pen, leg.stretches[0]), "go"))
    clauses.append(Clause(take_phrase(pen, leg, reference), "take"))
    return clauses


def _leads_straight(pen: Pen, leg: Leg, at: int) -> bool:
    """Whether the card is ahead at a pose and the next step leads there."""
    if not leg.stretches or at != leg.turned or leg.stretches[0].moves < 2:
        return False
    return abs(bearing(pen.scene.poses[at], leg.target)) <= 32


def _by_the_way(pen: Pen, leg: Leg) -> list[Clause] | None:
    """Turn, go past or along something, and take it."""
    if leg.moves < 3 or any(stretch.moves < 0 for stretch in leg.stretches):
        return None
    opening = _opening(pen, leg)
    if opening.at != leg.turned and abs(leg.turn) > 1:
        return None
    ways = _ways(pen, opening.at, leg)
    if not ways:
        return None
    names = [claim for way in ways for claim in way.claims if isinstance(claim, Called)]
    pen.mentioned = tuple(names)
    reference = refer(pen, leg, opening.at, has_sides=False)
    pen.mentioned = ()
    if reference is None:
        return None
    take = Clause(take_phrase(pen, leg, reference), "take")
    return [*opening.clauses, *(Clause(way, "go") for way in ways), take]


def _ways(pen: Pen, at: int, leg: Leg) -> list[Phrase]:
    """What a leg's way is like from a pose: as a whole, or its two halves if it is long."""
    if leg.moves >= _LONG and pen.chance(0.2):
        half = (at + leg.last) // 2
        first, then = way_phrase(pen, at, half), way_phrase(pen, half, leg.last)
        if first and then and _marks(first).isdisjoint(_marks(then)):
            return [first, then]
    way = way_phrase(pen, at, leg.last)
    return [] if way is None else [way]


def _marks(way: Phrase) -> set[object]:
    """The cells and names of the landmarks in a phrase."""
    named = [claim for claim in way.claims if isinstance(claim, Called)]
    return {part for claim in named for part in (*claim.cells, claim.words)}


def _by_waypoints(pen: Pen, leg: Leg) -> list[Clause] | None:
    """Go somewhere first, perhaps from there to somewhere else, turn there, and take it."""
    if len(leg.stretches) < 2:
        return None
    *ways, last = leg.stretches[: 3 if pen.chance(0.5) else 2]
    if not last.turn or any(abs(way.moves) < 2 for way in ways):
        return None
    clauses = []
    for way in ways:
        if way.turn:
            clauses.append(Clause(turn_phrase(pen, way, is_exact=True), "turn"))
        clauses += _waypoint(pen, way)
    reference = refer(pen, leg, last.turned)
    if reference is None:
        return None
    turn = Clause(turn_phrase(pen, last), "turn")
    return [*clauses, turn, Clause(take_phrase(pen, leg, reference), "take")]


def _returning(pen: Pen, leg: Leg) -> list[Clause] | None:
    """Back towards where the follower began, for a card that is then in view."""
    start, here = pen.scene.poses[0].cell, pen.scene.poses[leg.first].cell
    is_back = 2 * distance(leg.target, start) <= distance(here, start)
    if leg.aim is not Aim.SELECT or abs(leg.turn) < 2 or not is_back:
        return None
    reference = refer(pen, leg, leg.turned)
    if reference is None or not pen.scene.sees(leg.turned, leg.target):
        return None
    back = phrase(pen.say("goals", "come back for"), reference)
    nears = Nears((start,), leg.first, leg.last)
    return [Clause(Phrase(back.text, (toggles(leg), *back.claims, nears)), "take")]


def _waypoint(pen: Pen, stretch: Stretch) -> list[Clause]:
    """Moves up to something: by landmark, by condition or by count."""
    if stretch.moves < 0:
        return [Clause(steps_phrase(pen, stretch), "go")]
    if pen.chance(0.3):
        when = when_phrase(pen, stretch.turned, stretch.end)
        if when is not None:
            return [Clause(onwards_phrase(pen, stretch), "go"), Clause(when, "when")]
    if not pen.chance(pen.style.counts_steps):
        found = until_phrase(pen, stretch.turned, stretch.end) or past_phrase(
            pen, stretch.turned, stretch.end
        )
        if found is not None:
            return [Clause(found, "go")]
    return [Clause(steps_phrase(pen, stretch), "go")]


def _foreseen(pen: Pen, leg: Leg) -> list[Clause] | None:
    """Turn, and you will see it: what the follower will see, and then that it is to be taken."""
    opening = _opening(pen, leg)
    if not pen.scene.sees(opening.at, leg.target) or not opening.has_sides:
        return None
    found = refer(pen, leg, opening.at, is_definite=False)
    if found is None:
        return None
    told = phrase(pen.say("taking", "you will see"), found)
    if found.is_plural and "there" in told.text:
        told = told._replace(text=told.text.replace("there is", "there are", 1))
    joint = " - " if pen.chance(0.1) else ", " if pen.chance(0.6) else " and "
    if told.text.startswith(("see ", "do you see")):
        joint = "? "
    text = told.text + joint + take_it(pen, leg, is_plural=found.is_plural)
    return [*opening.clauses, Clause(Phrase(text, (toggles(leg), *told.claims)), "say")]


def _asked(pen: Pen, leg: Leg) -> list[Clause] | None:
    """Whether a card was missed, if it was, and then that it is to be taken."""
    is_missed = leg.aim is Aim.SELECT and leg.target not in pen.memory.touched
    if not is_missed or pen.memory.fault is not Player.FOLLOWER:
        return None
    found = refer(pen, leg, leg.first)
    if found is None:
        return None
    it_too = take_it(pen, leg, is_plural=found.is_plural)
    asked = pen.say("taking", "did you miss").format(found.text, take=it_too)
    return [Clause(Phrase(asked, (toggles(leg), *found.claims)), "say")]


def _needed(pen: Pen, leg: Leg) -> list[Clause] | None:
    """What is needed, and where it is."""
    scene, at = pen.scene, leg.first
    if at:
        return None
    marks = landmark_modifier if pen.chance(pen.style.landmarks) else None
    by_mark = marks and scene.sees(at, leg.target) and marks(pen, leg.target, at)
    where = by_mark or side_modifier(pen, leg.target, at)
    if where is None or leg.aim is not Aim.SELECT:
        return None
    named = name_face(pen, scene.cards[leg.target], ALL)
    candidates = scene.candidates(leg, at)
    if sum(scene.matches(cell, named.face, where.relations) for cell in candidates) > 1:
        return None
    more = marks(pen, leg.target, at) if marks and not by_mark else None
    text = pen.say("taking", "we need").format(f"the {named.words}")
    text += f"{pen.say('taking', 'they are' if named.is_plural else 'it is')} {where.text}"
    relations, claims = where.relations, where.claims
    if more is not None:
        text += f" {more.text}"
        relations, claims = (*relations, *more.relations), (*claims, *more.claims)
    claim = Refers(leg.target, scene.poses[at], candidates, named.face, relations)
    return [Clause(Phrase(text, (toggles(leg), claim, *claims)), "say")]


def _first_seen(pen: Pen, leg: Leg) -> list[Clause] | None:
    """Take the first card in view, if it is that."""
    opening = _opening(pen, leg)
    scene, at = pen.scene, opening.at
    candidates = scene.candidates(leg, at)
    if not scene.sees(at, leg.target) or scene.poses[at].cell == leg.target:
        return None
    row = DISTANCE_FROM[scene.poses[at].cell]
    if any(row[cell] <= row[leg.target] for cell in candidates if cell != leg.target):
        return None
    claim = Refers(leg.target, scene.poses[at], candidates, SaidFace(), ())
    take = take_phrase(pen, leg, Phrase(pen.say("taking", "the card you see"), (claim,)))
    return [*opening.clauses, Clause(take, "take")]


def _by_steps(pen: Pen, leg: Leg) -> list[Clause] | None:
    """Every turn and every move, counted; then the card, in few words."""
    if not leg.stretches or len(leg.stretches) > 2 or leg.moves > 8:
        return None
    return [*step_clauses(pen, leg.stretches), _named_only(pen, leg)]


def step_clauses(pen: Pen, stretches: tuple[Stretch, ...]) -> list[Clause]:
    """Every turn and every move, counted."""
    clauses = []
    for stretch in stretches:
        if stretch.turn:
            clauses.append(Clause(turn_phrase(pen, stretch, is_exact=True), "turn"))
        if stretch.moves:
            clauses.append(Clause(steps_phrase(pen, stretch), "go"))
    return clauses


def _named_only(pen: Pen, leg: Leg) -> Clause:
    """Take the card on which the follower will stand."""
    stands = Stands(leg.target, leg.last)
    reference = Phrase(pen.say("goals", "the card there"), (stands,))
    if not pen.chance(0.1 + pen.style.bare):
        named = name_face(pen, pen.scene.cards[leg.target], ALL)
        claims = (stands, shows(pen, named))
        reference = Phrase(f"the {named.words}", claims, named.is_plural)
    return Clause(take_phrase(pen, leg, reference), "take")
