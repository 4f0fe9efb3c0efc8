"""What it costs one player to fetch any share of any set of a board, in the best order.

Walking backward costs as much as walking forward here, so what a way costs depends on headings only
by their axis (north-east or south-west, east or west, south-east or north-west): three instead of
six, each one turn from the others. Cards are entered at the end of a way but never crossed; the
axis at a card is the one after turning on it.
"""

import math
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.pathfinding import BLOCKED, FAR, FREE, ground_of
from cerealbar.game import (
    CELLS,
    NEIGHBOURS,
    WIDTH,
    Array,
    Pose,
    StateArray,
    can_combine,
    fill_sets,
    kernel,
)

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
SHARES = 8
"""Ways to share three cards: bit i of a share stands for the set's card i."""
ALL = SHARES - 1
_TOO_FAR = 4 * FAR


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
    front: Array, places: Array, own: Array, steps: int, is_reached: Array, costs: Array
) -> int:
    """Write the cost of each card just reached, and stop the searches there but for its own.

    Returns how many cards were reached for the first time. `own` and `is_reached` (n,) have a bit
    for each search: whether it begins on the card, and whether it has come to it.
    """
    count = 0
    for card in range(len(places)):
        for axis in range(AXES):
            bits = front[axis, places[card]]
            front[axis, places[card]] = bits & own[card]
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
    places = np.array([_padded(cell) for cell in cells])
    missing = len(starts) * len(cells)
    missing -= _note_arrivals(front, places, own, 0, is_reached, costs)
    steps = 0
    while missing and _spread(front, after, seen, may_enter):
        steps += 1
        missing -= _note_arrivals(after, places, own, steps, is_reached, costs)
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


def _order_table() -> tuple[Array, Array]:
    """(8, 6, 3) the orders of each share, and (8, 2) how many there are and of how many cards."""
    orders = np.zeros((SHARES, 6, 3), np.int64)
    counts = np.zeros((SHARES, 2), np.int64)
    for share in range(SHARES):
        cards = [i for i in range(3) if share >> i & 1]
        found = list(permutations(cards)) if cards else []
        counts[share] = len(found), len(cards)
        for number, order in enumerate(found):
            orders[share, number, : len(order)] = order
    return orders, counts


ORDERS, ORDER_COUNTS = _order_table()


class FetchCosts(NamedTuple):
    """The sets of a board, and what it costs to fetch shares of them, going on from any card."""

    sets: NDArray[np.int64]
    """(sets, 3): slots."""
    bits: NDArray[np.int64]
    """(sets,): a bit for each slot of a set."""
    between: NDArray[np.int16]
    """(n, 3, n, 3): steps from card to card, by axes."""
    nearest: NDArray[np.int16]
    """(n, 3, n): the least of them over the last axis."""
    tours: NDArray[np.int16]
    """(3n, sets, 8): steps for each share of each set; filled when first asked for."""
    legs: NDArray[np.int16]
    """Those of the first leg."""
    is_known: NDArray[np.bool_]
    """(3n,): which are filled."""


@kernel
def _fill_pairs(row: Array, between: Array, pairs: Array, near_pairs: Array) -> None:
    """Fill what it costs to touch one card and then another, by the axis at the second."""
    for i in range(len(row)):
        one, two, three = np.int64(row[i, 0]), np.int64(row[i, 1]), np.int64(row[i, 2])
        for j in range(len(row)):
            near = _TOO_FAR
            for k in range(AXES):
                steps = min(
                    one + between[i, 0, j, k],
                    two + between[i, 1, j, k],
                    three + between[i, 2, j, k],
                )
                pairs[i, j, k] = steps
                near = min(near, steps)
            near_pairs[i, j] = near


@kernel
def _third(pairs: Array, nearest: Array, i: int, j: int, k: int) -> int:
    """What it costs to touch three cards in this order."""
    return min(
        pairs[i, j, 0] + nearest[j, 0, k],
        pairs[i, j, 1] + nearest[j, 1, k],
        pairs[i, j, 2] + nearest[j, 2, k],
    )


