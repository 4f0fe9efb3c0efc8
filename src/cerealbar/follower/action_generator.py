"""Stage 2: from a plan to actions, one after the other, and what is remembered (Section 4)."""

from dataclasses import dataclass
from functools import cache
from typing import Self

import numpy as np
import torch
import torch.nn.functional as fn
from numpy.typing import NDArray
from torch import Tensor, nn

from cerealbar.agents.policy import MemoryRows
from cerealbar.follower.config import PlanConfig, channels_of
from cerealbar.follower.frames import CROP, TAPS, crop_table
from cerealbar.follower.hexconv import SLOPE
from cerealbar.game import CELLS, Action, StateArray, legal_many

OUTPUTS = int(Action.DONE) + 1
"""Actions that can be generated: the four steps, and being done."""
START = OUTPUTS
"""What stands for the action before the first."""
State = tuple[Tensor, ...]
"""(B, size) each: what a recurrent network remembers."""
_AROUND = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The taps of the hexagonal kernel in the crop's rows and columns: here, then clockwise."""


@cache
def _crop_taps() -> Tensor:
    """(25, 25, 7): 1 where a cell of the crop lies under a tap of another."""
    table = np.zeros((CROP, CROP, CROP, CROP, TAPS), np.float32)
    for i in range(CROP):
        for j in range(CROP):
            for tap, (di, dj) in enumerate(_AROUND):
                if 0 <= i + di < CROP and 0 <= j + dj < CROP:
                    table[i + di, j + dj, i, j, tap] = 1
    return torch.from_numpy(table.reshape(CROP * CROP, CROP * CROP, TAPS))


class ActionGenerator(nn.Module):
    """The paper's stage 2."""

    crops: Tensor
    taps: Tensor
    used: Tensor

    def __init__(self, config: PlanConfig) -> None:
        super().__init__()
        self.config = config
        channels, size = config.crop_channels, CROP * CROP * config.crop_channels
        self.kernel = nn.Parameter(torch.empty(TAPS, len(config.distributions), channels))
        self.kernel_bias = nn.Parameter(torch.zeros(channels))
        nn.init.kaiming_uniform_(self.kernel.view(-1, channels).t(), SLOPE)
        self.w1 = nn.Linear(size, config.crop_layer)
        self.w2 = nn.Linear(size + config.crop_layer, config.crop_layer)
        if config.is_recurrent:
            self.embedding = nn.Embedding(OUTPUTS + 1, config.actions)
            self.lstm = nn.LSTM(config.actions + config.crop_layer, config.hidden, batch_first=True)
        remembered = config.hidden if config.is_recurrent else 0
        self.output = nn.Linear(remembered + config.crop_layer, OUTPUTS)
        for linear in (self.w1, self.w2, self.output):
            nn.init.orthogonal_(linear.weight, nn.init.calculate_gain("leaky_relu", SLOPE))
            nn.init.zeros_(linear.bias)
        self.register_buffer("crops", torch.from_numpy(crop_table()), persistent=False)
        self.register_buffer("taps", _crop_taps(), persistent=False)
        used = torch.tensor(channels_of(config.distributions))
        self.register_buffer("used", used, persistent=False)

    def look(self, plan: Tensor, which: Tensor, poses: Tensor) -> Tensor:
        """(N, p): p_t, what is seen of the plans (B, 625, 4) of `which` (N,) from poses (N,).

        Beyond the edge of the board a plan is 0.
        """
        cells = self.crops[poses]  # (N, 25)
        rows = CELLS * which[:, None] + cells.clamp(max=CELLS - 1)
        found = plan.view(-1, plan.shape[-1]).index_select(0, rows.view(-1))
        found = found.index_select(1, self.used) * (cells < CELLS).view(-1, 1)
        crop = found.view(len(cells), -1)
        # A small convolution is one matrix product with its kernel laid out over the crop.
        dense = torch.einsum("iot,tcd->icdo", self.taps, self.kernel).reshape(crop.shape[1], -1)
        seen = (crop @ dense).view(len(crop), -1, CROP * CROP) + self.kernel_bias[:, None]
        flat = fn.layer_norm(fn.leaky_relu(seen, SLOPE), seen.shape[2:]).flatten(1)  # p'_t
        inner = fn.leaky_relu(self.w1(flat), SLOPE)
        return fn.leaky_relu(self.w2(torch.cat([flat, inner], 1)), SLOPE)

    def forward(self, plan: Tensor, poses: Tensor, before: Tensor) -> Tensor:
        """(B, T, outputs): logits of the actions in poses (B, T), after the actions `before`."""
        count, steps = poses.shape
        which = torch.arange(count, device=poses.device).repeat_interleave(steps)
        seen = self.look(plan, which, poses.reshape(-1)).view(count, steps, -1)
        if self.config.is_recurrent:
            hidden, _ = self.lstm(torch.cat([self.embedding(before), seen], -1))
            seen = torch.cat([hidden, seen], -1)
        logits: Tensor = self.output(seen)
        return logits

    def step(
        self, plan: Tensor, which: Tensor, poses: Tensor, before: Tensor, state: State
    ) -> tuple[Tensor, State]:
        """(N, outputs) logits of the next action of some plans, and what is remembered then."""
        seen = self.look(plan, which, poses)
        if not self.config.is_recurrent:
            return self.output(seen), state
        inputs = torch.cat([self.embedding(before), seen], -1)[:, None]
        h, c = state
        hidden, (h, c) = self.lstm(inputs, (h[None], c[None]))
        return self.output(torch.cat([hidden[:, 0], seen], -1)), (h[0], c[0])


@dataclass(frozen=True, slots=True)
class ChoiceMemory:
    """What a recurrent follower remembers of its choices, each of which counts once it is done.

    One row for each instruction that is being carried out.
    """

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
