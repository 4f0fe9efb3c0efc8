"""Cards: white slabs with symbols, outlined when they are selected."""

from collections.abc import Iterator
from functools import cache

import numpy as np

from cerealbar.game import CARDS, Card, Player, is_invalid
from cerealbar.views.picture.inks import WHITE, Ink
from cerealbar.views.picture.outlines import rounded_box
from cerealbar.views.picture.shapes import Outlines, Point, Polygon, Sprite, polygon
from cerealbar.views.picture.symbols import symbol

SELECTED: Ink = "#12aeff"
"""The outline of a selected card."""
INVALID: Ink = "#f0142d"
"""The outline that the leader sees when the selection cannot become a set."""

_WIDTH, _HEIGHT, _RADIUS = 0.74, 0.84, 0.1
_PLACES: dict[int, tuple[tuple[Point, ...], float]] = {
    1: (((0.0, 0.0),), 0.25),
    2: (((0.0, 0.205), (0.0, -0.205)), 0.17),
    3: (((0.0, 0.2), (-0.18, -0.19), (0.18, -0.19)), 0.155),
}
"""Where the symbols of each count lie, and their size."""


@cache
def card_sprite(kind: int, outline: Ink | None = None) -> Sprite:
    """The drawing of a card of some kind, with an outline in some ink."""
    ending = {None: "", SELECTED: "-selected", INVALID: "-invalid"}[outline]
    return Sprite(f"card-{kind}{ending}", tuple(_card(CARDS[kind], outline)))


def _card(card: Card, outline: Ink | None) -> Outlines:
    for growth, opacity in ((0.12, 0.1), (0.06, 0.14), (0.0, 0.18)):
        box = rounded_box(0.03, -0.07, _WIDTH + growth, _HEIGHT + growth, _RADIUS + growth / 2)
        yield polygon(box, "#1c2418", opacity)
    if outline is not None:
        for growth, opacity in ((0.26, 0.3), (0.17, 1.0)):
            box = rounded_box(0.0, 0.0, _WIDTH + growth, _HEIGHT + growth, _RADIUS + growth / 2)
            yield polygon(box, outline, opacity)
    yield polygon(rounded_box(0.0, -0.045, _WIDTH, _HEIGHT, _RADIUS), "#b9b3a6")
    face = rounded_box(0.0, 0.0, _WIDTH, _HEIGHT, _RADIUS)
    yield Polygon((face,), WHITE, "#a39c8c", 0.016)
    places, size = _PLACES[card.count]
    for x, y in places:
        yield from symbol(card.shape, card.colour, x, y, size)


def lying_cards(state: np.void, viewer: Player) -> Iterator[tuple[int, Sprite]]:
    """The cell and the drawing of each card, as one of the players sees them."""
    chosen = INVALID if viewer is Player.LEADER and is_invalid(state) else SELECTED
    for slot in range(int(state["cards"])):
        cell = int(state["card_cell"][slot])
        if cell >= 0:
            outline = chosen if int(state["selected"]) >> slot & 1 else None
            yield cell, card_sprite(int(state["card_kind"][slot]), outline)
