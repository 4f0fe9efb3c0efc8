"""Terrain: the board with its meadow, sandy paths and ponds, and the hill up to the snow."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from math import cos, pi, sin

from cerealbar.game import CELLS, NEIGHBOURS, Heading, Terrain, cell_at
from cerealbar.views.picture.inks import Ink, darker, lighter, mix
from cerealbar.views.picture.outlines import (
    CORNER,
    border,
    centre,
    grain,
    hexagon,
    inset,
    moved,
    softened,
    towards,
)
from cerealbar.views.picture.shapes import (
    Ellipse,
    Loop,
    Outlines,
    Point,
    Polygon,
    Polyline,
    Sprite,
    disc,
    polygon,
)

_SHORE = "#e2d3a0"
_SHALLOWS = "#8fd3e0"
_WATER = "#56b4d3"
_DEEP = "#2b7fb0"
_TERRACES = (("#8f9196", "#b9b8b4"), ("#9aa0aa", "#d7dadb"), ("#a6b2c4", "#fbfdff"))
"""The cliff and the top of each of the hill's heights, the lowest first."""
_MEADOW = ("#a3c873", "#b4d382")
_EARTH = "#a9825a"
_SAND = "#ecd9a6"
_SHADOWS = ((0.34, 0.10), (0.26, 0.10), (0.18, 0.12))
SWATCH_CENTRE: Point = (0.5, CORNER / 2)
_RIM = 0.76
"""How wide a path is with its darker edge."""
_WAY = 0.66


def _soft(cells: Collection[int], distance: float, north: float = 0.0) -> tuple[Loop, ...]:
    """The lines around some cells, drawn in by a distance and without corners."""
    return tuple(moved(softened(inset(loop, distance)), 0.0, north) for loop in border(cells))


def _pond(cells: Collection[int], deep: Collection[int]) -> Outlines:
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


def _hill(low: Collection[int], short: Collection[int], high: Collection[int]) -> Outlines:
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


def ground(terrains: bytes) -> Outlines:
    """The whole board without props; a byte per cell is an index into `Terrain`."""
    kinds = tuple(Terrain)
    yield from _slab()
    yield from land({cell: kinds[index] for cell, index in enumerate(terrains)})


@cache
def swatch(terrain: Terrain) -> Sprite:
    """Three cells of some terrain that meet at `SWATCH_CENTRE`."""
    cells = (0, 1, cell_at(0, 1))
    return Sprite(f"terrain-{terrain.name.lower()}", tuple(land(dict.fromkeys(cells, terrain))))


def land(terrains: Mapping[int, Terrain]) -> Outlines:
    """Some cells of the board, without props."""
    cells: dict[Terrain, set[int]] = {terrain: set() for terrain in Terrain}
    for cell, terrain in terrains.items():
        cells[terrain].add(cell)
        yield from _meadow(cell)
    yield from _paths(cells[Terrain.PATH])
    yield from _pond(cells[Terrain.WATER] | cells[Terrain.DEEP_WATER], cells[Terrain.DEEP_WATER])
    yield from _hill(cells[Terrain.LOW_HILL], cells[Terrain.SHORT_HILL], cells[Terrain.HILL])


def _slab() -> Outlines:
    """The board's edge: a slab of earth with a soft shadow."""
    edge = softened(inset(border(range(CELLS))[0], -0.06), 1)
    for depth, opacity in _SHADOWS:
        yield polygon(moved(edge, 0.05, -depth - 0.12), "#6b5a45", opacity)
    yield polygon(moved(edge, 0.0, -0.2), darker(_EARTH, 0.25))
    yield polygon(moved(edge, 0.0, -0.13), _EARTH)
    yield polygon(edge, darker(_MEADOW[0], 0.1))


def _meadow(cell: int) -> Outlines:
    """A cell of grass, in a green that changes slowly over the board."""
    x, y = centre(cell)
    slow = 0.5 + 0.25 * sin(0.55 * x + 0.21 * y) + 0.25 * sin(0.17 * x - 0.61 * y + 2)
    green = mix(*_MEADOW, 0.7 * slow + 0.3 * grain(cell, 1))
    yield Polygon((hexagon(cell),), green, mix(green, "#6f9a4c", 0.35), 0.02)
    for blade in range(int(4 * grain(cell, 2))):
        dx, dy = grain(cell, 10 + blade) - 0.5, grain(cell, 20 + blade) - 0.5
        ink = mix(green, "#5f8f3e" if blade % 2 else "#d6e8a4", 0.4)
        yield Ellipse((x + 0.7 * dx, y + 0.7 * dy), 0.022, 0.04, ink)


def _paths(cells: Collection[int]) -> Outlines:
    """Sandy ways that join wherever two path cells touch."""
    for width, ink in ((_RIM, mix(_SAND, "#8f7a3c", 0.45)), (_WAY, _SAND)):
        yield from _ribbons(cells, width, ink)
    for cell in sorted(cells):
        yield from _pebbles(cell)
        yield Polygon((hexagon(cell),), None, darker(_SAND, 0.3), 0.014, 0.3)


def _ribbons(cells: Collection[int], width: float, ink: Ink) -> Outlines:
    for cell in sorted(cells):
        x, y = centre(cell)
        yield disc(x, y, width / 2 + 0.04, ink)
        for heading, near in _joined(cell, cells):
            yield Polyline(((x, y), centre(near)), ink, width)
            third = int(NEIGHBOURS[cell, (heading + 1) % 6])
            if third in cells:
                yield polygon(((x, y), centre(near), centre(third)), ink)


def _joined(cell: int, cells: Collection[int]) -> Iterator[tuple[Heading, int]]:
    """The path cells next to a cell, each pair of cells once."""
    for heading in (Heading.NE, Heading.E, Heading.SE):
        near = int(NEIGHBOURS[cell, heading])
        if near in cells:
            yield heading, near


def _pebbles(cell: int) -> Outlines:
    x, y = centre(cell)
    for stone in range(3 + int(3 * grain(cell, 3))):
        dx, dy = towards(360 * grain(cell, 30 + stone), 0.32 * grain(cell, 40 + stone) ** 0.5)
        size = 0.018 + 0.02 * grain(cell, 50 + stone)
        ink = darker(_SAND, 0.16) if stone % 2 else lighter(_SAND, 0.5)
        yield Ellipse((x + dx, y + dy), size * 1.3, size, ink)
