"""Waiting: to stay where one is, for how long, and why."""

from cerealbar.language.board.claims import Phrase
from cerealbar.language.clauses.plans import plan_phrase
from cerealbar.language.manner.pen import Pen


def wait_phrase(pen: Pen) -> Phrase:
    """Wait, with how long or why for those who say more."""
    text = pen.say("waiting", "wait")
    if text in ("wait", "stay", "hold") and pen.chance(0.15 + 0.4 * pen.style.wordiness):
        text += f" {pen.say('waiting', 'how long')}"
    if pen.chance(0.1 + 0.5 * pen.style.wordiness):
        reason = plan_phrase(pen) or Phrase(pen.say("waiting", "why to wait"))
        joint = ", " if pen.chance(0.5) else ". " if pen.chance(0.5) else " "
        return Phrase(text + joint + reason.text, reason.claims)
    return Phrase(text)
