"""Where a card lies by the cards around it: next to the blue stars, behind the green heart."""

from cerealbar.game import DISTANCE_FROM
from cerealbar.language.board.claims import Shows
from cerealbar.language.board.relations import Between, Near
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import ranged
from cerealbar.language.nouns.faces import ALL, FacePart, NamedFace, name_face
from cerealbar.language.nouns.places import VIEWED
from cerealbar.language.nouns.sides import Modifier

_NEAR = ranged("places", "near a card")
_REACH = 2


def neighbour_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """Words that place a card by another in view that is left alone."""
    scene = pen.scene
    near = [
        (other, 1 / DISTANCE_FROM[cell][other])
        for other in scene.sight(at).difference(scene.intention.cards)
        if 0 < DISTANCE_FROM[cell][other] <= _REACH
    ]
    near.sort()
    others = pen.shuffled(near)
    if not others:
        return None
    if len(others) > 1 and pen.chance(0.5):
        between = _between(pen, cell, others[0], others[1])
        if between is not None:
            return between
    other = others[0]
    named = _named(pen, cell, other)
    if named is None:
        return None
    shown = shows(pen, named)
    if pen.chance(0.5):
        pose = scene.poses[at]
        for kind, wording in VIEWED.items():
            if scene.holds(kind(pose, (other,)), cell):
                text = f"{pen.pick(wording)} the {named.words}"
                return Modifier(text, (kind(pose, shown.cells),), (shown,))
    preposition, _, limit = pen.pick(_NEAR)
    if DISTANCE_FROM[cell][other] > limit:
        preposition, limit = "near", _REACH
    return Modifier(f"{preposition} the {named.words}", (Near(shown.cells, limit),), (shown,))


def _named(pen: Pen, cell: int, other: int) -> NamedFace | None:
    """A neighbour by its face, if that is not also the face of the card itself."""
    cards = pen.scene.cards
    parts = ALL if pen.chance(pen.style.faces) else FacePart.COLOUR | FacePart.SHAPE
    named = name_face(pen, cards[other], parts)
    return None if named.face.fits(cards[cell]) else named


def shows(pen: Pen, named: NamedFace) -> Shows:
    """The claim that a face is that of some cards and no others."""
    cards = pen.scene.cards
    return Shows(tuple([cell for cell in cards if named.face.fits(cards[cell])]), named.face)


def _between(pen: Pen, cell: int, one: int, other: int) -> Modifier | None:
    """Between two cards."""
    if not pen.scene.holds(Between((one,), (other,), _REACH), cell):
        return None
    a, b = _named(pen, cell, one), _named(pen, cell, other)
    if a is None or b is None or a.words == b.words:
        return None
    shown, others = shows(pen, a), shows(pen, b)
    text = f"{pen.say('places', 'between cards')} the {a.words} and the {b.words}"
    return Modifier(text, (Between(shown.cells, others.cells, _REACH),), (shown, others))
