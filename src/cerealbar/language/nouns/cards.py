"""References to cards: as much of face and place as tells one from others, or from one before."""

from collections.abc import Callable

from cerealbar.game import DISTANCE_FROM
from cerealbar.language.board.claims import Claims, Phrase, Refers, SaidFace, Succeeds
from cerealbar.language.board.relations import Beyond, InZone, Near, Relation, StepsAhead, Within
from cerealbar.language.board.scene import Aim, Leg
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import Repertoire
from cerealbar.language.nouns.faces import (
    ALL,
    COLOUR_WORDS,
    SHAPE_NOUNS,
    FacePart,
    NamedFace,
    name_face,
    said_face,
)
from cerealbar.language.nouns.places import (
    Modifier,
    distance_modifier,
    edge_modifier,
    ground_modifier,
    landmark_modifier,
    leader_modifier,
    neighbour_modifier,
    side_modifier,
)

_Maker = Callable[[Pen, int, int], Modifier | None]
MAKERS: tuple[tuple[_Maker, float], ...] = (
    (side_modifier, 0.5),
    (landmark_modifier, 0.5),
    (distance_modifier, 0.08),
    (neighbour_modifier, 0.3),
    (ground_modifier, 0.2),
    (edge_modifier, 0.06),
    (leader_modifier, 0.25),
)
"""Ways to say where a card is, with how usual they are; the first three vary."""


_MINIMAL = Repertoire(
    "least to say of a card",
    {
        (FacePart.COLOUR | FacePart.SHAPE, FacePart.COUNT | FacePart.SHAPE): 8,
        (FacePart.SHAPE, FacePart.COLOUR | FacePart.SHAPE): 5,
        (FacePart.COLOUR, FacePart.COLOUR | FacePart.SHAPE): 4,
        (
            FacePart.SHAPE,
            FacePart.COLOUR,
            FacePart.COLOUR | FacePart.SHAPE,
            FacePart.COUNT | FacePart.SHAPE,
        ): 3,
    },
)
_FULL_TRIES = 2
_MOST = 3
_DISTANCES = (Within, Beyond, StepsAhead)


def refer(
    pen: Pen, leg: Leg, at: int, *, is_definite: bool = True, has_sides: bool = True
) -> Phrase | None:
    """A leg's card as a person would call it at a pose of the trail.

    If the follower does not see the card from there, the words say on which side it is. None if it
    cannot be told apart so. Without sides, as when the way there was told, only its surroundings
    place it.
    """
    parts = _choose_parts(pen, leg, at)
    found = _describe(pen, leg, at, parts, is_definite, has_sides)
    for _ in range(_FULL_TRIES):
        if found is None:
            found = _describe(pen, leg, at, ALL, is_definite, has_sides)
    return found


def _choose_parts(pen: Pen, leg: Leg, at: int) -> FacePart:
    style = pen.style
    draw = pen.rng.random()
    if draw < style.bare:
        return FacePart.NONE
    if draw < style.bare + (1 - style.bare) * style.faces:
        return ALL
    for parts in pen.pick(_MINIMAL):
        if not _rivals(pen, leg, at, said_face(pen.scene.cards[leg.target], parts)):
            return parts
    return ALL if pen.chance(0.8) else FacePart.COLOUR | FacePart.SHAPE


def _rivals(pen: Pen, leg: Leg, at: int, face: SaidFace) -> list[int]:
    """The other cards that a face fits."""
    cards = pen.scene.cards
    return [
        cell
        for cell in pen.scene.candidates(leg, at)
        if cell != leg.target and face.fits(cards[cell])
    ]


def _makers(pen: Pen, *, has_sides: bool) -> list[_Maker]:
    style = pen.style
    return pen.shuffled(
        [
            (side_modifier, style.egocentric if has_sides else 0),
            (landmark_modifier, style.landmarks),
            (distance_modifier, 0.08 if has_sides else 0),
            *MAKERS[3:],
        ]
    )


def _repeats(modifier: Modifier, chosen: list[Modifier]) -> bool:
    """Whether much the same was said already: two sides, or two distances."""
    said = {type(relation) for other in chosen for relation in other.relations}
    kinds = {type(relation) for relation in modifier.relations}
    return bool(kinds & said) or (InZone in said and not kinds.isdisjoint(_DISTANCES))


