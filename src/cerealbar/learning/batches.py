"""Demonstrations in batches, as tensors: their order, actions, and gold plans (Section 5.1).

The order of an epoch follows from its seed alone.
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cerealbar.follower.action_generator import START
from cerealbar.follower.config import DISTRIBUTIONS
from cerealbar.game import CELLS, HEADINGS, IS_PASSABLE, Array, Player, kernel
from cerealbar.learning.demonstrations import Demonstrations

_FOLLOWER = int(Player.FOLLOWER)
_POOL = 16
"""Batches among which examples of like length come together."""


def epoch_batches(
    lengths: NDArray[np.integer], size: int, seed: tuple[int, ...]
) -> list[NDArray[np.int64]]:
    """The examples of each batch of an epoch, in a random order.

    Examples of like length share a batch, as what is shorter than the longest is padded.
    """
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(lengths))
    batches = []
    for first in range(0, len(order), size * _POOL):
        pool = order[first : first + size * _POOL]
        pool = pool[np.argsort(lengths[pool], kind="stable")]
        batches += [pool[i : i + size] for i in range(0, len(pool), size)]
    return [batches[i] for i in rng.permutation(len(batches))]


@dataclass(frozen=True, slots=True)
class ActionBatch:
    """The actions of B demonstrations, T steps at most."""

    poses: Tensor
    """(B, T): in which pose each action is chosen."""
    before: Tensor
    """(B, T): the action before it."""
    actions: Tensor
    """(B, T): the action, or -1 where there is none."""


def action_batch(given: Demonstrations, device: torch.device | None = None) -> ActionBatch:
    """The actions of demonstrations, padded to the longest, on a device."""
    lengths = given.lengths
    steps = np.arange(lengths.max(initial=1))
    is_step = steps < lengths[:, None]
    log = np.where(is_step, given.first[:-1, None] + steps, 0)
    poses = given.cells[log].astype(np.int64) * HEADINGS + given.headings[log]
    actions = np.where(is_step, given.actions[log].astype(np.int64), -1)
    before = np.full_like(actions, START)
    before[:, 1:] = np.where(is_step[:, 1:], actions[:, :-1], START)
    return ActionBatch(*[torch.from_numpy(each).to(device) for each in (poses, before, actions)])


@dataclass(frozen=True, slots=True)
class PlanLabels:
    """The gold plans of B demonstrations."""

    plan: Tensor
    """(B, 625, 4): p*_V (which sums to 1), p*_G, p*_A, p*_P."""
    cards: Tensor
    """(B, 625) bool: C, the cells that have cards."""


@kernel
def _fill_labels(
    states: Array, first: Array, cells: Array, touched: Array, plan: Array, cards: Array
) -> None:
    for i in range(len(states)):
        state = states[i]
        share = np.float32(1 / max(1, first[i + 1] - first[i]))
        for step in range(first[i], first[i + 1]):
            plan[i, cells[step], 0] += share
        for slot in range(state.cards):
            cell = state.card_cell[slot]
            cards[i, cell] = True
            if touched[i] >> np.uint32(slot) & np.uint32(1):
                plan[i, cell, 1] = 1
            elif cell != state.player_cell[_FOLLOWER]:
                plan[i, cell, 2] = 1
        for cell in range(CELLS):
            plan[i, cell, 3] = not IS_PASSABLE[state.tile[cell]]


def plan_labels(given: Demonstrations, device: torch.device | None = None) -> PlanLabels:
    """The gold plan of each demonstration, on a device.

    A cell's share of the trajectory is that of the states in which the follower is there. Goals are
    the cards that the follower steps onto; it avoids the others, but not one on which it begins.
    """
    plan = np.zeros((len(given), CELLS, len(DISTRIBUTIONS)), np.float32)
    cards = np.zeros((len(given), CELLS), np.bool_)
    _fill_labels(given.start, given.first, given.cells, given.touched, plan, cards)
    return PlanLabels(torch.from_numpy(plan).to(device), torch.from_numpy(cards).to(device))
