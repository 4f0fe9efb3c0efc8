"""How clauses are joined: then, and then, full stops, nothing; or words that take others back."""

from collections.abc import Sequence

from cerealbar.language.board.claims import Clause, Phrase, Retracts, joined
from cerealbar.language.board.scene import Leg
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.faces import ALL, name_face

_SHARE = 0.18  # of what people chat


def after_wrong_card(pen: Pen, leg: Leg, card: Phrase) -> Phrase:
    """A card, now and then after the name of another that lies nearby."""
    if not pen.chance(_SHARE * pen.style.chatter):
        return card
    others = sorted(pen.scene.sight(leg.first) - {leg.target})
    if not others:
        return card
    named = name_face(pen, pen.scene.cards[pen.rng.choice(others)], ALL)
    wrong = f"the {named.words}{pen.say('retractions', 'taking back')} "
    return Phrase(wrong + card.text, (Retracts(wrong), *card.claims))


def after_wrong_side(pen: Pen, side: str) -> Phrase | None:
    """A side, now and then after the other one."""
    if not pen.chance(_SHARE * pen.style.chatter):
        return None
    wrong = f"{'left' if side == 'right' else 'right'}{pen.say('retractions', 'taking back')} "
    return Phrase(wrong + side, (Retracts(wrong),))


_STOP, _GAP = ". ", " "
_DEEDS = ("get", "grab", "pick", "take", "collect", "select", "deselect", "unselect", "step on")


def join_leg(pen: Pen, clauses: Sequence[Clause]) -> Phrase:
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


def join_legs(pen: Pen, parts: Sequence[Phrase]) -> Phrase:
    """The legs of an instruction as one phrase."""
    text, claims = parts[0].text, parts[0].claims
    for part in parts[1:]:
        is_spliced = pen.chance(pen.style.splices / 2)
        text += _GAP if is_spliced else pen.say("connectives", "then, between legs")
        text += part.text
        claims += part.claims
    return Phrase(text, claims)


def add_sentence(pen: Pen, first: Phrase, second: Phrase) -> Phrase:
    """Two sentences side by side."""
    joint = _STOP if pen.chance(0.6) else ", " if pen.chance(0.6) else _GAP
    return joined(first, joint, second)
