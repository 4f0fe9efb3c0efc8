"""Goals from a network: cards one after the other, then a place if it is to end at one."""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cerealbar.follower.pointer.inputs import PointerInputs
from cerealbar.follower.pointer.network import GO, EncodedScene, PointerNet
from cerealbar.follower.pointer.places import offsets_to_all
from cerealbar.follower.pointer.surroundings import find_ends
from cerealbar.follower.pointer.walks import ImaginedPoses, imagine

NOWHERE = -1
"""The place of those who end on their last card."""


@dataclass(frozen=True, slots=True)
class DecodedGoals:
    """What the network makes of N instructions with K card slots."""

    goals: NDArray[np.int64]
    """(N, max goals): slots of the cards in order, then -1."""
    places: NDArray[np.int64]
    """(N,): the cell on which to end, or `NOWHERE` for where the goals lead."""
    headings: NDArray[np.int64]
    """(N,): how to look at the end: turns to the right of how it began, or `ARRIVAL`."""
    chances: NDArray[np.float64]
    """(N, K): how likely each card is a goal."""
    likelihood: NDArray[np.float64]
    """(N,): how likely these goals are, in this order, with the place."""


def place_log_probabilities(
    net: PointerNet,
    inputs: PointerInputs,
    scene: EncodedScene,
    states: Tensor,
    poses: ImaginedPoses,
    rows: NDArray[np.intp],
) -> Tensor:
    """(R, 625): the logarithm of how likely each cell is the end of those in R rows of the inputs.

    `states` (N, W) are of the last steps, and `poses` where the N followers are in mind then.
    """
    chosen, there = torch.from_numpy(rows), poses.take(rows)
    is_end, ground = find_ends(inputs.states[rows])
    return net.place_log_probabilities(
        scene.take(chosen),
        states[chosen],
        torch.from_numpy(there.offsets(inputs.object_cells[rows])),
        torch.from_numpy(offsets_to_all(there.cells, there.headings)),
        torch.from_numpy(ground),
        torch.from_numpy(is_end),
    )


@torch.inference_mode()
def decode_goals(net: PointerNet, inputs: PointerInputs) -> DecodedGoals:
    """The likeliest option at every step; no card twice."""
    scene = net.encode(inputs)
    count, slots, most = len(inputs), inputs.slots, net.config.max_goals
    goals = np.full((count, most), -1, np.int64)
    free = scene.is_card.clone()
    poses = imagine(inputs.states)
    likelihood, left_out = np.zeros(count), np.ones((count, slots))
    is_open, goes = np.ones(count, np.bool_), np.zeros(count, np.bool_)
    last = torch.zeros(count, net.config.width)
    for step in range(most + 1):
        states = net.follow(scene, torch.from_numpy(goals[:, :step]), step)
        offsets = torch.from_numpy(poses.offsets(inputs.card_cells)).unsqueeze(1)
        logits = net.option_logits(scene, states, offsets, free.unsqueeze(1))[:, 0]
        if step == most:
            logits[:, :slots] = -torch.inf
        chances = logits.log_softmax(dim=-1)
        best, option = (found.numpy() for found in chances.max(dim=-1))
        last = torch.where(torch.from_numpy(is_open)[:, None], states[:, 0], last)
        likelihood += np.where(is_open, best, 0)
        left_out *= np.where(is_open[:, None], 1 - chances[:, :slots].exp().numpy(), 1)
        goes |= is_open & (option == slots + GO)
        is_open &= option < slots
        if not is_open.any():
            break
        slot = np.where(is_open, option, -1)
        goals[:, step] = slot
        free &= torch.arange(slots) != torch.from_numpy(slot)[:, None]
        poses = poses.after(slot, inputs.card_cells)
    places = np.full(count, NOWHERE, np.int64)
    if goes.any():
        rows = np.flatnonzero(goes)
        found = place_log_probabilities(net, inputs, scene, last, poses, rows).max(dim=-1)
        places[rows] = found.indices.numpy()
        likelihood[rows] += found.values.numpy()
    headings = net.heading_logits(last).argmax(dim=-1).numpy()
    return DecodedGoals(goals, places, headings, 1 - left_out, np.exp(likelihood))
