"""The weighing of plans, compiled: every set, every way to share its cards, and what comes after.

`planning.py` is its front.
"""

from typing import TypeAlias

import numpy as np

from cerealbar.agents.fetching import ALL, SHARES, best_order, fill_tours
from cerealbar.agents.travel import AXES
from cerealbar.game import Array, kernel

NEVER = 10_000
"""The half-turn, and the price, of what cannot be done."""
_MOST_STEPS = 400
"""Steps beyond which no plan looks."""
Spent: TypeAlias = tuple[int, int, int, int]
"""The steps that the leader and the follower have used, and those before which each may touch no
card."""
ClockFields: TypeAlias = tuple[int, int, int, int, int]
"""The fields of a `TurnClock`."""


@kernel
def _fill_half_turns(clock: ClockFields, half_turns: Array) -> None:
    """Fill `half_turns` (2, n): when each player has taken so many steps."""
    now, leader_steps, follower_steps = clock[0], clock[1], clock[2]
    half_turns[0, 0], half_turns[1, 0] = 0, -1
    for steps in range(1, half_turns.shape[1]):  # by the turn before: faster than dividing
        before = half_turns[0, max(0, steps - leader_steps)] + 2 if leader_steps else NEVER
        half_turns[0, steps] = 0 if steps <= now else before
        half_turns[1, steps] = half_turns[1, max(0, steps - follower_steps)] + 2


@kernel
def _missing_cards(cards: Array, selected: int) -> int:
    """The share of a set that is not selected."""
    missing = 0
    for i in range(3):
        missing |= (1 ^ (selected >> cards[i] & 1)) << i
    return missing


@kernel
def _weigh(
    leader_tours: Array,
    leader_legs: Array,
    follower_tours: Array,
    follower_legs: Array,
    sets: Array,
    bits: Array,
    selected: int,
    gone: int,
    spent: Spent,
    half_turns: Array,
    left: int,
    rates: Array,
    noise: Array,
    best: Array,
) -> int:
    """Fill `best` (k, 6) with the cheapest ways to make a set, cheapest first; returns how many.

    A row is: price, set, the leader's share, steps of both players, half-turn.
    """
    count = 0
    most = half_turns.shape[1]
    for s in range(len(bits)):
        if bits[s] & gone or selected & ~bits[s]:
            continue
        missing = _missing_cards(sets[s], selected)
        for share in range(SHARES):
            if share & ~missing:
                continue
            other = missing ^ share
            i, j = spent[0], spent[1]
            half_turn = 0
            # A player who gets to the first card too early waits beside it.
            if share:
                i += leader_tours[s, share] + max(0, spent[2] + 1 - i - leader_legs[s, share])
                if i >= most:
                    continue
                half_turn = half_turns[0, i]
            if other:
                j += follower_tours[s, other] + max(0, spent[3] + 1 - j - follower_legs[s, other])
                if j >= most:
                    continue
                half_turn = max(half_turn, half_turns[1, j])
            if half_turn >= left:
                continue
            price = half_turn + rates[0] * i + rates[1] * j + noise[s]
            if count == len(best) and price >= best[count - 1, 0]:
                continue
            count = min(count + 1, len(best))
            place = count - 1
            while place > 0 and price < best[place - 1, 0]:
                for column in range(best.shape[1]):
                    best[place, column] = best[place - 1, column]
                place -= 1
            row = best[place]
            row[0], row[1], row[2], row[3], row[4], row[5] = price, s, share, i, j, half_turn
    return count


@kernel
def choose(
    leader_row: Array,
    follower_row: Array,
    costs: Array,
    nearest: Array,
    sets: Array,
    bits: Array,
    known_tours: Array,
    known_legs: Array,
    is_known: Array,
    selected: int,
    gone: int,
    spent: Spent,
    clock: ClockFields,
    weights: tuple[float, float, float],
    candidates: int,
    noise: Array,
    chosen: Array,
) -> float:
    """Fill `chosen` (2, 8) with this and the next set of the best plan; returns its price.

    A row is: set or -1, half-turn, then the leader's and the follower's cards in order, or -1.
    """
    tours = np.empty((2, len(sets), SHARES), np.int16)
    legs = np.empty((2, len(sets), SHARES), np.int16)
    fill_tours(leader_row, costs, nearest, sets, tours[0], legs[0])
    fill_tours(follower_row, costs, nearest, sets, tours[1], legs[1])
    half_turns = np.empty((2, _MOST_STEPS), np.int64)
    _fill_half_turns(clock, half_turns)
    rates = np.array((weights[2] / max(1, clock[1]), weights[2] / clock[2]))
    best = np.empty((max(1, candidates), 6), np.float64)
    count = _weigh(
        tours[0],
        legs[0],
        tours[1],
        legs[1],
        sets,
        bits,
        selected,
        gone,
        spent,
        half_turns,
        clock[3],
        rates,
        noise,
        best,
    )
    chosen[:] = -1
    least = NEVER
    left_then = clock[3] + clock[4]
    then = np.empty((1, 6), np.float64)
    ends = np.empty(2, np.int64)
    orders = np.empty((2, 3), np.int64)
    for number in range(count):
        s, half_turn = int(best[number, 1]), int(best[number, 5])
        share = int(best[number, 2])
        orders[:] = -1
        ends[0] = best_order(leader_row, costs, sets[s], share, orders[0])
        other = _missing_cards(sets[s], selected) ^ share
        ends[1] = best_order(follower_row, costs, sets[s], other, orders[1])
        has_next = False
        if candidates > 0:
            for end in ends:
                if end >= 0 and not is_known[end]:
                    row = costs[end // AXES, end % AXES]
                    fill_tours(row, costs, nearest, sets, known_tours[end], known_legs[end])
                    is_known[end] = True
            # Until this set is made no card of the next one may be touched.
            i, j, turns = int(best[number, 3]), int(best[number, 4]), half_turn // 2
            leader_barred = clock[0] + clock[1] * turns if half_turn % 2 else i
            follower_barred = j if half_turn % 2 else clock[2] * turns
            has_next = (
                _weigh(
                    tours[0] if ends[0] < 0 else known_tours[ends[0]],
                    legs[0] if ends[0] < 0 else known_legs[ends[0]],
                    tours[1] if ends[1] < 0 else known_tours[ends[1]],
                    legs[1] if ends[1] < 0 else known_legs[ends[1]],
                    sets,
                    bits,
                    0,
                    gone | bits[s],
                    (i, j, leader_barred, follower_barred),
                    half_turns,
                    left_then,
                    rates,
                    noise,
                    then,
                )
                > 0
            )
        if has_next:
            half_turn_then = then[0, 5]
            price = then[0, 0] - half_turn_then + noise[s]
        else:
            half_turn_then = float(left_then)
            price = best[number, 0] - half_turn
        price += weights[0] * half_turn + weights[1] * (half_turn_then - half_turn)
        if price >= least:
            continue
        least = price
        chosen[:] = -1
        chosen[0, 0], chosen[0, 1] = s, half_turn
        for step in range(3):
            chosen[0, 2 + step], chosen[0, 5 + step] = orders[0, step], orders[1, step]
        if has_next:
            s, share = int(then[0, 1]), int(then[0, 2])
            chosen[1, 0], chosen[1, 1] = s, int(half_turn_then)
            for player in range(2):
                end = ends[player]
                row = leader_row if player == 0 else follower_row
                if end >= 0:
                    row = costs[end // AXES, end % AXES]
                part = share if player == 0 else ALL ^ share
                best_order(row, costs, sets[s], part, chosen[1, 2 + 3 * player : 5 + 3 * player])
    return least
