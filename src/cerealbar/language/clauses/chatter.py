"""What asks for no step: plans for the set, waiting, greetings, praise, hurry, thanks."""

from collections.abc import Iterable

from cerealbar.game import is_set
from cerealbar.language.board.claims import (
    Chosen,
    Claim,
    Phrase,
    PlanCount,
    PlanIncludes,
    PlanTold,
    SaidFace,
    joined,
)
from cerealbar.language.clauses.groups import listed_words
from cerealbar.language.intention import Purpose
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import words
from cerealbar.language.nouns.faces import ALL, name_face

_MY_SHARE = {
    1: words("plans", "the other one is mine"),
    2: words("plans", "the other two are mine"),
}


def plan_phrase(pen: Pen) -> Phrase | None:
    """What the leader is about to fetch, if that is known."""
    count = len(pen.scene.intention.leader_cards)
    if pen.scene.intention.cards and count in _MY_SHARE and pen.chance(0.25):
        return Phrase(pen.pick(_MY_SHARE[count]), (PlanCount(count),))
    mine = _mine(pen)
    return mine and Phrase(pen.say("plans", "my card").format(mine.text), mine.claims)


def _mine(pen: Pen) -> Phrase | None:
    """One of the cards that the leader fetches, if there is one on the board."""
    cards = [cell for cell in pen.scene.intention.leader_cards if cell in pen.scene.cards]
    if not cards:
        return None
    cell = pen.rng.choice(cards)
    named = name_face(pen, pen.scene.cards[cell], ALL)
    return Phrase(f"the {named.words}", (PlanTold(cell, named.face),))


def with_plan(pen: Pen, body: Phrase) -> Phrase:
    """An instruction that begins with a verb, perhaps as one part of what both do."""
    mine = _mine(pen) if pen.chance(0.6 * pen.style.chatter) else None
    if mine is not None:
        text = pen.say("plans", "i take this, you take that").format(
            mine=mine.text, yours=body.text
        )
        return Phrase(text, (*mine.claims, *body.claims))
    if pen.chance(0.5 * pen.style.chatter):
        needed = _needed(pen)
        return body if needed is None else joined(needed, ". " if pen.chance(0.7) else ", ", body)
    return body


def _needed(pen: Pen) -> Phrase | None:
    """The cards of the whole set, of which some may be selected."""
    cells = _planned(pen)
    if not cells:
        return None
    had = sorted(pen.scene.selected.intersection(cells))
    left = [cell for cell in pen.scene.intention.cards if cell not in had]
    left += [cell for cell in cells if cell not in had and cell not in left]
    if not had:
        needed = _all_named(pen, left)
        return Phrase(pen.say("plans", "we need these").format(needed.text), needed.claims)
    have, need = _all_named(pen, had), _all_named(pen, left)
    text = pen.say("plans", "we have this and need that").format(have=have.text, need=need.text)
    return Phrase(text, (*have.claims, *need.claims, *[Chosen(cell) for cell in had]))


def _all_named(pen: Pen, cells: Iterable[int]) -> Phrase:
    """Cards of the planned set by their faces."""
    names: list[str] = []
    claims: list[Claim] = []
    for cell in cells:
        named = name_face(pen, pen.scene.cards[cell], ALL)
        is_counted = named.is_plural and pen.chance(0.6)
        names.append(named.words if is_counted else f"the {named.words}")
        claims.append(PlanIncludes(cell, named.face))
    return Phrase(listed_words(names), tuple(claims))


def _selected_after(pen: Pen) -> frozenset[int]:
    return pen.scene.selected.symmetric_difference(pen.scene.intention.cards)


def _planned(pen: Pen) -> tuple[int, ...]:
    """Cells of the set that the cards of both make with those selected, if they do."""
    return _as_set(pen, _selected_after(pen).union(pen.scene.intention.leader_cards))


