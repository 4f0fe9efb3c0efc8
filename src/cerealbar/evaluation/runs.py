"""The engine of evaluation: many instructions carried out side by side, as arrays.

The follower has the steps left of its turn, then all of a turn each time; a turn ends when they are
used, or when it is done and nothing waits. Between its turns the leader does what its script says,
then nothing. Turns never run out here, or who misses a set would lose its extra turns too.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cerealbar.evaluation.acting import be_done, give_way, lead, skip, take_steps
from cerealbar.evaluation.leader_script import LeaderScript
from cerealbar.evaluation.recorded_sets import NO_SETS
from cerealbar.game import MAX_CARDS, UNLIMITED, Action, Array, StateArray
from cerealbar.views import BoardMemory

UNENDED = 255
"""In place of the action that ended an instruction, where none did."""
_ROOM = 32


@dataclass(slots=True, eq=False)
class Runs:
    """N instructions that are carried out, each on a board of its own, and how they stand."""

    states: StateArray
    """(N,): on the follower's turn; changed in place. Turns do not run out."""
    script: LeaderScript
    place: NDArray[np.int64]
    """(N,): the leader's next deed in the script; changed in place."""
    stop: NDArray[np.int64]
    """(N,): where the leader's deeds end."""
    memory: BoardMemory | None = None
    """What the followers know of the N boards if they have a sight."""
    set_keys: NDArray[np.int64] = field(default_factory=lambda: NO_SETS.keys)
    """The sets of the recording."""
    next_set: NDArray[np.int64] = field(default_factory=lambda: NO_SETS.first)
    """(N,): which of them is the next."""
    set_end: NDArray[np.int64] = field(default_factory=lambda: NO_SETS.end)
    """(N,): where those of its game end."""
    odd_score: NDArray[np.int64] = field(init=False)
    """(N,): the score with the first set that is not the next of the recording, or -1."""
    cards: NDArray[np.int16] = field(init=False)
    """(N, slots): the cells of the cards with which the instructions began; -1 for none."""
    choices: NDArray[np.int64] = field(init=False)
    """(N,): how often the follower has chosen; a bump is a choice but no step."""
    steps: NDArray[np.int64] = field(init=False)
    touched: NDArray[np.uint32] = field(init=False)
    """(N,): bit per slot of `cards`: the follower stepped onto the card's cell."""
    changed: NDArray[np.uint32] = field(init=False)
    """(N,): bit per slot of `cards`: it did so an odd number of times."""
    ending: NDArray[np.uint8] = field(init=False)
    """(N,): the action with which the follower ended the instruction, or `UNENDED`."""
    reasons: dict[int, str] = field(init=False, default_factory=dict)
    """Why the follower gave up, by row."""
    actions: NDArray[np.uint8] = field(init=False)
    """(N, room): the steps; only the first `steps` of each row mean something."""
    cells: NDArray[np.int16] = field(init=False)
    """(N, room): where each step led."""
    toggled: NDArray[np.bool_] = field(init=False)
    """(N, room): whether it toggled a card."""

    def __post_init__(self) -> None:
        n = len(self.states)
        self.states["half_turns_left"] = UNLIMITED
        slots = np.arange(MAX_CARDS)
        in_use = slots < self.states["cards"][:, None]
        self.cards = np.where(in_use, self.states["card_cell"], np.int16(-1))
        if not len(self.next_set):
            self.next_set, self.set_end = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.odd_score = np.full(n, -1, np.int64)
        self.choices, self.steps = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.touched, self.changed = np.zeros(n, np.uint32), np.zeros(n, np.uint32)
        self.ending = np.full(n, UNENDED, np.uint8)
        self.actions = np.zeros((n, _ROOM), np.uint8)
        self.cells = np.zeros((n, _ROOM), np.int16)
        self.toggled = np.zeros((n, _ROOM), np.bool_)
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
        found: NDArray[np.int64] = self.script.sent[self.place] - self.states["waiting"]
        return found

    def follow(self, rows: NDArray[np.intp], chosen: NDArray[np.uint8]) -> NDArray[np.int16]:
        """Let the followers of some rows act, and then the leaders whose turn it is.

        What ends an instruction is noted, and changes nothing else yet. Returns (rows,) outcomes,
        or a refusal below 0.
        """
        self.choices[rows] += 1
        outcomes = np.zeros(len(rows), np.int16)
        is_step = chosen <= Action.RIGHT
        self.ending[rows[~is_step]] = chosen[~is_step]
        if is_step.any():
            outcomes[is_step] = self._take_steps(rows[is_step], chosen[is_step])
            self._look()
            self._lead(rows)
        return outcomes

    def _take_steps(self, rows: NDArray[np.intp], chosen: NDArray[np.uint8]) -> NDArray[np.int16]:
        if self.steps[rows].max() >= self.actions.shape[1]:
            self._make_room()
        outcomes = np.empty(len(rows), np.int16)
        take_steps(
            self.states,
            rows,
            chosen,
            self.cards,
            *self._sets(),
            self.steps,
            self.touched,
            self.changed,
            self.actions,
            self.cells,
            self.toggled,
            outcomes,
        )
        return outcomes

    def finish(self) -> None:
        """Let the leaders take all turns that are left to them, and the followers none."""
        rows = np.arange(len(self))
        while give_way(self.states, self.place, self.stop):
            self._look()
            self._lead(rows)

    def proceed(self, begun: NDArray[np.int64]) -> None:
        """Be done with the instructions, and play to the next one that was once finished.

        `begun` (N,) are the `instructions` of when they began: one that the leader has withdrawn
        is over already.
        """
        script, rows = self.script, np.arange(len(self))
        be_done(self.states, self.place, script.sent, begun)
        self._look()
        while self._lead(rows) + skip(self.states, rows, self.place, script.sent, script.example):
            self._look()

    def _lead(self, rows: NDArray[np.intp]) -> int:
        """Let the leaders act until their turns are over; returns how many deeds they did."""
        deeds = 0
        script, sets = self.script.actions, self._sets()
        while led := lead(self.states, rows, script, self.place, self.stop, *sets):
            deeds += led
            self._look()
        return deeds

    def _sets(self) -> tuple[Array, Array, Array, Array]:
        return self.set_keys, self.next_set, self.set_end, self.odd_score

    def _look(self) -> None:
        if self.memory is not None:
            self.memory.look(self.states)

    def _make_room(self) -> None:
        more = ((0, 0), (0, self.actions.shape[1]))
        self.actions = np.pad(self.actions, more)
        self.cells = np.pad(self.cells, more)
        self.toggled = np.pad(self.toggled, more)
