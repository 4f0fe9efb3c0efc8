"""What to do with a card: verbs of taking and of putting back, and ways around the verb."""

from cerealbar.language.board.claims import Phrase, Refers, Toggles, phrase
from cerealbar.language.board.scene import Aim, Leg
from cerealbar.language.clauses.connectives import after_wrong_card
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.cards import refer
from cerealbar.language.nouns.faces import ALL, name_face
from cerealbar.language.nouns.places import landmark_modifier, side_modifier


def take_phrase(pen: Pen, leg: Leg, reference: Phrase) -> Phrase:
    """A verb with a card for its object."""
    card = after_wrong_card(pen, leg, reference)
    taken = phrase(take_words(pen, leg, is_plural=reference.is_plural), card)
    return Phrase(taken.text, (toggles(leg), *taken.claims))


def take_words(pen: Pen, leg: Leg, *, is_plural: bool) -> str:
    """A verb with a gap for the card, for which a pronoun may stand too."""
    if leg.aim is Aim.SELECT:
        text = pen.say("taking", "take")
    else:
        is_here = pen.scene.poses[leg.first].cell == leg.target
        text = pen.say("taking", "drop what one stands on" if is_here else "drop")
    return text.replace("{it}", it(pen, is_plural=is_plural)) if "{it}" in text else text


def take_several_words(pen: Pen, aim: Aim) -> str:
    """A verb with a gap for more than one card."""
    return pen.say("taking", "take several" if aim is Aim.SELECT else "drop several")


def toggles(leg: Leg) -> Toggles:
    """The claim that a leg's card is toggled."""
    return Toggles(leg.target, leg.aim is Aim.DESELECT)


def it(pen: Pen, *, is_plural: bool) -> str:
    """A pronoun for a card."""
    return pen.say("taking", "them" if is_plural else "it")


def take_it(pen: Pen, leg: Leg, *, is_plural: bool) -> str:
    """A verb with a pronoun for a card that was just named."""
    table = "take it" if leg.aim is Aim.SELECT else "drop it"
    return pen.say("taking", table).format(it(pen, is_plural=is_plural))


def foresee_phrase(pen: Pen, leg: Leg, at: int) -> Phrase | None:
    """What the follower will see, and then that it is to be taken."""
    found = refer(pen, leg, at, is_definite=False)
    if found is None:
        return None
    told = phrase(pen.say("taking", "you will see"), found)
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
    asked = pen.say("taking", "did you miss").format(found.text, take=it_too)
    return Phrase(asked, (toggles(leg), *found.claims))


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
    text = pen.say("taking", "we need").format(f"the {named.words}")
    text += f"{pen.say('taking', 'they are' if named.is_plural else 'it is')} {where.text}"
    relations, claims = where.relations, where.claims
    if more is not None:
        text += f" {more.text}"
        relations, claims = (*relations, *more.relations), (*claims, *more.claims)
    claim = Refers(leg.target, scene.poses[at], candidates, named.face, relations)
    return Phrase(text, (toggles(leg), claim, *claims))
