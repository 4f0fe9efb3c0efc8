"""The transition T of the paper (Table 4, Appendix B): turns, the queue, and their eight rules."""

from cerealbar.game.compiled import Array, Record, kernel
from cerealbar.game.hexgrid import OUTSIDE
from cerealbar.game.rules import UNLIMITED
from cerealbar.game.world import BACKWARD, BUMPED, FORWARD, RIGHT, move, target_cell

# The members of Player, Action, Outcome and Refusal as plain numbers, for compiled code.
LEADER, FOLLOWER = 0, 1
DONE, INSTRUCT, TIME_OUT = 4, 5, 6
ACTION_COUNT = 7
FINISHED, INSTRUCTED, TURN_ENDED, SKIPPED, GAME_OVER = 16, 32, 64, 128, 256
REFUSED_OVER, REFUSED_NO_STEPS, REFUSED_NOT_LEADER = -1, -2, -3
REFUSED_QUEUE_FULL, REFUSED_UNKNOWN = -4, -5

MAX_WAITING = 30_000
"""How many instructions the queue holds."""


@kernel
def is_over(state: Record) -> bool:
    """Whether the game has ended."""
    return state.half_turns_left == 0


@kernel
def can_end_turn(state: Record) -> bool:
    """Whether the leader's end-turn button is enabled: an instruction waits (Appendix A)."""
    return state.turn == LEADER and state.waiting > 0 and not is_over(state)


@kernel
def _use_half_turns(state: Record, used: int) -> int:
    if state.half_turns_left == UNLIMITED:
        return 0
    state.half_turns_left = max(0, state.half_turns_left - used)
    return GAME_OVER if state.half_turns_left == 0 else 0


@kernel
def _hand_over(state: Record, player: int) -> int:
    """Give the turn to a player, with all steps."""
    state.turn = player
    state.steps_left = state.step_limits[player]
    return TURN_ENDED | _use_half_turns(state, 1)


@kernel
def _end_leader_turn(state: Record) -> int:
    if state.waiting > 0:  # rule 2
        return _hand_over(state, FOLLOWER)
    state.steps_left = state.step_limits[LEADER]  # rule 3: the follower's turn is skipped
    return TURN_ENDED | SKIPPED | _use_half_turns(state, 2)


@kernel
def _finish_instruction(state: Record) -> int:
    state.waiting -= 1  # rule 5
    if state.waiting > 0:
        return FINISHED
    return FINISHED | _hand_over(state, LEADER)  # rule 6


@kernel
def _take_step(state: Record, action: int) -> int:
    if state.steps_left <= 0:
        return REFUSED_NO_STEPS
    outcome = move(state, state.turn, action)
    if outcome & BUMPED:
        return outcome
    state.steps_left -= 1  # rules 4 and 8
    if state.steps_left == 0 and state.turn == FOLLOWER:  # rule 7
        outcome |= _hand_over(state, LEADER)
    return outcome


@kernel
def apply(state: Record, action: int) -> int:
    """Let the player whose turn it is act; returns `Outcome` bits, or a `Refusal` below 0."""
    if is_over(state):
        return REFUSED_OVER
    if FORWARD <= action <= RIGHT:
        return _take_step(state, action)
    if action == DONE:
        return _end_leader_turn(state) if state.turn == LEADER else _finish_instruction(state)
    if action == INSTRUCT:  # rule 1
        if state.turn != LEADER:
            return REFUSED_NOT_LEADER
        if state.waiting >= MAX_WAITING:
            return REFUSED_QUEUE_FULL
        state.waiting += 1
        return INSTRUCTED
    if action == TIME_OUT:
        return _end_leader_turn(state) if state.turn == LEADER else _hand_over(state, LEADER)
    return REFUSED_UNKNOWN


@kernel
def fill_legal(state: Record, mask: Array) -> None:
    """Set `mask` (7,) to the actions that would change something now; bumping would not."""
    playing = not is_over(state)
    can_step = playing and state.steps_left > 0
    for action in range(ACTION_COUNT):
        if action <= BACKWARD:
            mask[action] = can_step and target_cell(state, state.turn, action) != OUTSIDE
        elif action <= RIGHT:
            mask[action] = can_step
        elif action == INSTRUCT:
            mask[action] = playing and state.turn == LEADER and state.waiting < MAX_WAITING
        else:
            mask[action] = playing
