"""The rule-based follower: carries out the orders that it reads, through the path finder."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.pathfinding import EQUAL_COSTS, avoided_cells, distances, shortest_path
from cerealbar.agents.protocol import Choice, FollowTask
from cerealbar.agents.rule_based.grounding import Surroundings
from cerealbar.agents.rule_based.reading import Order, OrderKind, Side, read_orders
from cerealbar.agents.search import FAR, MAX_COST
from cerealbar.game import (
    IS_PASSABLE,
    NEIGHBOURS,
    OUTSIDE,
    Action,
    Player,
    StateArray,
    neighbours,
    next_pose,
    pose_of,
)
from cerealbar.views import Plan

_MAX_STEPS = 40
"""Steps after which an instruction is given up."""
_TOO_LONG = Choice(Action.GIVE_UP, f"I did not get it done in {_MAX_STEPS} steps")
_TURNS, _EXCURSIONS = 5, 3
"""How often a follower with a sight turns, and then walks on, to look for what it is told of."""
_NEVER_BACKWARD = (1, MAX_COST, 1, 1)
"""Step costs of a follower with a sight, who does not see what lies behind."""


@dataclass(slots=True)
class _FollowerMemory:
    """What the follower remembers of one game."""

    number: int = -1
    orders: tuple[Order, ...] = ()
    """What is left to do of the instruction, with what is being done."""
    is_planned: bool = False
    """Whether the steps are those of the first order, or of all orders if the board is known."""
    begun: int = 0
    """How many steps were taken under the instruction before these."""
    steps: list[Action] = field(default_factory=list)
    goals: set[int] = field(default_factory=set)
    """The cells of the cards that the steps lead to."""
    hint: Side | None = None
    looks: int = 0
    plan: Plan | None = None
    last_card: int | None = None


class RuleBasedFollower:
    """Follows instructions by rules alone.

    With the whole board it plans an instruction at once. With a sight it plans order by order,
    takes unknown cells for free, plans anew when something comes in sight that is in the way, and
    looks around a while for what it is told of.
    """

    name = "rule-based"

    def __init__(self) -> None:
        self._games: dict[int, _FollowerMemory] = {}

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action | Choice]:
        """The next step of each game's plan, made anew for each instruction."""
        return [self._next_action(task) for task in tasks]

    def forget(self, game: int) -> None:
        """The game is over."""
        self._games.pop(game, None)

    def plan(self, game: int) -> Plan | None:
        """The cells that it will pass, the cards to toggle, and those to go around."""
        memory = self._games.get(game)
        return None if memory is None else memory.plan

    def _next_action(self, task: FollowTask) -> Action | Choice:
        memory = self._games.setdefault(task.game, _FollowerMemory())
        if memory.number != task.number:
            memory.number, memory.is_planned, memory.steps = task.number, False, []
            memory.begun, memory.hint, memory.looks = task.steps_taken, None, 0
            memory.orders = read_orders(task.instruction)
            if task.known is not None:
                memory.orders = tuple(part for order in memory.orders for part in order.parts)
        if task.steps_taken >= _MAX_STEPS:
            return _TOO_LONG
        taken = task.steps_taken - memory.begun
        coming = memory.steps[taken] if taken < len(memory.steps) else None
        if task.known is not None and not _is_free(task.states, coming, memory.goals):
            memory.steps, memory.is_planned = [], False
        while taken >= len(memory.steps) and memory.orders:
            if memory.is_planned:
                memory.orders = () if task.known is None else memory.orders[1:]
                memory.is_planned = False
            else:
                self._plan_on(task, memory)
                taken = 0
        return memory.steps[taken] if taken < len(memory.steps) else Action.DONE

    def _plan_on(self, task: FollowTask, memory: _FollowerMemory) -> None:
        """Plan what comes next: the next order, or all if the board is known."""
        planner = _StepPlanner(task.states, memory.last_card, task.known, memory.hint)
        if task.known is None:
            planner.carry_out(memory.orders)
            memory.is_planned = True
        else:
            memory.is_planned = planner.carry_out_next(memory.orders, memory.looks)
            memory.looks += not memory.is_planned
        memory.begun, memory.steps, memory.goals = task.steps_taken, planner.actions, planner.goals
        memory.plan, memory.hint = planner.plan(), planner.hint
        memory.last_card = planner.last_card


