"""Cards: white slabs with symbols in seven shapes and colours, outlined when they are selected."""

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin

import numpy as np

from cerealbar.game import CARDS, Card, Colour, Player, Shape, is_invalid
from cerealbar.views.picture.inks import WHITE, Ink, darker, ink
from cerealbar.views.picture.outlines import rounded_box, towards
from cerealbar.views.picture.shapes import Ellipse, Loop, Outlines, Point, Polygon, Sprite, polygon

SYMBOL_INKS: dict[Colour, Ink] = {
    Colour.BLACK: ink(0, 0, 0),
    Colour.BLUE: ink(0.25, 0.48, 1),
    Colour.GREEN: ink(0.235, 0.706, 0.294),
    Colour.ORANGE: ink(0.961, 0.510, 0.192),
    Colour.PINK: ink(0.941, 0.196, 0.902),
    Colour.RED: ink(0.745, 0.095, 0.254),
    Colour.YELLOW: ink(1, 0.882, 0.098),
}
"""The original game's colours."""
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


def _heart() -> Loop:
    points = []
    for i in range(28):
        t = 2 * pi * i / 28
        x = 16 * sin(t) ** 3
        y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        points.append((x / 16.5, (y + 2.5) / 16.5))
    return tuple(points)


def _star() -> Loop:
    radii = (1.08, 0.45)
    return tuple(towards(36 * i, radii[i % 2]) for i in range(10))


def _plus() -> Loop:
    a, b = 0.33, 0.95
    return (
        (-a, b), (a, b), (a, a), (b, a), (b, -a), (a, -a),
        (a, -b), (-a, -b), (-a, -a), (-b, -a), (-b, a), (-a, a),
    )  # fmt: skip


_OUTLINES: dict[Shape, Loop] = {
    Shape.CUBE: ((-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)),
    Shape.DIAMOND: ((0.0, 1.08), (0.62, 0.0), (0.0, -1.08), (-0.62, 0.0)),
    Shape.HEART: _heart(),
    Shape.PLUS: _plus(),
    Shape.STAR: _star(),
    Shape.TRIANGLE: ((0.0, 0.9), (-1.0, -0.78), (1.0, -0.78)),
}


def _symbol(shape: Shape, colour: Colour, x: float, y: float, size: float) -> Outlines:
    """One symbol around a point, about `2 * size` wide."""
    fill = SYMBOL_INKS[colour]
    rim = darker(fill, 0.42)
    if shape is Shape.TORUS:
        yield Ellipse((x, y), size * 0.68, size * 0.68, None, rim, size * 0.6)
        yield Ellipse((x, y), size * 0.68, size * 0.68, None, fill, size * 0.6 - 0.026)
    else:
        points = tuple((x + size * u, y + size * v) for u, v in _OUTLINES[shape])
        yield Polygon((points,), fill, rim, 0.016)


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
        yield from _symbol(card.shape, card.colour, x, y, size)


def lying_cards(state: np.void, viewer: Player) -> Iterator[tuple[int, Sprite]]:
    """The cell and the drawing of each card, as one of the players sees them."""
    chosen = INVALID if viewer is Player.LEADER and is_invalid(state) else SELECTED
    for slot in range(int(state["cards"])):
        cell = int(state["card_cell"][slot])
        if cell >= 0:
            outline = chosen if int(state["selected"]) >> slot & 1 else None
            yield cell, card_sprite(int(state["card_kind"][slot]), outline)
