"""What to do with a card: verbs of taking and of putting back, and ways around the verb."""

from cerealbar.language.board.claims import Phrase, Toggles, phrase
from cerealbar.language.board.scene import Aim, Leg
from cerealbar.language.clauses.connectives import after_wrong_card
from cerealbar.language.manner.pen import Pen


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
