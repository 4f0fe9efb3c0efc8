"""The instruction writer: an intention becomes the text that one person would type.

`write` is the front door. It makes clauses for the legs of the route (`goals.py`, `groups.py`,
`destinations.py`, `corrections.py`), joins them, adds warnings, plans and chatter, and types the
result (`typing.py`). Every phrase carries claims about the world (`claims.py`), which tests check.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cerealbar.game import MAX_INSTRUCTION_LENGTH, Pose, StateArray
from cerealbar.language.board.claims import Clause, Draft, Phrase, joined
from cerealbar.language.board.scene import Aim, Leg, Scene
from cerealbar.language.clauses.chatter import closer, politely, wait_phrase, with_opener, with_plan
from cerealbar.language.clauses.corrections import excuse, recalled_clause
from cerealbar.language.clauses.destinations import go_clauses
from cerealbar.language.clauses.goals import card_clauses
from cerealbar.language.clauses.groups import (
    chosen_phrase,
    group_phrase,
    list_phrase,
    on_the_way_phrase,
    several_phrase,
    story,
)
from cerealbar.language.clauses.motion import turn_phrase
from cerealbar.language.clauses.negations import warning_phrase
from cerealbar.language.clauses.taking import take_phrase
from cerealbar.language.intention import Intention, Purpose
from cerealbar.language.manner.pen import Memory, Pen
from cerealbar.language.manner.styles import Style
from cerealbar.language.manner.typing import type_out
from cerealbar.language.nouns.cards import refer_to_kin

_LONGEST = 44
"""Words after which people start over and say less."""
_MOST_GROUPED = 3
_GROUPINGS = ((group_phrase, 5), (several_phrase, 4), (on_the_way_phrase, 3), (list_phrase, 7))
_STOP, _GAP = ". ", " "
_DEEDS = ("get", "grab", "pick", "take", "collect", "select", "deselect", "unselect", "step on")


def write(
    states: StateArray,
    intention: Intention,
    style: Style,
    rng: Random,
    memory: Memory | None = None,
    *,
    start: Pose | None = None,
    selected: frozenset[int] | None = None,
) -> Draft:
    """What a person of this style writes to have an intention carried out.

    The state is that of the moment of writing (the first of `states`). The follower is taken to
    begin at `start`, and the cards on the cells `selected` to be selected then; both default to the
    state's, and matter when instructions wait that will be carried out before.

    Raises:
        IntentionError: the intention names a cell without a card, or its route misses its goals.
    """
    scene = Scene(states, intention, start, selected)
    pen = Pen(scene, style, rng, memory or Memory())
    said = _instruction(pen)
    if said.text.count(" ") > _LONGEST:
        said = _instruction(Pen(scene, _terse(style), rng, pen.memory))
    return Draft(type_out(said.text, style, rng)[:MAX_INSTRUCTION_LENGTH], said.claims, said.text)


def _terse(style: Style) -> Style:
    """The same person in a hurry."""
    return replace(style, wordiness=0.0, chatter=0.0, ways=0.0, counts_steps=0.0, foresight=0.0)


def _instruction(pen: Pen) -> Phrase:
    """The whole instruction, chatter included."""
    body = _body(pen)
    blame = excuse(pen)
    body = with_opener(pen, body) if blame is None else _add_sentence(pen, blame, body)
    last = closer(pen, body)
    return body if last is None else _add_sentence(pen, body, last)


def _body(pen: Pen) -> Phrase:
    """What there is to do."""
    legs = pen.scene.legs
    if not legs:
        return wait_phrase(pen)
    parts: list[Phrase] = []
    kind = ""
    i = 0
    while i < len(legs):
        before = legs[i - 1] if i else None
        clauses, count = _grouped(pen, legs[i:]) or (_clauses(pen, legs[i], before), 1)
        kind = kind or clauses[0].kind
        parts.append(_join_leg(pen, clauses))
        i += count
    tells = kind not in ("say", "noun")
    told = tells and 1 < len(parts) <= _MOST_GROUPED and pen.chance(0.2)
    body = _with_ending(pen, story(pen, parts) if told else _join_legs(pen, parts))
    if kind == "noun" and pen.chance(pen.style.politeness):
        return politely(pen, body, has_verb=False)
    return _addressed(pen, body) if tells and not told else body


def _addressed(pen: Pen, body: Phrase) -> Phrase:
    """An instruction that begins with a verb as a request, or beside what the leader does."""
    if pen.chance(pen.style.politeness):
        return politely(pen, body)
    return with_plan(pen, body) if pen.scene.intention.purpose is Purpose.COLLECT else body


def _with_ending(pen: Pen, body: Phrase) -> Phrase:
    """Perhaps to wait there, or what to leave alone."""
    purpose = pen.scene.intention.purpose
    if purpose is Purpose.APPROACH and pen.chance(0.22):
        return joined(
            body, " and " if pen.chance(0.8) else ", ", Phrase(pen.say("waiting", "wait there"))
        )
    if purpose is Purpose.COLLECT and pen.chance(1.3 * pen.style.wordiness):
        spared = warning_phrase(pen)
        if spared is not None:
            return joined(body, ", " if pen.chance(0.6) else " ", spared)
    return body


def _clauses(pen: Pen, leg: Leg, before: Leg | None) -> list[Clause]:
    if leg.aim is Aim.GO:
        return go_clauses(pen, leg)
    if before is not None and pen.chance(0.5):
        kin = refer_to_kin(pen, leg, before)
        if kin is not None:
            return [Clause(take_phrase(pen, leg, kin), "take")]
    likely = 0.75 if leg.aim is Aim.DESELECT or leg.target in pen.memory.touched else 0.25
    if pen.scene.poses[leg.first].cell == leg.target or pen.chance(likely):
        recalled = recalled_clause(pen, leg)
        if recalled is not None:
            return [recalled]
    clauses = card_clauses(pen, leg)
    if _replaces(pen, leg) and clauses[-1].kind == "take" and pen.chance(0.4):
        last = clauses.pop()
        clauses.append(Clause(joined(last.phrase, " ", Phrase("instead")), "take"))
    return clauses


def _replaces(pen: Pen, leg: Leg) -> bool:
    """Whether a card is to be taken in place of one that is put back."""
    scene = pen.scene
    return (
        scene.intention.purpose is Purpose.CORRECT
        and leg.aim is Aim.SELECT
        and scene.legs[0].aim is Aim.DESELECT
    )


def _grouped(pen: Pen, legs: Sequence[Leg]) -> tuple[list[Clause], int] | None:
    """The first legs in one clause, perhaps after a turn, and how many they are."""
    first = legs[0]
    count = 0
    while count < min(len(legs), _MOST_GROUPED) and legs[count].aim is first.aim:
        count += 1
    if count < 2 or first.aim is Aim.GO or not pen.chance(0.6):
        return None
    chosen = chosen_phrase(pen, legs[:count])
    if chosen is not None:
        return [Clause(chosen, "take")], count
    turns = first.turn != 0 and pen.chance(pen.style.turns)
    for size in range(count, 1, -1):
        for way in pen.shuffled(_GROUPINGS):
            if way is list_phrase or not turns:
                found = way(pen, legs[:size], first.first)
            else:
                found = way(pen, legs[:size], first.turned)
            if found is None:
                continue
            if way is list_phrase:
                return [Clause(found, "say")], size
            opening = [turn_phrase(pen, first.stretches[0])] if turns else []
            return [*(Clause(turn, "turn") for turn in opening), Clause(found, "take")], size
    return None


def _join_leg(pen: Pen, clauses: Sequence[Clause]) -> Phrase:
    """The clauses of one leg as one phrase."""
    text, claims = clauses[0].phrase.text, clauses[0].phrase.claims
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
    if after.kind == "say":
        return " and " if pen.chance(0.5) else ", " if pen.chance(0.5) else _STOP
    is_deed = after.phrase.text.startswith(_DEEDS)
    if after.kind == "take" and before.kind in ("go", "turn") and is_deed and pen.chance(0.12):
        return pen.say("connectives", "to, before taking")
    return pen.say("connectives", "and, within a leg")


def _join_legs(pen: Pen, parts: Sequence[Phrase]) -> Phrase:
    """The legs of an instruction as one phrase."""
    text, claims = parts[0].text, parts[0].claims
    for part in parts[1:]:
        is_spliced = pen.chance(pen.style.splices / 2)
        text += _GAP if is_spliced else pen.say("connectives", "then, between legs")
        text += part.text
        claims += part.claims
    return Phrase(text, claims)


def _add_sentence(pen: Pen, first: Phrase, second: Phrase) -> Phrase:
    """Two sentences side by side."""
    joint = _STOP if pen.chance(0.6) else ", " if pen.chance(0.6) else _GAP
    return joined(first, joint, second)
