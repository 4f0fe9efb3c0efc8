"""When an instruction is followed: exactly the right cards were changed."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import Array, Record, StateArray, card_slot, kernel
from cerealbar.records import Examples


@kernel
def _slots_there(state: Record, gold: Record, asked: int) -> int:
    """The cards of some slots of `gold` as bits of slots of `state`; -1 if one is missing."""
    bits = 0
    for slot in range(np.int64(gold.cards)):
        if (asked >> slot) & 1:
            there = card_slot(state, gold.card_cell[slot])
            if there < 0:
                return -1
            bits |= 1 << there
    return bits


@kernel
def _judge(
    states: Array,
    changed: Array,
    gold: Array,
    gold_changed: Array,
    meant: Array,
    followed: Array,
    as_meant: Array,
) -> None:
    for i in range(len(states)):
        followed[i] = _slots_there(states[i], gold[i], gold_changed[i]) == changed[i]
        as_meant[i] = _slots_there(states[i], gold[i], meant[i]) == changed[i]


def judge_cards(
    examples: Examples,
    chosen: NDArray[np.int64],
    meant: NDArray[np.uint32],
    starts: StateArray,
    changed: NDArray[np.uint32],
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(N,) each: whether the chosen examples, begun in `starts`, were followed by changing cards.

    First, if exactly the cards on those cells were changed that the recorded follower changed;
    second, that were `meant`, as bits of slots of the recorded start.
    """
    found = [np.empty(len(chosen), np.bool_) for _ in range(2)]
    gold = np.array(examples.start[chosen])
    bits = [each.astype(np.int64) for each in (examples.changed[chosen], meant[chosen])]
    _judge(starts, changed.astype(np.int64), gold, *bits, *found)
    return found[0], found[1]


def meant_bits(examples: Examples) -> NDArray[np.uint32]:
    """(N,): bit per card slot of each start: the card is meant; none where nothing is known."""
    bits = np.zeros(len(examples), np.uint32)
    for i, meant in enumerate(examples.meant):
        cards = () if meant is None else meant.cards
        cells = (
            examples.start["card_cell"][i, : examples.start["cards"][i]].tolist() if cards else []
        )
        bits[i] = sum(1 << cells.index(cell) for cell in set(cards) if cell in cells)
    return bits
