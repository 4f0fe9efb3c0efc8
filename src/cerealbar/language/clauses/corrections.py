"""Mending: apologies and blame, putting cards back, and what was missed."""

from cerealbar.language.board.claims import Phrase
from cerealbar.language.board.trail import Aim, Leg, Stretch
from cerealbar.language.clauses.goals import Clause
from cerealbar.language.clauses.motion import steps_phrase
from cerealbar.language.clauses.taking import take_phrase, toggles
from cerealbar.language.manner.memory import Fault
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.history import recall


def excuse(pen: Pen) -> Phrase | None:
    """What is said before a correction: whose fault it was, or what was missed."""
    if not pen.chance(0.3 + 0.5 * pen.style.wordiness):
        return None
    if pen.memory.fault is Fault.LEADER:
        return Phrase(pen.say("corrections", "sorry"))
    if pen.memory.fault is Fault.FOLLOWER:
        legs = pen.scene.legs
        if any(leg.aim is Aim.DESELECT for leg in legs):
            return Phrase(pen.say("corrections", "wrong"))
        is_again = any(leg.target in pen.memory.touched for leg in legs)
        return Phrase(pen.say("corrections", "undone" if is_again else "missed"))
    return None


def recalled_clause(pen: Pen, leg: Leg) -> Clause | None:
    """A card by the history of the game: to put it back, or to take it again."""
    found = recall(pen, leg)
    if found is None:
        return None
    is_here = pen.scene.poses[leg.first].cell == leg.target
    if is_here and pen.chance(0.2):
        return Clause(_step_off(pen, leg, found.phrase), "take")
    if leg.aim is Aim.SELECT and leg.target in pen.memory.touched:
        verb = pen.say("corrections", "reselect")
        again = " again" if verb != "reselect" or pen.chance(0.2) else ""
        text = f"{verb} {found.phrase.text}{again}"
        return Clause(Phrase(text, (toggles(leg), *found.phrase.claims)), "take")
    return Clause(take_phrase(pen, leg, found), "take")


def _step_off(pen: Pen, leg: Leg, card: Phrase) -> Phrase:
    """How to toggle the card on which one stands: off it and back on."""
    verb = pen.say("corrections", "deselect" if leg.aim is Aim.DESELECT else "reselect")
    claims = (toggles(leg), *card.claims)
    match leg.stretches:
        case (Stretch(turn=0) as away, Stretch(turn=0) as back) if (
            away.moves == -back.moves and pen.chance(0.6)
        ):
            a, b = steps_phrase(pen, away), steps_phrase(pen, back)
            text = pen.say("corrections", "step and step back").format(
                a=a.text, b=b.text, drop=verb, x=card.text
            )
            return Phrase(text, (*claims, *a.claims, *b.claims))
    return Phrase(pen.say("corrections", "off and on").format(x=card.text, drop=verb), claims)
