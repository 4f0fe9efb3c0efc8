"""How clauses are joined: then, and then, commas, full stops, or nothing."""

from collections.abc import Sequence

from cerealbar.language.claims import Phrase, joined
from cerealbar.language.goals import Clause
from cerealbar.language.pen import Pen
from cerealbar.language.words import words

_STOP, _GAP = ". ", " "
_DEEDS = ("get", "grab", "pick", "take", "collect", "select", "deselect", "unselect", "step on")
_WITHIN = words(
    "and, within a leg",  # an underscore is a space that is kept
    "_and_:30 | ,_:7 | ,_and_:3 | _then_:5 | ,_then_:4 | _and then_:4 | ._:2 | ,_and then_:1.5"
    " | _&_:0.5 | ;_:0.1 | _then just_:0.2 | _and just_:0.3",
)
_BETWEEN = words(
    "then, between legs",
    "_then_:12 | ,_then_:10 | _and then_:10 | ._then_:5 | ,_and then_:4 | _and_:7 | ,_:2"
    " | ._next_:1.5 | ._next,_:1.5 | ._after that_:1.5 | ._after that,_:1.5 | ._:4"
    " | _and after that_:0.7 | ,_after that_ | ,_next_:0.7 | _and also_:1.5 | _and next_:0.3"
    " | ._once you have that,_:0.7 | ._once you get that_:0.7 | ._now_:0.7"
    " | ,_and afterwards_:0.2 | ;_then_:0.3 | ._when you're done,_:0.4 | ._from there,_:1.5"
    " | _and from there_:0.7 | ._when you have that,_:0.5 | ..._then_:0.3 | _afterwards_:0.2"
    " | ._finally,_:0.4 | ._lastly,_:0.2 | ,_and finally_:0.4 | _and right after_:0.1"
    " | ._following that,_:0.1",
)
_PURPOSE = words("to, before taking", "_to_:8 | _in order to_:0.3 | _so you can_:0.4")


def join_leg(pen: Pen, clauses: Sequence[Clause]) -> Phrase:
    """The clauses of one leg as one phrase."""
    text, claims = clauses[0].phrase
    before = clauses[0]
    for clause in clauses[1:]:
        text += _joint(pen, before, clause) + clause.phrase.text
        claims += clause.phrase.claims
        before = clause
    return Phrase(text, claims)


def _joint(pen: Pen, before: Clause, after: Clause) -> str:
    if before.kind == "when":
        return ", " if pen.chance(0.5) else " "
    if after.kind == "when":
        return " and " if pen.chance(0.5) else ", " if pen.chance(0.6) else ". "
    if pen.chance(pen.style.splices):
        return _GAP
    is_deed = after.phrase.text.startswith(_DEEDS)
    if after.kind == "take" and before.kind in ("go", "turn") and is_deed and pen.chance(0.12):
        return pen.pick(_PURPOSE).replace("_", " ")
    return pen.pick(_WITHIN).replace("_", " ")


def join_legs(pen: Pen, parts: Sequence[Phrase]) -> Phrase:
    """The legs of an instruction as one phrase."""
    text, claims = parts[0]
    for part in parts[1:]:
        joint = _GAP if pen.chance(pen.style.splices / 2) else pen.pick(_BETWEEN).replace("_", " ")
        text += joint + part.text
        claims += part.claims
    return Phrase(text, claims)


def add_sentence(pen: Pen, first: Phrase, second: Phrase) -> Phrase:
    """Two sentences side by side."""
    joint = _STOP if pen.chance(0.6) else ", " if pen.chance(0.6) else _GAP
    return joined(first, joint, second)
