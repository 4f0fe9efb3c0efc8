"""Terrain: the board with its meadow and sandy paths; see `relief` for ponds and the hill."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from math import sin

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
from cerealbar.views.picture.relief import hill, pond
from cerealbar.views.picture.shapes import (
    Ellipse,
    Outlines,
    Point,
    Polygon,
    Polyline,
    Sprite,
    disc,
    polygon,
)

_MEADOW = ("#a3c873", "#b4d382")
_EARTH = "#a9825a"
_SAND = "#ecd9a6"
_SHADOWS = ((0.34, 0.10), (0.26, 0.10), (0.18, 0.12))
SWATCH_CENTRE: Point = (0.5, CORNER / 2)
_RIM = 0.76
"""How wide a path is with its darker edge."""
_WAY = 0.66


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
    yield from pond(cells[Terrain.WATER] | cells[Terrain.DEEP_WATER], cells[Terrain.DEEP_WATER])
    yield from hill(cells[Terrain.LOW_HILL], cells[Terrain.SHORT_HILL], cells[Terrain.HILL])


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