def _as_set(pen: Pen, cells: frozenset[int]) -> tuple[int, ...]:
    kinds = [pen.scene.cards[cell].kind for cell in sorted(cells) if cell in pen.scene.cards]
    return tuple(sorted(cells)) if len(kinds) == len(cells) == 3 and is_set(*kinds) else ()


def completion_phrase(pen: Pen) -> Phrase | None:
    """That a set is made: by this instruction, or then by the leader with one more card."""
    if _as_set(pen, _selected_after(pen)):
        return Phrase(pen.say("plans", "completes the set"))
    if len(pen.scene.intention.leader_cards) == 1 and (planned := _planned(pen)):
        claims = tuple([PlanIncludes(cell, SaidFace()) for cell in planned])
        return Phrase(pen.say("plans", "i finish the set"), (*claims, PlanCount(1)))
    return None


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


def with_opener(pen: Pen, body: Phrase) -> Phrase:
    """The instruction after a greeting, praise for what was done, or a small word."""
    first = _opener(pen)
    if first is not None:
        joint = ", " if pen.chance(0.5) else ". " if pen.chance(0.6) else " "
        return joined(first, joint, body)
    if pen.chance(0.6 * pen.style.chatter):
        word = pen.say("chatter", "opening")
        return Phrase(f"{word}{', ' if pen.chance(0.4) else ' '}{body.text}", body.claims)
    if pen.chance(0.35 * pen.style.chatter):
        name = pen.say("chatter", "address")
        at_end = pen.chance(0.6) and body.text[-1].isalpha()
        return Phrase(f"{body.text}, {name}" if at_end else f"{name}, {body.text}", body.claims)
    return body


def _opener(pen: Pen) -> Phrase | None:
    memory, scene = pen.memory, pen.scene
    if not memory.texts and pen.chance(0.08 + pen.style.chatter):
        return Phrase(pen.say("chatter", "greeting"))
    is_late = scene.turns_left is not None and 0 < scene.turns_left <= 2 and bool(scene.legs)
    if is_late and pen.chance(0.2):
        return _late(pen)
    if not pen.chance(pen.style.chatter):
        return None
    if memory.has_scored and pen.chance(0.4):
        text = pen.say("chatter", "after a set")
        return Phrase(text.format(n=pen.number(scene.score)) if "{n}" in text else text)
    if memory.texts and memory.is_pleased and not memory.is_queued and pen.chance(0.75):
        return Phrase(pen.say("chatter", "praise"))
    return None


def _late(pen: Pen) -> Phrase | None:
    left = pen.scene.turns_left
    assert left is not None
    text = pen.say("chatter", "late")
    if "last turn" in text and left > 1:
        return None
    if "{n}" not in text:
        return Phrase(text)
    return None if left < 2 else Phrase(text.format(n=pen.number(left)))


def closer(pen: Pen, body: Phrase) -> Phrase | None:
    """What comes after an instruction: a plan, if it tells none, a hope, thanks."""
    if not pen.chance(pen.style.chatter):
        return None
    purpose = pen.scene.intention.purpose
    tells_plan = any(isinstance(claim, PlanTold | PlanIncludes) for claim in body.claims)
    if purpose is not Purpose.WAIT and not tells_plan and pen.chance(0.5):
        plan = plan_phrase(pen)
        if plan is not None:
            return plan
    if purpose is Purpose.COLLECT and not tells_plan and pen.chance(0.9):
        completed = completion_phrase(pen)
        if completed is not None:
            return completed
    if not pen.chance(0.5):
        return None
    is_done = purpose in (Purpose.COLLECT, Purpose.APPROACH)
    return Phrase(pen.say("chatter", "ending" if is_done else "thanks"))


def politely(pen: Pen, instruction: Phrase, *, has_verb: bool = True) -> Phrase:
    """The instruction as a request."""
    name = "please" if has_verb else "please, after a card"
    return Phrase(pen.say("chatter", name).format(instruction.text), instruction.claims)
