"""Phrases and what they claim: every statement about the world can be checked by geometry.

A claim about the route names steps by their number in `Intention.route`; step `i` leads from pose
`i` to pose `i + 1` of the trail, and pose 0 is where the follower starts.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from cerealbar.game import Card, Colour, Pose, Shape
from cerealbar.language.board.relations import Relation


class SaidFace(NamedTuple):
    """What is said of a card's face; None is left open."""

    number: int | None = None
    colour: Colour | None = None
    shape: Shape | None = None
    is_plural: bool | None = None
    """Whether the noun shows more than one symbol."""

    @property
    def is_blank(self) -> bool:
        """Whether neither count nor colour nor shape is said."""
        return self.number is None and self.colour is None and self.shape is None

    @property
    def loosely(self) -> "SaidFace":
        """The same, whatever the noun shows: people say stars of a single one, too."""
        return self._replace(is_plural=None)

    def fits(self, card: Card) -> bool:
        """Whether a card is as it is said."""
        number, colour, shape, is_plural = self
        return (
            (colour is None or card.colour is colour)
            and (shape is None or card.shape is shape)
            and (number is None or card.count == number)
            and (is_plural is None or (card.count > 1) == is_plural)
        )

    def is_like(self, other: "SaidFace") -> bool:
        """Whether one card could have both faces."""
        pairs = zip(self.loosely, other.loosely, strict=True)
        return all(a is None or b is None or a == b for a, b in pairs)

    def says_no_more_than(self, told: "SaidFace") -> bool:
        """Whether it could be told in short of the same card."""
        return (
            told.is_like(self)
            and (self.colour is None or told.colour is not None)
            and (self.shape is None or told.shape is not None)
        )

    def completed_by(self, other: "SaidFace", names: Iterable[str]) -> "SaidFace":
        """The face, with what another says of some features where it says nothing."""
        said = {name: getattr(self, name) or getattr(other, name) for name in names}
        return self._replace(**said)

    def __str__(self) -> str:
        noun = self.shape or "card"
        if self.number is not None and self.number > 1:
            noun += "es" if noun.endswith("s") else "s"
        said = (None if self.number in (None, 1) else str(self.number), self.colour, noun)
        return " ".join(word for word in said if word)


class Refers(NamedTuple):
    """Of these cards, the described one is this: the only match, or the one of this rank."""

    cell: int
    pose: Pose
    candidates: tuple[int, ...]
    face: SaidFace
    relations: tuple[Relation, ...]
    rank: int = 0
    """Place among the matches by distance from the pose; -1 is the farthest."""
    besides: int | None = None
    """The cell of the card before, which the words leave out: `the other red card`."""


class Group(NamedTuple):
    """Of these cards, the matches are exactly this group."""

    cells: tuple[int, ...]
    candidates: tuple[int, ...]
    face: SaidFace
    relations: tuple[Relation, ...]


class Turns(NamedTuple):
    """The steps from `at` are so many turns clockwise, no more and no fewer; negative: left."""

    at: int
    turns: int


class Moves(NamedTuple):
    """The steps from `at` are so many moves ahead, no more and no fewer; negative: back."""

    at: int
    moves: int


class Heads(NamedTuple):
    """The step `at` is a move ahead."""

    at: int


class Called(NamedTuple):
    """These words are a fit name for what stands on each of these cells."""

    words: str
    cells: tuple[int, ...]


class Shows(NamedTuple):
    """The cards on these cells, and no others, have a face as said: they serve as landmarks."""

    cells: tuple[int, ...]
    face: SaidFace


class Lies(NamedTuple):
    """The relation holds for a cell."""

    cell: int
    relation: Relation


class Picks(NamedTuple):
    """Of the landmarks with this name that are in sight from a pose, this one is the nearest."""

    words: str
    cells: tuple[int, ...]
    pose: Pose
    rivals: tuple[tuple[int, ...], ...]


class Passes(NamedTuple):
    """Between two poses of the trail the way leads by one of the things and then beyond it."""

    things: tuple[int, ...]
    first: int
    last: int


class Follows(NamedTuple):
    """Between two poses most of the way leads over path, or beside the things."""

    first: int
    last: int
    things: tuple[int, ...] = ()


class Nears(NamedTuple):
    """The way from one pose to another leads closer to the things."""

    things: tuple[int, ...]
    first: int
    last: int


class Spares(NamedTuple):
    """The card on this cell is not touched, and lies where it might have been."""

    cell: int


class OnWay(NamedTuple):
    """A cell lies about on the way from a pose to another cell."""

    cell: int
    pose: Pose
    goal: int


class Toggles(NamedTuple):
    """The card on this cell is toggled; it was selected before, or not."""

    cell: int
    was_selected: bool


class Stands(NamedTuple):
    """The follower stands on this cell at a pose of the trail."""

    cell: int
    at: int


class Touched(NamedTuple):
    """The card on this cell was toggled so many cards ago; 0 is the last one."""

    cell: int
    ago: int


class Recalls(NamedTuple):
    """The last instruction named the card on this cell and left it alone."""

    cell: int


class PlanTold(NamedTuple):
    """The leader will fetch the card on this cell, whose face is as said."""

    cell: int
    face: SaidFace


class PlanCount(NamedTuple):
    """The leader will fetch so many cards."""

    cards: int


class PlanIncludes(NamedTuple):
    """The card on this cell, whose face is as said, is one of the set that both make now."""

    cell: int
    face: SaidFace


class Asks(NamedTuple):
    """So many cards are to be toggled."""

    cards: int


class Succeeds(NamedTuple):
    """The card on a cell is toggled right after the one on another."""

    cell: int
    before: int


class Chosen(NamedTuple):
    """The card on this cell is selected when the follower begins, and stays so."""

    cell: int


class Retracts(NamedTuple):
    """These words are taken back at once: without them the text says what is meant."""

    words: str


Claim: TypeAlias = tuple[object, ...]
"""One of the named tuples above."""
Claims: TypeAlias = tuple[Claim, ...]


class Phrase(NamedTuple):
    """Words, and what they claim."""

    text: str
    claims: Claims = ()
    is_plural: bool = False
    """Whether `them` stands for it, not `it`."""


class Clause(NamedTuple):
    """One deed in words; the kind tells how it can be joined to the next."""

    phrase: Phrase
    kind: str
    """`turn`, `go`, `take`, `when`, `say`, or `noun` without a verb."""


class Draft(NamedTuple):
    """An instruction as typed, and what it claims."""

    text: str
    claims: Claims
    plain: str
    """The same before typing: lower case, without slips."""


def phrase(template: str, *parts: Phrase, **words: str) -> Phrase:
    """The template with its `{}` filled by phrases in order and its `{name}` by words."""
    claims: Claims = ()
    for part in parts:
        claims += part.claims
    return Phrase(template.format(*(part.text for part in parts), **words), claims)


def joined(first: Phrase, joint: str, second: Phrase) -> Phrase:
    """Two phrases with words between them."""
    return Phrase(first.text + joint + second.text, first.claims + second.claims)
