"""Which set to make and who fetches which card, by exact travel costs and both step budgets.

Time is counted in half-turns from now: the leader's turn now is 0, the follower's after it 1. Every
way to share the cards of every set is weighed; for the most promising ones the best next set is
weighed too, from where each player would then stand. Selected cards that are in no set that can be
made are given up, as few as can be.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.fetching import FetchBoard
from cerealbar.agents.outlook import Outlook
from cerealbar.agents.search import FAR
from cerealbar.agents.weighing import TurnClock, Walker, Weights, choose

DEFAULT_WEIGHTS = Weights()
_MOST_GIVEN_UP = 4
_NO_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Division:
    """Who fetches which cards for one set: slots, in order."""

    cards: tuple[int, ...]
    """The set."""
    leader: tuple[int, ...]
    follower: tuple[int, ...]
    half_turn: int
    """When it is made."""


@dataclass(frozen=True, slots=True)
class SetPlan:
    """What to do for this set, and for the next one as far as it can be known."""

    this: Division
    next: Division | None
    price: float
    leader_drops: tuple[int, ...] = ()
    """The selected cards that the leader deselects before: slots, in order."""
    follower_drops: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Planner:
    """All that plans of one moment have in common."""

    board: FetchBoard
    clock: TurnClock
    outlook: Outlook
    leader: Walker
    follower: Walker
    weights: Weights = DEFAULT_WEIGHTS
    noise: NDArray[np.float64] | None = None
    """(sets,): what is added to the price of each."""

    def best(self) -> SetPlan | None:
        """The best plan in the time that is left; if there is none, the best of all."""
        endless = self.clock._replace(half_turns_left=_NO_LIMIT)
        return self.best_until(self.clock) or self.best_until(endless)

    def best_until(self, clock: TurnClock) -> SetPlan | None:
        """The best plan that makes a set in time, with as few cards given up as can be."""
        selected = [
            slot for slot in range(len(self.board.places)) if self.outlook.selected >> slot & 1
        ]
        for count in range(min(len(selected), _MOST_GIVEN_UP) + 1):
            plans = [self._without(given_up, clock) for given_up in combinations(selected, count)]
            if found := [plan for plan in plans if plan is not None]:
                return min(found, key=lambda plan: plan.price)
        return None

    def _without(self, given_up: tuple[int, ...], clock: TurnClock) -> SetPlan | None:
        leader, follower = self.leader, self.follower
        by_leader: tuple[int, ...] = ()
        by_follower: tuple[int, ...] = ()
        kept = self.outlook.selected
        for slot in given_up:
            kept &= ~(1 << slot)
            after_leader = _after(self.board, leader, slot)
            after_follower = _after(self.board, follower, slot)
            is_slower = after_leader.used / max(1, clock.leader_steps) > after_follower.used / max(
                1, clock.follower_steps
            )
            # What the follower has yet to select is not for the leader to touch.
            if self.outlook.pending >> slot & 1 or is_slower:
                follower = after_follower
                by_follower += (slot,)
            else:
                leader = after_leader
                by_leader += (slot,)
        if leader.used >= FAR or follower.used >= FAR:
            return None
        chosen = np.empty((2, 8), np.int64)
        costs, gone = self.board.costs, self.outlook.gone
        noise = np.zeros(len(costs.sets)) if self.noise is None else self.noise
        price = choose(leader, follower, costs, kept, gone, clock, self.weights, noise, chosen)
        this, after = (_division(self.board, row) for row in chosen)
        return None if this is None else SetPlan(this, after, price, by_leader, by_follower)


def _after(board: FetchBoard, walker: Walker, slot: int) -> Walker:
    """The player once it has stepped on a card too."""
    axis = int(walker.row[slot].argmin())
    used = walker.used + int(walker.row[slot, axis])
    if used >= FAR:
        return Walker(walker.row, FAR)
    return Walker(board.costs.between[slot, axis], used, max(walker.barred, used))


def _division(board: FetchBoard, row: NDArray[np.int64]) -> Division | None:
    number, half_turn, *cards = row.tolist()
    if number < 0:
        return None
    leader, follower = cards[:3], cards[3:]
    return Division(
        tuple(board.costs.sets[number].tolist()),
        tuple([slot for slot in leader if slot >= 0]),
        tuple([slot for slot in follower if slot >= 0]),
        half_turn,
    )
