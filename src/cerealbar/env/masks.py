"""Which actions a role has now; never none, so that sampling with a mask always works."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.env.spaces import ACTION_COUNTS
from cerealbar.game import Action, Player, StateArray, legal_many


def role_masks(states: StateArray, player: Player) -> NDArray[np.int8]:
    """(N, 5) or (N, 6): what a player can do in each game that changes something.

    Who waits, for the partner or because the game is over, has one action: done.
    """
    masks = legal_many(states)[:, : ACTION_COUNTS[player]].astype(np.int8)
    masks[states["turn"] != player] = 0
    masks[~masks.any(axis=1), Action.DONE] = 1
    return masks
