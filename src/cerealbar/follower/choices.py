"""What a recurrent follower remembers of its choices, each of which counts once it is done."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cerealbar.agents.policy import MemoryRows
from cerealbar.follower.action_generator import OUTPUTS, START, State
from cerealbar.game import StateArray, legal_many


@dataclass(frozen=True, slots=True)
class ChoiceMemory:
    """What is kept of instructions that are being carried out, one a row."""

    last: State
    """Before the last choice."""
    next: State
    """After it."""
    before: Tensor
    """(rows,): the action before the last choice."""
    chosen: Tensor
    """(rows,): the last choice."""
    steps: NDArray[np.int64]
    """(rows,): steps taken at the last choice."""

    @classmethod
    def empty(cls, rows: int, sizes: tuple[int, ...], device: torch.device) -> Self:
        """Room for so many instructions, none of which has begun."""
        last, after = (
            tuple([torch.zeros(rows, size, device=device) for size in sizes]) for _ in range(2)
        )
        before, chosen = (torch.full((rows,), START, device=device) for _ in range(2))
        return cls(last, after, before, chosen, np.zeros(rows, np.int64))

    def begin(self, rows: MemoryRows) -> None:
        """Remember nothing yet in some rows."""
        where = torch.from_numpy(rows)
        for tensor in (*self.last, *self.next):
            tensor[where] = 0
        self.before[where] = self.chosen[where] = START
        self.steps[rows] = 0

    def recall(self, rows: MemoryRows, steps: NDArray[np.int64]) -> tuple[Tensor, State]:
        """(N,) actions before, and what is remembered, in rows that have taken so many steps.

        What was chosen before is done where more steps were taken since.
        """
        done, where = torch.from_numpy(rows[steps > self.steps[rows]]), torch.from_numpy(rows)
        for last, after in zip(self.last, self.next, strict=True):
            last[done] = after[done]
        self.before[done] = self.chosen[done]
        self.steps[rows] = steps
        return self.before[where], tuple([last[where] for last in self.last])

    def choose(
        self, rows: MemoryRows, logits: Tensor, after: State, states: StateArray
    ) -> NDArray[np.uint8]:
        """The likeliest action that changes something, by logits (N, outputs), kept with what is
        remembered after it."""
        where = torch.from_numpy(rows)
        legal = torch.from_numpy(legal_many(states)[:, :OUTPUTS]).to(logits.device)
        chosen = logits.masked_fill(~legal, -torch.inf).argmax(1)
        for kept, new in zip(self.next, after, strict=True):
            kept[where] = new
        self.chosen[where] = chosen
        return chosen.to("cpu", torch.uint8).numpy()
