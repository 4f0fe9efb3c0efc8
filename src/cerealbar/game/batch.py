"""Many games at once: the rules over an array of records, in one compiled call."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.game.actions import Action
from cerealbar.game.compiled import Array, kernel
from cerealbar.game.errors import UnknownActionError
from cerealbar.game.prng import draw
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


@kernel
def _choose_all(states: Array, words: Array, actions: Array) -> None:
    mask = np.zeros(ACTION_COUNT, np.bool_)
    for i in range(len(states)):
        fill_legal(states[i], mask)
        mask[Action.TIME_OUT] = False
        choice = draw(words, 0, max(1, mask.sum()))
        for action in range(ACTION_COUNT):
            choice -= mask[action]
            if choice < 0:
                actions[i] = action
                break


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
    _check_room("outcomes", outcomes, states.shape, np.int16)
    _apply_all(states, actions, outcomes)
    return outcomes


def legal_many(states: StateArray) -> NDArray[np.bool_]:
    """(N, 9): which actions would change something in each game."""
    _check_states(states)
    masks = np.empty((len(states), ACTION_COUNT), np.bool_)
    _fill_legal_all(states, masks)
    return masks


def random_actions(
    states: StateArray, words: NDArray[np.uint32], actions: NDArray[np.uint8] | None = None
) -> NDArray[np.uint8]:
    """(N,) legal actions, uniform without time-outs, drawn with the generator's four `words`.

    A game that is over keeps whatever `actions` held, or 0.
    """
    _check_states(states)
    if actions is None:
        actions = np.zeros(len(states), np.uint8)
    _check_room("actions", actions, states.shape, np.uint8)
    _check_room("words", words, (4,), np.uint32)
    _choose_all(states, words, actions)
    return actions


def _check_room(name: str, array: Array, shape: tuple[int, ...], dtype: type[np.generic]) -> None:
    """Compiled code checks no bounds, so whatever it is given must fit."""
    if array.shape != shape or array.dtype != dtype:
        raise TypeError(
            f"{name} must be {dtype.__name__} of shape {shape}, not {array.dtype} of {array.shape}"
        )


def _check_states(states: StateArray) -> None:
    if states.dtype != STATE or states.ndim != 1:
        raise TypeError(
            f"expected an array (N,) of game records, not {states.dtype} {states.shape}"
        )
