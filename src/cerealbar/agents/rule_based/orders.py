"""What an instruction asks for, before anyone looks at the board."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from cerealbar.game import Card, Colour, Prop, Shape, Terrain

Thing = frozenset[Prop | Terrain]
"""What a word for a landmark can mean."""


class OrderKind(StrEnum):
    """What an order is about."""

    TAKE = "take"
    PUT_BACK = "put back"
    GO = "go"
    TURN = "turn"
    LEAVE = "leave"
    """Cards that are not to be touched."""


class Where(StrEnum):
    """How a card or place lies to a landmark, as seen by the follower."""

    NEAR = "near"
    ON = "on"
    PAST = "past"
    BEFORE = "before"
    LEFT_OF = "left of"
    RIGHT_OF = "right of"
    BETWEEN = "between"
    AROUND = "around"
    TOWARDS = "towards"


class Spot(StrEnum):
    """A landmark that is no thing on the board."""

    LEADER = "leader"
    EDGE = "edge"
    CORNER = "corner"
    LAST_CARD = "last card"


class Which(StrEnum):
    """A card that is told by what was done before."""

    CURRENT = "current"
    """The one under the follower, or the one it took last."""
    OTHER = "other"
    """Not that one."""


@dataclass(frozen=True, slots=True)
class AskedFace:
    """What is said of a card's face; None for what is not said."""

    count: int | None = None
    colour: Colour | None = None
    shape: Shape | None = None
    is_many: bool = False
    """Whether a plural tells that there is more than one symbol."""

    @property
    def is_blank(self) -> bool:
        """Whether nothing is said."""
        return self.count is None and self.colour is None and self.shape is None

    def is_like(self, other: "AskedFace") -> bool:
        """Whether one card could have both faces."""
        pairs = (
            (self.count, other.count),
            (self.colour, other.colour),
            (self.shape, other.shape),
        )
        return all(a is None or b is None or a == b for a, b in pairs)

    def says_no_more_than(self, told: "AskedFace") -> bool:
        """Whether it could be told in short of the same card."""
        return (
            told.is_like(self)
            and (self.colour is None or told.colour is not None)
            and (self.shape is None or told.shape is not None)
        )

    def completed_by(self, other: "AskedFace", names: Iterable[str]) -> "AskedFace":
        """The face, with what another says of some features where it says nothing."""
        said = {name: getattr(self, name) or getattr(other, name) for name in names}
        return replace(self, **said)

    def fits(self, card: Card) -> bool:
        """Whether a card is as it is said."""
        return (
            self.count in (None, card.count)
            and self.colour in (None, card.colour)
            and self.shape in (None, card.shape)
        )

    def __str__(self) -> str:
        noun = self.shape or "card"
        if self.count is not None and self.count > 1:
            noun += "es" if noun.endswith("s") else "s"
        said = (None if self.count in (None, 1) else str(self.count), self.colour, noun)
        return " ".join(word for word in said if word)


AskedLandmark = Thing | AskedFace | Spot


@dataclass(frozen=True, slots=True)
class Nearby:
    """What a card or place lies near, and how."""

    how: Where
    what: AskedLandmark
    is_plural: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """One thing that is asked."""

    kind: OrderKind
    face: AskedFace = AskedFace()
    cards: int = 1
    """How many cards; 0 for all that fit."""
    which: Which | None = None
    same: frozenset[str] = frozenset()
    """What a card's face has in common with the card before: `count`, `colour`, `shape`."""
    rank: int | None = None
    """Which of several: 0 the nearest or first, -1 the farthest or last."""
    bearing: int | None = None
    """Degrees to the right of straight ahead, where it lies or where to turn or go."""
    number: int | None = None
    """How many times to turn, how many steps to go, or how many steps away it is."""
    nearby: tuple[Nearby, ...] = ()
    is_afterwards: bool = False
    """Whether the text says that what came before is to be done first."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that an instruction asks for."""

    orders: tuple[Order, ...] = ()
    is_idle: bool = False
    """Whether it can be understood as asking for nothing: chatter, or to wait."""
    is_partial: bool = False
    """Whether it asks for more, in words that are not known."""
    touches_nothing: bool = False
    """Whether no card at all is to be touched."""
    mends_last: bool = False
    """Whether its card was meant in place of that of the instruction before."""
