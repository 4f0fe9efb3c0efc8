"""The static oracle: does in each recorded instruction what was recorded (paper, Section 7)."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import EVERYTHING, PARTIAL, Need, PlayerError, check_needs
from cerealbar.agents.policy import Assignments, MemoryRows, Situations
from cerealbar.game import OUTSIDE, Action, Array, Player, kernel, target_cell
from cerealbar.records import Examples
from cerealbar.views import Plan

_FOLLOWER = int(Player.FOLLOWER)
_BACKWARD = int(Action.BACKWARD)


@kernel
def _choose(
    states: Array, steps: Array, rows: Array, place: Array, actions: Array, found: Array
) -> None:
    """The action that is due in each game; `place` moves past those that would bump."""
    for n in range(len(rows)):
        i = rows[n]
        action = actions[place[i] + steps[n]]
        while action <= _BACKWARD and target_cell(states[n], _FOLLOWER, action) == OUTSIDE:
            place[i] += 1
            action = actions[place[i] + steps[n]]
        found[n] = action


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

    def new_memory(self, rows: int) -> NDArray[np.int64]:
        """(rows,): where the recorded actions begin, later by one for each that was left out."""
        return np.zeros(rows, np.int64)

    def begin(self, memory: NDArray[np.int64], rows: MemoryRows, given: Assignments) -> None:
        """Remember which examples they are.

        Raises:
            PlayerError: nobody tells, or it does not see where it would bump.
        """
        if given.examples is None:
            raise PlayerError(f"{self.name!r} cannot follow here: it does what was recorded")
        check_needs(self.name, Need.BOARD, EVERYTHING if given.known is None else PARTIAL)
        memory[rows] = self._first[given.examples]

    def choose(
        self, memory: NDArray[np.int64], rows: MemoryRows, now: Situations
    ) -> NDArray[np.uint8]:
        """The recorded action that is due."""
        found = np.empty(len(rows), np.uint8)
        _choose(now.states, now.steps, rows, memory, self._actions, found)
        return found

    def plan(self, memory: NDArray[np.int64], row: int) -> Plan | None:
        """None: it looks no further than the next step."""
        return None

    def reason(self, memory: NDArray[np.int64], row: int) -> str | None:
        """None: it never gives up."""
        return None
