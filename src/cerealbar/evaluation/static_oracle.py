"""The static oracle: does in each recorded instruction what was recorded (paper, Section 7)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import EVERYTHING, PARTIAL, Need, PlayerError, check_needs
from cerealbar.agents.policy import Assignments, MemoryRows, Situations
from cerealbar.game import OUTSIDE, Action, Array, Player, Record, kernel, target_cell
from cerealbar.records import Examples
from cerealbar.views import Plan

_FOLLOWER = int(Player.FOLLOWER)
_BACKWARD = int(Action.BACKWARD)


@dataclass(slots=True, eq=False)
class _Retracing:
    """Which examples are being done again, by row."""

    first: NDArray[np.int64]
    """Where the actions of each begin."""
    skipped: NDArray[np.int64]
    """How many of them were left out, as they would have bumped."""


@kernel
def _is_blocked(state: Record, action: int) -> bool:
    return action <= _BACKWARD and target_cell(state, _FOLLOWER, action) == OUTSIDE


@kernel
def _choose(
    states: Array,
    steps: Array,
    rows: Array,
    first: Array,
    skipped: Array,
    actions: Array,
    found: Array,
) -> None:
    for n in range(len(rows)):
        i = rows[n]
        while _is_blocked(states[n], actions[first[i] + steps[n] + skipped[i]]):
            skipped[i] += 1
        found[n] = actions[first[i] + steps[n] + skipped[i]]


class StaticOracle:
    """Takes the recorded steps whatever happens, but for those that would bump.

    Not all comes out as recorded: recorded turns that ended early are played with all their steps,
    so that leader and follower act in another order (paper, Appendix F). The limit of choices does
    not do it justice either.
    """

    name = "static-oracle"
    is_deterministic = True

    def __init__(self, examples: Examples) -> None:
        actions = [examples.follower_actions(i) for i in range(len(examples))]
        lengths = [len(found) for found in actions]
        self._first = np.cumsum([0, *lengths], dtype=np.int64)
        self._actions = np.concatenate([*actions, np.zeros(0, np.uint8)])

    def new_memory(self, rows: int) -> _Retracing:
        """Room for so many examples."""
        return _Retracing(np.zeros(rows, np.int64), np.zeros(rows, np.int64))

    def begin(self, memory: _Retracing, rows: MemoryRows, given: Assignments) -> None:
        """Remember which examples they are.

        Raises:
            PlayerError: nobody tells, or it does not see where it would bump.
        """
        if given.examples is None:
            raise PlayerError(f"{self.name!r} cannot follow here: it does what was recorded")
        check_needs(self.name, Need.BOARD, EVERYTHING if given.known is None else PARTIAL)
        memory.first[rows] = self._first[given.examples]
        memory.skipped[rows] = 0

    def choose(self, memory: _Retracing, rows: MemoryRows, now: Situations) -> NDArray[np.uint8]:
        """The recorded action that is due."""
        found = np.empty(len(rows), np.uint8)
        _choose(now.states, now.steps, rows, memory.first, memory.skipped, self._actions, found)
        return found

    def plan(self, memory: _Retracing, row: int) -> Plan | None:
        """None: it looks no further than the next step."""
        return None

    def reason(self, memory: _Retracing, row: int) -> str | None:
        """None: it never gives up."""
        return None
