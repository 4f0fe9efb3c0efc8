"""How well a model does on the validation games, by what its phase is judged."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from cerealbar.agents.policy import Assignments, MemoryRows, Policy
from cerealbar.evaluation import evaluate_follower, judge, roll_out
from cerealbar.follower.checkpoint import load_model
from cerealbar.follower.plan_policy import CHUNK, PlanMemory, PlanModel, PlanPolicy
from cerealbar.follower.plan_predictor import GOAL, start_frames
from cerealbar.follower.stored import CheckpointError
from cerealbar.follower.world import world_inputs
from cerealbar.learning.batches import plan_labels
from cerealbar.learning.demonstrations import Demonstrations, demonstrations
from cerealbar.learning.epochs import Move
from cerealbar.records import Examples
from cerealbar.views import Sight

Measure = Callable[[Move], dict[str, float]]
"""Numbers of a model as it is now, of which the first decides; told how far it is."""
POINTS = "stop.points_scored"
_MEASURES = (
    POINTS,
    "stop.instructions_followed",
    "card_state_accuracy",
    "environment_state_accuracy",
    "action_sequence_accuracy",
)
GOAL_THRESHOLD = 0.5
"""Cards with at least this probability are predicted goals (Appendix G)."""


class GoldPlanPolicy(PlanPolicy):
    """Stage 2 with the gold plans of recorded examples."""

    def __init__(self, model: PlanModel, examples: Examples, name: str = "gold-plan") -> None:
        super().__init__(model, name)
        self.examples = examples

    def begin(self, memory: PlanMemory, rows: MemoryRows, given: Assignments) -> None:
        """Take the plan that the recorded follower's way is evidence of."""
        assert given.examples is not None
        gold = demonstrations(self.examples, given.examples)
        self.set_plans(memory, rows, plan_labels(gold).plan.to(memory.plans.device))


def open_gold_plan(folder: Path, examples: Examples) -> GoldPlanPolicy:
    """The stage 2 of a run with the gold plans of examples.

    Raises:
        CheckpointError: the folder holds no such model.
    """
    model, card = load_model(folder)
    if not isinstance(model, PlanModel):
        raise CheckpointError(f"{folder} has no plans: it is a {card.kind}")
    return GoldPlanPolicy(model, examples, card.name)


@torch.inference_mode()
def goal_accuracy(model: PlanModel, given: Demonstrations) -> float:
    """The share of instructions whose predicted goals are exactly the cards that were changed.

    A model that predicts no goals is judged by its early ones.
    """
    right = 0
    for first in range(0, len(given), CHUNK):
        part = given.take(np.arange(first, min(first + CHUNK, len(given))))
        right += int(_are_goals_right(model, part).sum())
    return right / len(given)


def _are_goals_right(model: PlanModel, given: Demonstrations) -> Tensor:
    device = model.generator.used.device
    words = model.read(list(given.texts)).to(device)
    world = world_inputs(given.start, given.known).to(device)
    found = model.predictor(words, world, start_frames(given.start, device))
    logits = found.early_goal if GOAL in model.predictor.ablated else found.plan[..., GOAL]
    gold = plan_labels(given)
    predicted = (torch.sigmoid(logits).cpu() >= GOAL_THRESHOLD) & gold.cards
    return (predicted == (gold.plan[..., GOAL] > 0)).all(1)


def measure_plan(model: PlanModel, given: Demonstrations, move: Move) -> dict[str, float]:
    """Stage 1 is judged by its goals."""
    model.eval()
    found = goal_accuracy(model, given)
    move(1.0)
    return {"goal_accuracy": found}


def measure_actions(policy: GoldPlanPolicy, validation: Examples, move: Move) -> dict[str, float]:
    """Stage 2 is judged by the cards that it changes with gold plans."""
    right = judge(validation, roll_out(validation, policy, progress=move))
    return {"card_state_accuracy": float(right["cards"].mean())}


def measure_points(
    policy: Policy, validation: Examples, sight: Sight | None, judged_by: str, move: Move
) -> dict[str, float]:
    """A whole follower is judged by its points in cascaded evaluation, or by another measure."""
    report = evaluate_follower(validation, policy, cascaded="stop", sight=sight, progress=move)
    means = report.means()
    return {name: means[name].value for name in dict.fromkeys((judged_by, *_MEASURES))}
