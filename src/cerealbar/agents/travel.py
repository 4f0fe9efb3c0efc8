"""Travel costs for planning: from a pose to every card, and between all cards of a board.

Walking backward costs as much as walking forward, so what a way costs depends on headings only by
their axis (north-east or south-west, east or west, south-east or north-west): three instead of six,
each one turn from the others. Cards are entered at the end of a way but never crossed; the axis at
a card is the one after turning on it. A board takes sixty-three searches, so each goes through rows
of cells at a time, and two go side by side, as bits of one number.
"""

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.search import BLOCKED, FAR, FREE
from cerealbar.game import CELLS, NEIGHBOURS, WIDTH, Array, kernel

AXES = 3
"""A heading's axis is the heading modulo this."""
_ROWS = WIDTH + 2
"""The rows of the board, with a rim of two."""
_APART = 32
"""By how many bits the second search lies beside the first."""


@kernel
def _spread(front: Array, after: Array, seen: Array, may_enter: Array) -> bool:
    """One step of the searches; returns whether anything is new."""
    anything = np.uint64(0)
    one = np.uint64(1)
    for z in range(1, WIDTH + 1):
        north, south = z + 1, z - 1
        if z & 1:  # an even row, as the rim is row 0
            rising = front[0, south] << one | front[0, north]
            falling = front[2, north] << one | front[2, south]
        else:
            rising = front[0, south] | front[0, north] >> one
            falling = front[2, north] | front[2, south] >> one
        level = front[1, z] << one | front[1, z] >> one
        a, b, c = front[0, z], front[1, z], front[2, z]
        after[0, z] = (rising | b | c) & may_enter[z] & ~seen[0, z]
        after[1, z] = (level | a | c) & may_enter[z] & ~seen[1, z]
        after[2, z] = (falling | a | b) & may_enter[z] & ~seen[2, z]
        anything |= after[0, z] | after[1, z] | after[2, z]
        for axis in range(AXES):
            seen[axis, z] |= after[axis, z]
    return anything != 0


@kernel
def _cost_of_return(ground: Array, cell: int, axis: int, back: int) -> int:
    """What it costs to leave a cell and step onto it again in the axis `back`, or `FAR`."""
    for way in range(0, 2 * AXES, AXES):
        near = NEIGHBOURS[cell, back + way]
        if near >= 0 and ground[near] == FREE:
            return 2 + (axis != back)
    return FAR


@kernel
def _open_rows(ground: Array) -> Array:
    """(27,): the rows, with a bit for each cell that is not blocked, for both searches."""
    rows = np.zeros(_ROWS, np.uint64)
    for cell in range(CELLS):
        if ground[cell] != BLOCKED:
            rows[cell // WIDTH + 1] |= _bit(cell, 0) | _bit(cell, 1)
    return rows


@kernel
def _bit(cell: int, number: int) -> np.uint64:
    """A cell in its row, for the first or second search."""
    return np.uint64(1) << np.uint64(cell % WIDTH + _APART * number)


@kernel
def _fill_costs(ground: Array, may_enter: Array, starts: Array, cells: Array, costs: Array) -> None:
    """Fill `costs` (k, n, 3) with the steps to each card and axis, or `FAR`.

    `starts` (k,) are one or two cells with axes, as cell * 3 + axis.
    """
    front = np.zeros((AXES, _ROWS), np.uint64)
    after = np.zeros((AXES, _ROWS), np.uint64)
    seen = np.zeros((AXES, _ROWS), np.uint64)
    for number in range(len(starts)):
        start, axis = starts[number] // AXES, starts[number] % AXES
        front[axis, start // WIDTH + 1] |= _bit(start, number)
        seen[axis, start // WIDTH + 1] |= _bit(start, number)
    rows, bits = np.empty(len(cells), np.int64), np.empty(len(cells), np.uint64)
    for card in range(len(cells)):
        rows[card] = cells[card] // WIDTH + 1
        bits[card] = _bit(cells[card], 0) | _bit(cells[card], 1)
    costs[:] = FAR
    missing = len(starts) * len(cells)
    steps = 0
    while missing and _spread(front, after, seen, may_enter):
        steps += 1
        for card in range(len(cells)):
            row = rows[card]
            new = (after[0, row] | after[1, row] | after[2, row]) & bits[card]
            if not new:
                continue
            for number in range(len(starts)):
                bit = _bit(cells[card], number)
                if not new & bit or cells[card] == starts[number] // AXES:
                    continue
                missing -= costs[number, card].min() == FAR
                for axis in range(AXES):
                    if after[axis, row] & bit:
                        after[axis, row] ^= bit  # cards are not crossed
                        costs[number, card, axis] = steps
        front, after = after, front
    for number in range(len(starts)):
        start, begun = starts[number] // AXES, starts[number] % AXES
        for card in range(len(cells)):
            found = costs[number, card]
            if cells[card] == start:
                for axis in range(AXES):
                    found[axis] = _cost_of_return(ground, start, begun, axis)
            near = min(found[0], found[1], found[2])
            for axis in range(AXES):  # by one turn more
                found[axis] = min(found[axis], near + 1, FAR)


@kernel
def _fill_card_costs(ground: Array, cells: Array, costs: Array) -> None:
    may_enter = _open_rows(ground)
    starts = np.empty(len(costs), np.int64)
    for i in range(len(costs)):
        starts[i] = cells[i // AXES] * AXES + i % AXES
    for i in range(0, len(costs), 2):
        _fill_costs(ground, may_enter, starts[i : i + 2], cells, costs[i : i + 2])


@kernel
def _fill_pose_costs(ground: Array, cell: int, axis: int, cells: Array, costs: Array) -> None:
    start = np.full(1, cell * AXES + axis)
    _fill_costs(ground, _open_rows(ground), start, cells, costs)


def card_costs(ground: NDArray[np.uint8], cells: NDArray[np.int16]) -> NDArray[np.int16]:
    """(n, 3, n, 3): steps from each card and axis to each card and axis, or `FAR`.

    From a card to itself is leaving and coming back.
    """
    costs = np.empty((len(cells), AXES, len(cells), AXES), np.int16)
    _fill_card_costs(ground, cells, costs.reshape(-1, len(cells), AXES))
    return costs


def pose_costs(
    ground: NDArray[np.uint8], cell: int, heading: int, cells: NDArray[np.int16]
) -> NDArray[np.int16]:
    """(n, 3): steps from a pose to each card and axis, or `FAR`.

    A card under the start costs what leaving and coming back does.
    """
    costs = np.empty((1, len(cells), AXES), np.int16)
    _fill_pose_costs(ground, int(cell), int(heading) % AXES, cells, costs)
    return costs[0]
