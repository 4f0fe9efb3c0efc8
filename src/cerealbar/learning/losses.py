"""What is trained in each phase, and its losses, each summed over the examples of a batch.

The paper's are those of Section 5 and Appendix E.1.

The paper prints only the first term of each binary cross-entropy, with which predicting 1
everywhere would be best; both terms are meant, and taken here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
import numpy as np
import torch
import torch.nn.functional as fn
from torch import Tensor, nn

from cerealbar.follower.plan_policy import PlanModel
from cerealbar.follower.plan_predictor import (
    AVOID,
    GOAL,
    NOPASS,
    TRAJECTORY,
    PlanLogits,
    plan_distributions,
)
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.seq2seq import Seq2Seq
from cerealbar.follower.world import world_inputs
from cerealbar.game import CELLS
from cerealbar.learning.batches import PlanLabels, action_batch, plan_labels
from cerealbar.learning.demonstrations import Demonstrations
from cerealbar.learning.pointer import pointer_loss, prepare


class LossWeights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The coefficients of the losses (Appendix G)."""

    trajectory: float = 0.04
    """lambda_V."""
    goal: float = 1.0
    """lambda_G."""
    avoid: float = 0.1
    """lambda_A."""
    nopass: float = 0.1
    """lambda_P."""
    early_goal: float = 1.0
    """lambda_G'."""
    implicit: float = 0.7
    """lambda_IMP, in fine-tuning."""
    cards: Literal["cells", "cards"] = "cards"
    """What the losses of cards are divided by: the cells of the board, as the paper prints, or the
    cards on it, as its public code does."""
    actions: Literal["sum", "mean"] = "mean"
    """The loss of actions: the sum over those of an example, as the paper prints, or the mean over
    all of a batch, as its public code does."""

    def per_action(self, mean: float) -> float:
        """What the loss of one action counts beside losses that are sums over examples, in a batch
        whose examples have so many actions on average."""
        return 1.0 if self.actions == "sum" else 1 / mean


def plan_losses(
    logits: PlanLogits, labels: PlanLabels, divide_by: Literal["cells", "cards"] = "cards"
) -> dict[str, Tensor]:
    """L_V, L_G, L_A, L_P and L_G', each summed over the batch's examples."""
    plan, gold = logits.plan, labels.plan
    log_trajectory = torch.log_softmax(plan[..., TRAJECTORY], 1)
    on_cards = labels.cards.to(plan.dtype)
    count = on_cards.sum(1).clamp(min=1) if divide_by == "cards" else CELLS

    def of_cards(logit: Tensor, label: Tensor) -> Tensor:
        losses = fn.binary_cross_entropy_with_logits(logit, label, reduction="none")
        return ((losses * on_cards).sum(1) / count).sum()

    return {
        "trajectory": -(gold[..., TRAJECTORY] * log_trajectory).sum(),
        "goal": of_cards(plan[..., GOAL], gold[..., GOAL]),
        "avoid": of_cards(plan[..., AVOID], gold[..., AVOID]),
        "nopass": fn.binary_cross_entropy_with_logits(
            plan[..., NOPASS], gold[..., NOPASS], reduction="sum"
        )
        / CELLS,
        "early_goal": of_cards(logits.early_goal, gold[..., GOAL]),
    }


def implicit_loss(logits: Tensor, is_implicit: Tensor) -> Tensor:
    """L_IMP: the mean over LingUNet's layers (B, L), summed over the batch's examples."""
    labels = is_implicit.to(logits.dtype)[:, None].expand_as(logits)
    losses = fn.binary_cross_entropy_with_logits(logits, labels, reduction="none")
    return losses.mean(1).sum()


def action_loss(logits: Tensor, actions: Tensor, weight: float = 1.0) -> Tensor:
    """L_2, of some weight: logits (B, T, outputs), actions (B, T) or -1 where there is none."""
    return weight * fn.cross_entropy(
        logits.flatten(0, 1), actions.flatten(), ignore_index=-1, reduction="sum"
    )


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
        batch, labels = action_batch(given, model.device), plan_labels(given, model.device)
        logits = model.generator(labels.plan, batch.poses, batch.before)
        return {"actions": action_loss(logits, batch.actions, weights.per_action(actions))}

    return Trainee(model.generator, losses)


def two_stage_trainee(model: PlanModel, weights: LossWeights) -> Trainee:
    """Both stages together, the second with the plans of the first (Section 5.2).

    The losses are L_1 + L_2 + lambda_IMP L_IMP.
    """

    def losses(given: Demonstrations, actions: float, _: object) -> dict[str, Tensor]:
        logits, labels = predict(model, given)
        found = _weighed(weights, model, logits, labels)
        batch = action_batch(given, model.device)
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
    logits = model.predict(given.start, given.texts, world_inputs(given.start, given.known))
    return logits, plan_labels(given, model.device)


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
        batch = action_batch(given, device)
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
