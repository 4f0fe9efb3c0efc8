"""What it costs one player to fetch any share of any set of a board, in the best order."""

from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.pathfinding import ground_of
from cerealbar.agents.search import FAR, FREE
from cerealbar.agents.travel import AXES, card_costs, pose_costs
from cerealbar.game import Array, StateArray, can_combine, fill_sets, kernel

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


@kernel
def _fill_sets(states: Array, sets: Array, bits: Array) -> int:
    """Fill `sets` (n, 3) with slots and `bits` (n,) with a bit for each; returns their number."""
    count = fill_sets(states[0], sets)
    for s in range(count):
        bits[s] = 1 << sets[s, 0] | 1 << sets[s, 1] | 1 << sets[s, 2]
    return count


@kernel
def _fill_pairs(row: Array, costs: Array, pairs: Array, near_pairs: Array) -> None:
    """Fill what it costs to touch one card and then another, by the axis at the second."""
    for i in range(len(row)):
        one, two, three = np.int64(row[i, 0]), np.int64(row[i, 1]), np.int64(row[i, 2])
        for j in range(len(row)):
            near = _TOO_FAR
            for k in range(AXES):
                steps = min(
                    one + costs[i, 0, j, k], two + costs[i, 1, j, k], three + costs[i, 2, j, k]
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
def fill_tours(
    row: Array, costs: Array, nearest: Array, sets: Array, tours: Array, legs: Array
) -> None:
    """Fill `tours` (sets, 8) with the steps for each share of each set, `legs` with the first leg.

    `row` (n, 3) leads from the start to the cards, `costs` (n, 3, n, 3) from card to card, and
    `nearest` (n, 3, n) is the least of it over the last axis.
    """
    n = len(row)
    pairs = np.empty((n, n, AXES), np.int64)
    near_pairs = np.empty((n, n), np.int64)
    _fill_pairs(row, costs, pairs, near_pairs)
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
def best_order(row: Array, costs: Array, cards: Array, share: int, order: Array) -> int:
    """Fill `order` with a share's cards in the best order; returns the last one as card * 3 + axis.

    Returns -1 for the empty share.
    """
    best, end = _TOO_FAR, -1
    reach = np.empty(AXES, np.int64)
    onward = np.empty(AXES, np.int64)
    size = ORDER_COUNTS[share, 1]
    for number in range(ORDER_COUNTS[share, 0]):
        last = cards[ORDERS[share, number, 0]]
        for axis in range(AXES):
            reach[axis] = row[last, axis]
        for step in range(1, size):
            card = cards[ORDERS[share, number, step]]
            for after in range(AXES):
                onward[after] = _TOO_FAR
                for axis in range(AXES):
                    steps = reach[axis] + costs[last, axis, card, after]
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
        self.costs = card_costs(self.ground, self.cells)
        self.nearest: NDArray[np.int16] = self.costs.min(axis=3)
        sets, bits = np.empty((comb(n, 3), 3), np.int64), np.empty(comb(n, 3), np.int64)
        count = _fill_sets(states, sets, bits)
        self.sets, self.bits = sets[:count], bits[:count]
        # By card and axis from which a player goes on: filled when first asked for.
        self.tours = np.empty((n * AXES, len(self.sets), SHARES), np.int16)
        self.legs = np.empty_like(self.tours)
        self.is_known = np.zeros(n * AXES, np.bool_)

    def is_set(self, selected: int) -> bool:
        """Whether the selected cards are a set."""
        return selected.bit_count() == 3 and bool((self.bits == selected).any())

    def clashes(self, slot: int, selected: int) -> bool:
        """Whether selecting a card makes a selection invalid; deselecting one never does."""
        if selected >> slot & 1:
            return False
        kind = self.kinds[slot]
        return any(
            selected >> other & 1 and not can_combine(kind, self.kinds[other])
            for other in range(len(self.kinds))
        )

    def row(self, cell: int, heading: int) -> NDArray[np.int16]:
        """(n, 3): the steps from a pose to each card and axis."""
        slot = self.slots.get(cell)
        if slot is not None:
            return self.costs[slot, heading % AXES]
        return pose_costs(self.ground, cell, heading, self.cells)
