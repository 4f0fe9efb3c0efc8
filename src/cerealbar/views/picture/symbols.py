"""Symbols: the seven shapes that cards show, in the seven colours."""

from math import cos, pi, sin

from cerealbar.game import Colour, Shape
from cerealbar.views.picture.inks import Ink, darker, ink
from cerealbar.views.picture.outlines import towards
from cerealbar.views.picture.shapes import Ellipse, Loop, Outlines, Polygon

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


def symbol(shape: Shape, colour: Colour, x: float, y: float, size: float) -> Outlines:
    """One symbol around a point, about `2 * size` wide."""
    fill = SYMBOL_INKS[colour]
    rim = darker(fill, 0.42)
    if shape is Shape.TORUS:
        yield Ellipse((x, y), size * 0.68, size * 0.68, None, rim, size * 0.6)
        yield Ellipse((x, y), size * 0.68, size * 0.68, None, fill, size * 0.6 - 0.026)
    else:
        points = tuple((x + size * u, y + size * v) for u, v in _OUTLINES[shape])
        yield Polygon((points,), fill, rim, 0.016)
