"""Shapes: the few primitives that every picture is a list of.

Lengths are cell widths; x grows to the east and y to the north, as on the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from cerealbar.views.picture.inks import WRITING, Ink

Point = tuple[float, float]
Loop = tuple[Point, ...]
"""The corners of a closed line."""
Anchor = Literal["start", "middle", "end"]
"""Which part of a text its position names, from left to right."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """The area inside one or more loops; a place inside an even number of them is a hole."""

    loops: tuple[Loop, ...]
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse with upright axes, of half widths `rx` and `ry`."""

    centre: Point
    rx: float
    ry: float
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Polyline:
    """A line through points, with round ends and corners."""

    points: Loop
    stroke: Ink
    width: float
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Lettering:
    """One row of letters around a position; `size` is the height of the font."""

    at: Point
    text: str
    size: float
    fill: Ink = WRITING
    anchor: Anchor = "middle"


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """Shapes around the origin that pictures show many times; names are unique."""

    name: str
    shapes: tuple["Polygon | Ellipse | Polyline", ...]


@dataclass(frozen=True, slots=True)
class Stamp:
    """A sprite put somewhere."""

    sprite: Sprite
    at: Point


Outline = Polygon | Ellipse | Polyline
Primitive = Outline | Lettering | Stamp
Primitives = Iterator[Primitive]
Outlines = Iterator[Outline]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The rectangle of the plane that a picture shows."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From the left to the right edge."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the bottom to the top edge."""
        return self.top - self.bottom


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A display list: shapes in the order in which they cover each other."""

    bounds: Bounds
    shapes: tuple[Primitive, ...]


def polygon(points: Loop, fill: Ink, opacity: float = 1.0) -> Polygon:
    """A filled polygon without an outline."""
    return Polygon((points,), fill, opacity=opacity)


def disc(x: float, y: float, radius: float, fill: Ink, opacity: float = 1.0) -> Ellipse:
    """A filled circle without an outline."""
    return Ellipse((x, y), radius, radius, fill, opacity=opacity)


def shadow(x: float, y: float, rx: float, ry: float) -> Outlines:
    """A soft shadow on the ground: faint ellipses inside each other."""
    for growth in (1.05, 0.95, 0.85, 0.75, 0.65, 0.55):
        yield Ellipse((x, y), rx * growth, ry * growth, "#1d2b1a", opacity=0.075)


def scaled(shape: Outline, factor: float) -> Outline:
    """The shape at another size, seen from the origin."""
    width = shape.width * factor
    match shape:
        case Polygon():
            loops = tuple(tuple((x * factor, y * factor) for x, y in loop) for loop in shape.loops)
            return replace(shape, loops=loops, width=width)
        case Ellipse():
            centre = shape.centre[0] * factor, shape.centre[1] * factor
            rx, ry = shape.rx * factor, shape.ry * factor
            return replace(shape, centre=centre, rx=rx, ry=ry, width=width)
        case Polyline():
            points = tuple((x * factor, y * factor) for x, y in shape.points)
            return replace(shape, points=points, width=width)
