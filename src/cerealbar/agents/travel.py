"""Travel costs for planning: from a pose to every card, and between all cards of a board.

Walking backward costs as much as walking forward, so what a way costs depends on headings only by
their axis (north-east or south-west, east or west, south-east or north-west): three instead of six,
each one turn from the others. Cards are entered at the end of a way but never crossed; the axis at
a card is the one after turning on it.
"""

import math

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.pathfinding import BLOCKED, FAR, FREE
from cerealbar.game import CELLS, NEIGHBOURS, WIDTH, Array, kernel

AXES = 3
"""A heading's axis is the heading modulo this."""
_SHIFT = (WIDTH + 1) // 2
_ROW = WIDTH + WIDTH // 2 + 2
"""The board is laid out slanted, with a rim: every neighbour lies equally far for every cell."""
_PADDED = (WIDTH + 2) * _ROW
_OFFSETS = (_ROW, 1, _ROW - 1)
"""How far a cell's neighbours lie on each axis, either way."""
_SIDE_BY_SIDE = 64
"""How many searches run at once, each in a bit of its own."""


@kernel
def _padded(cell: int) -> int:
    z = cell // WIDTH
    return (z + 1) * _ROW + cell % WIDTH - z // 2 + _SHIFT


@kernel
def _spread(front: Array, after: Array, seen: Array, may_enter: Array) -> bool:
    """One step of all searches at once; returns whether anything new was reached."""
    anything = np.uint64(0)
    count = _PADDED - 2 * _ROW
    for axis in range(AXES):
        # Slices of one length let the compiler use vector instructions.
        same, begin, away = front[axis], _ROW, _OFFSETS[axis]
        from_one = same[begin + away : begin + away + count]
        from_other = same[begin - away : begin - away + count]
        turned = front[(axis + 1) % AXES, begin : begin + count]
        turned_again = front[(axis + 2) % AXES, begin : begin + count]
        new, old = after[axis, begin : begin + count], seen[axis, begin : begin + count]
        open_cells = may_enter[begin : begin + count]
        for i in range(count):
            reached = from_one[i] | from_other[i] | turned[i] | turned_again[i]
            reached &= open_cells[i] & ~old[i]
            new[i] = reached
            old[i] |= reached
            anything |= reached
    return anything != 0


@kernel
def _note_arrivals(
    front: Array, cells: Array, own: Array, steps: int, is_reached: Array, costs: Array
) -> int:
    """Write the cost of each card just reached, and stop the searches there but for its own.

    Returns how many cards were reached for the first time. `own` and `is_reached` (n,) have a bit
    for each search: whether it begins on the card, and whether it has come to it.
    """
    count = 0
    for card in range(len(cells)):
        cell = _padded(cells[card])
        for axis in range(AXES):
            bits = front[axis, cell]
            front[axis, cell] = bits & own[card]
            while bits:
                lowest = bits & (~bits + np.uint64(1))
                bits ^= lowest
                costs[math.frexp(float(lowest))[1] - 1, card, axis] = steps
                if not is_reached[card] & lowest:
                    is_reached[card] |= lowest
                    count += 1
    return count


@kernel
def _cost_of_return(ground: Array, cell: int, axis: int, back: int) -> int:
    """What it costs to leave a cell and step onto it again in the axis `back`, or `FAR`."""
    for way in range(0, 2 * AXES, AXES):
        near = NEIGHBOURS[cell, back + way]
        if near >= 0 and ground[near] == FREE:
            return 2 + (axis != back)
    return FAR


@kernel
def _search_side_by_side(
    may_enter: Array, starts: Array, axes: Array, cells: Array, costs: Array
) -> None:
    """Fill `costs` (searches, n, 3) where there is a way."""
    front = np.zeros((AXES, _PADDED), np.uint64)
    after = np.zeros((AXES, _PADDED), np.uint64)
    seen = np.zeros((AXES, _PADDED), np.uint64)
    own = np.zeros(len(cells), np.uint64)
    is_reached = np.zeros(len(cells), np.uint64)
    for number in range(len(starts)):
        bit = np.uint64(1) << np.uint64(number)
        front[axes[number], _padded(starts[number])] |= bit
        seen[axes[number], _padded(starts[number])] |= bit
        for card in range(len(cells)):
            if cells[card] == starts[number]:
                own[card] |= bit
    missing = len(starts) * len(cells)
    missing -= _note_arrivals(front, cells, own, 0, is_reached, costs)
    steps = 0
    while missing and _spread(front, after, seen, may_enter):
        steps += 1
        missing -= _note_arrivals(after, cells, own, steps, is_reached, costs)
        front, after = after, front


@kernel
def _fill_costs(ground: Array, starts: Array, axes: Array, cells: Array, costs: Array) -> None:
    """Fill `costs` (searches, n, 3), of searches that begin on some cells in some axes."""
    costs[:] = FAR
    may_enter = np.zeros(_PADDED, np.uint64)
    for cell in range(CELLS):
        if ground[cell] != BLOCKED:
            may_enter[_padded(cell)] = ~np.uint64(0)
    for first in range(0, len(starts), _SIDE_BY_SIDE):
        some = slice(first, min(first + _SIDE_BY_SIDE, len(starts)))
        _search_side_by_side(may_enter, starts[some], axes[some], cells, costs[some])
    for number in range(len(starts)):
        for card in range(len(cells)):
            found = costs[number, card]
            for axis in range(AXES):
                if cells[card] == starts[number]:
                    found[axis] = _cost_of_return(ground, cells[card], axes[number], axis)
            near = min(found[0], found[1], found[2])
            for axis in range(AXES):  # the others are one turn away
                found[axis] = min(found[axis], near + 1, FAR)


def travel_costs(
    ground: NDArray[np.uint8],
    starts: NDArray[np.int16],
    axes: NDArray[np.int16],
    cells: NDArray[np.int16],
) -> NDArray[np.int16]:
    """(starts, n, 3): steps from each start, in its axis, to each card and axis, or `FAR`.

    From a card to itself is leaving and coming back.
    """
    costs = np.empty((len(starts), len(cells), AXES), np.int16)
    _fill_costs(ground, np.ascontiguousarray(starts), np.ascontiguousarray(axes), cells, costs)
    return costs
