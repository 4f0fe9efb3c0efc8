"""Instruction-level evaluation: each instruction from its recorded start (paper, Section 7)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import EVERYTHING, PARTIAL, WITHOUT_INTENTION, Need
from cerealbar.evaluation.rollouts import Rollouts
from cerealbar.evaluation.runs import UNENDED
from cerealbar.game import Action, Player, StateArray
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
