"""What leaders and followers do in runs, compiled; the rules are the game's.

Each run is a record of `runs.RUN`, beside the record of its board.
"""

import numpy as np

from cerealbar.evaluation.recorded_sets import set_key
from cerealbar.game import MAX_CARDS, Action, Array, Outcome, Player, Record, apply, kernel

_LEADER, _FOLLOWER = int(Player.LEADER), int(Player.FOLLOWER)
_DONE, _TIME_OUT, _BACKWARD = int(Action.DONE), int(Action.TIME_OUT), int(Action.BACKWARD)
_MOVED, _TOGGLED = int(Outcome.MOVED), int(Outcome.TOGGLED)


@kernel
def _play(state: Record, run: Record, action: int, keys: Array) -> int:
    """Apply a deed; the run keeps the score with the first set that is not the recording's next."""
    score = state.score
    key = set_key(state, action)
    outcome = apply(state, action)
    if state.score > score:
        is_next = run.next_set < run.set_end and keys[run.next_set] == key
        if not is_next and run.odd_score < 0:
            run.odd_score = state.score
        run.next_set += 1
    return outcome


@kernel
def take_steps(
    states: Array,
    runs: Array,
    rows: Array,
    chosen: Array,
    keys: Array,
    trail: Array,
    outcomes: Array,
) -> None:
    """One step of the follower of each row, and all that is kept of it."""
    for n in range(len(rows)):
        i = rows[n]
        run = runs[i]
        outcome = _play(states[i], run, chosen[n], keys)
        outcomes[n] = outcome
        if outcome < 0 or not outcome & _MOVED:
            continue
        step = trail[i, run.steps]
        cell = states[i].player_cell[_FOLLOWER]
        step.cell, step.action, step.toggled = cell, chosen[n], outcome & _TOGGLED != 0
        run.steps += 1
        if chosen[n] <= _BACKWARD:
            for slot in range(MAX_CARDS):
                if run.cards[slot] == cell:
                    run.touched |= np.uint32(1) << np.uint32(slot)
                    run.changed ^= np.uint32(1) << np.uint32(slot)


@kernel
def lead(states: Array, runs: Array, rows: Array, script: Array, keys: Array) -> int:
    """One deed of each leader whose turn it is; returns how many there were."""
    led = 0
    for i in rows:
        state, run = states[i], runs[i]
        has_more = run.place < run.stop
        if state.turn != _LEADER or (not has_more and state.waiting == 0):
            continue
        action = _DONE
        if has_more:
            action = script[run.place]
            run.place += 1
        _play(state, run, action, keys)
        led += 1
    return led


@kernel
def give_way(states: Array, runs: Array) -> int:
    """End the follower's turn wherever the leader has something left to do."""
    given = 0
    for i in range(len(states)):
        if runs[i].place < runs[i].stop and states[i].turn == _FOLLOWER:
            apply(states[i], _TIME_OUT)
            given += 1
    return given


@kernel
def be_done(states: Array, runs: Array, sent: Array, begun: Array) -> None:
    """Be done with the instructions that had begun and are still the current ones."""
    for i in range(len(states)):
        if states[i].waiting > 0 and sent[runs[i].place] - states[i].waiting == begun[i]:
            apply(states[i], _DONE)


@kernel
def skip(states: Array, runs: Array, rows: Array, sent: Array, example: Array) -> int:
    """Be done with every current instruction that no recorded follower finished."""
    skipped = 0
    for i in rows:
        state = states[i]
        is_turn = state.turn == _FOLLOWER and state.waiting > 0
        if is_turn and example[sent[runs[i].place] - state.waiting] < 0:
            apply(state, _DONE)
            skipped += 1
    return skipped
