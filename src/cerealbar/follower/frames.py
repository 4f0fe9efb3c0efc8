"""Frames of reference, exact on the hexagonal grid: what lies where, seen from a pose.

A feature map is a list of cells with channels, not an image. A frame says for each cell which cells
lie on it and around it (seven taps, the first of the six around it straight ahead), on the board
(level 0) and on coarser and coarser lattices through the follower's cell (level l keeps every
2^l-th cell along each axis). Turning the follower turns the order of the taps and nothing else, so
that a network over frames turns and moves with the follower exactly; nothing is resampled, and no
cell is lost beyond an edge.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cerealbar.game import AXIAL, CELLS, HEADINGS, Array, kernel

TAPS = 1 + HEADINGS
"""A cell and those around it."""
LEVELS = 4
"""The depth L of LingUNet: lattices above the board."""
_ALIGN = 1 << LEVELS
_PARENTS = 2
"""Cells of a lattice above whose taps meet one cell, at most."""
_SPAN = 128  # cells along the side of a table of rows; more than any board with its margin
_STEPS = np.array([(0, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)], np.int64)
"""(7, 2): axial offsets of the taps, here then by heading."""


@dataclass(frozen=True, slots=True)
class Lattices:
    """The levels of cells as seen from K of them, without a heading."""

    rows: NDArray[np.int64]
    """(K, L + 1): how many cells each level has."""
    around: list[Array]
    """(L + 1) x (K, most rows, 7): the row of the same level under each tap, or -1."""
    below: list[Array]
    """L x (K, most rows, 7): for rows of level l + 1, the row of level l under each tap, or -1."""
    above: list[Array]
    """L x (K, most rows, 2): for rows of level l, `row * 7 + tap` of level l + 1 whose tap it is,
    or -1."""


@kernel
def _fill_level(
    places: Array, count: int, step: int, grid: Array, around: Array, steps: Array
) -> None:
    """Which row lies under each tap, for rows at `places` that are `step` apart."""
    half = len(grid) // 2
    for row in range(count):
        for tap in range(len(steps)):
            a = places[row, 0] // step + steps[tap, 0] + half
            b = places[row, 1] // step + steps[tap, 1] + half
            inside = 0 <= a < len(grid) and 0 <= b < len(grid)
            around[row, tap] = grid[a, b] if inside else -1


@kernel
def _fill_next(
    places: Array,
    count: int,
    step: int,
    steps: Array,
    coarse: Array,
    grid: Array,
    below: Array,
    above: Array,
) -> int:
    """The lattice of every second cell whose taps meet a row; returns how many rows it has."""
    half = len(grid) // 2
    found = 0
    for row in range(count):
        met = 0
        for tap in range(len(steps)):
            a = places[row, 0] // step - steps[tap, 0]
            b = places[row, 1] // step - steps[tap, 1]
            if a & 1 or b & 1:
                continue
            a, b = a // 2, b // 2
            parent = grid[a + half, b + half]
            if parent < 0:
                parent = found
                grid[a + half, b + half] = parent
                coarse[parent, 0], coarse[parent, 1] = a * step * 2, b * step * 2
                found += 1
            below[parent, tap] = row
            above[row, met] = parent * len(steps) + tap
            met += 1
    return found


def lattices(places: NDArray[np.integer]) -> Lattices:
    """The levels of cells at axial offsets (N, 2) from the follower, which is one place."""
    here = np.ascontiguousarray(places, np.int64)
    rows, around, below, above = [], [], [], []
    grid = np.full((_SPAN, _SPAN), -1, np.int32)
    for row, (a, b) in enumerate(here.tolist()):
        grid[a + _SPAN // 2, b + _SPAN // 2] = row
    for level in range(LEVELS + 1):
        count, step = len(here), 1 << level
        rows.append(count)
        around.append(np.empty((count, TAPS), np.int32))
        _fill_level(here, count, step, grid, around[-1], _STEPS)
        if level < LEVELS:
            room = count + 4 * TAPS
            coarse, down = np.zeros((room, 2), np.int64), np.full((room, TAPS), -1, np.int32)
            above.append(np.full((count, _PARENTS), -1, np.int32))
            grid = np.full((_SPAN, _SPAN), -1, np.int32)
            found = _fill_next(here, count, step, _STEPS, coarse, grid, down, above[-1])
            here = coarse[:found].copy()
            below.append(down[:found].copy())
    parts = [[table[None] for table in tables] for tables in (around, below, above)]
    return Lattices(np.array([rows]), *parts)


@cache
def board_lattices() -> Lattices:
    """The levels of the board for every cell of it, which repeat every 16 cells along an axis."""
    axial = AXIAL.astype(np.int64)
    found = [
        lattices(axial - (q, r)) for q in range(_ALIGN) for r in range(_ALIGN)
    ]  # offsets of a cell far outside serve as well: only the remainder matters

    def stack(parts: list[Array]) -> Array:
        room = max(part.shape[1] for part in parts)
        padded = np.full((len(parts), room, parts[0].shape[2]), -1, np.int32)
        for i, part in enumerate(parts):
            padded[i, : part.shape[1]] = part[0]
        return padded

    return Lattices(
        np.concatenate([each.rows for each in found]),
        [stack([each.around[level] for each in found]) for level in range(LEVELS + 1)],
        [stack([each.below[level] for each in found]) for level in range(LEVELS)],
        [stack([each.above[level] for each in found]) for level in range(LEVELS)],
    )


@dataclass(frozen=True, slots=True)
class Frames:
    """B poses, as indices for convolutions over (B * rows, channels) with a row of zeros behind."""

    rows: tuple[int, ...]
    """(L + 1,): rows of each level, the same for all poses; some are empty."""
    around: tuple[Tensor, ...]
    """(L + 1) x (B * rows, 7) int32: what lies under each tap."""
    below: tuple[Tensor, ...]
    """L x (B * rows of level l + 1, 7): rows of level l."""
    above: tuple[Tensor, ...]
    """L x (B * rows of level l, 2): `row * 7 + tap` of level l + 1."""
    mask: tuple[Tensor, ...]
    """(L + 1) x (B, rows, 1): 1 for rows that are cells, 0 for empty ones."""

    def __len__(self) -> int:
        return len(self.mask[0])

    def to(self, device: torch.device) -> "Frames":
        """The same on a device."""
        parts = self.around, self.below, self.above, self.mask
        return Frames(self.rows, *[tuple(t.to(device) for t in part) for part in parts])


@kernel
def _fill_taps(
    table: Array, classes: Array, headings: Array, outside: int, room: int, out: Array
) -> None:
    """Rows under the taps of each pose; `outside` is the row of zeros."""
    count, taps = out.shape[1], out.shape[2]
    order = np.zeros(taps, np.int64)
    for i in range(len(classes)):
        for tap in range(HEADINGS):
            order[1 + tap] = 1 + (tap + headings[i]) % HEADINGS
        for row in range(count):
            for tap in range(taps):
                found = table[classes[i], row, order[tap]]
                out[i, row, tap] = outside if found < 0 else i * room + found


@kernel
def _fill_above(
    table: Array, classes: Array, headings: Array, outside: int, room: int, out: Array
) -> None:
    """Of each row, the rows above with the tap by which they meet it, by the follower's heading."""
    count, parents = out.shape[1], out.shape[2]
    for i in range(len(classes)):
        for row in range(count):
            for k in range(parents):
                found = table[classes[i], row, k]
                if found < 0:
                    out[i, row, k] = outside
                else:
                    parent, tap = found // TAPS, found % TAPS
                    if tap:
                        tap = 1 + (tap - 1 - headings[i]) % HEADINGS
                    out[i, row, k] = (i * room + parent) * TAPS + tap


