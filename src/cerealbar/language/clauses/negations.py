"""What not to do: cards to leave alone, not yet or not at all, and why."""

from collections.abc import Callable, Iterable

from cerealbar.game import DISTANCE_FROM, Card
from cerealbar.language.board.claims import (
    Asks,
    Chosen,
    Claim,
    Lies,
    OnWay,
    Phrase,
    Refers,
    Spares,
    phrase,
)
from cerealbar.language.board.relations import InZone, Near, Relation
from cerealbar.language.board.scene import Aim, Leg
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.cards import refer
from cerealbar.language.nouns.faces import ALL, FacePart, name_face

_BARE = ("the card", "card")
_CONFUSED = 6  # moves: how far apart two cards lie of which one is taken for the other
_SHORT_OF = 3  # moves: how far ahead a card can lie that one is to stop before


def warning_phrase(pen: Pen) -> Phrase | None:
    """A card that could be taken by mistake on the way or at its end, if there is one."""
    ways: tuple[tuple[Callable[[Pen], Phrase | None], float], ...] = (
        (_beside_the_way, 3),
        (_beside_the_goal, 4),
        (_after_the_goal, 3),
        (_in_the_way, 4),
        (_already_chosen, 3),
        (_like_the_goal, 6),
        (_nothing_else, 1),
    )
    return pen.first(ways, pen)


def _spared(
    pen: Pen, cells: Iterable[int], at: int, table: str, *why: Claim, aim: Aim = Aim.SELECT
) -> Phrase | None:
    """The first of the cards that has a short name at a pose, to be left alone."""
    for cell in cells:
        found = refer(pen, Leg(aim, cell, at, at, ()), at, has_sides=False)
        if found is not None and not found.text.startswith(_BARE):
            spared = phrase(pen.say("negations", table), found)
            return Phrase(spared.text, (*spared.claims, Spares(cell), *why))
    return None


def _left_alone(pen: Pen, at: int) -> list[int]:
    """Cells of the cards in view from a pose that are neither selected nor to be toggled."""
    scene = pen.scene
    return sorted(scene.sight(at) - scene.selected.union(scene.intention.cards))


def _beside_the_way(pen: Pen) -> Phrase | None:
    cells = {pose.cell for pose in pen.scene.poses}
    start, end = pen.scene.poses[0].cell, pen.scene.poses[-1].cell
    near = [
        card
        for card in _left_alone(pen, 0)
        if DISTANCE_FROM[card][end] > 1
        and card != start
        and any(DISTANCE_FROM[card][cell] == 1 for cell in cells)
    ]
    return _spared(pen, near, 0, "spare")


def _beside_the_goal(pen: Pen) -> Phrase | None:
    """Not the one next to it."""
    scene, at = pen.scene, len(pen.scene.poses) - 1
    goal = scene.legs[-1].target
    if scene.poses[at].cell != goal or scene.legs[-1].aim is not Aim.SELECT:
        return None
    near = Near((goal,), 1)
    parts = ALL if pen.chance(0.5) else FacePart.COLOUR
    cells = [card for card in _left_alone(pen, at) if scene.holds(near, card)]
    return _told_apart(pen, cells, at, parts, "not its neighbour", near)


def _told_apart(
    pen: Pen, cells: Iterable[int], at: int, parts: FacePart, table: str, *relations: Relation
) -> Phrase | None:
    """The first of the cards that no other in view is like in face and place, to be left alone."""
    scene = pen.scene
    for card in cells:
        named = name_face(pen, scene.cards[card], parts)
        candidates = scene.candidates(Leg(Aim.SELECT, card, at, at, ()), at)
        if sum(scene.matches(cell, named.face, relations) for cell in candidates) == 1:
            claim = Refers(card, scene.poses[at], candidates, named.face, relations)
            return Phrase(
                pen.say("negations", table).format(f"the {named.words}"), (claim, Spares(card))
            )
    return None


def _after_the_goal(pen: Pen) -> Phrase | None:
    """To stop before the card that lies straight ahead at the end of the way."""
    at = len(pen.scene.poses) - 1
    pose = pen.scene.poses[at]
    ahead = InZone(pose, "straight")
    cells = [
        card
        for card in _left_alone(pen, at)
        if DISTANCE_FROM[card][pose.cell] <= _SHORT_OF and pen.scene.holds(ahead, card)
    ]
    return _spared(pen, cells[:1], at, "stop before", *(Lies(card, ahead) for card in cells[:1]))


def _in_the_way(pen: Pen) -> Phrase | None:
    """A card on the straight way to the first goal, around which the route leads."""
    pose, goal = pen.scene.poses[0], pen.scene.legs[0].target
    row = DISTANCE_FROM[pose.cell]
    cells = [
        card
        for card in _left_alone(pen, 0)
        if row[card] > 0 and row[card] + DISTANCE_FROM[card][goal] == row[goal]
    ]
    return _spared(pen, cells[:1], 0, "in the way", *(OnWay(c, pose, goal) for c in cells[:1]))


def _already_chosen(pen: Pen) -> Phrase | None:
    """A selected card close to the way, which another step on it would put back."""
    scene = pen.scene
    cells = {pose.cell for pose in scene.poses[1:]}
    near = [
        card
        for card in sorted(scene.selected.intersection(scene.sight(0)) - {*scene.intention.cards})
        if card not in cells and any(DISTANCE_FROM[card][cell] == 1 for cell in cells)
    ]
    chosen = (Chosen(card) for card in near[:1])
    return _spared(pen, near[:1], 0, "not again", *chosen, aim=Aim.DESELECT)


def _like_the_goal(pen: Pen) -> Phrase | None:
    """A card in view, near one that is to be taken, with much the same face."""
    scene = pen.scene
    goals = [leg.target for leg in scene.legs if leg.aim is Aim.SELECT]
    cells = [
        cell
        for cell in _left_alone(pen, 0)
        if any(
            _in_common(scene.cards[cell], scene.cards[goal]) == 2
            and DISTANCE_FROM[cell][goal] <= _CONFUSED
            for goal in goals
        )
    ]
    return _told_apart(pen, cells, 0, ALL, "not that")


def _in_common(card: Card, other: Card) -> int:
    """How many of count, colour and shape are the same."""
    return (card.count == other.count) + (card.colour is other.colour) + (card.shape is other.shape)


def _nothing_else(pen: Pen) -> Phrase | None:
    """Only the one card that there is to take."""
    legs = pen.scene.legs
    if len(legs) > 1 or legs[0].aim is not Aim.SELECT or not pen.chance(0.1):
        return None
    return Phrase(pen.say("negations", "nothing else"), (Asks(1),))
