"""When an instruction is followed: exactly the right cards were changed."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import Array, Record, StateArray, card_slot, is_invalid, is_selected, kernel
from cerealbar.records import Examples


@kernel
def _slots_there(state: Record, gold: Record, changed: int, with_kind: bool) -> tuple[int, int]:
    """The cards of some slots of `gold` as bits of slots of `state`, and how many are missing."""
    bits = 0
    missing = 0
    for slot in range(np.int64(gold.cards)):
        if not (changed >> slot) & 1:
            continue
        there = card_slot(state, gold.card_cell[slot])
        if there < 0 or (with_kind and state.card_kind[there] != gold.card_kind[slot]):
            missing += 1
        else:
            bits |= 1 << there
    return bits, missing


@kernel
def _has_equal_selection(state: Record, gold: Record, changed: int) -> bool:
    """Whether the changed cards were selected alike before, and validly alike if they were."""
    for slot in range(np.int64(state.cards)):
        if not (changed >> slot) & 1:
            continue
        there = card_slot(gold, state.card_cell[slot])
        if is_selected(state, slot) != is_selected(gold, there):
            return False
        if is_selected(state, slot) and is_invalid(state) != is_invalid(gold):
            return False
    return True


@kernel
def _judge(
    states: Array,
    changed: Array,
    gold: Array,
    gold_changed: Array,
    meant: Array,
    followed: Array,
    as_meant: Array,
    as_coded: Array,
) -> None:
    for i in range(len(states)):
        own = changed[i]
        bits, missing = _slots_there(states[i], gold[i], gold_changed[i], False)
        followed[i] = missing == 0 and bits == own
        bits, missing = _slots_there(states[i], gold[i], meant[i], False)
        as_meant[i] = missing == 0 and bits == own
        bits, _ = _slots_there(states[i], gold[i], gold_changed[i], True)
        as_coded[i] = bits == own and _has_equal_selection(states[i], gold[i], own)


def judge_cards(
    examples: Examples,
    chosen: NDArray[np.int64],
    meant: NDArray[np.uint32],
    starts: StateArray,
    changed: NDArray[np.uint32],
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """(N,) each: whether the chosen examples, begun in `starts`, were followed by changing cards.

    First, if exactly the cards on those cells were changed that the recorded follower changed;
    second, that were `meant`, as bits of slots of the recorded start; third, as the paper's public
    code has it: the recorded ones that are still there, and if they were selected alike before.
    """
    found = [np.empty(len(chosen), np.bool_) for _ in range(3)]
    gold = np.array(examples.start[chosen])
    bits = [each.astype(np.int64) for each in (examples.changed[chosen], meant[chosen])]
    _judge(starts, changed.astype(np.int64), gold, *bits, *found)
    return found[0], found[1], found[2]


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
