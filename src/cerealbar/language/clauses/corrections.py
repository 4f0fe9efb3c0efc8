"""Mending: apologies and blame, putting cards back, what was missed, cards by what happened."""

from cerealbar.game import Player
from cerealbar.language.board.claims import Claim, Clause, Phrase, Recalls, Stands, Touched
from cerealbar.language.board.scene import Aim, Leg, Stretch
from cerealbar.language.clauses.motion import steps_phrase
from cerealbar.language.clauses.taking import take_phrase, toggles
from cerealbar.language.manner.pen import Pen


def recall(pen: Pen, leg: Leg) -> Phrase | None:
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
    return Phrase(pen.say("history", name), (claim,))


def excuse(pen: Pen) -> Phrase | None:
    """What is said before a correction: whose fault it was, or what was missed."""
    if not pen.chance(0.3 + 0.5 * pen.style.wordiness):
        return None
    if pen.memory.fault is Player.LEADER:
        return Phrase(pen.say("corrections", "sorry"))
    if pen.memory.fault is Player.FOLLOWER:
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
        return Clause(_step_off(pen, leg, found), "take")
    if leg.aim is Aim.SELECT and leg.target in pen.memory.touched:
        verb = pen.say("corrections", "reselect")
        again = " again" if verb != "reselect" or pen.chance(0.2) else ""
        text = f"{verb} {found.text}{again}"
        return Clause(Phrase(text, (toggles(leg), *found.claims)), "take")
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
