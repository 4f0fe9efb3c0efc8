"""Waiting: to stay where one is, for how long, and why."""

from cerealbar.language.board.claims import Phrase, PlanTold
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import words
from cerealbar.language.nouns.faces import ALL, name_face

_WAIT = words("waiting", "wait")
_HOW_LONG = words("waiting", "how long")
_WHY = words("waiting", "why to wait")
_MY_CARD = words("waiting", "my card")
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


def plan_phrase(pen: Pen) -> Phrase | None:
    """What the leader is about to fetch, if that is known."""
    cards = [cell for cell in pen.scene.intention.leader_cards if cell in pen.scene.cards]
    if not cards:
        return None
    cell = pen.rng.choice(cards)
    named = name_face(pen, pen.scene.cards[cell], ALL)
    text = pen.pick(_MY_CARD).format(f"the {named.words}")
    return Phrase(text, (PlanTold(cell, named.face),))


def wait_there(pen: Pen) -> str:
    """To stop where one has come to."""
    return pen.pick(_THERE)
