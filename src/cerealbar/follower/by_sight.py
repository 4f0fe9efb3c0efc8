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

    whole: Any
    sighted: Any
    has_sight: NDArray[np.bool_]
    """(R,): whose the row is."""


class BySight:
    """Reads as `whole` does if the whole board is known, else as `sighted` does."""

    is_deterministic = True

    def __init__(self, whole: Policy, sighted: Policy) -> None:
        self.name = whole.name
        self.whole = whole
        self.sighted = sighted

    def new_memory(self, rows: int) -> BySightMemory:
        """Room in both."""
        memories = self.whole.new_memory(rows), self.sighted.new_memory(rows)
        return BySightMemory(*memories, np.zeros(rows, np.bool_))

    def begin(self, memory: BySightMemory, rows: MemoryRows, given: Assignments) -> None:
        """Let one of them read."""
        memory.has_sight[rows] = given.known is not None
        if given.known is None:
            self.whole.begin(memory.whole, rows, given)
        else:
            self.sighted.begin(memory.sighted, rows, given)

    def choose(self, memory: BySightMemory, rows: MemoryRows, now: Situations) -> NDArray[np.uint8]:
        """What those choose who have read."""
        chosen = np.empty(len(rows), np.uint8)
        has_sight = memory.has_sight[rows]
        for policy, held, mine in (
            (self.whole, memory.whole, ~has_sight),
            (self.sighted, memory.sighted, has_sight),
        ):
            if mine.any():
                known = None if now.known is None else now.known[mine]
                part = Situations(now.states[mine], now.steps[mine], known)
                chosen[mine] = policy.choose(held, rows[mine], part)
        return chosen

    def forget(self, memory: BySightMemory, rows: MemoryRows) -> None:
        """Whoever keeps more than its memory forgets it."""
        for policy, held in ((self.whole, memory.whole), (self.sighted, memory.sighted)):
            if isinstance(policy, Forgetting):
                policy.forget(held, rows)

    def plan(self, memory: BySightMemory, row: int) -> Plan | None:
        """The plan of who has read."""
        if memory.has_sight[row]:
            return self.sighted.plan(memory.sighted, row)
        return self.whole.plan(memory.whole, row)

    def reason(self, memory: BySightMemory, row: int) -> str | None:
        """The reason of who has read."""
        if memory.has_sight[row]:
            return self.sighted.reason(memory.sighted, row)
        return self.whole.reason(memory.whole, row)