def _describe(
    pen: Pen, leg: Leg, at: int, parts: FacePart, is_definite: bool, has_sides: bool
) -> Phrase | None:
    """The card by these parts of its face and by as many modifiers as it takes."""
    scene = pen.scene
    named = name_face(pen, scene.cards[leg.target], parts)
    placed = _place(pen, leg, at, named, wanted=_extra(pen, parts), has_sides=has_sides)
    if placed is None:
        return None
    chosen, rivals = placed
    relations = tuple([relation for modifier in chosen for relation in modifier.relations])
    ranked = _rank(pen, leg, at, rivals)
    if ranked is None or (ranked[0] != 0 and not is_definite):
        return None
    rank, is_said = ranked
    is_far = any(isinstance(relation, Beyond) for relation in relations)
    said = rank if is_said and not (rank == 0 and is_far) else None
    is_plain = len(chosen) == 1 and said is None and is_definite and parts
    if is_plain and pen.chance(0.2 * pen.style.wordiness):
        text = pen.say("cards", "place and face apart").format(x=named.words, where=chosen[0].text)
    else:
        text = _noun_phrase(pen, named, said, is_definite) + _modifiers(pen, named, chosen)
    candidates = scene.candidates(leg, at)
    claim = Refers(leg.target, scene.poses[at], candidates, named.face, relations, rank)
    names = [name for modifier in chosen for name in modifier.claims]
    return Phrase(text, (claim, *names), named.is_plural)


def _place(
    pen: Pen, leg: Leg, at: int, named: NamedFace, *, wanted: int, has_sides: bool
) -> tuple[list[Modifier], list[int]] | None:
    """Modifiers, as many as wanted or needed, and the other cards which the words still fit."""
    scene, target = pen.scene, leg.target
    rivals = _rivals(pen, leg, at, named.face)
    chosen: list[Modifier] = []
    is_seen = scene.sees(at, target)
    if not is_seen:
        where = side_modifier(pen, target, at) if has_sides else None
        if where is None:
            return None
        chosen.append(where)
        rivals = _left(pen, rivals, where)
        wanted += pen.chance(0.45 * pen.style.landmarks)
    for maker in _makers(pen, has_sides=has_sides and is_seen):
        if len(chosen) >= _MOST or (len(chosen) >= wanted and not rivals):
            break
        modifier = maker(pen, target, at)
        if modifier is None or _repeats(modifier, chosen):
            continue
        left = _left(pen, rivals, modifier)
        if len(left) < len(rivals) or len(chosen) < wanted:
            chosen.append(modifier)
            rivals = left
    return chosen, rivals


def _modifiers(pen: Pen, named: NamedFace, chosen: list[Modifier]) -> str:
    """The modifiers after the noun, sides first."""
    text = ""
    for modifier in sorted(
        chosen, key=lambda modifier: not isinstance(modifier.relations[0], InZone)
    ):
        clause = pen.say("cards", "relative clause")
        if named.is_plural:
            clause = clause.replace("that's", "that are").replace("is", "are")
            clause = clause.replace("sits", "sit").replace("lies", "lie")
        text += " " + clause.format(modifier.text)
    return text


def _extra(pen: Pen, parts: FacePart) -> int:
    """How many modifiers to add whether they are needed or not."""
    wordiness = pen.style.wordiness
    likely = 0.2 * wordiness + 0.3 * pen.style.landmarks if parts is not FacePart.NONE else 0.9
    return int(pen.chance(likely)) + int(pen.chance(0.12 * wordiness))


def _left(pen: Pen, rivals: list[int], modifier: Modifier) -> list[int]:
    """The rivals that a modifier fits too."""
    holds = pen.scene.holds
    return [
        cell for cell in rivals if all(holds(relation, cell) for relation in modifier.relations)
    ]


def _rank(pen: Pen, leg: Leg, at: int, rivals: list[int]) -> tuple[int, bool] | None:
    """The card's place among its rivals by distance, and whether to say so."""
    if not rivals:
        return 0, False
    row = DISTANCE_FROM[pen.scene.poses[at].cell]
    away = row[leg.target]
    if any(row[cell] == away for cell in rivals):
        return None
    nearer = sum([row[cell] < away for cell in rivals])
    if nearer == 0:
        return 0, pen.chance(0.5)
    if nearer == len(rivals):
        return -1, True
    return (nearer, True) if nearer <= 2 else None


