"""Foliage: the trunks, crowns and cones that trees and bushes are made of."""

from collections.abc import Sequence

from cerealbar.views.picture.inks import Ink, darker, lighter, mix
from cerealbar.views.picture.outlines import softened
from cerealbar.views.picture.shapes import Ellipse, Loop, Outlines, Polygon, disc, polygon

EDGE = 0.022
"""How wide the dark line around foliage is."""
BARK = "#7a5230"
Lobe = tuple[float, float, float]
"""A round part of a crown: its centre and radius."""


def edge(colour: Ink) -> Ink:
    """The ink of the line around something of a colour."""
    return mix(colour, "#1f2a22", 0.62)


def trunk(foot: float, top: float, width: float, bark: Ink = BARK, x: float = 0.0) -> Outlines:
    """A straight trunk that is wider at its foot."""
    half = width / 2
    shape = (
        (x - half * 1.5, foot),
        (x + half * 1.5, foot),
        (x + half * 0.8, top),
        (x - half * 0.8, top),
    )
    yield Polygon((shape,), bark, edge(bark), EDGE)
    yield polygon(
        ((x + half * 0.2, foot), (x + half * 1.5, foot), (x + half * 0.8, top), (x, top)),
        darker(bark, 0.2),
    )


def crown(lobes: Sequence[Lobe], colour: Ink) -> Outlines:
    """Round lobes that have grown together, lit from the upper left."""
    for x, y, radius in lobes:
        yield disc(x, y, radius + EDGE, edge(colour))
    for x, y, radius in lobes:
        yield disc(x, y, radius, darker(colour, 0.22))
    for x, y, radius in lobes:
        yield disc(x - 0.10 * radius, y + 0.12 * radius, radius * 0.86, colour)
    for x, y, radius in lobes:
        yield disc(x - 0.26 * radius, y + 0.30 * radius, radius * 0.48, lighter(colour, 0.16))


def silhouette(points: Loop, colour: Ink, rounds: int = 2) -> Outlines:
    """A soft shape with a dark line around it."""
    yield Polygon((softened(points, rounds),), colour, edge(colour), EDGE * 1.3)


def tier(x: float, y: float, half: float, height: float, colour: Ink, lean: float = 0) -> Outlines:
    """One skirt of a fir with a scalloped hem, its tip moved east by `lean`."""
    hem = tuple(
        (x + half * (1 - i / 4), y + (0.0 if i % 2 == 0 else 0.045) - 0.02 * (i in (2, 6)))
        for i in range(9)
    )
    tip = (x + lean, y + height)
    yield Polygon(((*hem, tip),), colour, edge(colour), EDGE * 1.2)
    shade = tuple(point for point in hem if point[0] >= x - 0.001)
    yield polygon((*shade, tip), darker(colour, 0.2))
    glint = ((x - half * 0.62, y + height * 0.16), (x - half * 0.3, y + height * 0.16), tip)
    yield polygon(glint, lighter(colour, 0.18))


def berries(places: Sequence[tuple[float, float]], colour: Ink, radius: float = 0.03) -> Outlines:
    """Small dots of fruit."""
    for x, y in places:
        yield Ellipse((x, y), radius, radius, colour, edge(colour), 0.01)