def make_frames(
    tables: Lattices, classes: NDArray[np.int64], headings: NDArray[np.int64]
) -> Frames:
    """The frames of followers at some of the K places (B,) of lattices, by their headings (B,)."""
    count = len(classes)
    rows = tuple(table.shape[1] for table in tables.around)

    def taps(table: Array, room: int) -> Tensor:
        out = np.empty((count, *table.shape[1:]), np.int32)
        _fill_taps(table, classes, headings, count * room, room, out)
        return torch.from_numpy(out.reshape(-1, TAPS))

    def above(table: Array, room: int) -> Tensor:
        out = np.empty((count, *table.shape[1:]), np.int32)
        _fill_above(table, classes, headings, count * room * TAPS, room, out)
        return torch.from_numpy(out.reshape(-1, _PARENTS))

    masks = [np.arange(room) < tables.rows[classes, level, None] for level, room in enumerate(rows)]
    return Frames(
        rows,
        tuple(taps(table, room) for table, room in zip(tables.around, rows, strict=True)),
        tuple(taps(table, rows[level]) for level, table in enumerate(tables.below)),
        tuple(above(table, rows[level + 1]) for level, table in enumerate(tables.above)),
        tuple(torch.from_numpy(mask.astype(np.float32)[..., None]) for mask in masks),
    )


def frames_of(cells: NDArray[np.integer], headings: NDArray[np.integer]) -> Frames:
    """The frames of followers on the board, by their cells (B,) and headings (B,)."""
    q, r = (AXIAL[np.asarray(cells, np.int64)].astype(np.int64) % _ALIGN).T
    return make_frames(board_lattices(), q * _ALIGN + r, np.asarray(headings, np.int64))


CROP = 5
"""The side of the plan that the action generator sees around the follower."""


@cache
def crop_table() -> Array:
    """(3750, 25): the cells of the 5 x 5 axial neighbourhood of a pose; `CELLS` off the board.

    The rows go from behind to ahead, the columns along the neighbour ahead and to the right.
    """
    by_place = {tuple(place): cell for cell, place in enumerate(AXIAL.tolist())}
    table = np.full((CELLS, HEADINGS, CROP, CROP), CELLS, np.int64)
    for cell, (q, r) in enumerate(AXIAL.tolist()):
        for heading in range(HEADINGS):
            ahead, right = _STEPS[1 + heading], _STEPS[1 + (heading + 1) % HEADINGS]
            for i in range(CROP):
                for j in range(CROP):
                    dq, dr = (i - CROP // 2) * ahead + (j - CROP // 2) * right
                    table[cell, heading, i, j] = by_place.get((q + dq, r + dr), CELLS)
    return table.reshape(CELLS * HEADINGS, CROP * CROP)
