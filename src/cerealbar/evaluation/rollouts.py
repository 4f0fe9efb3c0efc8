"""Rollouts: each instruction carried out from its recorded start."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.playing import intention_of
from cerealbar.agents.policy import Assignments, Policy
from cerealbar.evaluation.following import (
    MAX_CHOICES,
    Procedure,
    by_group,
    carry_out,
    chunks,
)
from cerealbar.evaluation.recorded import RecordedCourse, recollect, some_memories
from cerealbar.evaluation.runs import Runs
from cerealbar.game import STATE, Array, StateArray
from cerealbar.records import Examples
from cerealbar.views import Sight


@dataclass(frozen=True, slots=True)
class Rollouts:
    """What became of N instructions, each carried out from its recorded start."""

    examples: NDArray[np.int64]
    """(N,): which."""
    ended: StateArray
    """(N,): when the follower had ended, before it is marked as done. Turns never run out."""
    final: StateArray
    """(N,): the same after the leader has taken the turns that the recorded one took meanwhile."""
    leader_turns: NDArray[np.int64]
    """(N,): how many of these it had taken when the follower ended."""
    choices: NDArray[np.int64]
    """(N,): how often the follower chose; a bump is a choice but no step."""
    steps: NDArray[np.int64]
    """(N,): how many steps it took."""
    actions: NDArray[np.uint8]
    """(N, most steps): the steps; those of a row are its first `steps`."""
    changed: NDArray[np.uint32]
    """(N,): bit per card slot of the start: it stepped onto the card an odd number of times."""
    ending: NDArray[np.uint8]
    """(N,): the action with which the follower ended it, or `UNENDED` at the limit."""

    def __len__(self) -> int:
        return len(self.examples)


def finished_before(examples: Examples, chosen: NDArray[np.int64]) -> list[tuple[str, ...]]:
    """For each of the chosen examples, the instructions finished before it in its game."""
    return [examples.texts[examples.first_of_game(i) : i] for i in chosen.tolist()]


def assignments(examples: Examples, chosen: NDArray[np.int64], runs: Runs) -> Assignments:
    """What followers are told of the chosen examples, which are about to be carried out in runs.

    Who has a sight is not told what is meant.
    """
    told = chosen.tolist()
    is_told = runs.memory is None
    return Assignments(
        runs.known_states.copy(),
        [examples.texts[i] for i in told],
        finished_before(examples, chosen),
        [intention_of(examples.meant[i]) if is_told else None for i in told],
        runs.known_cells(np.arange(len(told))),
        chosen,
    )


def roll_out(
    examples: Examples,
    policy: Policy,
    chosen: Iterable[int] | NDArray[np.int64] | None = None,
    limit: int | None = MAX_CHOICES,
    sight: Sight | None = None,
    progress: Callable[[float], None] | None = None,
) -> Rollouts:
    """Let a policy carry out the chosen examples, by default all, each from its recorded start.

    `limit` is after how many choices an instruction ends; None for never.

    Raises:
        PlayerError: the policy answers with what it cannot do.
        IndexError: an index is none of the examples.
    """
    indices = _indices(examples, chosen)
    course, how = RecordedCourse(examples), Procedure(sight, limit)
    groups = by_group(examples, indices)
    found = []
    for rows in groups:
        found.append(roll_out_group(course, policy, indices[rows], how))
        if progress is not None:
            progress(len(found) / len(groups))
    done = join_rollouts(found)
    order = np.argsort(np.concatenate([*groups, np.zeros(0, np.intp)]), kind="stable")
    return Rollouts(*(getattr(done, each.name)[order] for each in fields(Rollouts)))


def roll_out_group(
    course: RecordedCourse,
    policy: Policy,
    indices: NDArray[np.int64],
    how: Procedure,
) -> Rollouts:
    """What becomes of some examples of a group of whole games."""
    examples, script = course.examples, course.script
    memory = None if how.sight is None else recollect(examples, indices, how.sight)
    found = []
    for part in chunks(len(indices)):
        some = indices[part]
        runs = Runs(
            np.array(examples.start[some]),
            script,
            script.first[some],
            script.last[some],
            None if memory is None else some_memories(memory, part),
        )
        given = assignments(examples, some, runs)
        carry_out(runs, policy, given, how.limit)
        found.append(_rollouts(runs, some))
    return join_rollouts(found)


def _indices(examples: Examples, chosen: Iterable[int] | None) -> NDArray[np.int64]:
    everything = range(len(examples)) if chosen is None else chosen
    indices = np.fromiter(everything, np.int64)
    if len(indices) and not 0 <= indices.min() <= indices.max() < len(examples):
        raise IndexError(f"{len(examples)} examples have no {indices.min()} to {indices.max()}")
    return indices


def _rollouts(runs: Runs, indices: NDArray[np.int64]) -> Rollouts:
    ended = runs.states.copy()
    turns = runs.script.turns
    each = runs.each
    taken = turns[each["place"]] - turns[runs.script.first[indices]]
    runs.finish()
    most = int(each["steps"].max(initial=0))
    return Rollouts(
        indices,
        ended,
        runs.states,
        taken,
        each["choices"].copy(),
        each["steps"].copy(),
        runs.trail["action"][:, :most].copy(),
        each["changed"].copy(),
        each["ending"].copy(),
    )


def join_rollouts(parts: list[Rollouts]) -> Rollouts:
    """All of several."""
    if not parts:
        states, counts, bits = np.zeros(0, STATE), np.zeros(0, np.int64), np.zeros(0, np.uint32)
        actions, ending = np.zeros((0, 0), np.uint8), np.zeros(0, np.uint8)
        return Rollouts(counts, states, states, counts, counts, counts, actions, bits, ending)
    if len(parts) == 1:
        return parts[0]
    return Rollouts(
        *(_joined([getattr(part, each.name) for part in parts]) for each in fields(Rollouts))
    )


def _joined(parts: list[Array]) -> Array:
    if parts[0].dtype == STATE:  # as plain bytes, since NumPy would compare all fields of all parts
        return np.concatenate([part.view(np.uint8) for part in parts]).view(STATE)
    if parts[0].ndim == 2:
        most = max(part.shape[1] for part in parts)
        parts = [np.pad(part, ((0, 0), (0, most - part.shape[1]))) for part in parts]
    return np.concatenate(parts)
