"""Cards: 3 counts x 7 colours x 7 shapes, and what makes three of them a set."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from cerealbar.compiling import Array, kernel
from cerealbar.game.errors import NotationError


class Colour(StrEnum):
    """The colour of a card's symbols, in the order of the original game."""

    BLUE = "blue"
    GREEN = "green"
    PINK = "pink"
    RED = "red"
    YELLOW = "yellow"
    BLACK = "black"
    ORANGE = "orange"


class Shape(StrEnum):
    """The shape of a card's symbols, in the order of the original game."""

    CUBE = "cube"
    DIAMOND = "diamond"
    HEART = "heart"
    PLUS = "plus"
    STAR = "star"
    TRIANGLE = "triangle"
    TORUS = "torus"


COLOURS = tuple(Colour)
SHAPES = tuple(Shape)
COUNTS = (1, 2, 3)

COLOUR_LETTERS = "bgpryko"
SHAPE_LETTERS = "cdhpsto"


@dataclass(frozen=True, slots=True)
class Card:
    """The face of a card."""

    count: int
    colour: Colour
    shape: Shape

    @property
    def kind(self) -> int:
        """This face as a number, for the record."""
        return _KINDS[self]

    def __str__(self) -> str:
        ending = "" if self.count == 1 else "es" if self.shape.endswith("s") else "s"
        return f"{self.count} {self.colour} {self.shape}{ending}"


CARDS = tuple(
    Card(count, colour, shape) for colour in COLOURS for shape in SHAPES for count in COUNTS
)
"""The card of each kind, a number for the record."""
_KINDS = {card: kind for kind, card in enumerate(CARDS)}
CARD_COUNT = np.array([card.count for card in CARDS], np.uint8)
"""By kind: 1 to 3."""
CARD_COLOUR = np.array([COLOURS.index(card.colour) for card in CARDS], np.uint8)
"""By kind: index into `COLOURS`."""
CARD_SHAPE = np.array([SHAPES.index(card.shape) for card in CARDS], np.uint8)
"""By kind: index into `SHAPES`."""


def format_card(card: Card) -> str:
    """Three characters: count, colour letter, shape letter, such as `2po` for 2 pink toruses."""
    colour = COLOUR_LETTERS[COLOURS.index(card.colour)]
    return f"{card.count}{colour}{SHAPE_LETTERS[SHAPES.index(card.shape)]}"


_FORMATTED = {format_card(card): card for card in CARDS}


def parse_card(text: str) -> Card:
    """The card that three characters name."""
    if text not in _FORMATTED:
        raise NotationError(
            f"{text!r} is no card: expected a count 1-3, a colour of {COLOUR_LETTERS} "
            f"and a shape of {SHAPE_LETTERS}, such as '2po'"
        )
    return _FORMATTED[text]


CARD_SIGNS = tuple(sign + name for sign in "+-" for name in _FORMATTED)
"""How a card that was selected (`+2po`), or deselected (`-2po`), is written; all kinds of each."""


@kernel
def can_combine(a: int, b: int) -> bool:
    """Whether two kinds differ in count, colour and shape."""
    return (
        CARD_COUNT[a] != CARD_COUNT[b]
        and CARD_COLOUR[a] != CARD_COLOUR[b]
        and CARD_SHAPE[a] != CARD_SHAPE[b]
    )


@kernel
def is_set(a: int, b: int, c: int) -> bool:
    """Whether three kinds form a valid set: all counts, colours and shapes distinct."""
    return can_combine(a, b) and can_combine(a, c) and can_combine(b, c)


@kernel
def has_set(kinds: Array, n: int) -> bool:
    """Whether the first `n` kinds contain a valid set."""
    for i in range(n):
        for j in range(i + 1, n):
            if can_combine(kinds[i], kinds[j]):
                for k in range(j + 1, n):
                    if can_combine(kinds[i], kinds[k]) and can_combine(kinds[j], kinds[k]):
                        return True
    return False
