"""The phases of an experiment: what is trained in each, how long, and how it is judged."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
import torch

from cerealbar.agents.policy import Assignments, MemoryRows, Policy
from cerealbar.evaluation import evaluate_follower, judge, roll_out
from cerealbar.follower.checkpoint import Model, load_model, policy_for
from cerealbar.follower.plan_policy import CHUNK, PlanMemory, PlanModel, PlanPolicy
from cerealbar.follower.plan_predictor import GOAL
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.seq2seq import Seq2Seq
from cerealbar.follower.stored import CheckpointError, ModelKind
from cerealbar.learning.batches import plan_labels
from cerealbar.learning.demonstrations import (
    Demonstrations,
    demonstrations,
    recorded_demonstrations,
)
from cerealbar.learning.epochs import Move
from cerealbar.learning.experiment import Experiment, Phase
from cerealbar.learning.losses import (
    Trainee,
    action_trainee,
    plan_trainee,
    pointer_trainee,
    predict,
    seq2seq_trainee,
    two_stage_trainee,
)
from cerealbar.records import Examples
from cerealbar.views import VIEWS, Sight

PhaseName = Literal["plan", "actions", "seq2seq", "pointer", "finetune", "written"]
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


@dataclass(frozen=True, slots=True)
class RunPhase:
    """A phase of a run."""

    name: PhaseName
    how: Phase
    trainee: Trainee
    measure: Measure
    drawn: Policy
    """Whose plans are drawn."""
    aggregates: bool = False
    """Whether recovery examples are added."""
    written: bool = False
    """Whether written instructions are added."""
    recorded: bool = True
    """Whether recorded examples are learned from."""
    makes_follower: bool = True
    """Whether the model can follow when it is over."""


def kind_of(experiment: Experiment) -> ModelKind | None:
    """Which model an experiment trains; None for what is not learned."""
    match experiment.model:
        case "plan" | "gold-plan":
            return "plan"
        case "seq2seq" | "pointer":
            return experiment.model
        case "static-oracle":
            return None


def phases_of(how: Experiment, model: Model, validation: Examples) -> list[RunPhase]:
    """The phases of an experiment, in order."""
    phases, when = _phases(how, model, validation), how.written.when
    if not how.written.suites:
        return phases
    if when == "last":
        last = replace(phases[-1], name="written", how=how.written.last, aggregates=False)
        return [*phases, replace(last, written=True, recorded=False)]
    return [replace(p, written=when == "throughout" or p.name == "finetune") for p in phases]


def _phases(how: Experiment, model: Model, validation: Examples) -> list[RunPhase]:
    sight = VIEWS[how.sight]
    policy = policy_for(model, how.name)
    points = partial(measure_points, policy, validation, sight, POINTS)
    match model:
        case PlanModel():
            gold = GoldPlanPolicy(model, validation)
            cards = partial(measure_actions, gold, validation)
            trainee = action_trainee(model, how.losses)
            phases = [RunPhase("actions", how.pretrain_actions, trainee, cards, gold)]
            if how.model == "gold-plan":
                return phases
            given = recorded_demonstrations(validation, sight)
            goals = partial(measure_plan, model, given)
            trainee = plan_trainee(model, how.losses)
            first = RunPhase("plan", how.pretrain_plan, trainee, goals, policy)
            phases.insert(0, replace(first, makes_follower=False))
            trainee = two_stage_trainee(model, how.losses)
        case Seq2Seq():
            trainee = seq2seq_trainee(model, how.losses)
            # Its points are at their floor, where an epoch is chosen by chance.
            cards = partial(measure_points, policy, validation, sight, "card_state_accuracy")
            return [RunPhase("seq2seq", how.finetune, trainee, cards, policy)]
        case PointerNet():
            trainee = pointer_trainee(model)
            phases = [RunPhase("pointer", how.pretrain_pointer, trainee, points, policy)]
    if how.is_finetuned:
        aggregates = how.aggregation.is_on
        phases.append(RunPhase("finetune", how.finetune, trainee, points, policy, aggregates))
    return phases


class GoldPlanPolicy(PlanPolicy):
    """Stage 2 with the gold plans of recorded examples."""

    def __init__(self, model: PlanModel, examples: Examples, name: str = "gold-plan") -> None:
        super().__init__(model, name)
        self.examples = examples

    def begin(self, memory: PlanMemory, rows: MemoryRows, given: Assignments) -> None:
        """Take the plan that the recorded follower's way is evidence of."""
        assert given.examples is not None
        gold = demonstrations(self.examples, given.examples)
        self.set_plans(memory, rows, plan_labels(gold, memory.plans.device).plan)


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
def measure_plan(model: PlanModel, given: Demonstrations, move: Move) -> dict[str, float]:
    """Stage 1 is judged by the share of instructions whose predicted goals are exactly the cards
    that were changed.

    A model that predicts no goals is judged by its early ones.
    """
    model.eval()
    right = 0
    for first in range(0, len(given), CHUNK):
        part = given.take(np.arange(first, min(first + CHUNK, len(given))))
        found, gold = predict(model, part)
        logits = found.early_goal if GOAL in model.predictor.ablated else found.plan[..., GOAL]
        predicted = (torch.sigmoid(logits) >= GOAL_THRESHOLD) & gold.cards
        right += int((predicted == (gold.plan[..., GOAL] > 0)).all(1).sum())
        move(min(1.0, (first + CHUNK) / len(given)))
    return {"goal_accuracy": right / len(given)}


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
