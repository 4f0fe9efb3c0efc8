"""The whole errand at once: lists of cards, and little stories of first, then and last."""

from collections.abc import Sequence

from cerealbar.language.board.claims import Asks, Phrase, phrase
from cerealbar.language.board.trail import Aim, Leg
from cerealbar.language.clauses.taking import toggles
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import words
from cerealbar.language.nouns.cards import Reference, refer
from cerealbar.language.nouns.kin import refer_to_kin

_LISTS = {2: words("lists", "list of two"), 3: words("lists", "list of three")}
_STORIES = {2: words("lists", "story of two"), 3: words("lists", "story of three")}
_COUNTED = {2: words("lists", "two stops"), 3: words("lists", "three stops")}


def refer_to_each(pen: Pen, legs: Sequence[Leg], at: int) -> list[Reference] | None:
    """The cards of several legs as seen from one pose, some by the one before."""
    found: list[Reference] = []
    before: Leg | None = None
    for leg in legs:
        kin = refer_to_kin(pen, leg, before) if before is not None and pen.chance(0.5) else None
        reference = kin or refer(pen, leg, at)
        if reference is None:
            return None
        found.append(reference)
        before = leg
    return found


def listed_words(items: Sequence[str], joint: str = "and") -> str:
    """Things as one: `this, that and those`."""
    *some, last = items
    return f"{', '.join(some)} {joint} {last}" if some else last


def list_phrase(pen: Pen, legs: Sequence[Leg], at: int) -> Phrase | None:
    """All cards in the order in which they are to be taken, after words that announce a list."""
    if legs[0].aim is not Aim.SELECT or len(legs) != len(pen.scene.intention.cards):
        return None
    found = refer_to_each(pen, legs, at)
    if found is None:
        return None
    table = _LISTS[len(legs)]
    listed = phrase(pen.pick(table), *(reference.phrase for reference in found))
    return Phrase(listed.text, (*listed.claims, Asks(len(legs)), *(toggles(leg) for leg in legs)))


def story(pen: Pen, parts: Sequence[Phrase]) -> Phrase:
    """Two or three deeds in their order, told as first, then and last."""
    told = phrase(pen.pick(_STORIES[len(parts)]), *parts)
    cards = len(pen.scene.intention.cards)
    if cards == len(parts) and pen.chance(0.25):
        counted = pen.pick(_COUNTED[cards])
        return Phrase(counted + told.text, (Asks(cards), *told.claims))
    return told
