"""The follower's work: what waits for it, then the instructions that are sent on top of that."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cerealbar.agents.fetching import FetchBoard
from cerealbar.agents.pathfinding import Tour, shortest_tour
from cerealbar.agents.skill import Skill
from cerealbar.game import (
    NEIGHBOURS,
    OUTSIDE,
    TILE_PROP,
    Action,
    Array,
    Heading,
    Player,
    Pose,
    StateArray,
    distance,
    next_pose,
    pose_of,
)
from cerealbar.language.intention import Intention, Purpose

_BY_THE_WAY = 3
"""How far from a card a landmark may lie to which the follower is sent instead."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """An instruction as it is meant, and how things will be when the follower begins."""

    intention: Intention
    start: Pose | None = None
    """The follower's, unless another leader sent the instruction."""
    selected: tuple[int, ...] = ()
    """Cells of the cards that will be selected, in the order of slots."""

    def remaining_cards(self, board: FetchBoard, selected: int) -> tuple[int, ...]:
        """The cells of the cards that the follower still has to toggle."""
        return tuple(
            [
                cell
                for cell in self.intention.cards
                if cell in board.slots
                and bool(selected >> board.slots[cell] & 1) == (cell in self.selected)
            ]
        )


class Delegation:
    """Gives orders while the follower has steps left, and keeps track of where that leads.

    Cards are bits by slot.
    """

    def __init__(
        self,
        board: FetchBoard,
        states: StateArray,
        waiting: Sequence[Assignment],
        selected: int,
        missed: frozenset[int],
        skill: Skill,
        rng: random.Random,
    ) -> None:
        self.board, self.states = board, states
        self.waiting = waiting
        self.missed = missed
        """Cells of cards that were asked for and not toggled."""
        self.skill, self.rng = skill, rng
        self.orders: list[Assignment] = []
        self.pose = pose_of(states, Player.FOLLOWER)
        """Where the follower will be, as well as can be told."""
        self.selected = selected
        """What will be selected then; at first what is when it begins."""
        self.steps = 0
        """Follower steps until then."""
        self.gone = 0
        """Cards of a set that will have been made meanwhile."""
        self.made_after = 0
        """Follower steps until that set is made."""
        self.pending = 0
        """Cards that the follower will have toggled."""
        for order in waiting:
            meant = order.intention
            cards = order.remaining_cards(board, selected)
            if (tour := self._tour(cards, meant.end, meant.heading)) is not None:
                self._follow(tour)

    @property
    def is_idle(self) -> bool:
        """Whether the follower has nothing to do."""
        return not self.waiting and not self.orders

    def correct(self, cards: tuple[int, ...], leader_cards: tuple[int, ...]) -> None:
        """Cards to deselect."""
        if cards and self._may_send():
            self._send(Purpose.CORRECT, cards, leader_cards)

    def collect(self, cards: tuple[int, ...], leader_cards: tuple[int, ...]) -> bool:
        """Cards of the set that is being made; returns whether all are ordered."""
        while cards and self._may_send():
            count = self._joined(cards, self.rng.uniform(1.0, 1.0 + self.skill.overestimates))
            is_missed = any(cell in self.missed for cell in cards[:count])
            purpose = Purpose.CORRECT if is_missed else Purpose.COLLECT
            if not self._send(purpose, cards[:count], leader_cards):
                return False
            cards = cards[count:]
        return not cards

    def collect_early(self, cards: tuple[int, ...], leader_cards: tuple[int, ...]) -> None:
        """Cards of a later set, as far as this turn reaches; then go near the next of them.

        New cards may make another set better, so nothing is promised beyond this turn.
        """
        while cards:
            if not self._reaches(cards[:1]):
                self.approach(cards[0], leader_cards)
                return
            count = self._joined(cards)
            if not self._may_send() or not self._send(Purpose.COLLECT, cards[:count], leader_cards):
                return
            cards = cards[count:]

    def approach(self, card: int, leader_cards: tuple[int, ...]) -> None:
        """Go near a card of a later set, if steps are left, but not onto it."""
        if self._steps_left() <= 0 or not self._may_send():
            return
        tour = self._tour((card,))
        if tour is None or len(tour.steps) < 2:
            return
        near = _cell_before(tour)
        if self.rng.random() < self.skill.landmarks:
            near = self._landmark_near(card, near)
        if near != self.pose.cell:
            self._send(Purpose.APPROACH, (), leader_cards, near)

    def wait_if_idle(self, leader_cards: tuple[int, ...]) -> None:
        """The leader's turn can only be ended with something in the queue (rule 3)."""
        if self.is_idle:
            self._order(Intention(Purpose.WAIT, leader_cards=leader_cards))

    def _steps_left(self) -> int:
        return int(self.states["step_limits"][0, 1]) - self.steps

    def _may_send(self) -> bool:
        """Always a first one; another only while steps are left, and if the leader thinks of it."""
        if self.is_idle:
            return True
        return self._steps_left() > 0 and self.rng.random() < self.skill.keeps_busy

    def _joined(self, cards: tuple[int, ...], stretch: float = 1.0) -> int:
        """How many of the cards, from the first on, share one instruction.

        They do if the steps that are left, stretched, reach them.
        """
        if self.rng.random() >= self.skill.joins_cards:
            return 1
        count = 1
        while count < len(cards) and self._reaches(cards[: count + 1], stretch):
            count += 1
        return count

    def _reaches(self, cards: tuple[int, ...], stretch: float = 1.0) -> bool:
        tour = self._tour(cards)
        return tour is not None and len(tour.steps) <= self._steps_left() * stretch

    def _landmark_near(self, card: int, otherwise: int) -> int:
        """A free cell beside a prop near a card, the closest to the follower."""
        has_prop: Array = TILE_PROP[self.states["tile"][0]] > 0
        beside = (has_prop[NEIGHBOURS] & (NEIGHBOURS != OUTSIDE)).any(axis=1)
        found = [
            cell
            for cell in np.flatnonzero(beside & ~self.board.blocked).tolist()
            if distance(cell, card) <= _BY_THE_WAY and self._tour((), cell) is not None
        ]
        here = self.pose.cell
        return min(found, key=lambda cell: distance(cell, here), default=otherwise)

    def _tour(
        self, cards: tuple[int, ...], end: int | None = None, heading: Heading | None = None
    ) -> Tour | None:
        blocked, backward = self.board.blocked, self.skill.backward
        return shortest_tour(blocked, self.pose, cards, end=end, heading=heading, backward=backward)

    def _send(
        self,
        purpose: Purpose,
        cards: tuple[int, ...],
        leader_cards: tuple[int, ...],
        end: int | None = None,
    ) -> bool:
        tour = self._tour(cards, end)
        if tour is None:
            return False
        self._order(Intention(purpose, cards, end, None, tour.steps, leader_cards))
        self._follow(tour)
        return True

    def _order(self, intention: Intention) -> None:
        selected = [cell for cell, slot in self.board.slots.items() if self.selected >> slot & 1]
        self.orders.append(Assignment(intention, self.pose, tuple(selected)))

    def _follow(self, tour: Tour) -> None:
        """Let the follower go a way, toggle its cards, and make a set if it does."""
        for cell, arrival in zip(tour.stops, tour.arrivals, strict=True):
            bit = 1 << self.board.slots[cell]
            self.selected ^= bit
            self.pending |= bit
            if self.board.is_set(self.selected):
                self.gone |= self.selected
                self.made_after = self.steps + arrival
                self.selected = 0
        self.steps += len(tour.steps)
        self.pose = tour.end


def _cell_before(tour: Tour) -> int:
    """The cell from which a tour makes its last step, a move."""
    back = Action.FORWARD if tour.steps[-1] is Action.BACKWARD else Action.BACKWARD
    return next_pose(tour.end, back).cell
