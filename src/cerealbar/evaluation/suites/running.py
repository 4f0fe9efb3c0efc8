"""How well any follower does on a suite."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cerealbar.agents import Choice, Follower
from cerealbar.evaluation.execution import Execution, carry_out
from cerealbar.evaluation.shares import Share, share
from cerealbar.evaluation.suites.suite import SuiteItem
from cerealbar.game import Action
from cerealbar.language.intention import Intention, Purpose
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
    follower: Follower,
    sight: Sight | None = None,
    progress: Callable[[float], None] | None = None,
) -> list[SuiteResult]:
    """Let a follower carry out each instruction on its board; between its turns nobody acts.

    With a `sight` it knows only what it sees on its way. `progress` is told which share is done.

    Raises:
        PlayerError: the follower answers with what it cannot do.
    """
    executions = [_execution(number, item, sight) for number, item in enumerate(items)]
    carry_out(executions, follower, progress)
    return [_result(item, done) for item, done in zip(items, executions, strict=True)]


def _execution(number: int, item: SuiteItem, sight: Sight | None) -> Execution:
    states = item.states()
    memory = None
    if sight is not None:
        memory = BoardMemory(sight)
        memory.look(states)
    going = Purpose.WAIT if item.end is None else Purpose.APPROACH
    intention = Intention(Purpose.COLLECT if item.cards else going, item.cards, item.end)
    return Execution(number, states, item.text, MAX_CHOICES, intention=intention, memory=memory)


def _result(item: SuiteItem, done: Execution) -> SuiteResult:
    ending = done.ending
    gave_up = ending is not None and ending.action is Action.GIVE_UP
    return SuiteResult(
        item,
        item.is_done_by(done.touched, done.cell),
        dict(done.touched),
        tuple(done.trail),
        (ending.text or "") if ending is not None and gave_up else None,
    )


def way_of(item: SuiteItem) -> Execution:
    """An instruction as its own way carries it out."""
    done = _execution(0, item, None)
    for step in item.steps():
        done.take("way", Choice(step))
    return done


def leads_there(item: SuiteItem) -> bool:
    """Whether the way of an item does what it asks for.

    It may not: a set that is made on the way takes its cards off the board.
    """
    done = way_of(item)
    return item.is_done_by(done.touched, done.cell)


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
