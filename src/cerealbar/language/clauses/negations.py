"""What not to do: cards to leave alone, not yet or not at all."""

from cerealbar.game import DISTANCE_FROM
from cerealbar.language.board.claims import Phrase, Spares, TouchesNone, phrase
from cerealbar.language.board.trail import Aim, Leg
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import words
from cerealbar.language.nouns.cards import refer

_NOT_YET = words("negations", "not yet")
_SPARE = words("negations", "spare")
_BARE = ("the card", "card")
_NO_CARDS = words("negations", "no cards")


def not_yet(pen: Pen, it: str) -> str:
    """That a card which was named is not to be taken now."""
    return pen.pick(_NOT_YET).format(it=it)


def spare_phrase(pen: Pen) -> Phrase | None:
    """A card close to the way that is to be left alone."""
    scene = pen.scene
    taken = scene.selected.union(scene.intention.cards)
    cells = {pose.cell for pose in scene.poses}
    start, end = scene.poses[0].cell, scene.poses[-1].cell
    for card in sorted(scene.sight(0) - taken):
        row = DISTANCE_FROM[card]
        if row[end] > 1 and row[start] > 0 and any(row[cell] == 1 for cell in cells):
            found = refer(pen, Leg(Aim.SELECT, card, 0, 0, ()), 0, has_sides=False)
            if found is not None and not found.phrase.text.startswith(_BARE):
                spared = phrase(pen.pick(_SPARE), found.phrase)
                return Phrase(spared.text, (*spared.claims, Spares(card)))
    return None


def no_cards_phrase(pen: Pen, leg: Leg) -> Phrase:
    """That a way leads to no card at all."""
    return Phrase(pen.pick(_NO_CARDS), (TouchesNone(leg.first, leg.last),))
