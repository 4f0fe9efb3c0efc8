"""Walls: what structures share, from where they stand to their doors."""

from collections.abc import Sequence

from cerealbar.game import Heading
from cerealbar.views.picture.inks import Ink, darker
from cerealbar.views.picture.shapes import Ellipse, Loop, Outlines, Point, Polygon
from cerealbar.views.picture.solids import Place, face, is_visible, project, turned

BASE = -0.14
"""How far north of its cell's centre a structure stands; it is south, since structures rise."""
TIMBER: Ink = "#7a4f2c"
STONE: Ink = "#b9b4ab"
SQUARE: tuple[Point, ...] = ((0.05, -0.05), (0.05, 0.05), (-0.05, 0.05), (-0.05, -0.05))
"""The base of a chimney or a battlement."""


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
