"""Which set to make and who fetches which card, by exact travel costs and both step budgets.

Time is counted in half-turns from now: the leader's turn now is 0, the follower's after it 1. Every
way to share the cards of every set is weighed; for the most promising ones the best next set is
weighed too, from where each player would then stand.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.fetching import FetchBoard
from cerealbar.agents.weighing import choose


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What a plan costs: by when its sets are made, and by the steps used until then."""

    first: float = 1.0
    """For each half-turn until the set is made."""
    second: float = 0.6
    """For each half-turn from then until the next one is made."""
    work: float = 0.15
    """For each full turn's worth of steps that a player uses."""
    candidates: int = 5
    """For how many plans the next set is weighed; 0 for a leader who looks no further."""


DEFAULT_WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Walker:
    """Where a player's free steps begin."""

    row: NDArray[np.int16]
    """(n, 3): steps to each card."""
    used: int = 0
    """Steps that are spent before."""
    barred: int = 0
    """Steps that must be spent, or waited for, before a card may be touched."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """How many steps and turns there are."""

    now: int
    """Steps that the leader has left in this turn."""
    leader_steps: int
    follower_steps: int
    half_turns_left: int
    """This one included."""
    extra: int
    """Half-turns that the next set adds."""


@dataclass(frozen=True, slots=True)
class Division:
    """Who fetches which cards for one set: slots, in order."""

    cards: tuple[int, ...]
    """The set."""
    leader: tuple[int, ...]
    follower: tuple[int, ...]
    half_turn: int
    """When it is made."""


@dataclass(frozen=True, slots=True)
class SetPlan:
    """What to do for this set, and for the next one as far as it can be known."""

    this: Division
    next: Division | None
    price: float


def choose_plan(
    board: FetchBoard,
    leader: Walker,
    follower: Walker,
    clock: TurnClock,
    selected: int = 0,
    gone: int = 0,
    weights: Weights = DEFAULT_WEIGHTS,
    noise: NDArray[np.float64] | None = None,
) -> SetPlan | None:
    """The best plan that makes a set in time, or None if no set can be made.

    `selected` and `gone` have a bit for each card that counts as selected, or as no longer there.
    `noise` (sets,) is added to the price of each set.
    """
    chosen = np.empty((2, 8), np.int64)
    price = choose(
        leader.row,
        follower.row,
        board.costs,
        board.nearest,
        board.sets,
        board.bits,
        board.tours,
        board.legs,
        board.is_known,
        selected,
        gone,
        (leader.used, follower.used, leader.barred, follower.barred),
        (
            clock.now,
            clock.leader_steps,
            clock.follower_steps,
            clock.half_turns_left,
            clock.extra,
        ),
        (weights.first, weights.second, weights.work),
        weights.candidates,
        np.zeros(len(board.sets)) if noise is None else noise,
        chosen,
    )
    this = _division(board, chosen[0])
    return None if this is None else SetPlan(this, _division(board, chosen[1]), price)


def _division(board: FetchBoard, row: NDArray[np.int64]) -> Division | None:
    number, half_turn, *cards = row.tolist()
    if number < 0:
        return None
    leader, follower = cards[:3], cards[3:]
    return Division(
        tuple(board.sets[number].tolist()),
        tuple([slot for slot in leader if slot >= 0]),
        tuple([slot for slot in follower if slot >= 0]),
        half_turn,
    )
