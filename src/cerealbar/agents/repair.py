"""Plans from any selection: which selected cards to give up, and who deselects them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.fetching import FetchBoard
from cerealbar.agents.outlook import Outlook
from cerealbar.agents.planning import SetPlan, TurnClock, Walker, Weights, choose_plan
from cerealbar.agents.search import FAR

_MOST_GIVEN_UP = 4
_NO_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Mending:
    """A plan, and the selected cards that each player deselects before: slots, in order."""

    plan: SetPlan
    leader: tuple[int, ...] = ()
    follower: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Planner:
    """All that plans of one moment have in common."""

    board: FetchBoard
    clock: TurnClock
    outlook: Outlook
    leader: Walker
    follower: Walker
    weights: Weights
    noise: NDArray[np.float64] | None

    def best(self) -> Mending | None:
        """The best plan in the time that is left; if there is none, the best of all."""
        return self._best(self.clock) or self._best(replace(self.clock, half_turns_left=_NO_LIMIT))

    def _best(self, clock: TurnClock) -> Mending | None:
        """With as few cards given up as can be."""
        selected = [
            slot for slot in range(len(self.board.places)) if self.outlook.selected >> slot & 1
        ]
        for count in range(min(len(selected), _MOST_GIVEN_UP) + 1):
            found = [
                mending
                for given_up in combinations(selected, count)
                for mending in self._plans_without(given_up, clock)
            ]
            if found:
                return min(found, key=lambda mending: mending.plan.price)
        return None

    def _plans_without(self, given_up: tuple[int, ...], clock: TurnClock) -> Iterator[Mending]:
        leader, follower = self.leader, self.follower
        by_leader: tuple[int, ...] = ()
        by_follower: tuple[int, ...] = ()
        kept = self.outlook.selected
        for slot in given_up:
            kept &= ~(1 << slot)
            after_leader = _after(self.board, leader, slot)
            after_follower = _after(self.board, follower, slot)
            # What the follower has yet to select is not for the leader to touch.
            is_pending = self.outlook.pending >> slot & 1
            if is_pending or _turns(after_leader, clock.leader_steps) > _turns(
                after_follower, clock.follower_steps
            ):
                follower = after_follower
                by_follower += (slot,)
            else:
                leader = after_leader
                by_leader += (slot,)
        if leader.used >= FAR or follower.used >= FAR:
            return
        plan = choose_plan(
            self.board,
            leader,
            follower,
            clock,
            kept,
            self.outlook.gone,
            self.weights,
            self.noise,
        )
        if plan is not None:
            yield Mending(plan, by_leader, by_follower)


def _turns(walker: Walker, steps: int) -> float:
    return walker.used / max(1, steps)


def _after(board: FetchBoard, walker: Walker, slot: int) -> Walker:
    """The player once it has stepped on a card too."""
    axis = int(walker.row[slot].argmin())
    used = walker.used + int(walker.row[slot, axis])
    if used >= FAR:
        return Walker(walker.row, FAR)
    return Walker(board.costs[slot, axis], used, max(walker.barred, used))
