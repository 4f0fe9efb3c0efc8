"""Rollouts: each instruction carried out from its recorded start."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.playing import intention_of
from cerealbar.agents.policy import Assignments, Policy
from cerealbar.evaluation.following import Procedure, carry_out
from cerealbar.evaluation.recorded import RecordedCourse, recollect
from cerealbar.evaluation.runs import Runs
from cerealbar.game import STATE, Array, StateArray
from cerealbar.records import Examples


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

    def take(self, rows: NDArray[np.intp]) -> "Rollouts":
        """Some of them."""
        return Rollouts(*(getattr(self, each.name)[rows] for each in fields(self)))


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


def roll_out_group(
    course: RecordedCourse,
    policy: Policy,
    chosen: NDArray[np.int64],
    how: Procedure,
) -> Rollouts:
    """What becomes of some examples of a group of whole games."""
    examples, script = course.examples, course.script
    runs = Runs(
        np.array(examples.start[chosen]),
        script,
        script.first[chosen],
        script.last[chosen],
        None if how.sight is None else recollect(examples, chosen, how.sight),
    )
    carry_out(runs, policy, assignments(examples, chosen, runs), how.limit)
    ended, each = runs.states.copy(), runs.each
    taken = script.turns[each["place"]] - script.turns[script.first[chosen]]
    runs.finish()
    return Rollouts(
        chosen,
        ended,
        runs.states,
        taken,
        each["choices"].copy(),
        each["steps"].copy(),
        runs.trail["action"][:, : int(each["steps"].max(initial=0))].copy(),
        each["changed"].copy(),
        each["ending"].copy(),
    )


def join_rollouts(parts: list[Rollouts]) -> Rollouts:
    """All of several, one at least."""
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
