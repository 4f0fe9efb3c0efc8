"""How well any follower does on a suite."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from cerealbar.agents import Follower
from cerealbar.agents.playing import intention_of
from cerealbar.agents.policy import Assignments, Policy
from cerealbar.evaluation.following import as_policy, carry_out
from cerealbar.evaluation.runs import Runs
from cerealbar.evaluation.statistics import Share, share
from cerealbar.evaluation.suites.suite import SuiteItem
from cerealbar.game import STATE, Player
from cerealbar.records.meaning import done_as_meant
from cerealbar.views import BoardMemory, Sight

MAX_CHOICES = 40
"""Choices of the follower after which an instruction ends."""


@dataclass(frozen=True, slots=True)
class SuiteResult:
    """What a follower made of an instruction."""

    item: SuiteItem
    is_right: bool
    touched: dict[int, int]
    """How often it stepped onto the card of a cell."""
    trail: tuple[int, ...]
    """The cells it was on, from the start."""
    reason: str | None
    """Why it gave up, if it did."""


@dataclass(frozen=True, slots=True)
class SuiteAccuracy:
    """How many instructions of a suite were carried out as meant."""

    all: Share
    by_cards: dict[int, Share]
    """By the number of cards that were asked for."""
    by_tag: dict[str, Share]
    given_up: int
    """How many the follower said that it could not carry out."""


def run_suite(
    items: Sequence[SuiteItem],
    follower: Follower | Policy,
    sight: Sight | None = None,
    progress: Callable[[float], None] | None = None,
) -> list[SuiteResult]:
    """Let a follower carry out each instruction on its board; between its turns nobody acts.

    With a `sight` it knows only what it sees on its way. `progress` is told which share is done.

    Raises:
        PlayerError: the follower answers with what it cannot do.
    """
    runs = _runs(items, sight)
    given = Assignments(
        runs.known_states.copy(),
        [item.text for item in items],
        [()] * len(items),
        [intention_of(item.meant) if sight is None else None for item in items],
        runs.known_cells(np.arange(len(items))),
    )
    carry_out(runs, as_policy(follower), given, MAX_CHOICES, progress)
    return [_result(item, runs, row) for row, item in enumerate(items)]


def _runs(items: Sequence[SuiteItem], sight: Sight | None = None) -> Runs:
    """The boards of instructions that are about to be carried out."""
    states = np.empty(len(items), STATE)
    for row, item in enumerate(items):
        states[row] = item.states()[0]
    np.maximum(states["waiting"], 1, out=states["waiting"])
    return Runs(states, memory=None if sight is None else BoardMemory(sight, len(items)))


def _result(item: SuiteItem, runs: Runs, row: int) -> SuiteResult:
    way = runs.way(row)
    cells = way["cell"]
    touched = Counter(cells[way["toggled"]].tolist())
    trail = (int(item.states()["player_cell"][0, Player.FOLLOWER]), *cells.tolist())
    is_right = done_as_meant(item.meant, touched, trail[-1])
    return SuiteResult(item, is_right, dict(touched), trail, runs.reasons.get(row))


def way_of(item: SuiteItem) -> SuiteResult:
    """An instruction as its own way carries it out."""
    runs = _runs([item])
    row = np.zeros(1, np.intp)
    for step in item.steps():
        runs.follow(row, np.array([step], np.uint8))
    return _result(item, runs, 0)


def leads_there(item: SuiteItem) -> bool:
    """Whether the way of an item does what it asks for.

    It may not: a set that is made on the way takes its cards off the board.
    """
    return way_of(item).is_right


def accuracy(results: Sequence[SuiteResult]) -> SuiteAccuracy:
    """The shares of right results."""
    numbers = sorted({len(result.item.cards) for result in results})
    tags = sorted({tag for result in results for tag in result.item.tags})
    return SuiteAccuracy(
        share(result.is_right for result in results),
        {n: share(r.is_right for r in results if len(r.item.cards) == n) for n in numbers},
        {tag: share(r.is_right for r in results if tag in r.item.tags) for tag in tags},
        sum(result.reason is not None for result in results),
    )
