"""Instructions of recorded games carried out, group by group: in this process, or by a pool.

A part of a pool's work has its games with it, so that workers need no files of the corpus.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import Follower
from cerealbar.agents.policy import Policy
from cerealbar.evaluation.cascaded import Cascades, cascade_group, join_cascades
from cerealbar.evaluation.following import MAX_CHOICES, Procedure, as_policy, game_groups
from cerealbar.evaluation.recorded import RecordedCourse
from cerealbar.evaluation.report import EvaluationReport, sum_up
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
    course, groups = RecordedCourse(examples), game_groups(examples)
    how = Procedure(sight, limit, cascaded)
    found = []
    for number, group in enumerate(groups):
        chosen = np.arange(group.start, group.stop)
        found.append(_evaluate_group(course, number, group, chosen, follower, how))
        if progress is not None:
            progress(len(found) / len(groups))
    return _report(examples, how, found)


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
    every = np.arange(len(examples))
    return _report(examples, how, list(_map(pool, examples, every, who, how, progress)))


def roll_out_by(
    pool: WorkerPool,
    examples: Examples,
    who: Opener,
    chosen: NDArray[np.int64],
    how: Procedure,
    progress: Callable[[float], None] | None = None,
) -> Rollouts:
    """Let a pool carry out the chosen examples, which are in order, each from its recorded start.

    Raises:
        PlayerError: the follower answers with what it cannot do.
    """
    return join_rollouts([done for done, _ in _map(pool, examples, chosen, who, how, progress)])


def _evaluate_group(
    course: RecordedCourse,
    number: int,
    group: slice,
    chosen: NDArray[np.int64],
    follower: Follower | Policy,
    how: Procedure,
) -> GroupResult:
    """What becomes of the chosen examples of a group by themselves, and of its games."""
    done = roll_out_group(course, as_policy(follower, number), chosen, how)
    if not how.cascaded:
        return done, None
    return done, cascade_group(course, group, as_policy(follower, number), how)


def _report(examples: Examples, how: Procedure, found: list[GroupResult]) -> EvaluationReport:
    cascades = [cascaded for _, cascaded in found if cascaded is not None]
    done = join_rollouts([done for done, _ in found])
    return sum_up(examples, how.limit, done, join_cascades(cascades) if cascades else None)


@dataclass(frozen=True, slots=True)
class SamePolicy:
    """A policy that goes with each part."""

    policy: Policy

    def __call__(self, examples: Examples) -> Policy:
        """The policy, whatever the games."""
        return self.policy


@dataclass(frozen=True, slots=True)
class _GamesPart:
    """A group of games, and who follows in it."""

    number: int
    first: int
    """The number of its first example among all."""
    examples: Examples
    chosen: NDArray[np.int64]
    """Which of its examples are carried out by themselves."""
    who: Opener
    how: Procedure

    def __str__(self) -> str:
        games = self.examples.game_ids
        return f"{len(games)} games from {games[0]} on" if games else "no games"


def _evaluate_part(part: _GamesPart) -> GroupResult:
    course, whole = RecordedCourse(part.examples), slice(0, len(part.examples))
    follower = part.who(part.examples)
    done, cascades = _evaluate_group(course, part.number, whole, part.chosen, follower, part.how)
    return replace(done, examples=done.examples + part.first), cascades


def _map(
    pool: WorkerPool,
    examples: Examples,
    chosen: NDArray[np.int64],
    who: Opener,
    how: Procedure,
    progress: Callable[[float], None] | None,
) -> Iterator[GroupResult]:
    groups = game_groups(examples)
    parts = (
        _GamesPart(
            number,
            group.start,
            excerpt(examples, group.start, group.stop),
            chosen[slice(*np.searchsorted(chosen, (group.start, group.stop)))] - group.start,
            who,
            how,
        )
        for number, group in enumerate(groups)
    )
    for number, result in enumerate(pool.map(_evaluate_part, parts), 1):
        if progress is not None:
            progress(number / len(groups))
        yield result
