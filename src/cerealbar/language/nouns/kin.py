"""A card by the one that was named just before: the one next to it, the same shape in blue."""

from cerealbar.language.board.claims import Claims, Phrase, Refers, SaidFace, Succeeds
from cerealbar.language.board.relations import Near, Relation
from cerealbar.language.board.scene import Aim, Leg
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.faces import (
    ALL,
    COLOUR_WORDS,
    SHAPE_NOUNS,
    FacePart,
    name_face,
)


def refer_to_kin(pen: Pen, leg: Leg, before: Leg) -> Phrase | None:
    """A leg's card by the card of the leg before, if words for that tell it from all others."""
    if Aim.GO in (leg.aim, before.aim) or leg.target == before.target:
        return None
    return _beside(pen, leg, before) or _alike(pen, leg, before)


def _reference(
    pen: Pen, leg: Leg, before: Leg, text: str, face: SaidFace, *relations: Relation
) -> Phrase | None:
    """The reference, if no third card fits it that could be toggled so, in view or not.

    The card itself is in view, from the card before or already on the way there.
    """
    scene = pen.scene
    poses = [at for at in (leg.first, before.turned, before.first) if scene.sees(at, leg.target)]
    if not poses:
        return None
    on = scene.selected
    rivals = {cell for cell in scene.cards if (cell in on) == (leg.target in on)}
    rivals -= {leg.target, before.target}
    if any(scene.matches(cell, face, relations) for cell in rivals):
        return None
    candidates = scene.candidates(leg, poses[0])
    pose = scene.poses[poses[0]]
    refers = Refers(leg.target, pose, candidates, face, relations, besides=before.target)
    claims: Claims = (refers, Succeeds(leg.target, before.target))
    return Phrase(text, claims)


def _beside(pen: Pen, leg: Leg, before: Leg) -> Phrase | None:
    near = Near((before.target,), 1)
    if not pen.scene.holds(near, leg.target):
        return None
    bare = _reference(pen, leg, before, pen.say("kin", "neighbour"), SaidFace(), near)
    if bare is not None and pen.chance(0.4):
        return bare
    parts = ALL if pen.chance(pen.style.faces) else FacePart.COLOUR
    named = name_face(pen, pen.scene.cards[leg.target], parts)
    text = f"the {named.words} {pen.say('kin', 'beside it')}"
    return _reference(pen, leg, before, text, named.face, near)


def _alike(pen: Pen, leg: Leg, before: Leg) -> Phrase | None:
    """The other of a colour or of a shape, or the same in another colour."""
    card, other = pen.scene.cards[leg.target], pen.scene.cards[before.target]
    one, many = pen.term(SHAPE_NOUNS[card.shape])
    if card.shape is other.shape and card.colour is not other.colour and pen.chance(0.6):
        count = card.count if card.count == other.count else None
        text = pen.say(
            "kin", "same shape, other colour" if count is None else "same face, other colour"
        )
        said = SaidFace(count, card.colour, card.shape)
    elif card.shape is other.shape:
        text, said = pen.say("kin", "other of a shape"), SaidFace(shape=card.shape)
    elif card.colour is other.colour:
        text, said = pen.say("kin", "other of a colour"), SaidFace(colour=card.colour)
    else:
        return None
    text = text.format(c=pen.term(COLOUR_WORDS[card.colour]), s1=one, s=many)
    return _reference(pen, leg, before, text, said)