class _StepPlanner:
    """Turns orders into steps, imagining where the follower will be."""

    def __init__(
        self,
        states: StateArray,
        last_card: int | None,
        known: NDArray[np.bool_] | None = None,
        hint: Side | None = None,
    ) -> None:
        self.states = states
        self.known = known
        self.hint = hint
        self.pose = pose_of(states, Player.FOLLOWER)
        self.last_card = last_card
        self.actions: list[Action] = []
        self.goals: set[int] = set()
        self._passed = {self.pose.cell}

    def plan(self) -> Plan:
        """What was planned, in cells; the follower is sure of all of it."""
        cards = self.states[0]["card_cell"][: self.states[0]["cards"]].tolist()
        return Plan(
            trajectory=dict.fromkeys(sorted(self._passed), 1.0),
            goals=dict.fromkeys(sorted(self.goals), 1.0),
            avoid={cell: 1.0 for cell in cards if cell not in self.goals},
            blocked=dict.fromkeys(
                np.flatnonzero(~IS_PASSABLE[self.states[0]["tile"]]).tolist(), 1.0
            ),
        )

    def carry_out(self, orders: Sequence[Order]) -> None:
        """Plan all orders, one after the other."""
        for i, order in enumerate(orders):
            self._carry_out(order, orders[i + 1] if i + 1 < len(orders) else None)

    def carry_out_next(self, orders: Sequence[Order], looks: int) -> bool:
        """Plan the first of some orders, or how to find what it names; returns which.

        What was looked for in vain is left undone.
        """
        order = orders[0]
        is_idle = order.is_forbidden or order.deed in (OrderKind.WAIT, OrderKind.TURN)
        if is_idle or self._board().knows(order):
            self._carry_out(order, orders[1] if len(orders) > 1 else None)
        elif looks < _TURNS:
            self._steps([Action.LEFT if order.side is Side.LEFT else Action.RIGHT])
            return False
        elif looks < _TURNS + _EXCURSIONS and (edge := self._edge_of_the_known()) is not None:
            self._walk(edge)
            return not self.actions
        return True

    def _edge_of_the_known(self) -> int | None:
        """The nearest free cell with an unknown one beside it."""
        assert self.known is not None, "only a follower with a sight looks for things"
        unknown = ~self.known[NEIGHBOURS] & (NEIGHBOURS != OUTSIDE)
        blocked = avoided_cells(self.states)
        costs = distances(
            blocked.view(np.uint8), self.pose.cell, self.pose.heading, _NEVER_BACKWARD
        ).min(axis=1)
        costs[~unknown.any(axis=1) | ~self.known | blocked] = FAR
        costs[self.pose.cell] = FAR
        cell = int(costs.argmin())
        return cell if costs[cell] < FAR else None

    def _carry_out(self, order: Order, following: Order | None) -> None:
        if order.is_forbidden or order.deed is OrderKind.WAIT:
            return
        if order.deed is OrderKind.TURN:
            self.hint = order.side
            if not _says_where(following):
                self._turn(order)
                self.hint = None
        elif order.deed is OrderKind.GO:
            if not _says_where(following) or order.number is not None:
                self._go(order)
            elif order.side is not None:
                self.hint = order.side
        else:
            self._fetch(order, self.hint)
            self.hint = None

    def _board(self) -> Surroundings:
        return Surroundings(self.states, self.pose, self.last_card)

    def _turn(self, order: Order) -> None:
        if order.side is Side.BEHIND:
            self._steps([Action.RIGHT] * 3)
        elif order.side in (Side.LEFT, Side.RIGHT):
            action = Action.LEFT if order.side is Side.LEFT else Action.RIGHT
            self._steps([action] * min(order.number or 1, 5))
        elif order.landmarks:
            place = self._board().place(order)
            if place is not None:
                self._walk(place)

    def _go(self, order: Order) -> None:
        place = self._board().place(order)
        if place is not None:
            self._walk(place)
            return
        if order.side in (Side.LEFT, Side.RIGHT):
            self._steps([Action.LEFT if order.side is Side.LEFT else Action.RIGHT])
        action = Action.BACKWARD if order.side is Side.BEHIND else Action.FORWARD
        if order.number is not None:
            self._steps([action] * min(order.number, 10))

    def _fetch(self, order: Order, hint: Side | None) -> None:
        for cell in self._board().card_cells(order, hint):
            if cell == self.pose.cell:
                self._step_off_and_on(cell)
            else:
                self._walk(cell)
            self.goals.add(cell)
            self.last_card = cell

    def _step_off_and_on(self, cell: int) -> None:
        """Toggle the card under the feet: to any free neighbour and back."""
        blocked = avoided_cells(self.states)
        for near in neighbours(cell):
            if not blocked[near]:
                self._walk(near)
                self._walk(cell)
                return

    def _walk(self, goal: int) -> None:
        path = shortest_path(
            avoided_cells(self.states, [goal]),
            self.pose.cell,
            self.pose.heading,
            goal,
            step_costs=EQUAL_COSTS if self.known is None else _NEVER_BACKWARD,
        )
        if path is not None:
            self._steps(path)

    def _steps(self, actions: Sequence[Action]) -> None:
        blocked = avoided_cells(self.states, self.states[0]["card_cell"])
        if self.known is not None and Action.BACKWARD in actions:
            blocked = blocked | ~self.known
        for action in actions:
            after = next_pose(self.pose, action)
            if after == self.pose or (after.cell != self.pose.cell and blocked[after.cell]):
                return
            self.actions.append(action)
            self.pose = after
            self._passed.add(after.cell)


def _is_free(states: StateArray, step: Action | None, goals: set[int]) -> bool:
    """Whether the follower can take a step without touching another card than its goals."""
    if step not in (Action.FORWARD, Action.BACKWARD):
        return True
    pose = pose_of(states, Player.FOLLOWER)
    after = next_pose(pose, step)
    return after != pose and not avoided_cells(states, goals)[after.cell]


def _says_where(order: Order | None) -> bool:
    """Whether an order names a target, so that turns before it are only hints."""
    if order is None or order.is_forbidden:
        return False
    if order.deed in (OrderKind.GET, OrderKind.DESELECT):
        return True
    return order.deed is OrderKind.GO and bool(order.landmarks or order.to_edge)
