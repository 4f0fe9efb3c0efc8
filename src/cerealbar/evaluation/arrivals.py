"""Games that have come to an instruction, and when two of them have the same future."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.evaluation.recollection import join_memories, some_memories
from cerealbar.game import StateArray
from cerealbar.views import BoardMemory


@dataclass(slots=True, eq=False)
class Arrivals:
    """Games that have come to an instruction; n of them."""

    came_from: NDArray[np.int64]
    """(n,): the node before, or -1 for a recorded start."""
    examples: NDArray[np.int64]
    """(n,): which instruction."""
    states: StateArray
    place: NDArray[np.int64]
    """(n,): the leader's next deed."""
    memory: BoardMemory | None

    def some(self, rows: NDArray[np.intp]) -> "Arrivals":
        """Some of them."""
        memory = None if self.memory is None else some_memories(self.memory, rows)
        return Arrivals(
            self.came_from[rows], self.examples[rows], self.states[rows], self.place[rows], memory
        )

    def futures(self) -> list[bytes]:
        """All that the future depends on."""
        parts = [self.examples, self.place, self.states]
        if self.memory is not None:
            parts += [self.memory.states, self.memory.known]
        n = len(self.examples)
        rows = np.concatenate([part.view(np.uint8).reshape(n, -1) for part in parts], axis=1)
        return [row.tobytes() for row in rows]


def join_arrivals(parts: list[Arrivals]) -> Arrivals:
    """All of several."""
    dtype = parts[0].states.dtype
    memories = [part.memory for part in parts if part.memory is not None]
    return Arrivals(
        np.concatenate([part.came_from for part in parts]),
        np.concatenate([part.examples for part in parts]),
        np.concatenate([part.states.view(np.uint8) for part in parts]).view(dtype),
        np.concatenate([part.place for part in parts]),
        join_memories(memories) if memories else None,
    )
