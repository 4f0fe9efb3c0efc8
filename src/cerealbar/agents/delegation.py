"""Work for the follower's coming turn, instruction by instruction."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from cerealbar.agents.fetching import FetchBoard
from cerealbar.agents.outlook import Outlook
from cerealbar.agents.skill import Skill
from cerealbar.agents.tours import Tour, shortest_tour
from cerealbar.game import (
    NEIGHBOURS,
    OUTSIDE,
    TILE_PROP,
    Action,
    Array,
    Heading,
    Pose,
    StateArray,
    distance,
    next_pose,
)
from cerealbar.language.intention import Intention, Purpose

_BY_THE_WAY = 3
"""How far from a card a landmark may lie to which the follower is sent instead."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """An intention to send, and how things will be when the follower begins."""

    intention: Intention
    cell: int
    heading: Heading
    selected: int
    """Bits by card slot."""


@dataclass(slots=True)
class Delegation:
    """Gives orders while the follower has steps left, and keeps track of where that leads."""

    board: FetchBoard
    states: StateArray
    outlook: Outlook
    has_waiting: bool
    missed: frozenset[int]
    """Cells of cards that were asked for and not toggled."""
    skill: Skill
    rng: random.Random
    orders: list[Assignment] = field(default_factory=list)
    _tours: dict[tuple[object, ...], Tour | None] = field(default_factory=dict)

    @property
    def is_idle(self) -> bool:
        """Whether the follower has nothing to do."""
        return not self.has_waiting and not self.orders

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
        if near != self.outlook.cell:
            self._send(Purpose.APPROACH, (), leader_cards, near)

    def wait_if_idle(self, leader_cards: tuple[int, ...]) -> None:
        """The leader's turn can only be ended with something in the queue (rule 3)."""
        if self.is_idle:
            self.orders.append(self._order(Intention(Purpose.WAIT, leader_cards=leader_cards)))

    def _steps_left(self) -> int:
        return int(self.states["step_limits"][0, 1]) - self.outlook.steps

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
        count, most = 1, min(len(cards), self.skill.cards_at_once)
        while count < most and self._reaches(cards[: count + 1], stretch):
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
        here = self.outlook.cell
        return min(found, key=lambda cell: distance(cell, here), default=otherwise)

    def _tour(self, cards: Sequence[int], end: int | None = None) -> Tour | None:
        key = (self.outlook.cell, self.outlook.heading, cards, end)
        if key not in self._tours:
            self._tours[key] = shortest_tour(
                self.board.blocked,
                self.outlook.cell,
                self.outlook.heading,
                cards,
                end=end,
                step_costs=self.skill.step_costs,
            )
        return self._tours[key]

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
        intention = Intention(purpose, cards, end, None, tour.steps, leader_cards)
        self.orders.append(self._order(intention))
        self.outlook.follow(self.board, tour)
        return True

    def _order(self, intention: Intention) -> Assignment:
        outlook = self.outlook
        return Assignment(intention, outlook.cell, outlook.heading, outlook.selected)


def _cell_before(tour: Tour) -> int:
    """The cell from which a tour makes its last step, a move."""
    back = Action.FORWARD if tour.steps[-1] is Action.BACKWARD else Action.BACKWARD
    return next_pose(Pose(tour.cell, tour.heading), back).cell
