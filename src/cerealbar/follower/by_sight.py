"""Two policies as one: who knows the whole board is led by one, who has a sight by the other."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.policy import Assignments, Forgetting, MemoryRows, Policy, Situations
from cerealbar.views import Plan


@dataclass(frozen=True, slots=True)
class BySightMemory:
    """What both keep of R instructions."""

    of_each: tuple[Any, Any]
    has_sight: NDArray[np.uint8]
    """(R,): 1 where the second has read."""


class BySight:
    """Reads as the first of two does if the whole board is known, else as the second does."""

    is_deterministic = True

    def __init__(self, whole: Policy, sighted: Policy) -> None:
        self.name = whole.name
        self.policies = whole, sighted

    def new_memory(self, rows: int) -> BySightMemory:
        """Room in both."""
        whole, sighted = self.policies
        of_each = whole.new_memory(rows), sighted.new_memory(rows)
        return BySightMemory(of_each, np.zeros(rows, np.uint8))

    def begin(self, memory: BySightMemory, rows: MemoryRows, given: Assignments) -> None:
        """Let one of them read."""
        has_sight = int(given.known is not None)
        memory.has_sight[rows] = has_sight
        self.policies[has_sight].begin(memory.of_each[has_sight], rows, given)

    def choose(self, memory: BySightMemory, rows: MemoryRows, now: Situations) -> NDArray[np.uint8]:
        """What those choose who have read."""
        chosen = np.empty(len(rows), np.uint8)
        for has_sight, policy in enumerate(self.policies):
            mine = memory.has_sight[rows] == has_sight
            if mine.any():
                known = None if now.known is None else now.known[mine]
                part = Situations(now.states[mine], now.steps[mine], known)
                chosen[mine] = policy.choose(memory.of_each[has_sight], rows[mine], part)
        return chosen

    def forget(self, memory: BySightMemory, rows: MemoryRows) -> None:
        """Whoever keeps more than its memory forgets it."""
        for policy, held in zip(self.policies, memory.of_each, strict=True):
            if isinstance(policy, Forgetting):
                policy.forget(held, rows)

    def plan(self, memory: BySightMemory, row: int) -> Plan | None:
        """The plan of who has read."""
        has_sight = memory.has_sight[row]
        return self.policies[has_sight].plan(memory.of_each[has_sight], row)

    def reason(self, memory: BySightMemory, row: int) -> str | None:
        """The reason of who has read."""
        has_sight = memory.has_sight[row]
        return self.policies[has_sight].reason(memory.of_each[has_sight], row)
