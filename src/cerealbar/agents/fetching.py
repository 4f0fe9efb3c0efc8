"""What it costs one player to fetch any share of any set of a board, in the best order."""

from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.pathfinding import FAR, FREE, ground_of
from cerealbar.agents.travel import AXES, travel_costs
from cerealbar.game import Array, Pose, StateArray, can_combine, fill_sets, kernel

SHARES = 8
"""Ways to share three cards: bit i of a share stands for the set's card i."""
ALL = SHARES - 1
_TOO_FAR = 4 * FAR


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
def _fill_sets(states: Array, sets: Array, bits: Array) -> int:
    """Fill `sets` (n, 3) with slots and `bits` (n,) with a bit for each; returns their number."""
    count = fill_sets(states[0], sets)
    for s in range(count):
        bits[s] = 1 << sets[s, 0] | 1 << sets[s, 1] | 1 << sets[s, 2]
    return count


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
        sets, bits = np.empty((comb(n, 3), 3), np.int64), np.empty(comb(n, 3), np.int64)
        count = _fill_sets(states, sets, bits)
        axes = np.tile(np.arange(AXES, dtype=np.int16), n)
        between = travel_costs(self.ground, np.repeat(self.cells, AXES), axes, self.cells)
        tours = np.empty((n * AXES, count, SHARES), np.int16)
        self.costs = FetchCosts(
            sets[:count],
            bits[:count],
            between.reshape(n, AXES, n, AXES),
            np.minimum.reduce([between[..., axis] for axis in range(AXES)]).reshape(n, AXES, n),
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
