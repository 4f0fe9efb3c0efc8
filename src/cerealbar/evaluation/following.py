"""Policies and followers at work in runs, on groups of whole games, side by side.

A network's numbers depend in their last digits on what else is in a batch. As groups follow from
the examples alone, results are the same wherever, and by however many, groups are evaluated.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import Follower, PlayerError
from cerealbar.agents.policy import Assignments, Forgetting, Policy, Situations, policy_of
from cerealbar.evaluation.runs import UNENDED, Runs
from cerealbar.game import ACTIONS, Action, Refusal, deed_words, refusal_reason
from cerealbar.records import Examples
from cerealbar.views import Sight

MAX_CHOICES = 25
"""Choices of the follower after which an instruction ends (paper, Appendix G)."""
GROUP = 512
"""How many instructions a group has at least, but for the last. The first is one game, with which
whatever is to be compiled is compiled."""
_NUMBERS = 2**20
"""More than instructions are carried out in a group."""
_ALLOWED = np.array(
    [action.is_step or action in (Action.DONE, Action.GIVE_UP) for action in ACTIONS]
)


@dataclass(frozen=True, slots=True)
class Procedure:
    """How instructions are carried out."""

    sight: Sight | None = None
    limit: int | None = MAX_CHOICES
    """After how many choices an instruction ends; None for never."""
    cascaded: bool | Literal["stop"] = False
    """Whether games are also played from each instruction on: by both rules, or by rule `stop`
    alone, which is faster."""


def game_groups(examples: Examples) -> list[slice]:
    """The examples of each group; without examples there is one, which is empty."""
    is_first = np.diff(examples.game, prepend=-1, append=-1) != 0
    groups: list[slice] = []
    begin = 0
    for end in np.flatnonzero(is_first)[1:].tolist():
        if not groups or end - begin >= GROUP or end == len(examples):
            groups.append(slice(begin, end))
            begin = end
    return groups or [slice(0, 0)]


def as_policy(follower: Follower | Policy, group: int = 0) -> Policy:
    """The policy that a follower is, is made of, or can be asked by, for a group of examples.

    A follower that is asked meets other numbers of games in each group, and so other chances.
    """
    return follower if isinstance(follower, Policy) else policy_of(follower, group * _NUMBERS)


def carry_out(
    runs: Runs,
    policy: Policy,
    given: Assignments,
    limit: int | None,
    progress: Callable[[float], None] | None = None,
) -> None:
    """Let a policy carry out the instructions of runs, each to its end.

    That is where the policy ends it, has chosen `limit` times, or the leader withdraws it. No
    instruction is marked as done. `progress` is told which share is over.

    Raises:
        PlayerError: the policy answers with what it cannot do.
    """
    if not len(runs):
        return
    memory = policy.new_memory(len(runs))
    rows = np.arange(len(runs))
    begun = runs.instructions()
    policy.begin(memory, rows, given)
    while len(rows):
        now = Situations(runs.known_states[rows], runs.each["steps"][rows], runs.known_cells(rows))
        chosen = _checked(policy.name, policy.choose(memory, rows, now), len(rows))
        _refuse(policy.name, chosen, runs.follow(rows, chosen))
        for row in rows[chosen == Action.GIVE_UP].tolist():
            runs.reasons[row] = policy.reason(memory, row) or ""
        rows = rows[_is_running(runs, begun, limit)[rows]]
        if progress is not None:
            progress(1 - len(rows) / len(runs))
    if isinstance(policy, Forgetting):
        policy.forget(memory, np.arange(len(runs)))


def _is_running(runs: Runs, begun: NDArray[np.int64], limit: int | None) -> NDArray[np.bool_]:
    is_running: NDArray[np.bool_] = (runs.each["ending"] == UNENDED) & (
        runs.instructions() == begun
    )
    return is_running if limit is None else is_running & (runs.each["choices"] < limit)


def _checked(name: str, chosen: object, count: int) -> NDArray[np.uint8]:
    """What a policy chose, as actions that a follower can take.

    Raises:
        PlayerError: it is something else.
    """
    actions = np.asarray(chosen)
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        shown = f"{actions.dtype} of shape {actions.shape}"
        raise PlayerError(f"follower {name!r} chose {shown}: expected {count} actions")
    is_known = (actions >= 0) & (actions < len(ACTIONS))
    is_allowed = is_known & _ALLOWED[np.where(is_known, actions, 0)]
    if not is_allowed.all():
        action = int(actions[~is_allowed][0])
        if action not in (Action.INSTRUCT, Action.CANCEL):
            raise PlayerError(f"follower {name!r} chose {action}: expected a step, done or give up")
        words, reason = deed_words(ACTIONS[action]), refusal_reason(Refusal.NOT_LEADER)
        raise PlayerError(f"follower {name!r} cannot {words}: {reason}")
    return actions.astype(np.uint8, copy=False)


def _refuse(name: str, chosen: NDArray[np.uint8], outcomes: NDArray[np.int16]) -> None:
    """See that the rules refused nothing.

    Raises:
        PlayerError: they did.
    """
    if (refused := np.flatnonzero(outcomes < 0)).size:
        words = deed_words(ACTIONS[chosen[refused[0]]])
        reason = refusal_reason(Refusal(outcomes[refused[0]]))
        raise PlayerError(f"follower {name!r} cannot {words}: {reason}")
