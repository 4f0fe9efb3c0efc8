"""Goals from a network: cards one after the other, then a place if it is to end at one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.pointer.network import EncodedScene, Numbers, PointerInputs, PointerNetwork
from cerealbar.follower.pointer.numpy_backend import log_softmax
from cerealbar.follower.pointer.places import ImaginedPoses, find_ends, imagine, offsets_to_all
from cerealbar.follower.pointer.weights import GO

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
    log_likelihood: NDArray[np.float64]
    """(N,): the logarithm of how likely exactly these goals are, in this order."""


def is_open(goals: NDArray[np.int64], slots: int) -> NDArray[np.bool_]:
    """(N, S, K): whether a card was no goal of an earlier step, of the goals (N, S - 1)."""
    is_goal = goals[..., None] == np.arange(slots)
    is_done = np.logical_or.accumulate(is_goal, axis=1)
    return ~np.pad(is_done, ((0, 0), (1, 0), (0, 0)))


@dataclass(frozen=True, slots=True)
class FollowedGoals:
    """N instructions, S - 1 goals of which are known."""

    states: Numbers
    """(N, S, W): of the decoder, before each goal and after the last."""
    logits: Numbers
    """(N, S, K + 2): how likely each option is then."""
    poses: ImaginedPoses
    """Where the followers are in mind after the last goal."""


def follow_goals(
    net: PointerNetwork, inputs: PointerInputs, scene: EncodedScene, goals: NDArray[np.int64]
) -> FollowedGoals:
    """What the network makes of the goals (N, S - 1), of which none are -1."""
    states, poses = net.follow(scene, goals), imagined(inputs, goals)
    offsets = np.stack([pose.offsets(inputs.objects.card_cells) for pose in poses], axis=1)
    free = scene.is_card[:, None] & is_open(goals, inputs.objects.slots)
    return FollowedGoals(states, net.option_logits(scene, states, offsets, free), poses[-1])


def goal_log_likelihoods(
    net: PointerNetwork, inputs: PointerInputs, scene: EncodedScene, goals: NDArray[np.int64]
) -> NDArray[np.float64]:
    """(N,): the logarithm of how likely exactly the goals (N, most) are, in this order.

    Where the follower ends after them does not matter.
    """
    counts = (goals >= 0).sum(axis=1)
    goals = goals[:, : counts.max(initial=0)]
    chances = log_softmax(follow_goals(net, inputs, scene, goals).logits).astype(np.float64)
    ends = np.logaddexp.reduce(chances[..., inputs.objects.slots :], axis=-1)  # (N, S)
    rows = np.arange(len(goals))
    found: NDArray[np.float64] = ends[rows, counts]
    for step, slots in enumerate(goals.T):
        found = found + np.where(slots >= 0, chances[rows, step, np.maximum(slots, 0)], 0.0)
    return found


def imagined(inputs: PointerInputs, goals: NDArray[np.int64]) -> list[ImaginedPoses]:
    """Where the followers are in mind before each step; without a goal they stay."""
    poses = [imagine(inputs.states)]
    for slots in goals.T:
        poses.append(poses[-1].after(slots, inputs.objects.card_cells))
    return poses


def decode_goals(
    net: PointerNetwork, inputs: PointerInputs, scene: EncodedScene | None = None
) -> DecodedGoals:
    """The likeliest option at every step; no card twice."""
    scene = net.encode(inputs) if scene is None else scene
    count, slots, most = len(inputs), inputs.objects.slots, net.config.max_goals
    goals = np.full((count, most), -1, np.int64)
    free = scene.is_card.copy()
    poses = imagine(inputs.states)
    log_likelihood, left_out = np.zeros(count), np.ones((count, slots))
    is_going, goes = np.ones(count, np.bool_), np.zeros(count, np.bool_)
    last = np.zeros((count, net.config.width), np.float32)
    for step in range(most + 1):
        states = net.follow(scene, goals[:, :step], step)
        offsets = poses.offsets(inputs.objects.card_cells)[:, None]
        logits = net.option_logits(scene, states, offsets, free[:, None])[:, 0]
        if step == most:
            logits[:, :slots] = -np.inf
        chances = log_softmax(logits)
        option = chances.argmax(axis=-1)
        last = np.where(is_going[:, None], states[:, 0], last)
        ends = np.logaddexp.reduce(chances[:, slots:], axis=-1)
        chosen = np.where(option < slots, chances.max(axis=-1), ends)
        log_likelihood += np.where(is_going, chosen, 0)
        left_out *= np.where(is_going[:, None], 1 - np.exp(chances[:, :slots]), 1)
        goes |= is_going & (option == slots + GO)
        is_going &= option < slots
        if not is_going.any():
            break
        slot = np.where(is_going, option, -1)
        goals[:, step] = slot
        free &= np.arange(slots) != slot[:, None]
        poses = poses.after(slot, inputs.objects.card_cells)
    places = np.full(count, NOWHERE, np.int64)
    if goes.any():
        rows = np.flatnonzero(goes)
        found = place_log_probabilities(net, inputs, scene, last, poses, rows)
        places[rows] = found.argmax(axis=-1)
    headings = net.heading_logits(last).argmax(axis=-1)
    return DecodedGoals(goals, places, headings, 1 - left_out, log_likelihood)


def place_log_probabilities(
    net: PointerNetwork,
    inputs: PointerInputs,
    scene: EncodedScene,
    states: Numbers,
    poses: ImaginedPoses,
    rows: NDArray[np.intp],
) -> Numbers:
    """(R, 625): the logarithm of how likely each cell is the end of those in R rows of the inputs.

    `states` (N, W) are of the last steps, and `poses` where the N followers are in mind then.
    """
    there = poses.take(rows)
    can_end, ground = find_ends(inputs.states[rows])
    return net.place_log_probabilities(
        scene.take(rows),
        states[rows],
        there.offsets(inputs.objects.cells[rows]),
        offsets_to_all(there.cells, there.headings),
        ground,
        can_end,
    )
