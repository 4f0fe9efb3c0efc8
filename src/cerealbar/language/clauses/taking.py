"""What to do with a card: to take it or put it back; and words that are taken back at once."""

from cerealbar.language.board.claims import Phrase, Retracts, Toggles, phrase
from cerealbar.language.board.scene import Aim, Leg
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.faces import ALL, name_face

_SHARE = 0.18  # of what people chat


def after_wrong_card(pen: Pen, leg: Leg, card: Phrase) -> Phrase:
    """A card, now and then after the name of another that lies nearby."""
    if not pen.chance(_SHARE * pen.style.chatter):
        return card
    others = sorted(pen.scene.sight(leg.first) - {leg.target})
    if not others:
        return card
    named = name_face(pen, pen.scene.cards[pen.rng.choice(others)], ALL)
    wrong = f"the {named.words}{pen.say('retractions', 'taking back')} "
    return Phrase(wrong + card.text, (Retracts(wrong), *card.claims))


def after_wrong_side(pen: Pen, side: str) -> Phrase | None:
    """A side, now and then after the other one."""
    if not pen.chance(_SHARE * pen.style.chatter):
        return None
    wrong = f"{'left' if side == 'right' else 'right'}{pen.say('retractions', 'taking back')} "
    return Phrase(wrong + side, (Retracts(wrong),))


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
