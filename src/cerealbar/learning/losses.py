"""The losses of Section 5 and Appendix E.1, as sums over the examples of a batch.

The paper prints only the first term of each binary cross-entropy, with which predicting 1
everywhere would be best; both terms are meant, and taken here.
"""

from typing import Literal

import msgspec
import torch
import torch.nn.functional as fn
from torch import Tensor

from cerealbar.follower.plan_predictor import AVOID, GOAL, NOPASS, TRAJECTORY, PlanLogits
from cerealbar.game import CELLS
from cerealbar.learning.batches import PlanLabels


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
