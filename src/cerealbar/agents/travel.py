"""Travel costs for planning: from a pose to every card, and between all cards of a board.

Walking backward costs as much as walking forward, so what a way costs depends on headings only by
their axis (north-east or south-west, east or west, south-east or north-west): three instead of six,
each one turn from the others. Cards are entered at the end of a way but never crossed; the axis at
a card is the one after turning on it.
"""

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.search import BLOCKED, FAR, FREE
from cerealbar.game import CELLS, NEIGHBOURS, WIDTH, Array, kernel

AXES = 3
"""A heading's axis is the heading modulo this."""
_SHIFT = (WIDTH + 1) // 2
_ROW = WIDTH + WIDTH // 2 + 2
"""The board is laid out slanted, with a rim: every neighbour lies equally far for every cell."""
_PADDED = (WIDTH + 2) * _ROW
_OFFSETS = (_ROW, 1, _ROW - 1)
"""How far a cell's neighbours lie on each axis, either way."""
_CHUNK = 64 // AXES  # cards whose searches run side by side, one bit for each card and axis
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)  # its products with single bits differ in 6 top bits


def _bit_numbers() -> Array:
    """(64,): the number of a single bit, by those top bits."""
    numbers = np.empty(64, np.int64)
    for bit in range(64):
        numbers[(int(_DE_BRUIJN) << bit) % 2**64 >> 58] = bit
    return numbers


_BIT_NUMBER = _bit_numbers()


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
    front: Array, cells: Array, first: int, steps: int, is_reached: Array, costs: Array
) -> int:
    """Write the cost of each card just reached, and stop the searches there.

    Returns how many cards were reached for the first time. `is_reached` has a bit for each search.
    """
    count = 0
    for card in range(len(cells)):
        cell = _padded(cells[card])
        own = np.uint64(0)
        if first <= card < first + _CHUNK:
            own = np.uint64(7) << np.uint64((card - first) * AXES)
        for axis in range(AXES):
            bits = front[axis, cell]
            front[axis, cell] = bits & own
            while bits:
                lowest = bits & (~bits + np.uint64(1))
                bits ^= lowest
                source = _BIT_NUMBER[(lowest * _DE_BRUIJN) >> np.uint64(58)]
                costs[first + source // AXES, source % AXES, card, axis] = steps
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
def _turn_on_cards(costs: Array, nearest: Array) -> None:
    """A card that is reached in one axis can be reached in the others by one turn more."""
    for i in range(len(costs)):
        near = min(costs[i, 0], costs[i, 1], costs[i, 2])
        nearest[i] = near
        for axis in range(AXES):
            costs[i, axis] = min(costs[i, axis], near + 1, FAR)


@kernel
def _fill_card_costs(ground: Array, cells: Array, costs: Array, nearest: Array) -> None:
    n = len(cells)
    costs[:] = FAR
    may_enter = np.zeros(_PADDED, np.uint64)
    for cell in range(CELLS):
        if ground[cell] != BLOCKED:
            may_enter[_padded(cell)] = ~np.uint64(0)
    for first in range(0, n, _CHUNK):
        front = np.zeros((AXES, _PADDED), np.uint64)
        after = np.zeros((AXES, _PADDED), np.uint64)
        seen = np.zeros((AXES, _PADDED), np.uint64)
        is_reached = np.zeros(n, np.uint64)
        last = min(first + _CHUNK, n)
        for card in range(first, last):
            for axis in range(AXES):
                bit = np.uint64(1) << np.uint64((card - first) * AXES + axis)
                front[axis, _padded(cells[card])] |= bit
                seen[axis, _padded(cells[card])] |= bit
        missing = (last - first) * AXES * n
        missing -= _note_arrivals(front, cells, first, 0, is_reached, costs)
        steps = 0
        while missing and _spread(front, after, seen, may_enter):
            steps += 1
            missing -= _note_arrivals(after, cells, first, steps, is_reached, costs)
            front, after = after, front
    for card in range(n):
        for axis in range(AXES):
            for back in range(AXES):
                costs[card, axis, card, back] = _cost_of_return(ground, cells[card], axis, back)
            _turn_on_cards(costs[card, axis], nearest[card, axis])


@kernel
def _spread_rows(front: Array, after: Array, seen: Array, may_enter: Array) -> bool:
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
def _fill_pose_costs(ground: Array, start: int, heading: int, cells: Array, costs: Array) -> None:
    front = np.zeros((AXES, WIDTH + 2), np.uint32)
    after = np.zeros((AXES, WIDTH + 2), np.uint32)
    seen = np.zeros((AXES, WIDTH + 2), np.uint32)
    may_enter = np.zeros(WIDTH + 2, np.uint32)
    for cell in range(CELLS):
        bit = np.uint32(ground[cell] != BLOCKED or cell == start) << np.uint32(cell % WIDTH)
        may_enter[cell // WIDTH + 1] |= bit
    row, bit = start // WIDTH + 1, np.uint32(1) << np.uint32(start % WIDTH)
    front[heading % AXES, row] = bit
    seen[heading % AXES, row] = bit
    costs[:] = FAR
    missing = len(cells)
    steps = 0
    while missing and _spread_rows(front, after, seen, may_enter):
        steps += 1
        for card in range(len(cells)):
            if cells[card] == start:
                continue
            row, bit = cells[card] // WIDTH + 1, np.uint32(1) << np.uint32(cells[card] % WIDTH)
            reached = False
            for axis in range(AXES):
                if after[axis, row] & bit:
                    after[axis, row] ^= bit  # cards are not crossed
                    costs[card, axis] = steps
                    reached = True
            if reached and min(costs[card, 0], costs[card, 1], costs[card, 2]) == steps:
                missing -= 1
        front, after = after, front
    for card in range(len(cells)):
        if cells[card] == start:
            for axis in range(AXES):
                costs[card, axis] = _cost_of_return(ground, start, heading % AXES, axis)
    _turn_on_cards(costs, np.empty(len(cells), np.int16))


def card_costs(
    ground: NDArray[np.uint8], cells: NDArray[np.int16]
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Steps from each card and axis to each card and axis, or `FAR`, and the least over the latter.

    The shapes are (n, 3, n, 3) and (n, 3, n). From a card to itself is leaving and coming back.
    """
    n = len(cells)
    costs = np.empty((n, AXES, n, AXES), np.int16)
    nearest = np.empty((n, AXES, n), np.int16)
    _fill_card_costs(ground, cells, costs, nearest)
    return costs, nearest


def pose_costs(
    ground: NDArray[np.uint8], cell: int, heading: int, cells: NDArray[np.int16]
) -> NDArray[np.int16]:
    """(n, 3): steps from a pose to each card and axis, or `FAR`.

    A card under the start costs what leaving and coming back does.
    """
    costs = np.empty((len(cells), AXES), np.int16)
    _fill_pose_costs(ground, int(cell), int(heading), cells, costs)
    return costs
