"""What is trained in each phase: which losses a batch has, each summed over its examples."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from cerealbar.follower.plan_policy import PlanModel
from cerealbar.follower.plan_predictor import PlanLogits, plan_distributions
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.seq2seq import Seq2Seq
from cerealbar.follower.world import world_inputs
from cerealbar.learning.batches import PlanLabels, action_batch, plan_labels
from cerealbar.learning.demonstrations import Demonstrations
from cerealbar.learning.losses import LossWeights, action_loss, implicit_loss, plan_losses
from cerealbar.learning.pointer import pointer_loss, prepare


@dataclass(frozen=True, slots=True)
class Trainee:
    """A model, or a part of one, with its losses."""

    module: nn.Module
    """Whose parameters are updated."""
    losses: Callable[[Any, float, np.random.Generator], dict[str, Tensor]]
    """Each loss by name, weighted, and summed over some examples, given how many actions those of
    their batch have on average, and for what is left to chance."""
    prepare: Callable[[Demonstrations], Any] = lambda given: given  # some have a kind of their own
    """The examples of an epoch, with what is computed once for them; they have `lengths`, and
    `take` some of them."""


def plan_trainee(model: PlanModel, weights: LossWeights) -> Trainee:
    """Stage 1, with L_1 (Section 5.1)."""

    def losses(given: Demonstrations, *_: object) -> dict[str, Tensor]:
        return _weighed(weights, model, *predict(model, given))

    return Trainee(model.predictor, losses)


def action_trainee(model: PlanModel, weights: LossWeights) -> Trainee:
    """Stage 2 with gold plans and teacher forcing, with L_2 (Section 5.1)."""

    def losses(given: Demonstrations, actions: float, _: object) -> dict[str, Tensor]:
        device = model.device
        batch = action_batch(given).to(device)
        logits = model.generator(plan_labels(given).plan.to(device), batch.poses, batch.before)
        return {"actions": action_loss(logits, batch.actions, weights.per_action(actions))}

    return Trainee(model.generator, losses)


def two_stage_trainee(model: PlanModel, weights: LossWeights) -> Trainee:
    """Both stages together, the second with the plans of the first (Section 5.2).

    The losses are L_1 + L_2 + lambda_IMP L_IMP.
    """

    def losses(given: Demonstrations, actions: float, _: object) -> dict[str, Tensor]:
        logits, labels = predict(model, given)
        found = _weighed(weights, model, logits, labels)
        batch = action_batch(given).to(model.device)
        plan = plan_distributions(logits.plan, labels.cards)
        chances = model.generator(plan, batch.poses, batch.before)
        found["actions"] = action_loss(chances, batch.actions, weights.per_action(actions))
        if weights.implicit:
            is_implicit = torch.from_numpy(given.is_implicit).to(model.device)
            found["implicit"] = weights.implicit * implicit_loss(logits.implicit, is_implicit)
        return found

    return Trainee(model, losses)


def predict(model: PlanModel, given: Demonstrations) -> tuple[PlanLogits, PlanLabels]:
    """What stage 1 predicts, and what it should."""
    labels = plan_labels(given)
    labels = PlanLabels(labels.plan.to(model.device), labels.cards.to(model.device))
    return model.predict(given.start, given.texts, world_inputs(given.start, given.known)), labels


def _weighed(
    weights: LossWeights, model: PlanModel, logits: PlanLogits, labels: PlanLabels
) -> dict[str, Tensor]:
    """L_1, by its parts."""
    found = plan_losses(logits, labels, weights.cards)
    names = (*model.config.distributions, "early_goal")
    return {name: weight * found[name] for name in names if (weight := getattr(weights, name))}


def seq2seq_trainee(model: Seq2Seq, weights: LossWeights) -> Trainee:
    """The baseline, with teacher forcing and the cross-entropy of the actions (Appendix G)."""

    def losses(given: Demonstrations, actions: float, _: object) -> dict[str, Tensor]:
        device = model.output.weight.device
        world = world_inputs(given.start, given.known, is_relative=False).to(device)
        batch = action_batch(given).to(device)
        logits = model(model.read(given.texts).to(device), world, batch.before)
        return {"actions": action_loss(logits, batch.actions, weights.per_action(actions))}

    return Trainee(model, losses)


def pointer_trainee(net: PointerNet) -> Trainee:
    """The second model, with the cross-entropies of goals, places and headings."""
    return Trainee(
        net,
        lambda batch, _, rng: pointer_loss(net, batch, rng),
        lambda given: prepare(given, net.vocabulary, net.config),
    )
