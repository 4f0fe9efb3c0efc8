"""What is no instruction: greetings, praise, plans, hurry, thanks."""

from cerealbar.language.board.claims import Phrase, PlanIncludes, PlanTold, Tells, joined
from cerealbar.language.clauses.plans import completion_phrase, plan_phrase
from cerealbar.language.intention import Purpose
from cerealbar.language.manner.pen import Pen


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
        if "{n}" in text:
            return Phrase(text.format(n=pen.number(scene.score)), (Tells("score", scene.score),))
        return Phrase(text)
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
        return Phrase(text, (Tells("turns", 1),) if "last turn" in text else ())
    if left < 2:
        return None
    return Phrase(text.format(n=pen.number(left)), (Tells("turns", left),))


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