@kernel
def fill_tours(row: Array, costs: FetchCosts, tours: Array, legs: Array) -> None:
    """Fill `tours` (sets, 8) with the steps for each share of each set, `legs` with the first leg.

    `row` (n, 3) leads from the start to the cards.
    """
    n, sets, nearest = len(row), costs.sets, costs.nearest
    pairs = np.empty((n, n, AXES), np.int64)
    near_pairs = np.empty((n, n), np.int64)
    _fill_pairs(row, costs.between, pairs, near_pairs)
    single = np.empty(n, np.int64)
    for i in range(n):
        single[i] = min(row[i, 0], row[i, 1], row[i, 2])
    for s in range(len(sets)):
        tours[s, 0], legs[s, 0] = 0, 0
        all_three, leg = FAR, FAR
        for a in range(3):
            b, c = (a + 1) % 3, (a + 2) % 3
            i, j, k = sets[s, a], sets[s, b], sets[s, c]
            tours[s, 1 << a] = legs[s, 1 << a] = single[i]
            share = 1 << a | 1 << b
            tours[s, share] = min(near_pairs[i, j], near_pairs[j, i], FAR)
            legs[s, share] = single[i] if near_pairs[i, j] <= near_pairs[j, i] else single[j]
            steps = min(_third(pairs, nearest, i, j, k), _third(pairs, nearest, i, k, j))
            if steps < all_three:
                all_three, leg = steps, single[i]
        tours[s, ALL], legs[s, ALL] = all_three, leg


@kernel
def best_order(row: Array, costs: FetchCosts, s: int, share: int, order: Array) -> int:
    """Fill `order` with the cards of a set's share in the best order.

    Returns the last one as card * 3 + axis, or -1 for the empty share.
    """
    best, end = _TOO_FAR, -1
    reach = np.empty(AXES, np.int64)
    onward = np.empty(AXES, np.int64)
    cards, size = costs.sets[s], ORDER_COUNTS[share, 1]
    for number in range(ORDER_COUNTS[share, 0]):
        last = cards[ORDERS[share, number, 0]]
        for axis in range(AXES):
            reach[axis] = row[last, axis]
        for step in range(1, size):
            card = cards[ORDERS[share, number, step]]
            for after in range(AXES):
                onward[after] = _TOO_FAR
                for axis in range(AXES):
                    steps = reach[axis] + costs.between[last, axis, card, after]
                    onward[after] = min(onward[after], steps)
            reach, onward = onward, reach
            last = card
        axis = 0
        for other in range(1, AXES):
            if reach[other] < reach[axis]:
                axis = other
        if reach[axis] < best:
            best, end = reach[axis], last * AXES + axis
            for step in range(size):
                order[step] = cards[ORDERS[share, number, step]]
    return end


class FetchBoard:
    """The cards of a board, its sets and all travel costs; holds until a set is made."""

    def __init__(self, states: StateArray) -> None:
        state = states[0]
        n = int(state["cards"])
        self.cells: NDArray[np.int16] = state["card_cell"][:n].copy()
        self.kinds: list[int] = state["card_kind"][:n].tolist()
        self.places: list[int] = self.cells.tolist()
        """The same cells, for Python."""
        self.slots = {cell: slot for slot, cell in enumerate(self.places)}
        self.ground = ground_of(states)
        self.blocked = self.ground != FREE
        sets = np.empty((math.comb(n, 3), 3), np.int64)
        sets = sets[: fill_sets(state, sets)]
        axes = np.arange(n * AXES, dtype=np.int16) % AXES
        between = travel_costs(self.ground, np.repeat(self.cells, AXES), axes, self.cells)
        between = between.reshape(n, AXES, n, AXES)
        tours = np.empty((n * AXES, len(sets), SHARES), np.int16)
        self.costs = FetchCosts(
            sets,
            np.left_shift(1, sets).sum(axis=1),
            between,
            np.minimum(np.minimum(between[..., 0], between[..., 1]), between[..., 2]),
            tours,
            np.empty_like(tours),
            np.zeros(n * AXES, np.bool_),
        )

    def is_set(self, selected: int) -> bool:
        """Whether the selected cards are a set."""
        return selected.bit_count() == 3 and bool((self.costs.bits == selected).any())

    def clashes(self, slot: int, selected: int) -> bool:
        """Whether selecting a card makes a selection invalid; deselecting one never does."""
        if selected >> slot & 1:
            return False
        kind = self.kinds[slot]
        return any(
            selected >> other & 1 and not can_combine(kind, self.kinds[other])
            for other in range(len(self.kinds))
        )

    def rows(self, *poses: Pose) -> NDArray[np.int16]:
        """(poses, n, 3): the steps from each pose to each card and axis."""
        starts, axes = np.array([(pose.cell, pose.heading % AXES) for pose in poses], np.int16).T
        return travel_costs(self.ground, starts, axes, self.cells)
