"""Words that someone takes back at once: `the red, no sorry, the yellow star`."""

from cerealbar.language.board.claims import Phrase, Retracts
from cerealbar.language.board.trail import Leg
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
