"""Cards by what has happened: the one you stand on, the one you just picked, that one."""

from cerealbar.language.cards import Reference
from cerealbar.language.claims import Phrase, Recalls, Stands, Touched
from cerealbar.language.pen import Pen
from cerealbar.language.trail import Leg
from cerealbar.language.words import words

_STANDING = words(
    "the card you stand on",
    "the card you're standing on:8 | the card you are standing on:7 | the card you are on:8"
    " | the card you're on:7 | the current card:2 | card you are on:2 | the one you're on:2"
    " | the one you are standing on:2 | the card under you | the card you are on top of:0.7"
    " | that card:5 | this card | the card you are currently on"
    " | the card you're currently on:0.7 | the one you're standing on | the card beneath you:0.3"
    " | the card where you are:0.5",
)
_LAST = words(
    "the last card",
    "the card you just picked up:5 | the card you just picked:5 | the card you just selected:5"
    " | the card you just got:3 | the last card you picked up:3 | the last card you got:2"
    " | the last card:3 | the card you just stepped on:2 | the one you just picked up:2"
    " | the one you just got:1.5 | the card you just took | the last card you selected:2"
    " | that last card:1.5 | that card you just got | the card you just grabbed"
    " | the card you just collected:0.7 | the card you last picked:0.5",
)
_BEFORE = words(
    "the card before the last",
    "the card you got before that:2 | the card before that one:2"
    " | the second to last card you got | the other card you got"
    " | the card you picked before that",
)
_NAMED = words(
    "that card",
    "that card:10 | that one:3 | that card now:2 | the card i told you about"
    " | the card i mentioned:.7 | that same card | the same card:1.5",
)


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
