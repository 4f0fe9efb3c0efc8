"""Pictures of what policies plan for recorded instructions, and of what they then do."""

import numpy as np

from cerealbar.agents.policy import Assignments, Policy
from cerealbar.evaluation.evaluating import roll_out
from cerealbar.evaluation.recorded import recollect
from cerealbar.evaluation.rollouts import Rollouts, finished_before
from cerealbar.game import ACTIONS, MAX_CARDS, Player, next_pose, pose_of
from cerealbar.records import Examples
from cerealbar.views import Sight
from cerealbar.views.picture import PlannedWalk, contact_sheet, encode


def shown_examples(examples: Examples, count: int) -> list[int]:
    """Some examples in which cards are changed, spread over all, always the same."""
    asking = np.flatnonzero(examples.changed).tolist()
    return asking[:: max(1, len(asking) // max(1, count))][:count]


def planned_walks(
    policy: Policy, examples: Examples, chosen: list[int], sight: Sight | None = None
) -> list[PlannedWalk]:
    """What a policy plans for some examples, and how it then carries them out."""
    which = np.array(chosen, np.int64)
    seen = None if sight is None else recollect(examples, which, sight)
    given = Assignments(
        np.array(examples.start[chosen]) if seen is None else seen.states,
        [examples.texts[i] for i in chosen],
        finished_before(examples, which),
        [None] * len(chosen),
        None if seen is None else seen.known,
        which,
    )
    memory = policy.new_memory(len(chosen))
    policy.begin(memory, np.arange(len(chosen)), given)
    done = roll_out(examples, policy, chosen, sight=sight)
    return [
        PlannedWalk(
            state=examples.start[i],
            instruction=examples.texts[i],
            plan=policy.plan(memory, row),
            trail=_trail(examples, done, row),
            changed=_cells(examples, i, int(done.changed[row])),
            goals=_cells(examples, i, int(examples.changed[i])),
        )
        for row, i in enumerate(chosen)
    ]


def _trail(examples: Examples, done: Rollouts, row: int) -> list[int]:
    """The cells that the follower was on."""
    start = int(done.examples[row])
    pose = pose_of(examples.start[start : start + 1], Player.FOLLOWER)
    cells = [pose.cell]
    for action in done.actions[row, : done.steps[row]].tolist():
        pose = next_pose(pose, ACTIONS[action])
        cells.append(pose.cell)
    return cells


def _cells(examples: Examples, example: int, slots: int) -> list[int]:
    """The cells of the cards in some slots of an example's start, given as bits."""
    cells = examples.start["card_cell"][example]
    return [int(cells[slot]) for slot in range(MAX_CARDS) if slots >> slot & 1]


def picture_plans(
    policy: Policy, examples: Examples, count: int, sight: Sight | None = None
) -> bytes | None:
    """A PNG of what a policy plans for so many examples; None if none of them asks for cards."""
    chosen = shown_examples(examples, count)
    return encode(contact_sheet(planned_walks(policy, examples, chosen, sight))) if chosen else None
