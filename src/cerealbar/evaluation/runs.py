"""The engine of evaluation: many instructions carried out side by side, as arrays.

The follower has the steps left of its turn, then all of a turn each time; a turn ends when they are
used, or when it is done and nothing waits. Between its turns the leader does what its script says,
then nothing. Turns never run out here, or who misses a set would lose its extra turns too.
"""

import numpy as np
from numpy.typing import NDArray

from cerealbar.evaluation.recorded import NO_LEADER, LeaderScript, set_key
from cerealbar.game import (
    MAX_CARDS,
    OUTSIDE,
    UNLIMITED,
    Action,
    Array,
    Outcome,
    Player,
    Record,
    StateArray,
    apply,
    kernel,
)
from cerealbar.views import BoardMemory

UNENDED = 255
"""In place of the action that ended an instruction, where none did."""
_ROOM = 32

# As plain numbers, for compiled code.
_LEADER, _FOLLOWER = int(Player.LEADER), int(Player.FOLLOWER)
_DONE, _TIME_OUT, _BACKWARD = int(Action.DONE), int(Action.TIME_OUT), int(Action.BACKWARD)
_MOVED, _TOGGLED = int(Outcome.MOVED), int(Outcome.TOGGLED)

RUN = np.dtype(
    [
        ("place", np.int64),  # the leader's next deed in the script
        ("stop", np.int64),  # where the leader's deeds end
        ("next_set", np.int64),  # which set of the recording is the next
        ("set_end", np.int64),  # where those of its game end
        ("odd_score", np.int64),  # with the first set that is not the recording's next, or -1
        ("choices", np.int64),  # how often the follower chose; a bump is a choice but no step
        ("steps", np.int64),
        ("changed", np.uint32),  # bit per slot of `cards`: its cell was stepped onto oddly often
        ("cards", np.int16, (MAX_CARDS,)),  # the cells of the cards at first; -1 for none
        ("ending", np.uint8),  # the action with which the follower ended it, or `UNENDED`
    ],
    align=True,
)
"""How an instruction that is carried out stands, besides its board."""
STEP = np.dtype([("cell", np.int16), ("action", np.uint8), ("toggled", np.bool_)])
"""A step: what it was, where it led, and whether it toggled a card."""


# What leaders and followers do, compiled; the rules are the game's. Each run is a record of `RUN`,
# beside the record of its board.


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


class Runs:
    """N instructions that are carried out, each on a board of its own, and how they stand."""

    def __init__(
        self,
        states: StateArray,
        script: LeaderScript = NO_LEADER,
        place: NDArray[np.int64] | int = 0,
        stop: NDArray[np.int64] | int = 0,
        memory: BoardMemory | None = None,
        set_keys: NDArray[np.int64] = NO_LEADER.first,
        next_set: NDArray[np.int64] | int = 0,
        set_end: NDArray[np.int64] | int = 0,
    ) -> None:
        """The boards are changed in place; the last three tell which sets the recording makes."""
        self.states = states
        """(N,): on the follower's turn. Turns do not run out."""
        self.script, self.set_keys = script, set_keys
        self.memory = memory
        """What the followers know of the N boards if they have a sight."""
        self.each: Array = np.zeros(len(states), RUN)
        """(N,): how each stands."""
        self.reasons: dict[int, str] = {}
        """Why the follower gave up, by row."""
        self.trail: Array = np.zeros((len(states), _ROOM), STEP)
        """(N, room): the steps; only as many of each row as it has mean something."""
        states["half_turns_left"] = UNLIMITED
        in_use = np.arange(MAX_CARDS) < states["cards"][:, None]
        self.each["cards"] = np.where(in_use, states["card_cell"], np.int16(OUTSIDE))
        self.each["place"], self.each["stop"] = place, stop
        self.each["next_set"], self.each["set_end"] = next_set, set_end
        self.each["odd_score"], self.each["ending"] = -1, UNENDED
        self._look()

    def __len__(self) -> int:
        return len(self.states)

    @property
    def known_states(self) -> StateArray:
        """(N,): the boards as far as the followers know them."""
        return self.states if self.memory is None else self.memory.states

    def known_cells(self, rows: NDArray[np.intp]) -> NDArray[np.bool_] | None:
        """What the followers of some rows have ever seen, if not all."""
        return None if self.memory is None else self.memory.known[rows]

    def instructions(self) -> NDArray[np.int64]:
        """(N,): which of all instructions of the script is the current one, or the next."""
        found: NDArray[np.int64] = self.script.sent[self.each["place"]] - self.states["waiting"]
        return found

    def way(self, row: int) -> Array:
        """(steps,): the steps of a row."""
        return self.trail[row, : self.each["steps"][row]]

    def follow(self, rows: NDArray[np.intp], chosen: NDArray[np.uint8]) -> NDArray[np.int16]:
        """Let the followers of some rows act, and then the leaders whose turn it is.

        What ends an instruction is noted, and changes nothing else yet. Returns (rows,) outcomes,
        or a refusal below 0.
        """
        self.each["choices"][rows] += 1
        outcomes = np.zeros(len(rows), np.int16)
        is_step = chosen <= Action.RIGHT
        self.each["ending"][rows[~is_step]] = chosen[~is_step]
        if is_step.any():
            outcomes[is_step] = self._take_steps(rows[is_step], chosen[is_step])
            self._look()
            self._lead(rows)
        return outcomes

    def _take_steps(self, rows: NDArray[np.intp], chosen: NDArray[np.uint8]) -> NDArray[np.int16]:
        if self.each["steps"][rows].max() >= self.trail.shape[1]:
            self.trail = np.concatenate([self.trail, np.zeros_like(self.trail)], axis=1)
        outcomes = np.empty(len(rows), np.int16)
        take_steps(self.states, self.each, rows, chosen, self.set_keys, self.trail, outcomes)
        return outcomes

    def finish(self) -> None:
        """Let the leaders take all turns that are left to them, and the followers none."""
        while give_way(self.states, self.each):
            self._look()
            self._lead(np.arange(len(self)))

    def proceed(self, begun: NDArray[np.int64]) -> None:
        """Be done with the instructions, and play to the next one that was once finished.

        `begun` (N,) are the `instructions` of when they began: one that the leader has withdrawn
        is over already.
        """
        script, rows = self.script, np.arange(len(self))
        be_done(self.states, self.each, script.sent, begun)
        self._look()
        while self._lead(rows) + skip(self.states, self.each, rows, script.sent, script.example):
            self._look()

    def _lead(self, rows: NDArray[np.intp]) -> int:
        """Let the leaders act until their turns are over; returns how many deeds they did."""
        deeds = 0
        while led := lead(self.states, self.each, rows, self.script.actions, self.set_keys):
            deeds += led
            self._look()
        return deeds

    def _look(self) -> None:
        if self.memory is not None:
            self.memory.look(self.states)
