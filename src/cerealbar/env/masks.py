"""Which actions a role has now; never none, so that whoever samples with a mask always can."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.env.spaces import ACTION_COUNTS
from cerealbar.game import Action, Player, StateArray, legal_many


def role_masks(states: StateArray, player: Player) -> NDArray[np.int8]:
    """(N, 5) or (N, 6): what a player can do in each game that changes something.

    Who waits, for the partner or because the game is over, has one action: done.
    """
    masks = turn_masks(states)[:, : ACTION_COUNTS[player]]
    waits = states["turn"] != player
    masks[waits] = 0
    masks[waits, Action.DONE] = 1
    return masks


def turn_masks(states: StateArray) -> NDArray[np.int8]:
    """(N, 6): what whoever's turn it is can do; where the game is over, only being done."""
    masks = legal_many(states)[:, : Action.INSTRUCT + 1].astype(np.int8)
    masks[~masks.any(axis=1), Action.DONE] = 1
    return masks
