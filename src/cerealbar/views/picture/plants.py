"""Plants and the street lamp: what stands beside paths."""

from collections.abc import Callable
from functools import partial

from cerealbar.game import Prop
from cerealbar.views.picture.foliage import EDGE, berries, crown, edge
from cerealbar.views.picture.inks import Ink, darker, lighter
from cerealbar.views.picture.outlines import towards
from cerealbar.views.picture.shapes import (
    Ellipse,
    Outlines,
    Point,
    Polygon,
    Polyline,
    disc,
    polygon,
    shadow,
)

_STEM = "#3f8a3c"
_BLOOMS: tuple[Point, ...] = ((0.0, 0.2), (-0.23, 0.04), (0.23, 0.06), (0.0, -0.1))


def _bush(colour: Ink, dots: Ink) -> Outlines:
    """A low heap of leaves that sits on the ground."""
    yield from shadow(0.05, -0.22, 0.42, 0.13)
    yield from crown(((-0.24, -0.11, 0.14), (0.24, -0.11, 0.14), (0.0, -0.04, 0.19)), colour)
    yield from berries(((-0.25, -0.16), (0.04, -0.15), (0.14, 0.02), (0.28, -0.12)), dots, 0.028)


def _flowers(petals: Callable[[float, float], Outlines]) -> Outlines:
    """Four flowers on stems with leaves."""
    yield from shadow(0.03, -0.3, 0.3, 0.09)
    for x, y in _BLOOMS:
        yield Polyline(((x * 0.35, -0.34), (x * 0.8, y - 0.12), (x, y)), _STEM, 0.036)
    for side in (-1, 1):
        leaf = ((0.03 * side, -0.34), (0.2 * side, -0.17), (0.3 * side, -0.2), (0.2 * side, -0.3))
        yield Polygon((leaf,), lighter(_STEM, 0.15), edge(_STEM), 0.014)
    for x, y in _BLOOMS:
        yield from petals(x, y)


def _daisy(colour: Ink, heart: Ink, petals: int, x: float, y: float) -> Outlines:
    """An open flower of round petals."""
    around = [towards(360 * i / petals, 0.085) for i in range(petals)]
    for dx, dy in around:
        yield disc(x + dx, y + dy, 0.066 + EDGE * 0.7, edge(colour))
    for dx, dy in around:
        yield disc(x + dx, y + dy, 0.066, colour)
        yield disc(x + dx * 1.15 - 0.012, y + dy * 1.15 + 0.012, 0.03, lighter(colour, 0.35))
    yield Ellipse((x, y), 0.052, 0.052, heart, darker(heart, 0.4), 0.01)


def _tulip(colour: Ink, x: float, y: float) -> Outlines:
    """A cup with three points."""
    cup = (
        (-0.12, 0.1),
        (-0.06, 0.03),
        (0.0, 0.13),
        (0.06, 0.03),
        (0.12, 0.1),
        (0.11, -0.06),
        (0.0, -0.12),
        (-0.11, -0.06),
    )
    yield Polygon((tuple((x + u, y + v) for u, v in cup),), colour, edge(colour), EDGE)
    glint = ((-0.085, 0.05), (-0.055, 0.02), (-0.045, -0.06), (-0.08, -0.05))
    yield polygon(tuple((x + u, y + v) for u, v in glint), lighter(colour, 0.4))


def _bell(colour: Ink, x: float, y: float) -> Outlines:
    """A spike of small blossoms."""
    for dx, dy, radius in (
        (0.0, 0.15, 0.045),
        (-0.05, 0.07, 0.055),
        (0.055, 0.06, 0.055),
        (-0.055, -0.03, 0.062),
        (0.06, -0.04, 0.062),
        (0.0, 0.01, 0.055),
    ):
        yield Ellipse((x + dx, y + dy), radius, radius, colour, edge(colour), EDGE * 0.8)
        yield disc(x + dx - 0.015, y + dy + 0.015, radius * 0.4, lighter(colour, 0.45))


def _tuft() -> Outlines:
    """A sheaf of long blades."""
    yield from shadow(0.03, -0.28, 0.3, 0.09)
    for x, tip, ink in (
        (-0.09, (-0.36, 0.12), "#4f9a34"),
        (0.09, (0.37, 0.1), "#468c2f"),
        (-0.06, (-0.2, 0.32), "#6cb843"),
        (0.06, (0.22, 0.3), "#5aa63a"),
        (0.0, (0.03, 0.42), "#83c94f"),
        (-0.03, (-0.3, -0.06), "#76bf48"),
        (0.03, (0.31, -0.07), "#5aa63a"),
    ):
        tx, ty = tip
        bend = (x + (tx - x) * 0.35, -0.3 + (ty + 0.3) * 0.6)
        blade = (
            (x - 0.05, -0.3),
            (bend[0] - 0.03, bend[1]),
            tip,
            (bend[0] + 0.035, bend[1]),
            (x + 0.05, -0.3),
        )
        yield Polygon((blade,), ink, edge(ink), 0.016)


def _lamp() -> Outlines:
    """A dark post with a glowing lantern."""
    iron, glow = "#39404f", "#ffd95a"
    yield from shadow(0.05, -0.34, 0.2, 0.07)
    for radius, opacity in ((0.34, 0.16), (0.26, 0.2), (0.19, 0.3)):
        yield disc(0.0, 0.38, radius, "#fff2b0", opacity)
    yield Polygon(
        (((-0.13, -0.37), (0.13, -0.37), (0.07, -0.28), (-0.07, -0.28)),), iron, edge(iron), 0.016
    )
    yield Polyline(((0.0, -0.3), (0.0, 0.26)), edge(iron), 0.075)
    yield Polyline(((0.0, -0.3), (0.0, 0.26)), iron, 0.05)
    yield Polyline(((-0.014, -0.26), (-0.014, 0.24)), lighter(iron, 0.35), 0.012)
    yield Polyline(((-0.11, 0.16), (0.11, 0.16)), iron, 0.035)
    glass = ((-0.08, 0.25), (0.08, 0.25), (0.125, 0.48), (-0.125, 0.48))
    yield Polygon((glass,), glow, iron, 0.034)
    yield disc(-0.02, 0.37, 0.05, "#fffbe0")
    yield Polygon((((-0.17, 0.48), (0.17, 0.48), (0.0, 0.63)),), iron, edge(iron), 0.016)


PLANT_SHAPES: dict[Prop, Callable[[], Outlines]] = {
    Prop.BUSH: partial(_bush, "#3f8f3a", "#e8554a"),
    Prop.BUSH_YW: partial(_bush, "#f0cf32", "#fff6c2"),
    Prop.FLOW_BL: partial(_flowers, partial(_daisy, "#6b6df2", "#ffe36b", 5)),
    Prop.FLOW_RD: partial(_flowers, partial(_tulip, "#e0352f")),
    Prop.FLOW_PRP: partial(_flowers, partial(_bell, "#a944c8")),
    Prop.GRASS: _tuft,
    Prop.STREET_LAMP: _lamp,
}
"""What draws each plant, and the lamp, around its cell's centre."""
