"""One turn of the scripted leader: what it walks, what it asks for, and in which order."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.delegation import Assignment, Delegation
from cerealbar.agents.fetching import FetchBoard
from cerealbar.agents.outlook import Sent, look_ahead
from cerealbar.agents.planning import TurnClock, Walker
from cerealbar.agents.repair import Mending, Planner
from cerealbar.agents.search import FAR
from cerealbar.agents.skill import Skill
from cerealbar.agents.tours import HEADING_OF, Tour, shortest_tour
from cerealbar.game import UNLIMITED, Action, Player, StateArray

_LEADER = int(Player.LEADER)
_ENDLESS = 1000


@dataclass(frozen=True, slots=True)
class LeaderTurn:
    """What to do until the turn ends, or until a set is made and all is to be planned anew."""

    walk: tuple[Action, ...] = ()
    toggled: tuple[int, ...] = ()
    """Cells of the cards that the walk toggles."""
    makes_set: bool = False
    """Whether the walk ends with a set."""
    orders: tuple[Assignment, ...] = ()


class Composer:
    """Plans the rest of a leader's turn from what is there."""

    def __init__(
        self,
        board: FetchBoard,
        states: StateArray,
        waiting: Sequence[Sent],
        missed: frozenset[int],
        skill: Skill,
        noise: NDArray[np.float64] | None,
        rng: random.Random,
        trust: float = 1.0,
        leaves_set: bool = False,
    ) -> None:
        self.board, self.states = board, states
        self.waiting, self.missed = waiting, missed
        self.skill, self.noise, self.rng = skill, noise, rng
        state = states[0]
        self.cell = int(state["player_cell"][_LEADER])
        self.heading = HEADING_OF[state["player_heading"][_LEADER]]
        self.selected = int(state["selected"])
        self.clock = _read_clock(state)
        self.trust, self.leaves_set = trust, leaves_set
        self.outlook = look_ahead(board, states, self.selected, waiting, skill.step_costs)
        self.looks_ahead = rng.random() < skill.looks_ahead

    def compose(self) -> LeaderTurn:
        """The rest of the turn."""
        mending = self._planner().best()
        turn = LeaderTurn() if mending is None else self._walk(mending)
        if turn.makes_set:
            return turn
        if turn.toggled:
            self.outlook = look_ahead(
                self.board, self.states, self.selected, self.waiting, self.skill.step_costs
            )
        delegation = Delegation(
            self.board,
            self.states,
            self.outlook,
            bool(self.waiting),
            self.missed,
            self.skill,
            self.rng,
        )
        leader_cards: tuple[int, ...] = ()
        if mending is not None:
            leader_cards = self._cells(mending.plan.this.leader)
            self._delegate(mending, delegation, leader_cards)
        delegation.wait_if_idle(leader_cards)
        return LeaderTurn(turn.walk, turn.toggled, False, tuple(delegation.orders))

    def _planner(self) -> Planner:
        outlook, clock = self.outlook, self.clock
        barred = 0
        if outlook.gone:
            turns = (outlook.made_after - 1) // clock.follower_steps
            barred = clock.now + clock.leader_steps * turns
        if self.trust < 1:  # of one who fails much is expected as of one who is slow
            expected = max(1, round(clock.follower_steps * self.trust))
            clock = replace(clock, follower_steps=expected)
        row = self.board.row(self.cell, self.heading)
        return Planner(
            self.board,
            clock,
            outlook,
            Walker(np.full_like(row, FAR) if self.leaves_set else row, 0, barred),
            Walker(self.board.row(outlook.cell, outlook.heading), outlook.steps, outlook.steps),
            self.skill.weights,
            self.noise,
        )

    def _walk(self, mending: Mending) -> LeaderTurn:
        """Fetch what is the leader's, then go near the next card of its own."""
        if self.rng.random() >= self.skill.walks:
            return LeaderTurn()
        own = (*mending.leader, *mending.plan.this.leader)
        after = mending.plan.next
        later = after.leader if after is not None and self.looks_ahead else ()
        if self.outlook.gone:  # its cards are for a set after the one that the follower makes
            return LeaderTurn(self._way_near((*own, *later), self.clock.now))
        if not own:
            return LeaderTurn(self._way_near(later, self.clock.now))
        tour = self._tour(own)
        if tour is None:
            return LeaderTurn()
        turn = self._take(tour)
        steps_left = self.clock.now - len(tour.steps)
        if turn.makes_set or steps_left <= 0 or len(turn.walk) < len(tour.steps):
            return turn
        self.cell, self.heading = tour.cell, tour.heading
        return LeaderTurn(turn.walk + self._way_near(later, steps_left), turn.toggled)

    def _take(self, tour: Tour) -> LeaderTurn:
        """A tour as far as this turn's steps go, until it makes a set or would select a clash.

        A card may clash for as long as the follower has not yet deselected another.
        """
        toggled: tuple[int, ...] = ()
        for cell, arrival in zip(tour.stops, tour.arrivals, strict=True):
            if arrival > self.clock.now:
                break
            slot = self.board.slots[cell]
            if self.board.clashes(slot, self.selected):
                return LeaderTurn(tour.steps[: arrival - 1], toggled)
            toggled += (cell,)
            self.selected ^= 1 << slot
            if self.board.is_set(self.selected):
                return LeaderTurn(tour.steps[:arrival], toggled, True)
        return LeaderTurn(tour.steps[: self.clock.now], toggled)

    def _way_near(self, slots: Sequence[int], steps: int) -> tuple[Action, ...]:
        """The first steps of the way to a card, without the one onto it."""
        tour = self._tour(slots[:1]) if slots else None
        return () if tour is None else tour.steps[:-1][:steps]

    def _tour(self, slots: Sequence[int]) -> Tour | None:
        return shortest_tour(
            self.board.blocked,
            self.cell,
            self.heading,
            self._cells(slots),
            in_order=True,
            step_costs=self.skill.step_costs,
        )

    def _cells(self, slots: Sequence[int]) -> tuple[int, ...]:
        return tuple([self.board.places[slot] for slot in slots])

    def _delegate(
        self, mending: Mending, delegation: Delegation, leader_cards: tuple[int, ...]
    ) -> None:
        """Give the follower work for its coming turn."""
        this, after = mending.plan.this, mending.plan.next
        if self.outlook.gone:
            delegation.collect_early(self._cells(this.follower), leader_cards)
            return
        delegation.correct(self._cells(mending.follower), leader_cards)
        is_ordered = delegation.collect(self._cells(this.follower), leader_cards)
        if after is None or not is_ordered:
            return
        if not self.looks_ahead and not delegation.is_idle:
            return
        if delegation.is_idle and self.rng.random() < self.skill.lets_wait:
            return
        if self.outlook.gone:  # the follower makes this set with what waits now
            delegation.collect_early(self._cells(after.follower), self._cells(after.leader))
        elif after.follower:
            delegation.approach(self._cells(after.follower)[0], self._cells(after.leader))


def _read_clock(state: np.void) -> TurnClock:
    left = int(state["half_turns_left"])
    score = int(state["score"])
    extra = state["extra_half_turns"]
    return TurnClock(
        int(state["steps_left"]),
        int(state["step_limits"][0]),
        int(state["step_limits"][1]),
        _ENDLESS if left == UNLIMITED else left,
        int(extra[score]) if score < len(extra) else 0,
    )
