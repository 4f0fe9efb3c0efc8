"""What to do with a card: verbs of taking and of putting back, and ways around the verb."""

from cerealbar.language.board.claims import Phrase, Refers, Toggles, phrase
from cerealbar.language.board.trail import Aim, Leg
from cerealbar.language.clauses.retractions import after_wrong_card
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import words
from cerealbar.language.nouns.cards import Reference, refer
from cerealbar.language.nouns.faces import ALL, name_face
from cerealbar.language.nouns.places import landmark_modifier
from cerealbar.language.nouns.sides import side_modifier

_TAKE = words("taking", "take")
_DROP = words("taking", "drop")
_TAKE_SEVERAL = words("taking", "take several")
_DROP_SEVERAL = words("taking", "drop several")
_DROP_THIS = words("taking", "drop what one stands on")
_PRONOUN = words("taking", "it")
_PRONOUNS = words("taking", "them")
_TAKE_IT = words("taking", "take it")
_DROP_IT = words("taking", "drop it")
_FORESEE = words("taking", "you will see")
_DID_YOU = words("taking", "did you miss")
_THE_ONE_YOU_SEE = words("taking", "the card you see")


def take_phrase(pen: Pen, leg: Leg, reference: Reference) -> Phrase:
    """A verb with a card for its object."""
    card = after_wrong_card(pen, leg, reference.phrase)
    taken = phrase(take_words(pen, leg, is_plural=reference.is_plural), card)
    return Phrase(taken.text, (toggles(leg), *taken.claims))


def take_words(pen: Pen, leg: Leg, *, is_plural: bool) -> str:
    """A verb with a gap for the card, for which a pronoun may stand too."""
    if leg.aim is Aim.SELECT:
        text = pen.pick(_TAKE)
    else:
        is_here = pen.scene.poses[leg.first].cell == leg.target
        text = pen.pick(_DROP_THIS if is_here else _DROP)
    return text.replace("{it}", it(pen, is_plural=is_plural)) if "{it}" in text else text


def take_several_words(pen: Pen, aim: Aim) -> str:
    """A verb with a gap for more than one card."""
    return pen.pick(_TAKE_SEVERAL if aim is Aim.SELECT else _DROP_SEVERAL)


def toggles(leg: Leg) -> Toggles:
    """The claim that a leg's card is toggled."""
    return Toggles(leg.target, leg.aim is Aim.DESELECT)


def it(pen: Pen, *, is_plural: bool) -> str:
    """A pronoun for a card."""
    return pen.pick(_PRONOUNS if is_plural else _PRONOUN)


def take_it(pen: Pen, leg: Leg, *, is_plural: bool) -> str:
    """A verb with a pronoun for a card that was just named."""
    table = _TAKE_IT if leg.aim is Aim.SELECT else _DROP_IT
    return pen.pick(table).format(it(pen, is_plural=is_plural))


def foresee_phrase(pen: Pen, leg: Leg, at: int) -> Phrase | None:
    """What the follower will see, and then that it is to be taken."""
    found = refer(pen, leg, at, is_definite=False)
    if found is None:
        return None
    told = phrase(pen.pick(_FORESEE), found.phrase)
    if found.is_plural and "there" in told.text:
        told = told._replace(text=told.text.replace("there is", "there are", 1))
    joint = " - " if pen.chance(0.1) else ", " if pen.chance(0.6) else " and "
    if told.text.startswith(("see ", "do you see")):
        joint = "? "
    return Phrase(
        told.text + joint + take_it(pen, leg, is_plural=found.is_plural),
        (toggles(leg), *told.claims),
    )


def ask_phrase(pen: Pen, leg: Leg, at: int) -> Phrase | None:
    """Whether the follower missed a card, and then that it is to be taken."""
    found = refer(pen, leg, at)
    if found is None:
        return None
    it_too = take_it(pen, leg, is_plural=found.is_plural)
    asked = pen.pick(_DID_YOU).format(found.phrase.text, take=it_too)
    return Phrase(asked, (toggles(leg), *found.phrase.claims))


def seen_words(pen: Pen) -> str:
    """The nearest card in view, as the one that one sees."""
    return pen.pick(_THE_ONE_YOU_SEE)


_NEED = words("taking", "we need")
_IT_IS = words("taking", "it is")
_THEY_ARE = words("taking", "they are")


def need_phrase(pen: Pen, leg: Leg, at: int) -> Phrase | None:
    """The card that is wanted, and then where it is."""
    scene = pen.scene
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
    text = pen.pick(_NEED).format(f"the {named.words}")
    text += f"{pen.pick(_THEY_ARE if named.is_plural else _IT_IS)} {where.text}"
    relations, claims = where.relations, where.claims
    if more is not None:
        text += f" {more.text}"
        relations, claims = (*relations, *more.relations), (*claims, *more.claims)
    claim = Refers(leg.target, scene.poses[at], candidates, named.face, relations)
    return Phrase(text, (toggles(leg), claim, *claims))
