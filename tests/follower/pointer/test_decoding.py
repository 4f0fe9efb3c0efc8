"""Goals are those of the network that was trained, by the plainest loop over it."""

import msgspec
import numpy as np
import pytest
import torch

from cerealbar.follower.pointer.decoding import NOWHERE, decode_goals
from cerealbar.follower.pointer.network import EncodedScene, PointerInputs
from cerealbar.follower.pointer.places import ImaginedPoses, find_ends, imagine, offsets_to_all
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.pointer.weights import GO
from cerealbar.follower.pointer.words import read_words
from cerealbar.game import new_states
from tests.follower.pointer.worlds import SMALL, WORDS, make_inputs, shaken

TEXTS = ("get the blue card", "", "turn left and stop next to the tower, please", "rigth", "the")
PASTS = ((), ("get the card",), ("go", "wait", "and the hut"), (), ("blue",))
CONFIG = msgspec.structs.replace(SMALL, history=2, heads=2)


def poses_after(inputs: PointerInputs, slots: list[int]) -> ImaginedPoses:
    poses = imagine(inputs.states)
    for slot in slots:
        poses = poses.after(np.full(len(inputs), slot), inputs.objects.card_cells)
    return poses


def step_chances(
    net: PointerNet, inputs: PointerInputs, scene: EncodedScene, row: int, slots: list[int]
) -> tuple[torch.Tensor, torch.Tensor]:
    """Of one instruction after some cards: logarithms of the chances of options, and the state."""
    states = net.network.follow(scene, np.array([slots] * len(inputs), np.int64))[:, -1:]
    free = scene.is_card.copy()
    free[row, slots] = False
    offsets = poses_after(inputs, slots).offsets(inputs.objects.card_cells)
    logits = net.network.option_logits(scene, states, offsets[:, None], free[:, None])[row, 0]
    if len(slots) == net.config.max_goals:
        logits[: inputs.objects.slots] = -torch.inf
    return logits.log_softmax(dim=-1), states[:, 0]


def likeliest_place(
    net: PointerNet,
    inputs: PointerInputs,
    scene: EncodedScene,
    states: torch.Tensor,
    row: int,
    slots: list[int],
) -> int:
    poses, (can_end, ground) = poses_after(inputs, slots), find_ends(inputs.states)
    to_cells = offsets_to_all(poses.cells, poses.headings)
    where = poses.offsets(inputs.objects.cells), to_cells, ground, can_end
    found = net.network.place_log_probabilities(scene, states, *where)
    return int(found[row].argmax())


@pytest.mark.parametrize("seed", [0, 1, 3])
@torch.inference_mode()
def test_goals_are_those_of_the_network_that_was_trained(seed: int) -> None:
    net, states = shaken(CONFIG, seed), new_states(np.arange(seed, seed + len(TEXTS)))
    net.get_parameter("point.weight").mul_(8)  # so that some want many cards, some none
    net.get_parameter("end.weight").mul_(4)
    net.get_parameter("end.bias").sub_(2)
    states["cards"][3] = 2
    inputs = make_inputs(states, read_words(TEXTS, PASTS, WORDS, CONFIG), CONFIG.props)
    found, scene = decode_goals(net.arrays(), inputs), net.network.encode(inputs)
    for row in range(len(inputs)):
        slots, likelihood, left_out = list[int](), 0.0, torch.ones(inputs.objects.slots)
        while True:
            chances, state = step_chances(net, inputs, scene, row, slots)
            best = int(chances.argmax())
            left_out *= 1 - chances[: inputs.objects.slots].exp()
            if best >= inputs.objects.slots:
                break
            likelihood += float(chances[best])
            slots.append(best)
        likelihood += float(chances[inputs.objects.slots :].logsumexp(dim=-1))
        goes = best == inputs.objects.slots + GO
        place = likeliest_place(net, inputs, scene, state, row, slots) if goes else NOWHERE
        assert [slot for slot in found.goals[row].tolist() if slot >= 0] == slots
        assert found.places[row] == place
        assert found.headings[row] == int(net.network.heading_logits(state)[row].argmax())
        assert np.allclose(found.chances[row], 1 - left_out.numpy(), atol=1e-4)
        assert found.log_likelihood[row] == pytest.approx(likelihood, rel=1e-4)
    assert 0 < (found.goals >= 0).sum() < found.goals.size
