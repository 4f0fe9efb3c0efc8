"""Overlays: fog, heat, trails, rings, and what is written around the board."""

from collections.abc import Sequence
from itertools import pairwise

from cerealbar.game import WIDTH, cell_at
from cerealbar.views.picture.inks import WHITE, Ink, ramp
from cerealbar.views.picture.options import BoolArray
from cerealbar.views.picture.outlines import border, centre, hexagon, inset, softened
from cerealbar.views.picture.shapes import (
    Ellipse,
    Lettering,
    Outlines,
    Point,
    Polygon,
    Primitives,
    polygon,
)

_HEAT: tuple[Ink, ...] = (
    "#ffffb2",
    "#fed976",
    "#feb24c",
    "#fd8d3c",
    "#f03b20",
    "#bd0026",
    "#7a0033",
)
"""From pale to dark as the value grows, which reads best on light ground (ColorBrewer)."""
_TRAIL = "#243b6b"
_MARK = "#ff2d95"
_GOAL = "#0b7d3e"
_RING = 0.6
"""Large enough to go around a card."""
_OUTLINE = 1.45
"""Large enough to go around a ring."""
_FAINT = 0.01
"""Heat below this share of the maximum is left out."""


def fog(seen: BoolArray) -> Outlines:
    """A veil over the cells that are not seen."""
    hidden = {cell for cell, is_seen in enumerate(seen.tolist()) if not is_seen}
    if hidden:
        loops = tuple(softened(inset(loop, -0.06), 1) for loop in border(hidden))
        yield Polygon(loops, "#3d4654", opacity=0.6)
        yield Polygon(loops, None, "#2b323d", 0.05, 0.5)


def heat(values: Sequence[float], top: float | None) -> Outlines:
    """Translucent cells, the more opaque the nearer they are to `top`, or else to the largest."""
    top = max(values) if top is None else top
    for cell, value in enumerate(values):
        share = value / top if top > 0 else 0.0
        if share > _FAINT:
            yield polygon(hexagon(cell, 0.985), ramp(_HEAT, share), 0.12 + 0.68 * share**0.5)


def trail(cells: Sequence[int]) -> Outlines:
    """A dotted line with a dot where it starts and an arrow where it ends."""
    points = [centre(cell) for cell in cells]
    if not points:
        return
    for start, end in pairwise(points):
        for share in (0.25, 0.5, 0.75, 1.0):
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            yield Ellipse((x, y), 0.07, 0.07, _TRAIL, WHITE, 0.03)
    yield Ellipse(points[0], 0.15, 0.15, WHITE, _TRAIL, 0.07)
    before = next((point for point in reversed(points) if point != points[-1]), None)
    if before is not None:
        yield _arrow_head(before, points[-1])


def _arrow_head(start: Point, end: Point) -> Polygon:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / length, dy / length
    corners = ((0.26, 0.0), (-0.18, 0.24), (-0.08, 0.0), (-0.18, -0.24))
    points = tuple((end[0] + f * ux - r * uy, end[1] + f * uy + r * ux) for f, r in corners)
    return Polygon((points,), _TRAIL, WHITE, 0.04)


def rings(cells: Sequence[int]) -> Outlines:
    """A ring around each cell."""
    for cell in cells:
        yield Ellipse(centre(cell), _RING, _RING, None, WHITE, 0.14)
        yield Ellipse(centre(cell), _RING, _RING, None, _MARK, 0.085)


def goal_outlines(cells: Sequence[int]) -> Outlines:
    """An outline of each cell."""
    for cell in cells:
        yield Polygon((hexagon(cell, _OUTLINE),), None, WHITE, 0.2)
        yield Polygon((hexagon(cell, _OUTLINE),), None, _GOAL, 0.12)


def edge_numbers() -> Primitives:
    """The number of each column below the board and of each row beside it."""
    for i in range(WIDTH):
        column, row = centre(cell_at(i, 0)), centre(cell_at(0, i))
        yield Lettering((column[0], column[1] - 1.0), str(i), 0.36)
        yield Lettering((-0.78, row[1]), str(i), 0.36, anchor="end")
