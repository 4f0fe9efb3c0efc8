"""One turn of the scripted leader: what it walks, what it asks for, and in which order."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.delegation import Assignment, Delegation
from cerealbar.agents.fetching import FetchBoard
from cerealbar.agents.outlook import Outlook, Sent, look_ahead
from cerealbar.agents.planning import Planner, SetPlan
from cerealbar.agents.search import FAR
from cerealbar.agents.skill import Skill
from cerealbar.agents.tours import HEADING_OF, Tour, shortest_tour
from cerealbar.agents.weighing import TurnClock, Walker
from cerealbar.game import UNLIMITED, Action, Heading, Player, StateArray

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


@dataclass(slots=True)
class Composer:
    """Plans the rest of a leader's turn from what is there."""

    board: FetchBoard
    states: StateArray
    waiting: Sequence[Sent]
    missed: frozenset[int]
    skill: Skill
    noise: NDArray[np.float64] | None
    rng: random.Random
    trust: float
    """How much of its steps the follower puts to good use."""
    leaves_set: bool
    """Whether all cards of the set are left to the follower."""
    cell: int = field(init=False)
    heading: Heading = field(init=False)
    selected: int = field(init=False)
    clock: TurnClock = field(init=False)
    outlook: Outlook = field(init=False)
    looks_ahead: bool = field(init=False)

    def __post_init__(self) -> None:
        state = self.states[0]
        self.cell = int(state["player_cell"][_LEADER])
        self.heading = HEADING_OF[state["player_heading"][_LEADER]]
        self.selected = int(state["selected"])
        self.clock = _read_clock(state)
        self.outlook = self._look_ahead()
        self.looks_ahead = self.rng.random() < self.skill.looks_ahead

    def _look_ahead(self) -> Outlook:
        costs = self.skill.step_costs
        return look_ahead(self.board, self.states, self.selected, self.waiting, costs)

    def compose(self) -> LeaderTurn:
        """The rest of the turn."""
        plan = self._planner().best()
        turn = LeaderTurn() if plan is None else self._walk(plan)
        if turn.makes_set:
            return turn
        if turn.toggled:
            self.outlook = self._look_ahead()
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
        if plan is not None:
            leader_cards = self._cells(plan.this.leader)
            self._delegate(plan, delegation, leader_cards)
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
            clock = clock._replace(follower_steps=expected)
        row = self.board.row(self.cell, self.heading)
        return Planner(
            self.board,
            clock,
            outlook,
            Walker(np.full_like(row, FAR) if self.leaves_set else row, 0, barred),
            Walker(self.board.row(outlook.cell, outlook.heading), outlook.steps, outlook.steps),
            noise=self.noise,
        )

    def _walk(self, plan: SetPlan) -> LeaderTurn:
        """Fetch what is the leader's, then go near the next card of its own."""
        if self.rng.random() >= self.skill.walks:
            return LeaderTurn()
        own = (*plan.leader_drops, *plan.this.leader)
        later = plan.next.leader if plan.next is not None and self.looks_ahead else ()
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
            step_costs=self.skill.step_costs,
        )

    def _cells(self, slots: Sequence[int]) -> tuple[int, ...]:
        return tuple([self.board.places[slot] for slot in slots])

    def _delegate(
        self, plan: SetPlan, delegation: Delegation, leader_cards: tuple[int, ...]
    ) -> None:
        """Give the follower work for its coming turn."""
        this, after = plan.this, plan.next
        if self.outlook.gone:
            delegation.collect_early(self._cells(this.follower), leader_cards)
            return
        delegation.correct(self._cells(plan.follower_drops), leader_cards)
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
