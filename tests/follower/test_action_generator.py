"""p_t and p(a) against Section 4's equations, written out."""

import numpy as np
import pytest
import torch

from cerealbar.follower.action_generator import START, ActionGenerator
from cerealbar.follower.config import DISTRIBUTIONS, PlanConfig
from cerealbar.follower.frames import CROP, TAPS, crop_table
from cerealbar.follower.hexconv import SLOPE
from cerealbar.game import CELLS, HEADINGS, Heading
from tests.follower.test_lingunet import array, rectified

AROUND = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""In steps ahead and steps to the neighbour right of it."""


@pytest.mark.parametrize("cell", [312, 0, 24, 620])
def test_what_is_seen_of_a_plan_is_as_the_paper_defines(cell: int) -> None:
    torch.manual_seed(0)
    generator = ActionGenerator(PlanConfig())
    torch.nn.init.normal_(generator.kernel_bias)
    plan = torch.rand(1, CELLS, 4)
    pose = cell * HEADINGS + Heading.SE
    with torch.no_grad():
        found = array(generator.look(plan, torch.tensor([0]), torch.tensor([pose]))[0])
    padded = np.concatenate([array(plan[0]), np.zeros((1, 4))])
    crop = padded[crop_table()[pose]].reshape(CROP, CROP, 4)
    seen = np.zeros((CROP, CROP, 8))
    for i, j in np.ndindex(CROP, CROP):
        seen[i, j] = array(generator.kernel_bias)
        for tap, (a, b) in enumerate(AROUND):
            if 0 <= i + a < CROP and 0 <= j + b < CROP:
                seen[i, j] += crop[i + a, j + b] @ array(generator.kernel[tap])
    flat = rectified(seen).reshape(-1, 8)
    inner = ((flat - flat.mean(0)) / np.sqrt(flat.var(0) + 1e-5)).T.reshape(-1)
    w1, w2 = generator.w1, generator.w2
    hidden = rectified(array(w1.weight) @ inner + array(w1.bias))
    expected = rectified(array(w2.weight) @ np.concatenate([inner, hidden]) + array(w2.bias))
    assert found == pytest.approx(expected, abs=1e-4)


def test_an_action_depends_on_the_one_before_and_on_what_is_seen() -> None:
    torch.manual_seed(0)
    generator = ActionGenerator(PlanConfig())
    plan, pose = torch.rand(1, CELLS, 4), torch.tensor([[700]])
    with torch.no_grad():
        seen = generator.look(plan, torch.tensor([0]), pose[0])
        inputs = torch.cat([generator.embedding(torch.tensor([START])), seen], 1)
        hidden, _ = generator.lstm(inputs[None])
        expected = generator.output(torch.cat([hidden[0], seen], 1))
        assert torch.allclose(generator(plan, pose, torch.tensor([[START]]))[0], expected)
        assert not torch.allclose(generator(plan, pose, torch.tensor([[0]]))[0], expected)
    assert generator.lstm.hidden_size == 128
    assert generator.embedding.embedding_dim == 32
    assert SLOPE == 0.01


def test_without_recurrence_what_is_seen_alone_decides() -> None:
    torch.manual_seed(0)
    generator = ActionGenerator(PlanConfig(is_recurrent=False))
    plan, poses = torch.rand(1, CELLS, 4), torch.tensor([[700, 701]])
    with torch.no_grad():
        expected = generator.output(
            generator.look(plan, torch.zeros(2, dtype=torch.long), poses[0])
        )
        for before in ([START, 0], [1, 2]):
            assert torch.allclose(generator(plan, poses, torch.tensor([before]))[0], expected)
    assert {name.split(".")[0] for name, _ in generator.named_parameters()} == {
        *("kernel", "kernel_bias", "w1", "w2", "output")
    }


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_distribution_that_is_ablated_has_no_input(name: str) -> None:
    used = tuple(other for other in DISTRIBUTIONS if other != name)
    assert ActionGenerator(PlanConfig(distributions=used)).kernel.shape == (TAPS, 3, 8)
