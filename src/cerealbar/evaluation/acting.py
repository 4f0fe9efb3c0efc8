"""What leaders and followers do in runs, compiled; the rules are the game's."""

import numpy as np

from cerealbar.evaluation.recorded_sets import set_key
from cerealbar.game import MAX_CARDS, Action, Array, Outcome, Player, Record, apply, kernel

_LEADER, _FOLLOWER = int(Player.LEADER), int(Player.FOLLOWER)
_DONE, _TIME_OUT, _BACKWARD = int(Action.DONE), int(Action.TIME_OUT), int(Action.BACKWARD)
_MOVED, _TOGGLED = int(Outcome.MOVED), int(Outcome.TOGGLED)


@kernel
def _play(
    state: Record, action: int, i: int, keys: Array, next_set: Array, end: Array, odd: Array
) -> int:
    """Apply a deed; `odd` gets the score with the first set that is not the recording's next."""
    score = state.score
    key = set_key(state, action)
    outcome = apply(state, action)
    if state.score > score:
        is_next = next_set[i] < end[i] and keys[next_set[i]] == key
        if not is_next and odd[i] < 0:
            odd[i] = state.score
        next_set[i] += 1
    return outcome


@kernel
def take_steps(
    states: Array,
    rows: Array,
    chosen: Array,
    cards: Array,
    keys: Array,
    next_set: Array,
    set_end: Array,
    odd: Array,
    steps: Array,
    touched: Array,
    changed: Array,
    actions: Array,
    cells: Array,
    toggled: Array,
    outcomes: Array,
) -> None:
    """One step of the follower of each row, and all that is kept of it."""
    for n in range(len(rows)):
        i = rows[n]
        outcome = _play(states[i], chosen[n], i, keys, next_set, set_end, odd)
        outcomes[n] = outcome
        if outcome < 0 or not outcome & _MOVED:
            continue
        cell = states[i].player_cell[_FOLLOWER]
        actions[i, steps[i]] = chosen[n]
        cells[i, steps[i]] = cell
        toggled[i, steps[i]] = outcome & _TOGGLED != 0
        steps[i] += 1
        if chosen[n] <= _BACKWARD:
            for slot in range(MAX_CARDS):
                if cards[i, slot] == cell:
                    touched[i] |= np.uint32(1) << np.uint32(slot)
                    changed[i] ^= np.uint32(1) << np.uint32(slot)


@kernel
def lead(
    states: Array,
    rows: Array,
    script: Array,
    place: Array,
    stop: Array,
    keys: Array,
    next_set: Array,
    set_end: Array,
    odd: Array,
) -> int:
    """One deed of each leader whose turn it is; returns how many there were."""
    led = 0
    for i in rows:
        state = states[i]
        if state.turn != _LEADER or (place[i] == stop[i] and state.waiting == 0):
            continue
        action = _DONE
        if place[i] < stop[i]:
            action = script[place[i]]
            place[i] += 1
        _play(state, action, i, keys, next_set, set_end, odd)
        led += 1
    return led


@kernel
def give_way(states: Array, place: Array, stop: Array) -> int:
    """End the follower's turn wherever the leader has something left to do."""
    given = 0
    for i in range(len(states)):
        if place[i] < stop[i] and states[i].turn == _FOLLOWER:
            apply(states[i], _TIME_OUT)
            given += 1
    return given


@kernel
def be_done(states: Array, place: Array, sent: Array, begun: Array) -> None:
    """Be done with the instructions that had begun and are still the current ones."""
    for i in range(len(states)):
        if states[i].waiting > 0 and sent[place[i]] - states[i].waiting == begun[i]:
            apply(states[i], _DONE)


@kernel
def skip(states: Array, rows: Array, place: Array, sent: Array, example: Array) -> int:
    """Be done with every current instruction that no recorded follower finished."""
    skipped = 0
    for i in rows:
        state = states[i]
        is_turn = state.turn == _FOLLOWER and state.waiting > 0
        if is_turn and example[sent[place[i]] - state.waiting] < 0:
            apply(state, _DONE)
            skipped += 1
    return skipped
