"""Relief: ponds with a shore and deep water, and the hill in terraces up to the snow."""

from collections.abc import Collection
from math import cos, pi

from cerealbar.game import NEIGHBOURS, Heading
from cerealbar.views.picture.inks import Ink, darker, lighter, mix
from cerealbar.views.picture.outlines import (
    border,
    centre,
    grain,
    inset,
    moved,
    softened,
    towards,
)
from cerealbar.views.picture.shapes import Loop, Outlines, Polygon, Polyline, polygon

_SHORE = "#e2d3a0"
_SHALLOWS = "#8fd3e0"
_WATER = "#56b4d3"
_DEEP = "#2b7fb0"
_TERRACES = (("#8f9196", "#b9b8b4"), ("#9aa0aa", "#d7dadb"), ("#a6b2c4", "#fbfdff"))
"""The cliff and the top of each of the hill's heights, the lowest first."""


def _soft(cells: Collection[int], distance: float, north: float = 0.0) -> tuple[Loop, ...]:
    """The lines around some cells, drawn in by a distance and without corners."""
    return tuple(moved(softened(inset(loop, distance)), 0.0, north) for loop in border(cells))


def pond(cells: Collection[int], deep: Collection[int]) -> Outlines:
    """Water in a sandy shore, and darker where two ponds overlap."""
    if not cells:
        return
    yield Polygon(_soft(cells, 0.0), _SHORE, darker(_SHORE, 0.25), 0.03)
    yield Polygon(_soft(cells, 0.07), darker(_SHALLOWS, 0.12))
    yield Polygon(_soft(cells, 0.10, -0.03), _SHALLOWS)
    yield Polygon(_soft(cells, 0.19), _WATER)
    if deep:
        yield Polygon(_soft(deep, 0.15), mix(_WATER, _DEEP, 0.5))
        yield Polygon(_soft(deep, 0.24), _DEEP)
    for cell in sorted(cells):
        yield from _waves(cell, lighter(_DEEP if cell in deep else _WATER, 0.45))


def _waves(cell: int, ink: Ink) -> Outlines:
    x, y = centre(cell)
    for dx, dy, size in ((-0.14, 0.12, 0.11), (0.13, -0.12, 0.14)):
        crest = ((-1.0, 0.0), (-0.5, 0.32), (0.0, 0.0), (0.5, 0.32), (1.0, 0.0))
        points = tuple((x + dx + size * u, y + dy + size * v) for u, v in crest)
        yield Polyline(points, ink, 0.022)


def hill(low: Collection[int], short: Collection[int], high: Collection[int]) -> Outlines:
    """Terraces of rock: grey where the hill is low, paler where it is short, else snow."""
    heights = ({*low, *short, *high}, {*short, *high}, {*high})
    if heights[0]:
        for depth, opacity in ((0.16, 0.12), (0.1, 0.16)):
            yield Polygon(_soft(heights[0], -0.02, -depth), "#1d2b1a", opacity=opacity)
    for height, (cells, (cliff, top)) in enumerate(zip(heights, _TERRACES, strict=True)):
        if cells:
            yield from _terrace(cells, 0.01 + 0.075 * height, cliff, top)
    for level, same in enumerate((low, short, high)):
        cliff, top = _TERRACES[level]
        for cell in sorted(same):
            yield from _seams(cell, same, mix(top, cliff, 0.3))
    for cell in sorted(heights[0]):
        yield from _peak(cell, 2 if cell in high else 1 if cell in short else 0)


def _terrace(cells: Collection[int], distance: float, cliff: Ink, top: Ink) -> Outlines:
    """A step of rock whose cliff shows most to the south."""
    yield Polygon(_soft(cells, distance, -0.03), darker(cliff, 0.4))
    yield Polygon(_soft(cells, distance + 0.02, 0.0), cliff)
    yield Polygon(_soft(cells, distance + 0.05, 0.06), top)


def _seams(cell: int, cells: Collection[int], ink: Ink) -> Outlines:
    """The edges between a cell and those of the same height, each once."""
    x, y = centre(cell)
    for heading in (Heading.NE, Heading.E, Heading.SE):
        if int(NEIGHBOURS[cell, heading]) in cells:
            ends = (
                towards(heading.degrees + side, 0.5 / cos(side * pi / 180)) for side in (-18, 18)
            )
            yield Polyline(tuple((x + dx, y + dy) for dx, dy in ends), ink, 0.018)


def _peak(cell: int, level: int) -> Outlines:
    """A crag with a lit and a shaded side, the taller the higher the ground."""
    x, y = centre(cell)
    x, y = x + 0.16 * (grain(cell, 4) - 0.5), y + 0.1 * (grain(cell, 5) - 0.5)
    rock, size = (
        ("#9a9894", "#aab1bb", "#9fb0c8")[level],
        0.13 + 0.03 * level + 0.05 * grain(cell, 6),
    )
    tip, foot = (x - 0.02, y + 0.05 + 1.1 * size), y - 0.9 * size + 0.05
    notch = (x + 0.25 * size, foot - 0.15 * size)
    yield polygon(((x - 1.25 * size, foot), tip, notch), lighter(rock, 0.35))
    yield polygon((notch, tip, (x + 1.25 * size, foot)), darker(rock, 0.22))
    if level == 2:
        cap = ((-0.62, -0.02), (-0.28, 0.12), (0.1, -0.22), (0.35, 0.12), (0.62, -0.05))
        snow = tuple((x + u * size, y + 0.05 + v * size) for u, v in cap)
        yield polygon((*snow, tip), "#ffffff")
