"""What demonstrations say a plan should be: the gold distributions of Section 5.1."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from cerealbar.follower.config import DISTRIBUTIONS
from cerealbar.game import CELLS, IS_PASSABLE, Array, Player, kernel
from cerealbar.learning.demonstrations import Demonstrations

_FOLLOWER = int(Player.FOLLOWER)


@dataclass(frozen=True, slots=True)
class PlanLabels:
    """The gold plans of B demonstrations."""

    plan: Tensor
    """(B, 625, 4): p*_V (which sums to 1), p*_G, p*_A, p*_P."""
    cards: Tensor
    """(B, 625) bool: C, the cells that have cards."""


@kernel
def _fill(
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


def plan_labels(given: Demonstrations) -> PlanLabels:
    """The gold plan of each demonstration.

    A cell's share of the trajectory is that of the states in which the follower is there. Goals are
    the cards that the follower steps onto; it avoids the others, but not one on which it begins.
    """
    plan = np.zeros((len(given), CELLS, len(DISTRIBUTIONS)), np.float32)
    cards = np.zeros((len(given), CELLS), np.bool_)
    _fill(given.start, given.first, given.cells, given.touched, plan, cards)
    return PlanLabels(torch.from_numpy(plan), torch.from_numpy(cards))
