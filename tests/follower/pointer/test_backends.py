"""The network computes the same in NumPy, where it follows, and in torch, where it learns."""

import msgspec
import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from cerealbar.follower.pointer.decoding import goal_log_likelihoods, imagined, is_open
from cerealbar.follower.pointer.places import find_ends, imagine, offsets_to_all
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.pointer.words import read_words
from cerealbar.game import new_states
from tests.follower.pointer.worlds import SMALL, WORDS, make_inputs, shaken

TEXTS = ("get the blue card", "", "turn left and stop next to the tower, please", "rigth")
PASTS = ((), ("the card", "get it"), ("wait",), ())
GOALS = np.array([[2, 0, -1], [-1, -1, -1], [5, 1, 3], [4, -1, -1]], np.int64)


def is_near(found: NDArray[np.floating], wanted: NDArray[np.floating]) -> bool:
    return np.allclose(found, wanted, rtol=1e-4, atol=2e-5)


@pytest.fixture(params=[0, 2], ids=["alone", "history"])
def net(request: pytest.FixtureRequest) -> PointerNet:
    return shaken(msgspec.structs.replace(SMALL, history=request.param), seed=3)


def test_every_part_is_the_same(net: PointerNet) -> None:
    states = new_states(np.arange(len(TEXTS)))
    inputs = make_inputs(states, read_words(TEXTS, PASTS, WORDS, net.config), SMALL.props)
    arrays = net.arrays()
    read = arrays.encode(inputs)
    poses = imagined(inputs, GOALS)
    offsets = np.stack([pose.offsets(inputs.objects.card_cells) for pose in poses], axis=1)
    free = read.is_card[:, None] & is_open(GOALS, inputs.objects.slots)
    can_end, ground = find_ends(states)
    where = (
        poses[-1].offsets(inputs.objects.cells),
        offsets_to_all(poses[-1].cells, poses[-1].headings),
        ground,
        can_end,
    )
    followed = arrays.follow(read, GOALS)
    with torch.inference_mode():
        scene = net.network.encode(inputs)
        steps = net.network.follow(scene, GOALS)
        is_word = read.bias[:, 0, 0] == 0
        assert is_near(read.tokens[is_word], scene.tokens.numpy()[is_word])
        assert is_near(read.places, scene.places.numpy())
        assert is_near(followed, steps.numpy())
        last = arrays.follow(read, GOALS, 3)
        assert is_near(last[:, 0], followed[:, 3])
        options = net.network.option_logits(scene, steps, offsets, free).numpy()
        assert is_near(arrays.option_logits(read, followed, offsets, free), options)
        places = net.network.place_log_probabilities(scene, steps[:, 3], *where)
        found = arrays.place_log_probabilities(read, followed[:, 3], *where)
        assert is_near(found, places.numpy())
        assert is_near(np.exp(found).sum(axis=1), np.ones(len(found)))
        heading = net.network.heading_logits(steps[:, 3]).numpy()
        assert is_near(arrays.heading_logits(followed[:, 3]), heading)


def test_goals_are_as_likely_as_their_options_one_after_the_other(net: PointerNet) -> None:
    states = new_states(np.arange(len(TEXTS)))
    inputs = make_inputs(states, read_words(TEXTS, PASTS, WORDS, net.config), SMALL.props)
    arrays = net.arrays()
    read = arrays.encode(inputs)
    found = goal_log_likelihoods(arrays, inputs, read, GOALS)
    for i, goals in enumerate(GOALS):
        chosen = goals[goals >= 0][None]
        scene, likelihood = read.take(np.array([i])), 0.0
        for step in range(chosen.shape[1] + 1):
            done = chosen[:, :step]
            there = imagined(inputs, np.repeat(done, len(TEXTS), 0))[-1].take(np.array([i]))
            free = scene.is_card[:, None] & is_open(done, inputs.objects.slots)[:, -1:]
            offsets = there.offsets(inputs.objects.card_cells[i : i + 1])[:, None]
            logits = arrays.option_logits(scene, arrays.follow(scene, done, step), offsets, free)
            chances = np.exp(logits[0, 0]) / np.exp(logits[0, 0]).sum()
            is_over = step == chosen.shape[1]
            likelihood += np.log(chances[-2:].sum() if is_over else chances[chosen[0, step]])
        assert np.isclose(found[i], likelihood, rtol=1e-4)


def test_the_weights_are_those_of_the_network_as_it_learns(net: PointerNet) -> None:
    arrays = net.arrays()
    states = new_states(np.arange(1))
    inputs = make_inputs(states, read_words(["get it"], [()], WORDS, net.config), SMALL.props)
    before = arrays.encode(inputs).tokens.copy()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.1, fused=True)
    net.network.encode(inputs).tokens.sum().backward()
    optimizer.step()
    assert not is_near(arrays.encode(inputs).tokens, before)


def test_what_is_kept_of_the_weights_changes_with_them(net: PointerNet) -> None:
    states = new_states(np.arange(1))
    inputs = make_inputs(states, read_words(["get it"], [()], WORDS, net.config), SMALL.props)
    arrays = net.arrays()
    before, other = arrays.encode(inputs).places, shaken(net.config, seed=4)
    assert arrays.encode(inputs).places is before
    net.load_state_dict(other.state_dict())
    after = arrays.encode(inputs).places
    assert not is_near(after, before)
    assert np.array_equal(after, other.arrays().encode(inputs).places)


def test_nothing_is_lost_where_offsets_differ_much(net: PointerNet) -> None:
    """Exponentials of single precision would be 0 there for most objects."""
    states = new_states(np.arange(len(TEXTS)))
    inputs = make_inputs(states, read_words(TEXTS, PASTS, WORDS, net.config), SMALL.props)
    with torch.no_grad():
        net.get_parameter("go_beside.weight").mul_(400)
        net.get_parameter("go_beside.bias").mul_(400)
    pose, (can_end, ground) = imagine(states), find_ends(states)
    to_cells = offsets_to_all(pose.cells, pose.headings)
    where = pose.offsets(inputs.objects.cells), to_cells, ground, can_end
    with torch.inference_mode():
        scene = net.network.encode(inputs)
        last = net.network.follow(scene, np.empty((len(TEXTS), 0), np.int64))[:, 0]
        beside = net.get_submodule("go_beside")(last)
        around = (beside @ scene.places.T * SMALL.width**-0.5).numpy()
        wanted = net.network.place_log_probabilities(scene, last, *where).numpy()
    assert np.ptp(around, axis=1).min() > 110
    arrays = net.arrays()
    found = arrays.place_log_probabilities(arrays.encode(inputs), last.numpy(), *where)
    assert np.allclose(found[can_end], wanted[can_end], rtol=1e-3, atol=0.05)
    assert np.exp(found.astype(np.float64)).sum(axis=1) == pytest.approx(np.ones(len(found)))
