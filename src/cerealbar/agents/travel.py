"""Travel costs for planning: from a pose to every card, and between all cards of a board.

Walking backward costs as much as walking forward, so what a way costs depends on headings only by
their axis (north-east or south-west, east or west, south-east or north-west): three instead of six,
each one turn from the others. Cards are entered at the end of a way but never crossed; the axis at
a card is the one after turning on it. A board takes sixty-three searches, so each goes through rows
of cells at a time, as bits: that takes a quarter of what `search.py` would.
"""

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.search import BLOCKED, FAR, FREE
from cerealbar.game import CELLS, NEIGHBOURS, WIDTH, Array, kernel

AXES = 3
"""A heading's axis is the heading modulo this."""
_ROWS = WIDTH + 2
"""The rows of the board, each as bits of a number, with a rim of two."""


@kernel
def _spread(front: Array, after: Array, seen: Array, may_enter: Array) -> bool:
    """One step of a search whose cells are bits of rows; returns whether anything is new."""
    anything = np.uint32(0)
    one = np.uint32(1)
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
def _fill_costs(ground: Array, start: int, axis: int, cells: Array, costs: Array) -> None:
    """Fill `costs` (n, 3) with the steps from a cell and axis to each card and axis, or `FAR`."""
    front = np.zeros((AXES, _ROWS), np.uint32)
    after = np.zeros((AXES, _ROWS), np.uint32)
    seen = np.zeros((AXES, _ROWS), np.uint32)
    may_enter = np.zeros(_ROWS, np.uint32)
    for cell in range(CELLS):
        bit = np.uint32(ground[cell] != BLOCKED or cell == start) << np.uint32(cell % WIDTH)
        may_enter[cell // WIDTH + 1] |= bit
    row, bit = start // WIDTH + 1, np.uint32(1) << np.uint32(start % WIDTH)
    front[axis, row] = seen[axis, row] = bit
    costs[:] = FAR
    missing = len(cells)
    steps = 0
    while missing and _spread(front, after, seen, may_enter):
        steps += 1
        for card in range(len(cells)):
            if cells[card] == start:
                continue
            row, bit = cells[card] // WIDTH + 1, np.uint32(1) << np.uint32(cells[card] % WIDTH)
            reached = False
            for other in range(AXES):
                if after[other, row] & bit:
                    after[other, row] ^= bit  # cards are not crossed
                    costs[card, other] = steps
                    reached = True
            if reached and min(costs[card, 0], costs[card, 1], costs[card, 2]) == steps:
                missing -= 1
        front, after = after, front
    for card in range(len(cells)):
        if cells[card] == start:
            for other in range(AXES):
                costs[card, other] = _cost_of_return(ground, start, axis, other)
        near = min(costs[card, 0], costs[card, 1], costs[card, 2])
        for other in range(AXES):  # by one turn more
            costs[card, other] = min(costs[card, other], near + 1, FAR)


@kernel
def _fill_card_costs(ground: Array, cells: Array, costs: Array) -> None:
    for card in range(len(cells)):
        for axis in range(AXES):
            _fill_costs(ground, cells[card], axis, cells, costs[card, axis])


def card_costs(ground: NDArray[np.uint8], cells: NDArray[np.int16]) -> NDArray[np.int16]:
    """(n, 3, n, 3): steps from each card and axis to each card and axis, or `FAR`.

    From a card to itself is leaving and coming back.
    """
    costs = np.empty((len(cells), AXES, len(cells), AXES), np.int16)
    _fill_card_costs(ground, cells, costs)
    return costs


def pose_costs(
    ground: NDArray[np.uint8], cell: int, heading: int, cells: NDArray[np.int16]
) -> NDArray[np.int16]:
    """(n, 3): steps from a pose to each card and axis, or `FAR`.

    A card under the start costs what leaving and coming back does.
    """
    costs = np.empty((len(cells), AXES), np.int16)
    _fill_costs(ground, int(cell), int(heading) % AXES, cells, costs)
    return costs
