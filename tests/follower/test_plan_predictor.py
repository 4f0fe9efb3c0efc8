from typing import Any, Literal

import msgspec
import pytest
import torch

from cerealbar.follower.config import DISTRIBUTIONS, DistributionName, PlanConfig
from cerealbar.follower.plan_predictor import PlanPredictor, start_frames
from cerealbar.follower.world import world_inputs
from cerealbar.game import CELLS, new_states

CONFIG = PlanConfig(channels=8, text_channels=8)
STATES = new_states([3, 4])
WORDS = torch.tensor([[2, 3, 4], [5, 2, 0]])


def predictor(config: PlanConfig = CONFIG) -> PlanPredictor:
    torch.manual_seed(0)
    return PlanPredictor(config, 9)


def test_every_example_has_a_kernel_of_its_own_text() -> None:
    """S' = S * K_s, position by position, and early goals from S' alone."""
    net = predictor()
    world, frames = world_inputs(STATES), start_frames(STATES)
    with torch.no_grad():
        found = net(WORDS, world, frames)
        text, state = net.text(WORDS), net.world(world)
        for i, cell in ((0, 7), (1, 300)):
            kernel = net.kernel(text[i]).view(CONFIG.properties, CONFIG.grounded)
            grounded = state[i, cell] @ kernel
            early = (net.early_goal.weight[0] * grounded).sum() + net.early_goal.bias[0]
            assert torch.allclose(found.early_goal[i, cell], early, atol=1e-4)
    assert found.plan.shape == (2, CELLS, 4)


@pytest.mark.parametrize("kind", ["printed", "before-norm"])
def test_the_discriminator_pools_every_layer(kind: Literal["printed", "before-norm"]) -> None:
    net = predictor(msgspec.structs.replace(CONFIG, discriminator=kind))
    torch.nn.init.normal_(net.implicit_bias)
    world, frames = world_inputs(STATES), start_frames(STATES)
    with torch.no_grad():
        found = net(WORDS, world, frames)
        text, state = net.text(WORDS), net.world(world)
        kernel = net.kernel(text).view(2, CONFIG.properties, CONFIG.grounded)
        maps = net.lingunet([state, torch.bmm(state, kernel)], text, frames)
        layers = maps.layers if kind == "printed" else maps.unnormed
        assert found.implicit.shape == (2, len(layers)) == (2, 4)
        for number, layer in enumerate(layers):
            level = max(1, number)  # G_1 and H_2 lie on level 1, H_3 on 2, H_4 on 3
            for i in range(2):
                rows = int(frames.mask[level][i].sum())
                pooled = layer[i, :rows].mean(0)
                kernels: Any = net.implicit[number]
                logit = (kernels.weight[0] * pooled).sum() + net.implicit_bias[number]
                assert torch.allclose(found.implicit[i, number], logit, atol=1e-4)


def test_the_printed_discriminator_is_dead_in_all_layers_but_the_last() -> None:
    """What is normalised has mean 0, under any kernel: G_1, H_2 and H_3, but not H_4."""
    world, frames = world_inputs(STATES), start_frames(STATES)
    with torch.no_grad():
        printed = predictor()(WORDS, world, frames).implicit.abs()
        config = msgspec.structs.replace(CONFIG, discriminator="before-norm")
        living = predictor(config)(WORDS, world, frames).implicit.abs()
    assert printed[:, :3].max() < 1e-5
    assert printed[:, 3].min() > 1e-3
    assert living.min() > 1e-3
    assert torch.equal(living[:, 3], printed[:, 3])


def test_the_printed_discriminator_learns_no_bias() -> None:
    assert not predictor().implicit_bias.requires_grad
    assert not predictor().implicit_bias.any()


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_distribution_that_is_ablated_is_not_predicted(name: DistributionName) -> None:
    channel = DISTRIBUTIONS.index(name)
    others = [i for i in range(len(DISTRIBUTIONS)) if i != channel]
    used = tuple(DISTRIBUTIONS[i] for i in others)
    net = predictor(msgspec.structs.replace(CONFIG, distributions=used))
    with torch.no_grad():
        plan = net(WORDS, world_inputs(STATES), start_frames(STATES)).plan
    assert len(net.lingunet.final.bias) == len(others)
    assert not plan[..., channel].any()
    assert plan[..., others].all()


def test_padding_changes_nothing() -> None:
    net = predictor()
    world, frames = world_inputs(STATES[1:]), start_frames(STATES[1:])
    with torch.no_grad():
        short = net(torch.tensor([[5, 2]]), world, frames)
        padded = net(torch.tensor([[5, 2, 0, 0]]), world, frames)
    assert torch.allclose(short.plan, padded.plan, atol=1e-5)


def test_both_ends_of_a_text_reach_both_halves_of_its_vector() -> None:
    net = predictor()
    with torch.no_grad():
        base, first, last = (
            net.text(torch.tensor([words])) for words in ([2, 3, 4], [5, 3, 4], [2, 3, 5])
        )
    half = CONFIG.text // 2
    for other in (first, last):
        assert (base[0, :half] != other[0, :half]).any()
        assert (base[0, half:] != other[0, half:]).any()
