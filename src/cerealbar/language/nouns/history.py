"""Cards by what has happened: the one you stand on, the one you just picked, that one."""

from cerealbar.language.board.claims import Phrase, Recalls, Stands, Touched
from cerealbar.language.board.trail import Leg
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import words
from cerealbar.language.nouns.cards import Reference

_STANDING = words("history", "the card you stand on")
_LAST = words("history", "the last card")
_BEFORE = words("history", "the card before the last")
_NAMED = words("history", "that card")


def recall(pen: Pen, leg: Leg) -> Reference | None:
    """A leg's card by the history of the game, if it has one that both remember."""
    touched = pen.memory.touched
    if pen.scene.poses[leg.first].cell == leg.target:
        return Reference(Phrase(pen.pick(_STANDING), (Stands(leg.target, leg.first),)), False)
    if leg.first == 0 and touched[-1:] == (leg.target,):
        return Reference(Phrase(pen.pick(_LAST), (Touched(leg.target, 0),)), False)
    if leg.first == 0 and touched[-2:-1] == (leg.target,):
        return Reference(Phrase(pen.pick(_BEFORE), (Touched(leg.target, 1),)), False)
    if leg.first == 0 and pen.memory.named == leg.target:
        return Reference(Phrase(pen.pick(_NAMED), (Recalls(leg.target),)), False)
    return None
