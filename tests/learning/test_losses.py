"""Every loss against a calculation by hand."""

from math import exp, log
from typing import Literal

import pytest
import torch

from cerealbar.follower.plan_predictor import PlanLogits
from cerealbar.game import CELLS
from cerealbar.learning.batches import PlanLabels
from cerealbar.learning.losses import LossWeights, action_loss, implicit_loss, plan_losses

CARDS = {10: 1, 20: 0, 30: 0}
"""Three cells with cards, of which the first is a goal."""


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


def made(logit: float = 0.5) -> tuple[PlanLogits, PlanLabels]:
    """One instruction: goal on cell 10, two cells visited, cell 7 blocked."""
    logits, gold = torch.zeros(1, CELLS, 4), torch.zeros(1, CELLS, 4)
    cards = torch.zeros(1, CELLS, dtype=torch.bool)
    for cell, is_goal in CARDS.items():
        cards[0, cell] = True
        gold[0, cell, 1], gold[0, cell, 2] = is_goal, 1 - is_goal
    gold[0, 3, 0], gold[0, 4, 0] = 0.75, 0.25
    gold[0, 7, 3] = 1
    logits[0, 3, 0] = 2.0
    logits[0, list(CARDS), 1] = torch.tensor([logit, -1.0, 0.0])
    logits[0, list(CARDS), 2] = torch.tensor([-2.0, 1.0, 0.0])
    logits[0, 7, 3] = 3.0
    logits[0, 100, 1] = 9.0  # where there is no card nothing counts
    early = torch.full((1, CELLS), -0.5)
    return PlanLogits(logits, early, torch.zeros(1, 4)), PlanLabels(gold, cards)


def test_the_trajectory_loss_is_the_cross_entropy_of_the_visits() -> None:
    logits, labels = made()
    total = log(exp(2.0) + CELLS - 1)
    expected = -(0.75 * (2.0 - total) + 0.25 * (0.0 - total))
    assert plan_losses(logits, labels)["trajectory"].item() == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(("divide_by", "count"), [("cells", CELLS), ("cards", 3)])
def test_goal_and_avoid_losses_are_over_cards_only(divide_by: str, count: int) -> None:
    logits, labels = made()
    found = plan_losses(logits, labels, divide_by)  # type: ignore[arg-type]
    goal = -(log(sigmoid(0.5)) + log(1 - sigmoid(-1.0)) + log(1 - sigmoid(0.0)))
    avoid = -(log(1 - sigmoid(-2.0)) + log(sigmoid(1.0)) + log(sigmoid(0.0)))
    early = -(log(sigmoid(-0.5)) + 2 * log(1 - sigmoid(-0.5)))
    assert found["goal"].item() == pytest.approx(goal / count, rel=1e-5)
    assert found["avoid"].item() == pytest.approx(avoid / count, rel=1e-5)
    assert found["early_goal"].item() == pytest.approx(early / count, rel=1e-5)


def test_the_no_passing_loss_is_over_all_cells() -> None:
    logits, labels = made()
    expected = -(log(sigmoid(3.0)) + (CELLS - 1) * log(0.5)) / CELLS
    assert plan_losses(logits, labels)["nopass"].item() == pytest.approx(expected, rel=1e-5)


def test_losses_add_up_over_examples() -> None:
    (one, labels), (other, _) = made(0.5), made(-3.0)
    both = PlanLogits(
        torch.cat([one.plan, other.plan]),
        torch.cat([one.early_goal, other.early_goal]),
        torch.zeros(2, 4),
    )
    twice = PlanLabels(labels.plan.repeat(2, 1, 1), labels.cards.repeat(2, 1))
    found = plan_losses(both, twice)
    apart = [plan_losses(each, labels) for each in (one, other)]
    for name, loss in found.items():
        assert loss.item() == pytest.approx(sum(each[name].item() for each in apart), rel=1e-5)


def test_the_implicit_loss_is_the_mean_over_layers() -> None:
    logits = torch.tensor([[0.0, 1.0, -1.0, 2.0], [0.5, 0.5, 0.5, 0.5]])
    first = -sum(log(sigmoid(x)) for x in (0.0, 1.0, -1.0, 2.0)) / 4
    second = -log(1 - sigmoid(0.5))
    found = implicit_loss(logits, torch.tensor([True, False]))
    assert found.item() == pytest.approx(first + second, rel=1e-5)


def test_the_action_loss_is_a_sum_over_the_actions_that_are_there() -> None:
    logits = torch.tensor([[[1.0, 0.0], [0.0, 2.0]], [[0.0, 0.0], [5.0, 5.0]]])
    actions = torch.tensor([[0, 1], [1, -1]])
    expected = -log(sigmoid(1.0)) - log(sigmoid(2.0)) - log(0.5)
    assert action_loss(logits, actions).item() == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(("how", "expected"), [("sum", 1.0), ("mean", 0.4)])
def test_actions_count_one_each_or_as_a_share_of_those_of_the_batch(
    how: Literal["sum", "mean"], expected: float
) -> None:
    """Two examples of two and three actions: 2.5 on average, and losses are divided by two."""
    assert LossWeights(actions=how).per_action(2.5) == pytest.approx(expected)
    logits, actions = torch.zeros(2, 3, 2), torch.tensor([[0, 1, -1], [1, 1, 0]])
    total = action_loss(logits, actions, LossWeights(actions=how).per_action(2.5)) / 2
    of_one = -log(0.5)
    assert total.item() == pytest.approx(of_one if how == "mean" else 5 / 2 * of_one, rel=1e-5)


def test_the_default_convention_is_the_public_codes() -> None:
    assert (LossWeights().cards, LossWeights().actions) == ("cards", "mean")


def test_the_coefficients_are_the_papers() -> None:
    weights = LossWeights()
    assert (weights.trajectory, weights.goal, weights.avoid) == (0.04, 1.0, 0.1)
    assert (weights.nopass, weights.early_goal, weights.implicit) == (0.1, 1.0, 0.7)
