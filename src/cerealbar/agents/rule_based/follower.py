"""The rule-based follower: carries out the orders that it reads, through the path finder."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from cerealbar.agents.pathfinding import avoided_cells, shortest_path
from cerealbar.agents.protocol import FollowTask, Plan
from cerealbar.agents.rule_based.grounding import Board
from cerealbar.agents.rule_based.reading import Deed, Order, Side, read_orders
from cerealbar.game import (
    IS_PASSABLE,
    Action,
    Heading,
    Player,
    Pose,
    StateArray,
    neighbours,
    next_pose,
)

_MAX_STEPS = 40
"""Steps after which an instruction counts as done."""


@dataclass(slots=True)
class _Memory:
    """What the follower remembers of one game."""

    number: int = -1
    steps: list[Action] = field(default_factory=list)
    plan: Plan | None = None
    last_card: int | None = None


class RuleBasedFollower:
    """Follows instructions by rules alone; it sees the whole board, as the paper's model does."""

    name = "rule-based"

    def __init__(self) -> None:
        self._games: dict[int, _Memory] = {}

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
        """The next step of each game's plan, made anew for each instruction."""
        return [self._next_action(task) for task in tasks]

    def forget(self, game: int) -> None:
        """The game is over."""
        self._games.pop(game, None)

    def plan(self, game: int) -> Plan | None:
        """The cells that it will pass, the cards to toggle, and those to go around."""
        memory = self._games.get(game)
        return None if memory is None else memory.plan

    def _next_action(self, task: FollowTask) -> Action:
        memory = self._games.setdefault(task.game, _Memory())
        if memory.number != task.number:
            memory.number = task.number
            planner = _Planner(task.states, memory.last_card)
            planner.carry_out(read_orders(task.instruction))
            memory.steps = planner.actions
            memory.plan = planner.plan()
            memory.last_card = planner.last_card
        if not memory.steps or task.steps_taken >= _MAX_STEPS:
            return Action.DONE
        return memory.steps.pop(0)


class _Planner:
    """Turns orders into steps, imagining where the follower will be."""

    def __init__(self, states: StateArray, last_card: int | None) -> None:
        state = states[0]
        self.states = states
        self.pose = Pose(
            int(state["player_cell"][Player.FOLLOWER]),
            Heading(state["player_heading"][Player.FOLLOWER]),
        )
        self.last_card = last_card
        self.actions: list[Action] = []
        self._toggled: set[int] = set()
        self._passed = {self.pose.cell}

    def plan(self) -> Plan:
        """What was planned, in cells; the follower is sure of all of it."""
        cards = self.states[0]["card_cell"][: self.states[0]["cards"]].tolist()
        return Plan(
            trajectory=dict.fromkeys(sorted(self._passed), 1.0),
            goals=dict.fromkeys(sorted(self._toggled), 1.0),
            avoid={cell: 1.0 for cell in cards if cell not in self._toggled},
            blocked=dict.fromkeys(
                np.flatnonzero(~IS_PASSABLE[self.states[0]["tile"]]).tolist(), 1.0
            ),
        )

    def carry_out(self, orders: Sequence[Order]) -> None:
        """Plan all orders, one after the other."""
        hint: Side | None = None
        for i, order in enumerate(orders):
            following = orders[i + 1] if i + 1 < len(orders) else None
            if order.is_forbidden or order.deed is Deed.WAIT:
                continue
            if order.deed is Deed.TURN:
                hint = order.side
                if not _says_where(following):
                    self._turn(order)
                    hint = None
            elif order.deed is Deed.GO:
                if not _says_where(following) or order.number is not None:
                    self._go(order)
                elif order.side is not None:
                    hint = order.side
            else:
                self._fetch(order, hint)
                hint = None

    def _board(self) -> Board:
        return Board(self.states, self.pose, self.last_card)

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
            self._toggled.add(cell)
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
            avoided_cells(self.states, [goal]), self.pose.cell, self.pose.heading, goal
        )
        if path is not None:
            self._steps(path)

    def _steps(self, actions: Sequence[Action]) -> None:
        blocked = avoided_cells(self.states, self.states[0]["card_cell"])
        for action in actions:
            after = next_pose(self.pose, action)
            if after == self.pose or (after.cell != self.pose.cell and blocked[after.cell]):
                return
            self.actions.append(action)
            self.pose = after
            self._passed.add(after.cell)


def _says_where(order: Order | None) -> bool:
    """Whether an order names a target, so that turns before it are only hints."""
    if order is None or order.is_forbidden:
        return False
    if order.deed in (Deed.GET, Deed.DESELECT):
        return True
    return order.deed is Deed.GO and bool(order.landmarks or order.to_edge)
