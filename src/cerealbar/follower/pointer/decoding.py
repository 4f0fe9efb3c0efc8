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


@dataclass(frozen=True, slots=True)
class GoalSteps:
    """The steps of a decoder that is led through given goals."""

    states: Tensor
    """(N, S, W)."""
    logits: Tensor
    """(N, S, K + 2): of the options of each step."""
    poses: list[ImaginedPoses]
    """(S,): where the followers are in mind before each; without a goal they stay."""


def lead_through(
    net: PointerNet, inputs: PointerInputs, scene: EncodedScene, goals: NDArray[np.int64]
) -> GoalSteps:
    """The decoder's steps if the goals (N, S - 1) are chosen: slots, then -1."""
    states = net.follow(scene, torch.from_numpy(goals))
    poses = [imagine(inputs.states)]
    for slots in goals.T:
        poses.append(poses[-1].after(slots, inputs.card_cells))
    offsets = np.stack([pose.offsets(inputs.card_cells) for pose in poses], axis=1)
    free = scene.is_card[:, None] & torch.from_numpy(_is_open(goals, inputs.slots))
    logits = net.option_logits(scene, states, torch.from_numpy(offsets), free)
    return GoalSteps(states, logits, poses)


def _is_open(goals: NDArray[np.int64], slots: int) -> NDArray[np.bool_]:
    """(N, S, K): whether a card was no goal of an earlier step."""
    is_goal = goals[..., None] == np.arange(slots)
    is_done = np.logical_or.accumulate(is_goal, axis=1)
    return ~np.pad(is_done, ((0, 0), (1, 0), (0, 0)))


@torch.inference_mode()
def goal_log_likelihoods(
    net: PointerNet, inputs: PointerInputs, scene: EncodedScene, goals: NDArray[np.int64]
) -> NDArray[np.float64]:
    """(N,): the logarithm of how likely exactly the goals (N, most) are, in this order.

    Where the follower ends after them does not matter.
    """
    steps = lead_through(net, inputs, scene, goals)
    chances = steps.logits.log_softmax(dim=-1).double()
    ends = chances[..., inputs.slots :].logsumexp(dim=-1).numpy()  # (N, S)
    rows, counts = np.arange(len(goals)), (goals >= 0).sum(axis=1)
    found: NDArray[np.float64] = ends[rows, counts]
    for step, slots in enumerate(goals.T):
        chosen = chances[rows, step, np.maximum(slots, 0)].numpy()
        found = found + np.where(slots >= 0, chosen, 0.0)
    return found


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
def decode_goals(
    net: PointerNet, inputs: PointerInputs, scene: EncodedScene | None = None
) -> DecodedGoals:
    """The likeliest option at every step; no card twice."""
    scene = net.encode(inputs) if scene is None else scene
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
