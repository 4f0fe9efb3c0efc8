"""Waiting: to stay where one is, for how long, and why."""

from cerealbar.language.board.claims import Phrase
from cerealbar.language.clauses.plans import plan_phrase
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import words

_WAIT = words("waiting", "wait")
_HOW_LONG = words("waiting", "how long")
_WHY = words("waiting", "why to wait")
_THERE = words("waiting", "wait there")


def wait_phrase(pen: Pen) -> Phrase:
    """Wait, with how long or why for those who say more."""
    text = pen.pick(_WAIT)
    if text in ("wait", "stay", "hold") and pen.chance(0.15 + 0.4 * pen.style.wordiness):
        text += f" {pen.pick(_HOW_LONG)}"
    if pen.chance(0.1 + 0.5 * pen.style.wordiness):
        reason = plan_phrase(pen) or Phrase(pen.pick(_WHY))
        joint = ", " if pen.chance(0.5) else ". " if pen.chance(0.5) else " "
        return Phrase(text + joint + reason.text, reason.claims)
    return Phrase(text)


def wait_there(pen: Pen) -> str:
    """To stop where one has come to."""
    return pen.pick(_THERE)
