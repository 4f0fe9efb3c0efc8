"""Mending: apologies and blame, putting cards back, and what was missed."""

from cerealbar.language.claims import Phrase
from cerealbar.language.goals import Clause
from cerealbar.language.history import recall
from cerealbar.language.memory import Fault
from cerealbar.language.motion import steps_phrase
from cerealbar.language.pen import Pen
from cerealbar.language.taking import take_phrase, toggles
from cerealbar.language.trail import Deed, Leg
from cerealbar.language.words import words

_SORRY = words(
    "sorry",
    "sorry:8 | sorry, wrong card:5 | my bad:5 | oops:5 | my mistake:4 | that was my mistake:3"
    " | sorry, my mistake:2 | oops, wrong card:2 | sorry about that:3 | i messed up:2"
    " | whoops:1.5 | sorry i made a mistake:1.5 | wrong card, my bad | my fault | oops my mistake"
    " | sorry, i told you the wrong card:0.7 | i made a mistake:1.5 | ugh, sorry:0.5"
    " | my apologies:0.3 | sorry that was wrong | i was wrong:0.5 | sorry, that one doesn't work"
    " | change of plans:0.7 | never mind that one | nevermind | sorry i miscounted:0.4"
    " | shoot:0.5 | darn:0.3 | ugh:0.4 | crap:0.2 | forget that:0.5 | scratch that:0.4"
    " | wait no:0.5 | i gave you the wrong card:0.7 | i picked the wrong one:0.7"
    " | i read it wrong:0.3 | that set is invalid:1 | it turned red:0.7"
    " | we have the wrong cards:0.7 | that isn't a valid set:0.7 | misread the board:0.2"
    " | my error:0.3 | correction:0.3 | actually:1.5",
)
_WRONG = words(
    "wrong",
    "wrong card:8 | oops, wrong card:4 | oops:3 | that's the wrong card:4 | not that one:3"
    " | that is the wrong card:2 | you got the wrong card:3 | no, wrong card:2 | wrong one:3"
    " | you picked up the wrong card:2 | you took the wrong one | not that card:2"
    " | that was not the right card | you went the wrong way:0.3 | you have the wrong card:1.5"
    " | uh oh wrong card:0.4 | please listen:0.5 | whoops, wrong one:0.7"
    " | careful, wrong card:0.3 | nope:0.5 | no no:0.3 | hmm that's not it:0.4"
    " | that one is wrong:0.7 | incorrect card:0.2 | you hit an extra card:0.5"
    " | you walked over a card:0.5 | too many cards:0.4 | that wasn't it:0.4"
    " | you accidentally picked up an extra one:0.4 | you selected an extra card"
    " | you grabbed the wrong one",
)
_MISSED = words(
    "missed",
    "you missed one:4 | you missed the card:3 | you missed a card:3 | you forgot a card:3"
    " | you forgot to pick up the card:2 | you forgot to collect the card | you didn't get it:2"
    " | you didn't get the card:2 | not quite | almost:1.5 | that didn't work | try again:2"
    " | you still need to get one | it didn't register:0.5 | close, but you missed it:0.7"
    " | you skipped one | you were close:0.4 | so close:0.3 | you stopped too early:0.5"
    " | you passed it:0.5 | you walked past it:0.4 | it wasn't selected:0.5",
)
_UNDONE = words(
    "undone",
    "you stepped on it twice:3 | you deselected it:4 | you unselected it:4 | oops:3"
    " | you accidentally deselected it:2 | it got deselected:2 | you undid it:0.5 | try again",
)
_OFF_ON = words(
    "off and on",
    "step off and back on {x} to {drop} it:3 | step off and step back on {x}"
    " | step off {x} and back on | move off {x} and then back on to {drop} it"
    " | walk off {x} and back on to {drop} it",
)
_STEP_OFF = words(
    "step and step back",
    "{a} then {b} to {drop} {x}:6 | {a}, then {b} to {drop} {x}:3"
    " | {a} and then {b} to {drop} {x}:3 | {a} and {b} to {drop} {x}:2",
)
_DESELECT = words("deselect", "deselect:5 | unselect:4")
_RESELECT = words("reselect", "reselect:3 | select:5 | re-select:0.5 | pick up:2 | get:2")


def excuse(pen: Pen) -> Phrase | None:
    """What is said before a correction: whose fault it was, or what was missed."""
    if not pen.chance(0.3 + 0.5 * pen.style.wordiness):
        return None
    if pen.memory.fault is Fault.LEADER:
        return Phrase(pen.pick(_SORRY))
    if pen.memory.fault is Fault.FOLLOWER:
        legs = pen.scene.legs
        if any(leg.deed is Deed.DESELECT for leg in legs):
            return Phrase(pen.pick(_WRONG))
        is_again = any(leg.target in pen.memory.touched for leg in legs)
        return Phrase(pen.pick(_UNDONE if is_again else _MISSED))
    return None


def recalled_clause(pen: Pen, leg: Leg) -> Clause | None:
    """A card by the history of the game: to put it back, or to take it again."""
    found = recall(pen, leg)
    if found is None:
        return None
    is_here = pen.scene.poses[leg.first].cell == leg.target
    if is_here and pen.chance(0.2):
        stepped = _step_off(pen, leg, found.phrase)
        if stepped is not None:
            return Clause(stepped, "take")
    taken = take_phrase(pen, leg, found)
    if leg.deed is Deed.SELECT and leg.target in pen.memory.touched:
        verb = pen.pick(_RESELECT)
        again = " again" if verb != "reselect" or pen.chance(0.2) else ""
        text = f"{verb} {found.phrase.text}{again}"
        taken = Phrase(text, taken.claims)
    return Clause(taken, "take")


def _step_off(pen: Pen, leg: Leg, card: Phrase) -> Phrase | None:
    """How to toggle the card on which one stands: off it and back on."""
    verb = pen.pick(_DESELECT if leg.deed is Deed.DESELECT else _RESELECT)
    away, back = (*leg.stretches, None, None)[:2]
    claims = (toggles(leg), *card.claims)
    is_simple = (
        away is not None
        and back is not None
        and len(leg.stretches) == 2
        and not away.turn
        and not back.turn
        and away.moves == -back.moves
    )
    if is_simple and away is not None and back is not None and pen.chance(0.6):
        a, b = steps_phrase(pen, away), steps_phrase(pen, back)
        text = pen.pick(_STEP_OFF).format(a=a.text, b=b.text, drop=verb, x=card.text)
        return Phrase(text, (*claims, *a.claims, *b.claims))
    return Phrase(pen.pick(_OFF_ON).format(x=card.text, drop=verb), claims)
