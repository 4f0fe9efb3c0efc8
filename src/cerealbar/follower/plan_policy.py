"""The paper's two-stage model as a policy: plan once for an instruction, then act by the plan."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cerealbar.agents.policy import Assignments, MemoryRows, Situations
from cerealbar.follower.action_generator import ActionGenerator, ChoiceMemory
from cerealbar.follower.config import DISTRIBUTIONS, PlanConfig
from cerealbar.follower.plan_predictor import (
    AVOID,
    GOAL,
    NOPASS,
    TRAJECTORY,
    PlanLogits,
    PlanPredictor,
    plan_distributions,
    start_frames,
)
from cerealbar.follower.vocabulary import Vocabulary
from cerealbar.follower.world import WorldInputs, world_inputs
from cerealbar.game import CELLS, HEADINGS, Player, StateArray
from cerealbar.views import Plan

CHUNK = 32
"""Instructions that are planned in one go; what more need no longer fits the caches."""
_FOLLOWER = int(Player.FOLLOWER)
_SHOWN = 0.01
"""Probabilities below this are not shown."""


class PlanModel(nn.Module):
    """Both stages."""

    def __init__(self, config: PlanConfig, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.config = config
        self.vocabulary = vocabulary
        self.predictor = PlanPredictor(config, len(vocabulary))
        self.generator = ActionGenerator(config)

    @property
    def device(self) -> torch.device:
        """Where it computes."""
        return self.generator.used.device

    def read(self, texts: Sequence[str]) -> Tensor:
        """(B, T): the words of texts; always the same one if the model reads no text."""
        if not self.config.reads_text:
            texts = [""] * len(texts)
        return torch.from_numpy(self.vocabulary.read(texts))

    def predict(self, states: StateArray, texts: Sequence[str], world: WorldInputs) -> PlanLogits:
        """What stage 1 makes of instructions, and of the boards as far as they are known."""
        words, frames = self.read(texts).to(self.device), start_frames(states, self.device)
        logits: PlanLogits = self.predictor(words, world.to(self.device), frames)
        return logits

    @torch.inference_mode()
    def plan(
        self, states: StateArray, texts: Sequence[str], known: NDArray[np.bool_] | None = None
    ) -> Tensor:
        """(B, 625, 4): the predicted distributions, 0 for those that are not."""
        world = world_inputs(states, known).to(self.device)
        found = plan_distributions(self.predict(states, texts, world).plan, world.cards)
        found[..., self.predictor.ablated] = 0
        return found


@dataclass(frozen=True, slots=True)
class PlanMemory:
    """What is kept of instructions that are being carried out, one a row."""

    plans: Tensor
    """(rows, 625, 4)."""
    choices: ChoiceMemory


class PlanPolicy:
    """Carries out instructions with both stages."""

    is_deterministic = True

    def __init__(self, model: PlanModel, name: str = "plan") -> None:
        self.name = name
        self.model = model.eval()

    def new_memory(self, rows: int) -> PlanMemory:
        """Room for plans and for what the recurrent network remembers."""
        device, hidden = self.model.device, self.model.config.hidden
        plans = torch.zeros(rows, CELLS, len(DISTRIBUTIONS), device=device)
        return PlanMemory(plans, ChoiceMemory.empty(rows, (hidden, hidden), device))

    def begin(self, memory: PlanMemory, rows: MemoryRows, given: Assignments) -> None:
        """Predict a plan for each instruction."""
        for first in range(0, len(rows), CHUNK):
            part = slice(first, first + CHUNK)
            known = None if given.known is None else given.known[part]
            plans = self.model.plan(given.states[part], given.texts[part], known)
            self.set_plans(memory, rows[part], plans)

    def set_plans(self, memory: PlanMemory, rows: MemoryRows, plans: Tensor) -> None:
        """Begin to act by given plans (N, 625, 4)."""
        memory.plans[torch.from_numpy(rows)] = plans
        memory.choices.begin(rows)

    @torch.inference_mode()
    def choose(self, memory: PlanMemory, rows: MemoryRows, now: Situations) -> NDArray[np.uint8]:
        """The likeliest action that changes something."""
        before, (h, c) = memory.choices.recall(rows, now.steps)
        cells = now.states["player_cell"][:, _FOLLOWER].astype(np.int64)
        poses = cells * HEADINGS + now.states["player_heading"][:, _FOLLOWER]
        where, seen = (torch.from_numpy(each).to(memory.plans.device) for each in (rows, poses))
        logits, after = self.model.generator.step(memory.plans, where, seen, before, (h, c))
        return memory.choices.choose(rows, logits, after, now.states)

    def plan(self, memory: PlanMemory, row: int) -> Plan:
        """The predicted distributions."""
        return as_plan(memory.plans[row])

    def reason(self, memory: PlanMemory, row: int) -> None:
        """It never gives up."""


def as_plan(distributions: Tensor) -> Plan:
    """A plan (625, 4) as it is shown."""
    shown = distributions.clamp(0, 1).tolist()

    def of(channel: int) -> dict[int, float]:
        return {
            cell: values[channel] for cell, values in enumerate(shown) if values[channel] >= _SHOWN
        }

    return Plan(of(TRAJECTORY), of(GOAL), of(AVOID), of(NOPASS))