def _noun_phrase(pen: Pen, named: NamedFace, rank: int | None, is_definite: bool) -> str:
    text = named.words
    begins_with_count = named.face.number is not None and not text.startswith("card")
    if not is_definite:
        return text if named.is_plural else f"{'an' if text[0] in 'aeiou' else 'a'} {text}"
    match rank:
        case None:
            adjective = ""
        case 0:
            if begins_with_count or pen.chance(0.3):
                return f"the {text} {pen.say('cards', 'nearest, after')}"
            adjective = pen.say("cards", "nearest, before") + " "
        case -1:
            if begins_with_count or pen.chance(0.4):
                return f"the {text} {pen.say('cards', 'farthest, after')}"
            adjective = pen.say("cards", "farthest, before") + " "
        case 1:
            adjective = pen.say("cards", "second") + " "
        case _:
            adjective = pen.say("cards", "third") + " "
    if begins_with_count and not adjective and text[0] != "s" and pen.chance(0.65):
        return text
    return f"the {adjective}{text}"


def refer_to_kin(pen: Pen, leg: Leg, before: Leg) -> Phrase | None:
    """A leg's card by the card of the leg before, if words for that tell it from all others."""
    if Aim.GO in (leg.aim, before.aim) or leg.target == before.target:
        return None
    return _beside(pen, leg, before) or _alike(pen, leg, before)


def _reference(
    pen: Pen, leg: Leg, before: Leg, text: str, face: SaidFace, *relations: Relation
) -> Phrase | None:
    """The reference, if no third card fits it that could be toggled so, in view or not.

    The card itself is in view, from the card before or already on the way there.
    """
    scene = pen.scene
    poses = [at for at in (leg.first, before.turned, before.first) if scene.sees(at, leg.target)]
    if not poses:
        return None
    on = scene.selected
    rivals = {cell for cell in scene.cards if (cell in on) == (leg.target in on)}
    rivals -= {leg.target, before.target}
    if any(scene.matches(cell, face, relations) for cell in rivals):
        return None
    candidates = scene.candidates(leg, poses[0])
    pose = scene.poses[poses[0]]
    refers = Refers(leg.target, pose, candidates, face, relations, besides=before.target)
    claims: Claims = (refers, Succeeds(leg.target, before.target))
    return Phrase(text, claims)


def _beside(pen: Pen, leg: Leg, before: Leg) -> Phrase | None:
    near = Near((before.target,), 1)
    if not pen.scene.holds(near, leg.target):
        return None
    bare = _reference(pen, leg, before, pen.say("kin", "neighbour"), SaidFace(), near)
    if bare is not None and pen.chance(0.4):
        return bare
    parts = ALL if pen.chance(pen.style.faces) else FacePart.COLOUR
    named = name_face(pen, pen.scene.cards[leg.target], parts)
    text = f"the {named.words} {pen.say('kin', 'beside it')}"
    return _reference(pen, leg, before, text, named.face, near)


def _alike(pen: Pen, leg: Leg, before: Leg) -> Phrase | None:
    """The other of a colour or of a shape, or the same in another colour."""
    card, other = pen.scene.cards[leg.target], pen.scene.cards[before.target]
    one, many = pen.term(SHAPE_NOUNS[card.shape])
    if card.shape is other.shape and card.colour is not other.colour and pen.chance(0.6):
        count = card.count if card.count == other.count else None
        text = pen.say(
            "kin", "same shape, other colour" if count is None else "same face, other colour"
        )
        said = SaidFace(count, card.colour, card.shape)
    elif card.shape is other.shape:
        text, said = pen.say("kin", "other of a shape"), SaidFace(shape=card.shape)
    elif card.colour is other.colour:
        text, said = pen.say("kin", "other of a colour"), SaidFace(colour=card.colour)
    else:
        return None
    text = text.format(c=pen.term(COLOUR_WORDS[card.colour]), s1=one, s=many)
    return _reference(pen, leg, before, text, said)
