"""Several cards at once: both cards by the lake, lists, and stories of first, then and last."""

from collections.abc import Iterator, Sequence

from cerealbar.game import distance
from cerealbar.language.board.claims import Asks, Group, OnWay, Phrase, SaidFace, phrase
from cerealbar.language.board.scene import Aim, Leg
from cerealbar.language.clauses.taking import take_several_words, take_words, toggles
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import words
from cerealbar.language.nouns.cards import MAKERS, refer, refer_to_kin
from cerealbar.language.nouns.places import Modifier

_LISTS = {2: words("lists", "list of two"), 3: words("lists", "list of three")}
_STORIES = {2: words("lists", "story of two"), 3: words("lists", "story of three")}
_COUNTED = {2: words("lists", "two stops"), 3: words("lists", "three stops")}


def refer_to_each(pen: Pen, legs: Sequence[Leg], at: int) -> list[Phrase] | None:
    """The cards of several legs as seen from one pose, some by the one before."""
    found: list[Phrase] = []
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
    listed = phrase(pen.pick(table), *found)
    return Phrase(listed.text, (*listed.claims, Asks(len(legs)), *(toggles(leg) for leg in legs)))


def story(pen: Pen, parts: Sequence[Phrase]) -> Phrase:
    """Two or three deeds in their order, told as first, then and last."""
    told = phrase(pen.pick(_STORIES[len(parts)]), *parts)
    cards = len(pen.scene.intention.cards)
    if cards == len(parts) and pen.chance(0.25):
        counted = pen.pick(_COUNTED[cards])
        return Phrase(counted + told.text, (Asks(cards), *told.claims))
    return told


_ALL = {2: words("groups", "both"), 3: words("groups", "all three")}


def group_phrase(pen: Pen, legs: Sequence[Leg], at: int) -> Phrase | None:
    """Cards of several legs under one description that fits no other card in view."""
    cells = tuple(leg.target for leg in legs)
    scene = pen.scene
    if not all(scene.sees(at, cell) for cell in cells):
        return None
    candidates = scene.candidates(legs[0], at)
    for face, noun, modifier in _group_descriptions(pen, cells, at):
        matches = {c for c in candidates if scene.matches(c, face, modifier.relations)}
        if matches == set(cells):
            text = pen.pick(_ALL[len(cells)]).format(k=noun) + modifier.text
            group = Group(cells, candidates, face, modifier.relations)
            claims = (group, *modifier.claims, *(toggles(leg) for leg in legs))
            return Phrase(take_several_words(pen, legs[0].aim).format(text), claims)
    return None


def _group_descriptions(
    pen: Pen, cells: Sequence[int], at: int
) -> Iterator[tuple[SaidFace, str, Modifier]]:
    """Ways to describe some cards, the shortest first: a face, a noun, and words after it."""
    cards = [pen.scene.cards[cell] for cell in cells]
    yield SaidFace(), "cards", Modifier("", ())
    colour = cards[0].colour if len({card.colour for card in cards}) == 1 else None
    if colour is not None:
        yield SaidFace(colour=colour), f"{colour} cards", Modifier("", ())
    for maker, _ in MAKERS:
        modifier = maker(pen, cells[0], at)
        if modifier is not None:
            after = modifier._replace(text=f" {modifier.text}")
            yield SaidFace(), "cards", after
            if colour is not None:
                yield SaidFace(colour=colour), f"{colour} cards", after


def chosen_phrase(pen: Pen, legs: Sequence[Leg]) -> Phrase | None:
    """All the selected cards at once, to be put back."""
    cells = {leg.target for leg in legs}
    if legs[0].aim is not Aim.DESELECT or cells != pen.scene.selected:
        return None
    text = pen.say("groups", "all selected" if len(cells) > 2 else "both selected")
    claims = (Group(tuple(sorted(cells)), tuple(sorted(pen.scene.selected)), SaidFace(), ()),)
    toggled = tuple(toggles(leg) for leg in legs)
    return Phrase(take_several_words(pen, Aim.DESELECT).format(text), (*claims, *toggled))


def on_the_way_phrase(pen: Pen, legs: Sequence[Leg], at: int) -> Phrase | None:
    """The farther card first in words, the nearer one on the way to it."""
    if len(legs) > 2:
        return None
    near, far = legs
    scene = pen.scene
    here, goal = scene.poses[at].cell, far.target
    detour = distance(here, near.target) + distance(near.target, goal) - distance(here, goal)
    if detour > 2 or not (scene.sees(at, near.target) and scene.sees(at, goal)):
        return None
    a, b = refer(pen, near, at), refer(pen, far, at)
    if a is None or b is None:
        return None
    verb = take_words(pen, far, is_plural=b.is_plural).format(b.text)
    text = pen.say("groups", "on the way").format(
        far=verb, take=take_several_words(pen, near.aim).format(a.text)
    )
    claims = (*b.claims, *a.claims, *(toggles(leg) for leg in legs))
    return Phrase(text, (*claims, OnWay(near.target, scene.poses[at], goal)))


def several_phrase(pen: Pen, legs: Sequence[Leg], at: int) -> Phrase | None:
    """Two or three cards, each with a description of its own, after one verb."""
    if not all(pen.scene.sees(at, leg.target) for leg in legs[1:]):
        return None
    found = refer_to_each(pen, legs, at)
    if found is None:
        return None
    items = [reference.text for reference in found]
    text = listed_words(items, pen.say("lists", "and, between cards"))
    claims = [claim for reference in found for claim in reference.claims]
    toggled = [toggles(leg) for leg in legs]
    return Phrase(take_several_words(pen, legs[0].aim).format(text), (*claims, *toggled))
