"""Whether instructions were followed (paper, Section 7): by cards, whole boards and actions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import EVERYTHING, PARTIAL, WITHOUT_INTENTION, Need
from cerealbar.evaluation.rollouts import Rollouts
from cerealbar.evaluation.runs import UNENDED
from cerealbar.game import Action, Array, Player, Record, StateArray, card_slot, kernel
from cerealbar.records import Examples
from cerealbar.views import Sight

_CARD_FIELDS = ("card_cell", "card_kind", "selected")


def given_by(examples: Examples, sight: Sight | None = None) -> Need:
    """What recorded games can give a follower: what was meant only if that is recorded of all."""
    if sight is not None:
        return PARTIAL
    return EVERYTHING if None not in examples.meant else WITHOUT_INTENTION


def are_equal(some: StateArray, others: StateArray, names: Sequence[str]) -> NDArray[np.bool_]:
    """(N,): whether the named fields of two states are equal, of N pairs."""
    found = np.ones(len(some), np.bool_)
    for name in names:
        equal = some[name] == others[name]
        found &= equal.all(axis=tuple(range(1, equal.ndim)))
    return found


def judge(examples: Examples, done: Rollouts) -> dict[str, NDArray[np.bool_]]:
    """(N,) each: what of rollouts is as recorded.

    `cards`, as they are in the end; `environment`, also where the follower is; `actions`, of which
    bumps are none.
    """
    gold = examples.final[done.examples]
    cards = are_equal(done.final, gold, _CARD_FIELDS)
    cells = [states["player_cell"][:, Player.FOLLOWER] for states in (done.final, gold)]
    actions = [_is_recorded(examples, done, i) for i in range(len(done))]
    return {
        "cards": cards,
        "environment": cards & (cells[0] == cells[1]),
        "actions": np.array(actions, np.bool_),
    }


def _is_recorded(examples: Examples, done: Rollouts, i: int) -> bool:
    recorded = examples.follower_actions(int(done.examples[i]))
    steps = recorded[recorded <= Action.RIGHT]
    own = done.actions[i, : done.steps[i]]
    return bool(done.ending[i] != UNENDED and np.array_equal(own, steps))


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
