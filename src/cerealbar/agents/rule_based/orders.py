"""What an instruction asks for, before anyone looks at the board."""

from dataclasses import dataclass
from enum import StrEnum

from cerealbar.game import Card, Prop, Terrain
from cerealbar.language.board.claims import SaidFace

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


def face_of(card: Card) -> SaidFace:
    """All that can be said of a card."""
    return SaidFace(card.count, card.colour, card.shape)


AskedLandmark = Thing | SaidFace | Spot


@dataclass(frozen=True, slots=True)
class Nearby:
    """What a card or place lies near, and how."""

    how: Where
    what: AskedLandmark
    is_plural: bool = False


_ANY_FACE = SaidFace()


@dataclass(frozen=True, slots=True)
class Order:
    """One thing that is asked."""

    kind: OrderKind
    face: SaidFace = _ANY_FACE
    cards: int = 1
    """How many cards; 0 for all that fit."""
    which: Which | None = None
    same: frozenset[str] = frozenset()
    """What a card's face has in common with the card before: `number`, `colour`, `shape`."""
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
