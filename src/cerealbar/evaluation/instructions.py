"""Instruction-level evaluation: each instruction from its recorded start (paper, Section 7)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import EVERYTHING, PARTIAL, WITHOUT_INTENTION, Follower, Need
from cerealbar.agents.policy import Policy
from cerealbar.evaluation.following import as_policy
from cerealbar.evaluation.rollouts import MAX_CHOICES, Rollouts, roll_out
from cerealbar.evaluation.runs import UNENDED
from cerealbar.game import Action, Player, StateArray
from cerealbar.records import Examples
from cerealbar.views import Sight

_CARD_FIELDS = ("card_cell", "card_kind", "selected")


@dataclass(frozen=True, slots=True)
class InstructionResult:
    """What became of one instruction."""

    cards: bool
    """Whether the cards are as they were after the recorded execution."""
    environment: bool
    """Whether also the follower is where it was."""
    actions: bool
    """Whether the actions were the recorded ones; bumps are none."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Shares of instructions."""

    instructions: int
    cards: float
    environment: float
    actions: float


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
    """(N,) each: whether cards, environment and actions of rollouts are as recorded.

    These are the fields of `InstructionResult`.
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


def evaluate_instructions(
    examples: Examples,
    follower: Follower | Policy,
    chosen: Iterable[int] | None = None,
    sight: Sight | None = None,
    progress: Callable[[float], None] | None = None,
    limit: int | None = MAX_CHOICES,
) -> tuple[Accuracy, dict[int, InstructionResult]]:
    """How many of the instructions the follower carries out as recorded.

    `chosen` are the indices of the examples to evaluate, by default all. With a `sight` the
    follower knows only what it has seen in the recorded game and since. It is told the earlier
    instructions that were finished, and what was meant where that is recorded and it sees all.
    `progress` is told which share is done.

    Raises:
        PlayerError: the follower answers with what it cannot do.
        IndexError: an index is none of the examples.
    """
    indices = sorted(set(range(len(examples)) if chosen is None else chosen))
    done = roll_out(examples, as_policy(follower), indices, limit, sight, progress)
    right = judge(examples, done)
    shares = {name: float(values.mean()) if len(done) else 0.0 for name, values in right.items()}
    results = {
        example: InstructionResult(*(bool(values[i]) for values in right.values()))
        for i, example in enumerate(indices)
    }
    return Accuracy(len(done), **shares), results
