"""What happened in recorded games: what leaders did, which sets were made, what followers saw."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    CARDS,
    CELLS,
    UNLIMITED,
    Action,
    Array,
    Player,
    Record,
    apply,
    kernel,
    slot_ahead,
    sort_first,
)
from cerealbar.records import Examples
from cerealbar.views import BoardMemory, Sight

_KINDS = len(CARDS)
_CODES = _KINDS * CELLS


@dataclass(frozen=True, slots=True)
class LeaderScript:
    """The leaders' deeds of some games, one game after the other; S deeds, N examples.

    A place is a number from 0 to S: before which deed. A turn ends with `Action.DONE` or
    `Action.TIME_OUT`; one that a game ended has neither.
    """

    actions: NDArray[np.uint8]
    """(S,): what was done."""
    sent: NDArray[np.int64]
    """(S + 1,): how many instructions are sent before each place."""
    turns: NDArray[np.int64]
    """(S + 1,): how many turns have ended before each place."""
    first: NDArray[np.int64]
    """(N,): the place at which each example begins."""
    last: NDArray[np.int64]
    """(N,): the place at which it was finished in the recording."""
    end: NDArray[np.int64]
    """(N,): the place at which its game ends."""
    example: NDArray[np.int64]
    """(sent instructions,): which example each became, or -1 if it was never finished."""


def _count(is_one: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(n + 1,): how many are true before each place."""
    return np.concatenate(([0], np.cumsum(is_one, dtype=np.int64)))


_NONE = np.zeros(0, np.int64)
NO_LEADER = LeaderScript(
    np.zeros(0, np.uint8), np.zeros(1, np.int64), np.zeros(1, np.int64), _NONE, _NONE, _NONE, _NONE
)
"""The script of a leader who never does anything."""


@dataclass(frozen=True, slots=True)
class RecordedSets:
    """The sets of some games in the order in which they were made; K sets, N examples."""

    keys: NDArray[np.int64]
    """(K,): what `set_key` tells of each."""
    first: NDArray[np.int64]
    """(N,): the next set when each example begins."""
    end: NDArray[np.int64]
    """(N,): after the last set of its game."""


@kernel
def set_key(state: Record, action: int) -> int:
    """A number for the three cards, and their cells, that are selected after a step; -1 if the
    step selects no third card."""
    slot = slot_ahead(state, action)
    if slot < 0:
        return -1
    selected = state.selected ^ (np.uint32(1) << np.uint32(slot))
    codes = np.zeros(3, np.int64)
    n = 0
    for other in range(np.int64(state.cards)):
        if (selected >> np.uint32(other)) & np.uint32(1) == 1:
            if n == 3:
                return -1
            codes[n] = np.int64(state.card_cell[other]) * _KINDS + state.card_kind[other]
            n += 1
    sort_first(codes, 3)
    key = 0
    for code in codes:
        key = key * _CODES + int(code)
    return key if n == 3 else -1


@kernel
def _find_sets(
    states: Array, actions: Array, first: Array, end: Array, keys: Array, ends: Array
) -> None:
    """Play each game from its state on; `keys` gets its sets, `ends` where those of each end."""
    found = 0
    for game in range(len(states)):
        state = states[game]
        for deed in range(first[game], end[game]):
            score = state.score
            key = set_key(state, actions[deed])
            apply(state, actions[deed])
            if state.score > score:
                keys[found] = key
                found += 1
        ends[game] = found


class RecordedCourse:
    """What runs need to know of the games of N examples, computed when it is first asked for."""

    def __init__(self, examples: Examples) -> None:
        self.examples = examples

    @cached_property
    def script(self) -> LeaderScript:
        """What the leaders did."""
        examples = self.examples
        is_led = examples.players == Player.LEADER
        places = _count(is_led)
        actions = examples.actions[is_led]
        sent = _count(actions == Action.INSTRUCT)
        example = np.full(sent[-1], -1, np.int64)
        begin = places[examples.game_first[examples.game]]
        example[sent[begin] + examples.number] = np.arange(len(examples))
        return LeaderScript(
            actions,
            sent,
            _count((actions == Action.DONE) | (actions == Action.TIME_OUT)),
            places[examples.first],
            places[examples.last],
            places[examples.game_first[examples.game + 1]],
            example,
        )

    @cached_property
    def sets(self) -> RecordedSets:
        """The sets that were made from the first instruction of each game on."""
        examples = self.examples
        games, begin, inverse = np.unique(examples.game, return_index=True, return_inverse=True)
        states = np.array(examples.start[begin])
        states["half_turns_left"] = UNLIMITED
        scores = states["score"].copy()
        keys = np.empty(int(examples.sets_left[begin].sum()), np.int64)
        ends = np.zeros(len(games), np.int64)
        last = examples.game_first[games + 1]
        _find_sets(states, np.array(examples.actions), examples.first[begin], last, keys, ends)
        firsts = np.concatenate(([0], ends[:-1])) if len(ends) else ends
        made = examples.start["score"] - scores[inverse]
        return RecordedSets(keys, firsts[inverse] + made, ends[inverse])

    @cached_property
    def meant(self) -> NDArray[np.uint32]:
        """(N,): bit per card slot of each start: the card is meant; none where that is unknown."""
        bits = np.zeros(len(self.examples), np.uint32)
        for i, meant in enumerate(self.examples.meant):
            if meant is not None and meant.cards:
                start = self.examples.start[i]
                cells = start["card_cell"][: start["cards"]].tolist()
                bits[i] = sum(1 << cells.index(cell) for cell in set(meant.cards) if cell in cells)
        return bits

    @cached_property
    def index(self) -> NDArray[np.int64]:
        """(N,): the how-manieth example of its game each is."""
        _, begin, game = np.unique(self.examples.game, return_index=True, return_inverse=True)
        found: NDArray[np.int64] = np.arange(len(self.examples)) - begin[game]
        return found

    @cached_property
    def left(self) -> NDArray[np.int64]:
        """(N,): how many examples its game has from each on."""
        _, game, count = np.unique(self.examples.game, return_inverse=True, return_counts=True)
        found: NDArray[np.int64] = count[game] - self.index
        return found


@kernel
def _replay_deed(states: Array, actions: Array, deeds: Array, ends: Array) -> None:
    """The next deed of each game that has one."""
    for i in range(len(states)):
        if deeds[i] < ends[i]:
            apply(states[i], actions[deeds[i]])
            deeds[i] += 1


def recollect(examples: Examples, chosen: NDArray[np.int64], sight: Sight) -> BoardMemory:
    """What the followers of the chosen examples remember when they begin, in the same order.

    Before the first instruction of a game that is what one sees when one begins with it.
    """
    games, game = np.unique(examples.game[chosen], return_inverse=True)
    begin = np.searchsorted(examples.game, games)
    states, deeds = np.array(examples.start[begin]), examples.first[begin].copy()
    due = defaultdict(list)
    for row, after in enumerate((examples.first[chosen] - deeds[game]).tolist()):
        due[after].append(row)
    ends, actions = examples.game_first[games + 1], np.array(examples.actions)
    memory = BoardMemory(sight, len(games))
    kept = BoardMemory(sight, len(chosen))
    memory.look(states)
    for after in range(max(due, default=-1) + 1):
        if rows := due.get(after):
            kept.states[rows] = memory.states[game[rows]]
            kept.known[rows] = memory.known[game[rows]]
        _replay_deed(states, actions, deeds, ends)
        memory.look(states)
    return kept
