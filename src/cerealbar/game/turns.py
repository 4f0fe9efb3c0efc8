"""The transition T of the paper (Table 4, Appendix B): turns, the queue, and their eight rules.

Cancelling is a ninth rule that the paper's games do not have; giving up is being done. At the end
are the same rules over an array of records, in one compiled call.
"""

import numpy as np
from numpy.typing import NDArray

from cerealbar.compiling import Array, Record, kernel
from cerealbar.game.actions import Action, Outcome, Refusal
from cerealbar.game.errors import UnknownActionError
from cerealbar.game.hexgrid import OUTSIDE
from cerealbar.game.rules import UNLIMITED, Cancelling
from cerealbar.game.state import STATE, Player, StateArray
from cerealbar.game.world import move, target_cell

ACTION_COUNT = len(Action)
"""How long a mask of actions is."""
MAX_WAITING = 30_000
"""How many instructions the queue holds."""

# As plain numbers, for compiled code, which knows no flags and no words.
_BUMPED, _FINISHED = int(Outcome.BUMPED), int(Outcome.FINISHED)
_INSTRUCTED, _CANCELLED = int(Outcome.INSTRUCTED), int(Outcome.CANCELLED)
_TURN_ENDED, _SKIPPED, _GAME_OVER = (
    int(bit) for bit in (Outcome.TURN_ENDED, Outcome.SKIPPED, Outcome.GAME_OVER)
)
_NEVER, _ANY_TURN = (
    tuple(Cancelling).index(when) for when in (Cancelling.NEVER, Cancelling.ANY_TURN)
)


@kernel
def is_over(state: Record) -> bool:
    """Whether the game has ended."""
    return state.half_turns_left == 0


@kernel
def can_cancel(state: Record) -> bool:
    """Whether the leader may withdraw the instructions that wait now."""
    is_allowed = state.cancelling == _ANY_TURN or (
        state.cancelling != _NEVER and state.turn == Player.LEADER
    )
    return is_allowed and state.waiting > 0 and not is_over(state)


@kernel
def _use_half_turns(state: Record, used: int) -> int:
    if state.half_turns_left == UNLIMITED:
        return 0
    state.half_turns_left = max(0, state.half_turns_left - used)
    return _GAME_OVER if state.half_turns_left == 0 else 0


@kernel
def _hand_over(state: Record, player: int) -> int:
    """Give the turn to a player, with all steps."""
    state.turn = player
    state.steps_left = state.step_limits[player]
    return _TURN_ENDED | _use_half_turns(state, 1)


@kernel
def _end_leader_turn(state: Record) -> int:
    if state.waiting > 0:  # rule 2
        return _hand_over(state, Player.FOLLOWER)
    state.steps_left = state.step_limits[Player.LEADER]  # rule 3: the follower's turn is skipped
    return _TURN_ENDED | _SKIPPED | _use_half_turns(state, 2)


@kernel
def _finish_instruction(state: Record) -> int:
    state.waiting -= 1  # rule 5
    if state.waiting > 0:
        return _FINISHED
    return _FINISHED | _hand_over(state, Player.LEADER)  # rule 6


@kernel
def _take_step(state: Record, action: int) -> int:
    if state.steps_left <= 0:
        return Refusal.NO_STEPS
    outcome = move(state, state.turn, action)
    if outcome & _BUMPED:
        return outcome
    state.steps_left -= 1  # rules 4 and 8
    if state.steps_left == 0 and state.turn == Player.FOLLOWER:  # rule 7
        outcome |= _hand_over(state, Player.LEADER)
    return outcome


@kernel
def _instruct(state: Record) -> int:
    if state.turn != Player.LEADER:
        return Refusal.NOT_LEADER
    if state.waiting >= MAX_WAITING:
        return Refusal.QUEUE_FULL
    state.waiting += 1  # rule 1
    return _INSTRUCTED


@kernel
def _cancel(state: Record) -> int:
    """Withdraw what waits; in the follower's turn that ends the turn."""
    if not can_cancel(state):
        return Refusal.NOTHING_WAITS if state.waiting == 0 else Refusal.NOT_ALLOWED
    state.waiting = 0
    if state.turn == Player.LEADER:
        return _CANCELLED
    return _CANCELLED | _hand_over(state, Player.LEADER)


@kernel
def apply(state: Record, action: int) -> int:
    """Let the player whose turn it is act; returns `Outcome` bits, or a `Refusal` below 0.

    Cancelling is always the leader's, also in the follower's turn.
    """
    if is_over(state):
        return Refusal.GAME_OVER
    if Action.FORWARD <= action <= Action.RIGHT:
        return _take_step(state, action)
    is_leader = state.turn == Player.LEADER
    if action == Action.DONE:
        return _end_leader_turn(state) if is_leader else _finish_instruction(state)
    if action == Action.INSTRUCT:
        return _instruct(state)
    if action == Action.TIME_OUT:
        return _end_leader_turn(state) if is_leader else _hand_over(state, Player.LEADER)
    if action == Action.CANCEL:
        return _cancel(state)
    if action == Action.GIVE_UP:
        return Refusal.NOT_FOLLOWER if is_leader else _finish_instruction(state)
    return Refusal.UNKNOWN_ACTION


@kernel
def fill_legal(state: Record, mask: Array) -> None:
    """Set `mask` (9,) to what the player to act can do that changes something now.

    Bumping would not; giving up is left out, since it changes what being done changes.
    """
    playing = not is_over(state)
    can_step = playing and state.steps_left > 0
    is_leader = state.turn == Player.LEADER
    for action in range(ACTION_COUNT):
        if action <= Action.BACKWARD:
            mask[action] = can_step and target_cell(state, state.turn, action) != OUTSIDE
        elif action <= Action.RIGHT:
            mask[action] = can_step
        else:
            mask[action] = playing
    mask[Action.INSTRUCT] = playing and is_leader and state.waiting < MAX_WAITING
    mask[Action.CANCEL] = is_leader and can_cancel(state)
    mask[Action.GIVE_UP] = False


@kernel
def _apply_all(states: Array, actions: Array, outcomes: Array) -> None:
    for i in range(len(states)):
        outcomes[i] = apply(states[i], actions[i])


@kernel
def _fill_legal_all(states: Array, masks: Array) -> None:
    for i in range(len(states)):
        fill_legal(states[i], masks[i])


def step_many(states: StateArray, actions: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Let each game's player to act take its action, in place.

    Returns (N,) `Outcome` bits for each game, or a `Refusal` below 0 where nothing was changed.
    """
    actions = np.asarray(actions)
    _check_states(states)
    if actions.shape != states.shape or actions.dtype != np.uint8:
        raise UnknownActionError(
            f"{len(states)} games need as many uint8 actions, "
            f"not {actions.dtype} of shape {actions.shape}"
        )
    outcomes = np.empty(len(states), np.int16)
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
