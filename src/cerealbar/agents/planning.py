"""Which set to make and who fetches which card, by exact travel costs and both step budgets.

Time is counted in half-turns from now: the leader's turn now is 0, the follower's after it 1. Every
way to share the cards of every set is weighed; for the most promising ones the best next set is
weighed too, from where each player would then stand. Selected cards that are in no set that can be
made are given up, as few as can be.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.fetching import (
    ALL,
    AXES,
    SHARES,
    FetchBoard,
    FetchCosts,
    best_order,
    fill_tours,
)
from cerealbar.agents.pathfinding import FAR
from cerealbar.game import Array, kernel

NEVER = 10_000
"""The half-turn, and the price, of what cannot be done."""
LATER = 0.6
"""What a half-turn between this set and the next one costs; one before this set costs 1."""
WORK = 0.15
"""What each full turn's worth of steps that a player uses costs."""
_CANDIDATES = 5
"""For how many plans the next set is weighed."""
_MOST_STEPS = 400
"""Steps beyond which no plan looks."""
_MOST_GIVEN_UP = 4
_NO_LIMIT = 1000


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


class Division(NamedTuple):
    """Who fetches which cards for one set: slots, in order."""

    leader: tuple[int, ...]
    follower: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetPlan:
    """What to do for this set, and for the next one as far as it can be known."""

    this: Division
    next: Division | None
    price: float
    drops: Division
    """The selected cards that each deselects before."""


@dataclass(frozen=True, slots=True)
class Planner:
    """All that plans of one moment have in common; cards are bits by slot."""

    board: FetchBoard
    clock: TurnClock
    leader: Walker
    follower: Walker
    noise: NDArray[np.float64]
    """(sets,): what is added to the price of each."""
    selected: int = 0
    """When the follower has done what waits."""
    gone: int = 0
    """Of a set that will have been made meanwhile."""
    pending: int = 0
    """Those that the follower will have toggled."""

    def best(self) -> SetPlan | None:
        """The best plan in the time that is left; if there is none, the best of all."""
        return self.best_within(self.clock.half_turns_left) or self.best_within(_NO_LIMIT)

    def best_within(self, half_turns: int) -> SetPlan | None:
        """The best plan that makes a set in time, with as few cards given up as can be."""
        clock = self.clock._replace(half_turns_left=half_turns)
        selected = [slot for slot in range(len(self.board.places)) if self.selected >> slot & 1]
        for count in range(min(len(selected), _MOST_GIVEN_UP) + 1):
            plans = [self._without(given_up, clock) for given_up in combinations(selected, count)]
            if found := [plan for plan in plans if plan is not None]:
                return min(found, key=lambda plan: plan.price)
        return None

    def _without(self, given_up: tuple[int, ...], clock: TurnClock) -> SetPlan | None:
        leader, follower = self.leader, self.follower
        drops = Division((), ())
        kept = self.selected
        for slot in given_up:
            kept &= ~(1 << slot)
            after_leader = self._after(leader, slot)
            after_follower = self._after(follower, slot)
            is_slower = after_leader.used / max(1, clock.leader_steps) > after_follower.used / max(
                1, clock.follower_steps
            )
            # What the follower has yet to select is not for the leader to touch.
            if self.pending >> slot & 1 or is_slower:
                follower = after_follower
                drops = drops._replace(follower=(*drops.follower, slot))
            else:
                leader = after_leader
                drops = drops._replace(leader=(*drops.leader, slot))
        if leader.used >= FAR or follower.used >= FAR:
            return None
        chosen = np.empty((2, 2, 3), np.int64)
        costs = self.board.costs
        price = _choose(leader, follower, costs, kept, self.gone, clock, self.noise, chosen)
        if price >= NEVER:
            return None
        this, after = (
            Division(*[tuple([slot for slot in slots if slot >= 0]) for slots in division])
            for division in chosen.tolist()
        )
        return SetPlan(this, after if any(after) else None, price, drops)

    def _after(self, walker: Walker, slot: int) -> Walker:
        """The player once it has stepped on a card too."""
        axis = int(walker.row[slot].argmin())
        used = walker.used + int(walker.row[slot, axis])
        if used >= FAR:
            return Walker(walker.row, FAR)
        return Walker(self.board.costs.between[slot, axis], used, max(walker.barred, used))


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
def _choose(
    leader: Walker,
    follower: Walker,
    costs: FetchCosts,
    selected: int,
    gone: int,
    clock: TurnClock,
    noise: Array,
    chosen: Array,
) -> float:
    """Fill `chosen` (2, 2, 3) with this and the next set of the best plan; returns its price.

    Of each set there are the leader's and the follower's cards in order, or -1. The price is
    `NEVER` if there is no plan.
    """
    tours = np.empty((2, len(costs.sets), SHARES), np.int16)
    legs = np.empty((2, len(costs.sets), SHARES), np.int16)
    fill_tours(leader.row, costs, tours[0], legs[0])
    fill_tours(follower.row, costs, tours[1], legs[1])
    first = _Fetcher(tours[0], legs[0], leader.used, leader.barred)
    second = _Fetcher(tours[1], legs[1], follower.used, follower.barred)
    work = np.array((max(1, clock.leader_steps), clock.follower_steps), np.float64)
    prices = _Prices(_half_turns(clock), WORK / work, noise)
    best = np.empty((_CANDIDATES, 6), np.float64)
    count = _weigh(first, second, costs, prices, selected, gone, clock.half_turns_left, best)
    chosen[:] = -1
    least = float(NEVER)
    left_then = clock.half_turns_left + clock.extra
    then = np.empty((1, 6), np.float64)
    ends = np.empty(2, np.int64)
    orders = np.empty((2, 3), np.int64)
    for number in range(count):
        s, share, half_turn = int(best[number, 1]), int(best[number, 2]), int(best[number, 5])
        orders[:] = -1
        ends[0] = best_order(leader.row, costs, s, share, orders[0])
        other = _missing_cards(costs.sets[s], selected) ^ share
        ends[1] = best_order(follower.row, costs, s, other, orders[1])
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
        price += half_turn + LATER * (half_turn_then - half_turn)
        if price >= least:
            continue
        least = price
        chosen[0], chosen[1] = orders, -1
        if has_next:
            s, share = int(then[0, 1]), int(then[0, 2])
            for player in range(2):
                row = leader.row if player == 0 else follower.row
                if ends[player] >= 0:
                    row = costs.between[ends[player] // AXES, ends[player] % AXES]
                part = share if player == 0 else ALL ^ share
                best_order(row, costs, s, part, chosen[1, player])
    return least
