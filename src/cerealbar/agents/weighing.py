"""The weighing of plans, compiled: every set, every way to share its cards, and what comes after.

`planning.py` is its front.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.fetching import ALL, SHARES, FetchCosts, best_order, fill_tours
from cerealbar.agents.travel import AXES
from cerealbar.game import Array, kernel

NEVER = 10_000
"""The half-turn, and the price, of what cannot be done."""
_MOST_STEPS = 400
"""Steps beyond which no plan looks."""


class Walker(NamedTuple):
    """Where a player's free steps begin."""

    row: NDArray[np.int16]
    """(n, 3): steps to each card."""
    used: int = 0
    """Steps that are spent before."""
    barred: int = 0
    """Steps that must be spent, or waited for, before a card may be touched."""


class TurnClock(NamedTuple):
    """How many steps and turns there are."""

    now: int
    """Steps that the leader has left in this turn."""
    leader_steps: int
    follower_steps: int
    half_turns_left: int
    """This one included."""
    extra: int
    """Half-turns that the next set adds."""


class Weights(NamedTuple):
    """What a plan costs: by when its sets are made, and by the steps used until then."""

    first: float = 1.0
    """For each half-turn until the set is made."""
    second: float = 0.6
    """For each half-turn from then until the next one is made."""
    work: float = 0.15
    """For each full turn's worth of steps that a player uses."""
    candidates: int = 5
    """For how many plans the next set is weighed; 0 for a leader who looks no further."""


class _Fetcher(NamedTuple):
    """What it costs a player to fetch any share of any set, and when it can."""

    tours: Array
    legs: Array
    used: int
    barred: int


class _Prices(NamedTuple):
    """What all plans of one moment are weighed by."""

    half_turns: Array
    """(2, n): when each player has taken so many steps."""
    rates: Array
    """(2,): what a step of each costs."""
    noise: Array
    """(sets,)"""


@kernel
def _half_turns(clock: TurnClock) -> Array:
    """(2, n): when each player has taken so many steps."""
    half_turns = np.empty((2, _MOST_STEPS), np.int64)
    half_turns[0, 0], half_turns[1, 0] = 0, -1
    for steps in range(1, _MOST_STEPS):  # by the turn before: faster than dividing
        before = NEVER
        if clock.leader_steps:
            before = half_turns[0, max(0, steps - clock.leader_steps)] + 2
        half_turns[0, steps] = 0 if steps <= clock.now else before
        half_turns[1, steps] = half_turns[1, max(0, steps - clock.follower_steps)] + 2
    return half_turns


@kernel
def _missing_cards(cards: Array, selected: int) -> int:
    """The share of a set that is not selected."""
    missing = 0
    for i in range(3):
        missing |= (1 ^ (selected >> cards[i] & 1)) << i
    return missing


