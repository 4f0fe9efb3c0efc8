"""Cards by what has happened: the one you stand on, the one you just picked, that one."""

from cerealbar.language.board.claims import Claim, Phrase, Recalls, Stands, Touched
from cerealbar.language.board.trail import Leg
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.cards import Reference


def recall(pen: Pen, leg: Leg) -> Reference | None:
    """A leg's card by the history of the game, if it has one that both remember."""
    touched = pen.memory.touched
    claim: Claim
    if pen.scene.poses[leg.first].cell == leg.target:
        name, claim = "the card you stand on", Stands(leg.target, leg.first)
    elif leg.first:
        return None
    elif touched[-1:] == (leg.target,):
        name, claim = "the last card", Touched(leg.target, 0)
    elif touched[-2:-1] == (leg.target,):
        name, claim = "the card before the last", Touched(leg.target, 1)
    elif pen.memory.named == leg.target:
        name, claim = "that card", Recalls(leg.target)
    else:
        return None
    return Reference(Phrase(pen.say("history", name), (claim,)), False)
