"""The board: 25 x 25 hexagonal cells, six headings and who borders on whom.

A cell is a number, `x + 25 * z`; x grows to the east and z to the north. Cells are pointy-top
hexagons in rows, and odd rows lie half a cell further east.
"""

from array import array
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from cerealbar.compiling import Array
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


# Tables of two cells. Compiled code and NumPy read arrays; plain Python reads rows of bytes and
# integers several times as fast.


def _distances() -> Array:
    dq, dr = (np.subtract.outer(axis, axis) for axis in np.ascontiguousarray(AXIAL.T))
    return np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))


def _bearings() -> Array:
    # A bearing follows from the half cells to the east and the rows to the north alone.
    span = 4 * WIDTH
    half_cells, rows = np.arange(-span // 2, span // 2), np.arange(-WIDTH, WIDTH)[:, None]
    degrees = np.degrees(np.arctan2(half_cells / 2, rows * np.sqrt(3.0) / 2)) % 360
    number = 2 * _X + _Z % 2 + span * _Z
    middle = span * WIDTH + span // 2
    return (np.rint(degrees).astype(np.int16) % 360).take(number - number[:, None] + middle)


DISTANCES = _distances()
"""(625, 625): the moves between two cells on an empty board."""
DISTANCE_FROM: tuple[bytes, ...] = tuple(row.tobytes() for row in DISTANCES.astype(np.uint8))
"""The same as rows for plain Python: `DISTANCE_FROM[a][b]`."""
BEARING_FROM: "tuple[array[int], ...]" = tuple(array("h", row.tobytes()) for row in _bearings())
"""By two cells: the compass direction from the first to the second, 0 to 359 whole degrees."""


def distance(a: int, b: int) -> int:
    """How many moves lie between two cells on an empty board."""
    return DISTANCE_FROM[a][b]


_AROUND = tuple(tuple(near for near in row if near != OUTSIDE) for row in NEIGHBOURS.tolist())


def neighbours(cell: int) -> tuple[int, ...]:
    """The cells around a cell, by heading; on the border fewer than six."""
    return _AROUND[cell]


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a player stands and looks."""

    cell: int
    heading: Heading


POSES = CELLS * HEADINGS
"""Compiled code knows a pose by a number, `cell * HEADINGS + heading`."""


def _next_poses() -> Array:
    cell, heading = np.divmod(np.arange(POSES), HEADINGS)
    moves = [NEIGHBOURS[cell, (heading + turn) % HEADINGS] for turn in (0, 3)]
    steps = [np.where(near == OUTSIDE, OUTSIDE, near * HEADINGS + heading) for near in moves]
    steps += [cell * HEADINGS + (heading + turn) % HEADINGS for turn in (-1, 1)]
    return np.stack(steps, axis=1).astype(np.int16)


NEXT_POSE = _next_poses()
"""(3750, 4): the pose after a move forward, backward, a turn left, right; or `OUTSIDE`."""
_POSES = tuple(Pose(cell, heading) for cell in range(CELLS) for heading in Heading)
_NEXT = tuple(
    tuple([_POSES[after] for after in row])
    for row in np.where(NEXT_POSE == OUTSIDE, np.arange(POSES)[:, None], NEXT_POSE).tolist()
)


def next_pose(pose: Pose, step: int) -> Pose:
    """The pose after one of the four steps on an empty board; leaving the board changes nothing."""
    return _NEXT[pose.cell * HEADINGS + pose.heading][step]


def ahead_of(pose: Pose, turn: int = 0) -> int | None:
    """The cell that would be ahead after `turn` turns to the right; None beyond the edge."""
    cell = int(NEIGHBOURS[pose.cell, (pose.heading + turn) % HEADINGS])
    return None if cell == OUTSIDE else cell


def bearing(pose: Pose, cell: int) -> int:
    """Whole degrees from straight ahead to a cell, -180 to 179, to the right positive."""
    return (BEARING_FROM[pose.cell][cell] - 60 * pose.heading + 150) % 360 - 180
