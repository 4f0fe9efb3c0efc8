"""The board: 25 x 25 hexagonal cells, six headings and who borders on whom.

A cell is a number, `x + 25 * z`; x grows to the east and z to the north. Cells are pointy-top
hexagons in rows, and odd rows lie half a cell further east.
"""

from enum import IntEnum

import numpy as np

from cerealbar.game.compiled import Array, kernel
from cerealbar.game.errors import NotationError

WIDTH = 25
"""Cells in a row, and rows on the board."""
CELLS = WIDTH * WIDTH
HEADINGS = 6
OUTSIDE = -1
"""What stands in `NEIGHBOURS` where the board ends."""


class Heading(IntEnum):
    """One of the six directions, clockwise from the north-east."""

    NE = 0
    E = 1
    SE = 2
    SW = 3
    W = 4
    NW = 5

    @property
    def degrees(self) -> int:
        """The compass direction, clockwise from north."""
        return 30 + 60 * self.value

    @property
    def word(self) -> str:
        """The spelling in files and notation: `ne`, `e`, ..."""
        return self.name.lower()


def parse_heading(word: str) -> Heading:
    """The heading that `word` spells."""
    try:
        return Heading[word.upper()]
    except KeyError:
        raise NotationError(f"{word!r} is no heading: expected ne, e, se, sw, w or nw") from None


def heading_from_degrees(degrees: int) -> Heading:
    """The heading of a compass direction of 30, 90, ..., 330 degrees."""
    if degrees % 60 != 30:
        raise NotationError(f"{degrees!r} degrees is no heading: expected 30, 90, ..., 330")
    return Heading((degrees % 360 - 30) // 60)


def cell_at(x: int, z: int) -> int:
    """The cell in column `x` of row `z`.

    Raises:
        NotationError: the board has no such cell.
    """
    if not (0 <= x < WIDTH and 0 <= z < WIDTH):
        raise NotationError(f"({x}, {z}) is outside the board of {WIDTH} x {WIDTH} cells")
    return x + WIDTH * z


def coordinates(cell: int) -> tuple[int, int]:
    """The column and row, `(x, z)`, of a cell."""
    z, x = divmod(int(cell), WIDTH)
    return x, z


# Offsets (dx, dz) by heading, for even and for odd rows.
_OFFSETS = (
    ((0, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
    ((1, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (0, 1)),
)


def _neighbour_table() -> Array:
    table = np.full((CELLS, HEADINGS), OUTSIDE, np.int16)
    for cell in range(CELLS):
        x, z = coordinates(cell)
        for heading, (dx, dz) in enumerate(_OFFSETS[z % 2]):
            if 0 <= x + dx < WIDTH and 0 <= z + dz < WIDTH:
                table[cell, heading] = cell_at(x + dx, z + dz)
    return table


NEIGHBOURS = _neighbour_table()
"""(625, 6): the cell next to a cell in each heading, or `OUTSIDE`."""
IS_BORDER = (NEIGHBOURS == OUTSIDE).any(axis=1)
"""(625,): whether a cell lies on the outermost ring."""

_X = np.arange(CELLS) % WIDTH
_Z = np.arange(CELLS) // WIDTH
AXIAL = np.stack([_X - _Z // 2, _Z], axis=1).astype(np.int16)
"""(625, 2): axial coordinates q, r of a cell, r growing north."""
CENTRES = np.stack([_X + 0.5 * (_Z % 2), _Z * np.sqrt(3.0) / 2], axis=1)
"""(625, 2): where a cell's centre lies, in cell widths east and north of cell 0's centre."""


@kernel
def distance(a: int, b: int) -> int:
    """How many moves lie between two cells on an empty board."""
    dq = AXIAL[a, 0] - AXIAL[b, 0]
    dr = AXIAL[a, 1] - AXIAL[b, 1]
    return max(abs(dq), abs(dr), abs(dq + dr))
