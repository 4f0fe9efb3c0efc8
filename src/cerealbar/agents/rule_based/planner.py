"""Orders to steps: what the rule-based follower does next, imagining where it will be."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.pathfinding import (
    FAR,
    HARDLY_EVER,
    avoided_cells,
    distances,
    shortest_path,
)
from cerealbar.agents.rule_based.grounding import Surroundings, Viewpoint, turns_of
from cerealbar.agents.rule_based.lexicon import A_LONG_WAY
from cerealbar.agents.rule_based.orders import Order, OrderKind
from cerealbar.agents.understanding import understood
from cerealbar.game import (
    BEARING_FROM,
    IS_PASSABLE,
    NEIGHBOURS,
    OUTSIDE,
    Action,
    Heading,
    Pose,
    StateArray,
    Terrain,
    neighbours,
    next_pose,
)
from cerealbar.views import Plan

TURNS, EXCURSIONS = 5, 3
"""How often a follower with a sight turns, and then walks on, to look for what it is told of."""
_ON_CARDS = (OrderKind.TAKE, OrderKind.PUT_BACK)
_A_WHILE = 4
"""Steps forward when it is not said how many."""
_PATH = frozenset([Terrain.PATH])


@dataclass(slots=True)
class StepPlanner:
    """Plans the first of some orders that names an aim, with those before it as hints."""

    board: Surroundings
    origin: Pose
    known: NDArray[np.bool_] | None
    leaves: Sequence[Order]
    may_touch: bool
    actions: list[Action] = field(default_factory=list)
    goals: list[int] = field(default_factory=list)
    """The cells of the cards that the steps lead to."""
    failure: str | None = None
    pose: Pose = field(init=False)
    _passed: set[int] = field(init=False)

    def __post_init__(self) -> None:
        self.pose = self.board.pose
        self._passed = {self.pose.cell}

    def plan(self, further: Sequence[Order], begun: StateArray, reached: Sequence[int]) -> Plan:
        """What was planned, with what comes after it as far as it is known, in cells.

        The follower is sure of all of it. In words it begins with the instruction: where that was
        `begun`, and with the cards that were `reached`.
        """
        ahead, goals = copy(self), list(self.goals)
        ahead._passed = set(self._passed)
        while further and ahead.failure is None:
            ahead.board = ahead.board.after(ahead.pose, ahead.goals)
            ahead.origin, ahead.actions, ahead.goals = ahead.pose, [], []
            ahead.may_touch = self.may_touch and not goals
            if self.known is not None and not ahead.knows(further):
                break
            further = further[ahead.carry_out(further) :]
            goals += ahead.goals
        return Plan(
            trajectory=dict.fromkeys(sorted(ahead._passed), 1.0),
            goals=dict.fromkeys(sorted(goals), 1.0),
            avoid={cell: 1.0 for cell in self.board.cards if cell not in goals},
            blocked=dict.fromkeys(
                np.flatnonzero(~IS_PASSABLE[self.board.states[0]["tile"]]).tolist(), 1.0
            ),
            understood=understood(begun, list(dict.fromkeys([*reached, *goals])), ahead.pose),
        )

    def carry_out(self, orders: Sequence[Order]) -> int:
        """Plan the next orders; returns how many are done with the steps."""
        at = _aim(orders)
        if at is None:
            self._carry_out_literally(orders[0])
            return 1
        order, view = orders[at], self._view(orders[: at + 1])
        if order.kind in _ON_CARDS:
            self._fetch(order, view, goes_on=at + 1 < len(orders))
        else:
            self._go_near(order, view)
        return at + 1

    def knows(self, orders: Sequence[Order]) -> bool:
        """Whether all that the next orders name has been seen."""
        at = _aim(orders)
        if at is None:
            return True
        order = orders[at]
        if not all(self.board.cells_of(near.what) for near in order.nearby):
            return False
        if order.kind not in _ON_CARDS:
            return True
        cells = self.board.cards_of(order, self._view(orders[: at + 1]), self._left())
        return bool(cells) and order.face.loosely.fits(self.board.cards[cells[0]][0])

    def look_around(self, order: Order, looks: int) -> None:
        """Plan how to find what an order names, when that was tried some times before."""
        if looks < TURNS:
            is_left = order.bearing is not None and -150 < order.bearing < 0
            self._steps([Action.LEFT if is_left else Action.RIGHT])
        elif looks < TURNS + EXCURSIONS and (edge := self._edge_of_the_known()) is not None:
            self._walk(edge)

    def _edge_of_the_known(self) -> int | None:
        """The nearest free cell with an unknown one beside it."""
        assert self.known is not None, "only a follower with a sight looks for things"
        unknown = ~self.known[NEIGHBOURS] & (NEIGHBOURS != OUTSIDE)
        blocked = avoided_cells(self.board.states)
        ground = blocked.view(np.uint8)
        costs = distances(ground, self.pose.cell, self.pose.heading, HARDLY_EVER).min(axis=1)
        costs[~unknown.any(axis=1) | ~self.known | blocked] = FAR
        costs[self.pose.cell] = FAR
        cell = int(costs.argmin())
        return cell if costs[cell] < FAR else None

    def _view(self, orders: Sequence[Order]) -> Viewpoint:
        """From where the last of some orders is meant, when what was told before it is done.

        The sides of cards are as seen from where the instruction began, unless ways are told.
        """
        is_side = len(orders) == 1 and orders[0].bearing is not None
        view = Viewpoint(self.board.start if is_side else self.origin)
        for order in orders[:-1]:
            near = [near for near in order.nearby if near.what != _PATH]
            if near and order.kind is OrderKind.GO:
                place = self.board.place_of(replace(order, nearby=tuple(near)), view)
                if place is not None and place != view.pose.cell:
                    view = Viewpoint(Pose(place, _heading_to(view.pose.cell, place)))
            elif order.kind is OrderKind.GO and order.number is None and view.turned is None:
                view = replace(view, turned=0)
            else:
                view = view.after(order)
        return view

    def _left(self) -> frozenset[int]:
        """The cells of the cards that are not to be touched."""
        view = Viewpoint(self.origin)
        left: set[int] = set()
        for order in self.leaves:
            is_told = bool(order.nearby) or order.bearing is not None
            asked = order if is_told else replace(order, cards=0)
            left.update(self.board.cards_of(asked, view, frozenset()))
        return frozenset(left)

    def _fetch(self, order: Order, view: Viewpoint, *, goes_on: bool) -> None:
        """Plan the way to the cards of an order; those taken already may only be talked about."""
        cells = self.board.cards_of(order, view, self._left())
        if not cells and not (goes_on and self.board.is_taken(order)):
            self.failure = self.board.why_none(order)
        for cell in cells:
            reached = self._toggle(cell) if cell == self.pose.cell else self._walk(cell)
            if not reached:
                self.failure = "I cannot get there"
                return
            self.goals.append(cell)

    def _toggle(self, cell: int) -> bool:
        """Step off the card under the feet and on again."""
        blocked = avoided_cells(self.board.states)
        near = next((near for near in neighbours(cell) if not blocked[near]), None)
        return near is not None and self._walk(near) and self._walk(cell)

    def _go_near(self, order: Order, view: Viewpoint) -> None:
        place = self.board.place_of(order, view)
        if place is None:
            self.failure = "I do not see where to go"
        elif not self._walk(place):
            self.failure = "I cannot get there"

    def _carry_out_literally(self, order: Order) -> None:
        if order.kind is OrderKind.TURN:
            self._turn(order)
        elif order.kind is OrderKind.GO:
            action = Action.BACKWARD if order.bearing == 180 else Action.FORWARD
            end = Viewpoint(self.pose).after(order).pose.cell
            is_clear = self._steps([action] * (order.number or _A_WHILE))
            is_counted = order.number is not None and order.number < A_LONG_WAY
            if not is_clear and is_counted and not self._walk_around_to(end):
                self.failure = "something is in the way"

    def _walk_around_to(self, end: int) -> bool:
        """Go on around what was in the way; if that cannot be, it is enough to have begun."""
        is_card = end in self.board.cards
        if not (is_card and not self.may_touch) and self._walk(end):
            self.goals += [end] * is_card
            return True
        return bool(self.actions)

    def _turn(self, order: Order) -> None:
        if order.bearing is not None:
            turns = turns_of(order)
        else:
            cells = [cell for near in order.nearby for cell in self.board.cells_of(near.what)]
            if not cells:
                self.failure = "I do not see where to turn"
                return
            nearest = min(cells, key=lambda cell: abs(_turns_to(self.pose, cell)))
            turns = _turns_to(self.pose, nearest)
        self._steps([Action.RIGHT if turns > 0 else Action.LEFT] * min(abs(turns), 5))

    def _walk(self, goal: int) -> bool:
        avoided = avoided_cells(self.board.states, [goal])
        backward = 1 if self.known is None else HARDLY_EVER  # what lies behind is not seen
        path = shortest_path(avoided, self.pose, goal, backward=backward)
        for action in path or ():
            self._take(action)
        return path is not None

    def _steps(self, actions: Sequence[Action]) -> bool:
        """Steps as they were told, up to what is in the way; returns whether nothing was."""
        blocked = avoided_cells(self.board.states, self.board.cards if self.may_touch else ())
        if self.known is not None and Action.BACKWARD in actions:
            blocked = blocked | ~self.known
        for action in actions:
            after = next_pose(self.pose, action)
            if after == self.pose or (after.cell != self.pose.cell and blocked[after.cell]):
                return False
            self._take(action)
            if action <= Action.BACKWARD and self.pose.cell in self.board.cards:
                self.goals.append(self.pose.cell)
        return True

    def _take(self, action: Action) -> None:
        self.actions.append(action)
        self.pose = next_pose(self.pose, action)
        self._passed.add(self.pose.cell)


def _aim(orders: Sequence[Order]) -> int | None:
    """Which order is the next aim: the next card, or if none is left, the last place."""
    for i, order in enumerate(orders):
        if order.kind in _ON_CARDS:
            return i
    places = [i for i, o in enumerate(orders) if o.kind is OrderKind.GO and o.nearby]
    return places[-1] if places else None


def _heading_to(cell: int, other: int) -> Heading:
    return Heading(round((BEARING_FROM[cell][other] - 30) / 60) % 6)


def _turns_to(pose: Pose, cell: int) -> int:
    """How many turns to the right it takes to face a cell, -2 to 3."""
    return (_heading_to(pose.cell, cell) - pose.heading + 2) % 6 - 2
