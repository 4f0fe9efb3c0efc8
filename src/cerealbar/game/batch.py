"""Many games at once: the rules over an array of records, in one compiled call."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.game.compiled import Array, kernel
from cerealbar.game.errors import UnknownActionError
from cerealbar.game.state import STATE, StateArray
from cerealbar.game.turns import ACTION_COUNT, apply, fill_legal


@kernel
def _apply_all(states: Array, actions: Array, outcomes: Array) -> None:
    for i in range(len(states)):
        outcomes[i] = apply(states[i], actions[i])


@kernel
def _fill_legal_all(states: Array, masks: Array) -> None:
    for i in range(len(states)):
        fill_legal(states[i], masks[i])


def step_many(
    states: StateArray,
    actions: NDArray[np.uint8],
    outcomes: NDArray[np.int16] | None = None,
) -> NDArray[np.int16]:
    """Let each game's player to act take its action, in place.

    Returns (N,) `Outcome` bits for each game, or a `Refusal` below 0 where nothing was changed.
    `outcomes` is written and returned if given, so that a loop need not allocate.
    """
    actions = np.asarray(actions)
    _check_states(states)
    if actions.shape != states.shape or actions.dtype != np.uint8:
        raise UnknownActionError(
            f"{len(states)} games need as many uint8 actions, "
            f"not {actions.dtype} of shape {actions.shape}"
        )
    if outcomes is None:
        outcomes = np.empty(len(states), np.int16)
    if outcomes.shape != states.shape or outcomes.dtype != np.int16:  # kernels check no bounds
        raise TypeError(
            f"outcomes must be int16 of shape {states.shape}, not {outcomes.dtype} of "
            f"{outcomes.shape}"
        )
    _apply_all(states, actions, outcomes)
    return outcomes


def legal_many(states: StateArray) -> NDArray[np.bool_]:
    """(N, 9): which actions would change something in each game."""
    _check_states(states)
    masks = np.empty((len(states), ACTION_COUNT), np.bool_)
    _fill_legal_all(states, masks)
    return masks


def _check_states(states: StateArray) -> None:
    if states.dtype != STATE or states.ndim != 1:
        raise TypeError(
            f"expected an array (N,) of game records, not {states.dtype} {states.shape}"
        )
