"""What the rule-based follower would do, imagined on the boards as they are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.policy import Assignments, TaskPolicy
from cerealbar.agents.rule_based import RuleBasedFollower, read
from cerealbar.agents.rule_based.orders import OrderKind
from cerealbar.evaluation.following import carry_out
from cerealbar.evaluation.runs import Runs
from cerealbar.game import Action

_MOST_CHOICES = 40


@dataclass(frozen=True, slots=True)
class RuleReading:
    """What the rules make of one instruction."""

    slots: tuple[int, ...]
    """Of the cards that they toggle, in order."""
    cells: tuple[int, ...]
    """Where these lie."""
    arrivals: tuple[int, ...]
    """After how many steps each is toggled."""
    end: int
    """The cell on which they end."""
    steps: tuple[int, ...]
    reason: str | None
    """Why they give up, if they do."""
    takes_several: bool
    """Whether an order asks for several cards at once: `both stars`, `all the red cards`."""

    @property
    def gives_up(self) -> bool:
        """Whether they cannot do it, or did not understand all."""
        return self.reason is not None


def read_by_rules(given: Assignments) -> list[RuleReading]:
    """What the rules make of instructions, as if nobody else moved meanwhile."""
    states = given.states.copy()
    np.maximum(states["waiting"], 1, out=states["waiting"])
    runs = Runs(states)
    carry_out(runs, TaskPolicy(RuleBasedFollower()), given, _MOST_CHOICES)
    return [_reading(runs, row, text) for row, text in enumerate(given.texts)]


def _reading(runs: Runs, row: int, text: str) -> RuleReading:
    way, run = runs.way(row), runs.each[row]
    cells, toggled = way["cell"].tolist(), way["toggled"].tolist()
    slots = {cell: slot for slot, cell in enumerate(run["cards"].tolist()) if cell >= 0}
    times: dict[int, list[int]] = {}
    for step, (cell, is_toggled) in enumerate(zip(cells, toggled, strict=True), 1):
        if is_toggled and cell in slots:
            times.setdefault(cell, []).append(step)
    goals = [(steps[0], cell) for cell, steps in times.items() if len(steps) % 2]
    here = int(runs.states["player_cell"][row, 1])
    return RuleReading(
        tuple([slots[cell] for _, cell in goals]),
        tuple([cell for _, cell in goals]),
        tuple([step for step, _ in goals]),
        here,
        tuple(way["action"].tolist()),
        None if int(run["ending"]) == Action.DONE else runs.reasons.get(row, ""),
        any(o.kind is OrderKind.TAKE and o.cards != 1 for o in read(text).orders),
    )


def goal_array(readings: Sequence[RuleReading], most: int) -> NDArray[np.int64]:
    """(N, most): the slots of the cards of each, then -1."""
    goals = np.full((len(readings), most), -1, np.int64)
    for row, reading in zip(goals, readings, strict=True):
        slots = reading.slots[:most]
        row[: len(slots)] = slots
    return goals
