"""The windmill and the tower."""

from collections.abc import Sequence

from cerealbar.game import Heading
from cerealbar.views.picture.inks import Ink, darker, lighter
from cerealbar.views.picture.outlines import moved, towards
from cerealbar.views.picture.shapes import Ellipse, Outlines, Point, Polygon, Polyline, shadow
from cerealbar.views.picture.solids import RISE, block, cone, ring
from cerealbar.views.picture.walls import (
    BASE,
    SQUARE,
    STONE,
    TIMBER,
    doorstep,
    patch,
    upright,
)

_SPAR: Ink = "#6b4a2c"
_ROOF = 0.7
"""How high the tower's platform lies."""


def windmill(heading: Heading) -> Outlines:
    """A white mill with a red cap and four sails to the front."""
    yield from shadow(0.05, BASE - 0.04, 0.34, 0.28)
    is_behind = heading in (Heading.NE, Heading.NW)
    if is_behind:
        yield from _sails(heading)
    yield from block(moved(ring(0.25, 8), 0.0, BASE), 0.0, 0.62, "#f4efe4", 0.66)
    yield from patch(heading, upright(0.24, 0.07, 0.0, 0.2), TIMBER)
    yield from cone(moved(ring(0.2, 10), 0.0, BASE), 0.62, (0.0, BASE, 0.9), "#b5493c")
    if not is_behind:
        yield from _sails(heading)


def _sails(heading: Heading) -> Outlines:
    """Four sails, which are never seen quite edge-on."""
    fx, fy = towards(heading.degrees)
    facing = 1 if fy <= 0.01 else -1
    across, slant = facing * max(0.55, abs(fy)), facing * 0.3 * fx
    x, y = 0.17 * fx, 0.17 * fy + BASE + RISE * 0.62

    def at(angle: float, out: float, side: float) -> Point:
        (ux, uy), (vx, vy) = towards(angle, out), towards(angle + 90, side)
        right, up = ux + vx, uy + vy
        return x + right * across, y + up * 0.95 + right * slant

    for angle in (40, 130, 220, 310):
        cloth = ((0.09, 0.0), (0.09, 0.11), (0.4, 0.13), (0.4, 0.0))
        yield Polygon((tuple(at(angle, *corner) for corner in cloth),), "#fbf3da", _SPAR, 0.018)
        yield Polyline((at(angle, 0.24, 0.0), at(angle, 0.24, 0.115)), "#a98a5c", 0.014)
        yield Polyline(((x, y), at(angle, 0.42, 0.0)), _SPAR, 0.034)
    yield Ellipse((x, y), 0.05, 0.05, "#8a5a32", "#4a2f1a", 0.014)


def tower(heading: Heading) -> Outlines:
    """A round stone tower with battlements and a pennant that flies to the front."""
    yield from shadow(0.05, BASE - 0.06, 0.36, 0.28)
    yield from doorstep(heading, 0.3)
    yield from block(moved(ring(0.23, 14), 0.0, BASE), 0.0, 0.62, STONE, 0.94)
    yield from _joints()
    yield from patch(heading, upright(0.235, 0.065, 0.0, 0.22), TIMBER)
    yield from block(moved(ring(0.27, 14), 0.0, BASE), 0.6, _ROOF, lighter(STONE, 0.15))
    yield Polygon((moved(ring(0.19, 14), 0.0, BASE + RISE * _ROOF),), darker(STONE, 0.45))
    corners = sorted((towards(45 * i, 0.23) for i in range(8)), key=lambda point: -point[1])
    yield from _battlements(corners[:5])
    yield from _pennant(heading)
    yield from _battlements(corners[5:])


def _joints() -> Outlines:
    """A few lines between the stones of the tower's wall."""
    for height, places in ((0.16, (-150, 170)), (0.3, (-170, 140)), (0.44, (-140, 160))):
        for degrees in places:
            dx, dy = towards(degrees, 0.222)
            y = dy + BASE + RISE * height
            yield Polyline(((dx - 0.03, y), (dx + 0.03, y)), darker(STONE, 0.25), 0.022)


def _battlements(places: Sequence[Point]) -> Outlines:
    for x, y in places:
        yield from block(moved(SQUARE, x, y + BASE), _ROOF, _ROOF + 0.1, lighter(STONE, 0.25))


def _pennant(heading: Heading) -> Outlines:
    foot = BASE + RISE * _ROOF
    dx, dy = towards(heading.degrees, 0.3)
    cloth = ((0.0, foot + 0.28), (dx, foot + 0.22 + 0.6 * dy), (0.0, foot + 0.15))
    yield Polygon((cloth,), "#d3392f", "#6b1a16", 0.014)
    yield Polyline(((0.0, foot), (0.0, foot + 0.28)), "#4a3a2c", 0.028)