@kernel
def _weigh(
    leader: _Fetcher,
    follower: _Fetcher,
    costs: FetchCosts,
    prices: _Prices,
    selected: int,
    gone: int,
    left: int,
    best: Array,
) -> int:
    """Fill `best` (k, 6) with the cheapest ways to make a set, cheapest first; returns how many.

    A row is: price, set, the leader's share, steps of both players, half-turn.
    """
    count = 0
    for s in range(len(costs.bits)):
        if costs.bits[s] & gone or selected & ~costs.bits[s]:
            continue
        missing = _missing_cards(costs.sets[s], selected)
        for share in range(SHARES):
            if share & ~missing:
                continue
            other = missing ^ share
            i, j = leader.used, follower.used
            half_turn = 0
            # A player who gets to the first card too early waits beside it.
            if share:
                i += leader.tours[s, share] + max(0, leader.barred + 1 - i - leader.legs[s, share])
                if i >= _MOST_STEPS:
                    continue
                half_turn = prices.half_turns[0, i]
            if other:
                waits = follower.barred + 1 - j - follower.legs[s, other]
                j += follower.tours[s, other] + max(0, waits)
                if j >= _MOST_STEPS:
                    continue
                half_turn = max(half_turn, prices.half_turns[1, j])
            if half_turn >= left:
                continue
            price = half_turn + prices.rates[0] * i + prices.rates[1] * j + prices.noise[s]
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
def _after(before: _Fetcher, end: int, costs: FetchCosts, used: int, barred: int) -> _Fetcher:
    """A player who has touched a last card, given as card * 3 + axis, or none, -1."""
    tours, legs = before.tours, before.legs
    if end >= 0:
        tours, legs = costs.tours[end], costs.legs[end]
        if not costs.is_known[end]:
            fill_tours(costs.between[end // AXES, end % AXES], costs, tours, legs)
            costs.is_known[end] = True
    return _Fetcher(tours, legs, used, barred)


@kernel
def choose(
    leader: Walker,
    follower: Walker,
    costs: FetchCosts,
    selected: int,
    gone: int,
    clock: TurnClock,
    weights: Weights,
    noise: Array,
    chosen: Array,
) -> float:
    """Fill `chosen` (2, 8) with this and the next set of the best plan; returns its price.

    A row is: set or -1, half-turn, then the leader's and the follower's cards in order, or -1.
    """
    tours = np.empty((2, len(costs.sets), SHARES), np.int16)
    legs = np.empty((2, len(costs.sets), SHARES), np.int16)
    fill_tours(leader.row, costs, tours[0], legs[0])
    fill_tours(follower.row, costs, tours[1], legs[1])
    first = _Fetcher(tours[0], legs[0], leader.used, leader.barred)
    second = _Fetcher(tours[1], legs[1], follower.used, follower.barred)
    work = np.array((max(1, clock.leader_steps), clock.follower_steps), np.float64)
    prices = _Prices(_half_turns(clock), weights.work / work, noise)
    best = np.empty((max(1, weights.candidates), 6), np.float64)
    count = _weigh(first, second, costs, prices, selected, gone, clock.half_turns_left, best)
    chosen[:] = -1
    least = NEVER
    left_then = clock.half_turns_left + clock.extra
    then = np.empty((1, 6), np.float64)
    ends = np.empty(2, np.int64)
    orders = np.empty((2, 3), np.int64)
    for number in range(count):
        s, half_turn = int(best[number, 1]), int(best[number, 5])
        share = int(best[number, 2])
        orders[:] = -1
        ends[0] = best_order(leader.row, costs, s, share, orders[0])
        other = _missing_cards(costs.sets[s], selected) ^ share
        ends[1] = best_order(follower.row, costs, s, other, orders[1])
        has_next = False
        if weights.candidates > 0:
            # Until this set is made no card of the next one may be touched.
            i, j, turns = int(best[number, 3]), int(best[number, 4]), half_turn // 2
            barred = clock.now + clock.leader_steps * turns if half_turn % 2 else i
            third = _after(first, ends[0], costs, i, barred)
            barred = j if half_turn % 2 else clock.follower_steps * turns
            fourth = _after(second, ends[1], costs, j, barred)
            taken = gone | costs.bits[s]
            has_next = _weigh(third, fourth, costs, prices, 0, taken, left_then, then) > 0
        if has_next:
            half_turn_then = then[0, 5]
            price = then[0, 0] - half_turn_then + noise[s]
        else:
            half_turn_then = float(left_then)
            price = best[number, 0] - half_turn
        price += weights.first * half_turn + weights.second * (half_turn_then - half_turn)
        if price >= least:
            continue
        least = price
        chosen[:] = -1
        chosen[0, 0], chosen[0, 1] = s, half_turn
        chosen[0, 2:5], chosen[0, 5:8] = orders[0], orders[1]
        if has_next:
            s, share = int(then[0, 1]), int(then[0, 2])
            chosen[1, 0], chosen[1, 1] = s, int(half_turn_then)
            for player in range(2):
                row = leader.row if player == 0 else follower.row
                if ends[player] >= 0:
                    row = costs.between[ends[player] // AXES, ends[player] % AXES]
                part = share if player == 0 else ALL ^ share
                best_order(row, costs, s, part, chosen[1, 2 + 3 * player : 5 + 3 * player])
    return least
