"""Instructions of recorded games carried out, group by group: in this process, or by a pool.

A part of a pool's work has its games with it, so that workers need no files of the corpus.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import Follower
from cerealbar.agents.policy import Policy
from cerealbar.evaluation.cascaded import Cascades, cascade_group, join_cascades
from cerealbar.evaluation.following import MAX_CHOICES, Procedure, as_policy, game_groups
from cerealbar.evaluation.recorded import RecordedCourse
from cerealbar.evaluation.report import EvaluationReport
from cerealbar.evaluation.rollouts import Rollouts, join_rollouts, roll_out_group
from cerealbar.parallel import WorkerPool
from cerealbar.records import Examples
from cerealbar.records.examples import excerpt
from cerealbar.views import Sight

Opener: TypeAlias = Callable[[Examples], Follower | Policy]
"""Makes who follows, for some recorded games; it can be pickled."""
GroupResult: TypeAlias = tuple[Rollouts, Cascades | None]


def evaluate_follower(
    examples: Examples,
    follower: Follower | Policy,
    *,
    cascaded: bool | Literal["stop"] = False,
    sight: Sight | None = None,
    limit: int | None = MAX_CHOICES,
    progress: Callable[[float], None] | None = None,
) -> EvaluationReport:
    """Measure a follower on recorded games; `progress` is told which share is done.

    With `cascaded` also from each instruction on, by both rules or by rule `stop` alone, which is
    faster.

    Raises:
        PlayerError: the follower answers with what it cannot do.

    Examples:
        >>> from cerealbar.agents import make_follower, make_leader, play_games
        >>> from cerealbar.records import build_examples
        >>> games = play_games(make_leader("scripted"), make_follower("oracle"), [7])
        >>> report = evaluate_follower(build_examples(games), make_follower("oracle"))
        >>> report.means()["cards_as_meant"].value
        1.0
    """
    how = Procedure(sight, limit, cascaded)
    return evaluate_by(WorkerPool(), examples, partial(_same, follower), how, progress)


def evaluate_by(
    pool: WorkerPool,
    examples: Examples,
    who: Opener,
    how: Procedure,
    progress: Callable[[float], None] | None = None,
) -> EvaluationReport:
    """Measure a follower on recorded games; the figures are the same whoever is in the pool.

    Raises:
        PlayerError: the follower answers with what it cannot do.
    """
    found = list(_map(pool, examples, np.arange(len(examples)), who, how, progress))
    cascades = [cascaded for _, cascaded in found if cascaded is not None]
    done = join_rollouts([done for done, _ in found])
    joined = join_cascades(cascades) if cascades else None
    return EvaluationReport(examples, how.limit, done, joined)


def roll_out(
    examples: Examples,
    policy: Policy,
    chosen: Iterable[int] | None = None,
    limit: int | None = MAX_CHOICES,
    sight: Sight | None = None,
    progress: Callable[[float], None] | None = None,
    pool: WorkerPool | None = None,
) -> Rollouts:
    """Let a policy carry out the chosen examples, by default all, each from its recorded start.

    `limit` is after how many choices an instruction ends; None for never. A pool, by default this
    process, does the work.

    Raises:
        PlayerError: the policy answers with what it cannot do.
        IndexError: an index is none of the examples.
    """
    indices = np.fromiter(range(len(examples)) if chosen is None else chosen, np.int64)
    if len(indices) and not 0 <= indices.min() <= indices.max() < len(examples):
        raise IndexError(f"{len(examples)} examples have no {indices.min()} to {indices.max()}")
    order = np.argsort(indices, kind="stable")
    who, how = partial(_same, policy), Procedure(sight, limit)
    found = _map(pool or WorkerPool(), examples, indices[order], who, how, progress)
    return join_rollouts([done for done, _ in found]).take(np.argsort(order))


def _same(follower: Follower | Policy, examples: Examples) -> Follower | Policy:
    """The follower, whatever the games."""
    return follower


@dataclass(frozen=True, slots=True)
class _GamesPart:
    """A group of games, and who follows in it."""

    number: int
    course: RecordedCourse
    before: int
    """How many examples come before those of the course."""
    group: slice
    """Which of the course's examples are of the group."""
    chosen: NDArray[np.int64]
    """Which of them are carried out by themselves."""
    who: Opener
    how: Procedure

    def __str__(self) -> str:
        examples = self.course.examples
        games = np.unique(examples.game[self.group])
        return (
            f"{len(games)} games from {examples.game_ids[games[0]]} on"
            if len(games)
            else "no games"
        )


def _evaluate_part(part: _GamesPart) -> GroupResult:
    """What becomes of the chosen examples by themselves, and of the games."""
    follower = part.who(part.course.examples)
    done = roll_out_group(part.course, as_policy(follower, part.number), part.chosen, part.how)
    done = replace(done, examples=done.examples + part.before)
    if not part.how.cascaded:
        return done, None
    return done, cascade_group(part.course, part.group, as_policy(follower, part.number), part.how)


def _map(
    pool: WorkerPool,
    examples: Examples,
    chosen: NDArray[np.int64],
    who: Opener,
    how: Procedure,
    progress: Callable[[float], None] | None,
) -> Iterator[GroupResult]:
    """What becomes of each group; the chosen examples are in order."""
    groups = game_groups(examples)
    if not pool.workers:
        who = partial(_same, who(examples))
    whole = RecordedCourse(examples)

    def part(number: int, group: slice) -> _GamesPart:
        begin, end = np.searchsorted(chosen, (group.start, group.stop))
        some = chosen[begin:end]
        if not pool.workers:
            return _GamesPart(number, whole, 0, group, some, who, how)
        first, own = group.start, slice(0, group.stop - group.start)
        course = RecordedCourse(excerpt(examples, first, group.stop))
        return _GamesPart(number, course, first, own, some - first, who, how)

    parts = (part(number, group) for number, group in enumerate(groups))
    for number, result in enumerate(pool.map(_evaluate_part, parts), 1):
        if progress is not None:
            progress(number / len(groups))
        yield result
