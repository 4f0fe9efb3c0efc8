"""Solids: boxes, roofs and cones seen from above and a little from the south.

The ground keeps its shape and whatever is high moves up on the page; faces to the west are
lit and faces to the east lie in the shade.
"""

from collections.abc import Sequence
from math import sqrt

from cerealbar.game import Heading
from cerealbar.views.picture.inks import Ink, darker, lighter, mix
from cerealbar.views.picture.outlines import towards
from cerealbar.views.picture.shapes import Loop, Outlines, Point, Polygon

RISE = 0.75
"""How far a unit of height moves a point up on the page."""
Place = tuple[float, float, float]
"""East, north and height."""
_LIGHT = (-0.62, -0.2, 0.76)


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
