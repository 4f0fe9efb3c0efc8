"""Which sets were made in recorded games, so that a run can tell whether it makes the same ones."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    CARDS,
    CELLS,
    UNLIMITED,
    Array,
    Record,
    apply,
    kernel,
    slot_ahead,
    sort_first,
)
from cerealbar.records import Examples

_KINDS = len(CARDS)
_CODES = _KINDS * CELLS


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


def recorded_sets(examples: Examples) -> RecordedSets:
    """The sets that were made from the first instruction of each game on."""
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


NO_SETS = RecordedSets(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64))
"""The sets of games in which none is known of."""
