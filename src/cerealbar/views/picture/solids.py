"""Solids: boxes, roofs and cones seen from above and a little from the south, and walls of them.

The ground keeps its shape and whatever is high moves up on the page; faces to the west are
lit and faces to the east lie in the shade.
"""

from collections.abc import Sequence
from math import sqrt

from cerealbar.game import Heading
from cerealbar.views.picture.inks import Ink, darker, lighter, mix
from cerealbar.views.picture.outlines import towards
from cerealbar.views.picture.shapes import Ellipse, Loop, Outlines, Point, Polygon

RISE = 0.75
"""How far a unit of height moves a point up on the page."""
Place = tuple[float, float, float]
"""East, north and height."""
_LIGHT = (-0.62, -0.2, 0.76)
BASE = -0.14
"""How far north of its cell's centre a structure stands; it is south, since structures rise."""
TIMBER: Ink = "#7a4f2c"
STONE: Ink = "#b9b4ab"
SQUARE: tuple[Point, ...] = ((0.05, -0.05), (0.05, 0.05), (-0.05, 0.05), (-0.05, -0.05))
"""The base of a chimney or a battlement."""


def project(place: Place) -> Point:
    """Where on the page a place is seen."""
    x, y, height = place
    return x, y + RISE * height


def turned(heading: Heading, right: float, front: float, height: float = 0.0) -> Place:
    """A place given as seen by somebody who stands at the origin and looks along the heading."""
    fx, fy = towards(heading.degrees)
    return right * fy + front * fx, -right * fx + front * fy, height


def between(start: Place, end: Place, share: float) -> Place:
    """The place that has gone some share of the way from one to another."""
    (ax, ay, az), (bx, by, bz) = start, end
    return ax + (bx - ax) * share, ay + (by - ay) * share, az + (bz - az) * share


def normal(face: Sequence[Place]) -> Place:
    """The unit vector out of a face whose corners run anticlockwise seen from outside."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = face[:3]
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = sqrt(nx * nx + ny * ny + nz * nz)
    return nx / length, ny / length, nz / length


def is_visible(face: Sequence[Place]) -> bool:
    """Whether the outside of a face looks towards the reader."""
    _, ny, nz = normal(face)
    return nz - RISE * ny > 0.02


def lit(colour: Ink, face: Sequence[Place]) -> Ink:
    """The ink of a face in the light that falls on it."""
    light = sum(n * w for n, w in zip(normal(face), _LIGHT, strict=True))
    if light > 0.55:
        return lighter(colour, 0.35 * (light - 0.55))
    return darker(colour, 0.5 * (0.55 - light))


def face(corners: Sequence[Place], colour: Ink) -> Outlines:
    """The face, if it can be seen, with a thin darker outline."""
    if is_visible(corners):
        tone = lit(colour, corners)
        yield Polygon((tuple(map(project, corners)),), tone, mix(tone, "#2a2230", 0.45), 0.014)


def block(base: Loop, low: float, high: float, colour: Ink, taper: float = 1.0) -> Outlines:
    """An upright block on an anticlockwise base; its top is the base times `taper`."""
    mx = sum(x for x, _ in base) / len(base)
    my = sum(y for _, y in base) / len(base)
    below = [(x, y, low) for x, y in base]
    above = [(mx + (x - mx) * taper, my + (y - my) * taper, high) for x, y in base]
    sides = [(below[i - 1], below[i], above[i], above[i - 1]) for i in range(len(base))]
    for side in sorted(sides, key=lambda corners: -corners[0][1] - corners[1][1]):
        yield from face(side, colour)
    yield from face(above, colour)


def cone(base: Loop, low: float, tip: Place, colour: Ink) -> Outlines:
    """A pointed roof over an anticlockwise base."""
    sides = [((*base[i - 1], low), (*base[i], low), tip) for i in range(len(base))]
    for side in sorted(sides, key=lambda corners: -corners[0][1] - corners[1][1]):
        yield from face(side, colour)


def ring(radius: float, sides: int) -> Loop:
    """A regular base around the origin, anticlockwise."""
    return tuple(towards(-360 * (i + 0.5) / sides, radius) for i in range(sides))


def site(heading: Heading, right: float, front: float, height: float = 0.0) -> Place:
    """A place on a structure that looks along the heading."""
    x, y, up = turned(heading, right, front, height)
    return x, y + BASE, up


def floor(heading: Heading, corners: Sequence[Point]) -> Loop:
    """A loop on the ground."""
    return tuple(site(heading, right, front)[:2] for right, front in corners)


def rectangle(across: float, deep: float) -> tuple[Point, ...]:
    """The corners, anticlockwise, of a floor of twice these lengths."""
    return (across, -deep), (across, deep), (-across, deep), (-across, -deep)


def upright(front: float, half: float, low: float, high: float) -> tuple[Place, ...]:
    """The corners of a standing rectangle that looks to the front."""
    return (half, front, low), (-half, front, low), (-half, front, high), (half, front, high)


def patch(heading: Heading, corners: Sequence[Place], ink: Ink) -> Outlines:
    """A flat detail, such as a door, that shows when its wall does."""
    places = [site(heading, *corner) for corner in corners]
    if is_visible(places):
        yield Polygon((tuple(map(project, places)),), ink, darker(ink, 0.5), 0.014)


def gables(heading: Heading, half: Point, heights: Point, ink: Ink) -> Outlines:
    """The triangles at the front and the back below a roof."""
    (across, deep), (low, top) = half, heights
    for side in (1, -1):
        corners = ((across, low), (-across, low), (0.0, top))
        yield from face([site(heading, side * r, side * deep, h) for r, h in corners], ink)


def slopes(heading: Heading, half: Point, heights: Point) -> list[tuple[Place, ...]]:
    """Both sides of a roof whose ridge runs from the front to the back; the far one first."""
    (across, deep), (low, top) = half, heights
    corners = ((across, -deep, low), (across, deep, low), (0.0, deep, top), (0.0, -deep, top))
    sides = [tuple(site(heading, w * r, w * f, h) for r, f, h in corners) for w in (1, -1)]
    return sorted(sides, key=lambda side: -side[0][1] - side[1][1])


def doorstep(heading: Heading, front: float) -> Outlines:
    """Flat stones before the door, which tell even from behind where a structure looks."""
    for distance, size in ((front, 0.085), (front + 0.13, 0.065)):
        x, y, _ = site(heading, 0.0, distance)
        yield Ellipse((x, y), size, size * 0.8, "#d9d0bd", "#8d8470", 0.014)
