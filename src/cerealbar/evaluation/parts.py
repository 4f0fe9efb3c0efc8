"""Evaluation by a pool: groups of whole games, each carried out wherever there is a worker.

A part has its games with it, so that workers need no files of the corpus.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import Follower
from cerealbar.agents.policy import Policy
from cerealbar.evaluation.cascaded import Cascades, RecordedCourse, cascade_group, join_cascades
from cerealbar.evaluation.following import as_policy
from cerealbar.evaluation.groups import game_groups
from cerealbar.evaluation.leader_script import leader_script
from cerealbar.evaluation.report import EvaluationReport, sum_up
from cerealbar.evaluation.rollouts import MAX_CHOICES, Rollouts, join_rollouts, roll_out_group
from cerealbar.parallel import WorkerPool
from cerealbar.records import Examples
from cerealbar.records.examples import excerpt
from cerealbar.views import Sight

Opener: TypeAlias = Callable[[Examples], Follower | Policy]
"""Makes who follows, for some recorded games; it can be pickled."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """How instructions are carried out."""

    sight: Sight | None = None
    limit: int | None = MAX_CHOICES
    cascaded: bool = False


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


def _evaluate_part(part: _GamesPart) -> tuple[Rollouts, Cascades | None]:
    examples, how, follower = part.examples, part.how, part.who(part.examples)
    policy, script = as_policy(follower, part.number), leader_script(examples)
    done = roll_out_group(examples, script, policy, part.chosen, how.limit, how.sight)
    done = replace(done, examples=done.examples + part.first)
    if not how.cascaded:
        return done, None
    course, whole = RecordedCourse(examples), slice(0, len(examples))
    again = as_policy(follower, part.number)
    return done, cascade_group(course, whole, again, how.sight, how.limit)


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
    done = join_rollouts([done for done, _ in found])
    cascades = [cascaded for _, cascaded in found if cascaded is not None]
    joined = join_cascades(cascades) if how.cascaded else None
    return sum_up(examples, how.limit, done, joined)


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


def _map(
    pool: WorkerPool,
    examples: Examples,
    chosen: NDArray[np.int64],
    who: Opener,
    how: Procedure,
    progress: Callable[[float], None] | None,
) -> Iterator[tuple[Rollouts, Cascades | None]]:
    groups = game_groups(examples)
    results = pool.map(_evaluate_part, _parts(examples, groups, chosen, who, how))
    for number, result in enumerate(results, 1):
        if progress is not None:
            progress(number / len(groups))
        yield result


def _parts(
    examples: Examples,
    groups: Iterable[slice],
    chosen: NDArray[np.int64],
    who: Opener,
    how: Procedure,
) -> Iterator[_GamesPart]:
    for number, group in enumerate(groups):
        some = chosen[np.searchsorted(chosen, group.start) : np.searchsorted(chosen, group.stop)]
        games = excerpt(examples, group.start, group.stop)
        yield _GamesPart(number, group.start, games, some - group.start, who, how)
