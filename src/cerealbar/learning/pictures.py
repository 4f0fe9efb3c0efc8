"""Pictures of plans for a few validation examples, after each epoch."""

from pathlib import Path

import numpy as np

from cerealbar.agents.policy import Assignments, Policy
from cerealbar.evaluation import Rollouts, roll_out
from cerealbar.follower.checkpoint import store
from cerealbar.game import ACTIONS, MAX_CARDS, Player, next_pose, pose_of
from cerealbar.records import Examples
from cerealbar.views.picture import PlannedWalk, contact_sheet, encode

SHOWN = 4
"""How many examples are drawn."""


def shown_examples(examples: Examples, count: int = SHOWN) -> list[int]:
    """The examples that are drawn: some that ask for cards, the same after each epoch."""
    asking = np.flatnonzero(examples.changed).tolist()
    return asking[:: max(1, len(asking) // count)][:count]


def planned_walks(policy: Policy, examples: Examples, chosen: list[int]) -> list[PlannedWalk]:
    """What a policy plans for some examples, and how it then carries them out."""
    given = Assignments(
        np.array(examples.start[chosen]),
        [examples.texts[i] for i in chosen],
        [examples.texts[examples.first_of_game(i) : i] for i in chosen],
        [None] * len(chosen),
        examples=np.array(chosen, np.int64),
    )
    memory = policy.new_memory(len(chosen))
    policy.begin(memory, np.arange(len(chosen)), given)
    done = roll_out(examples, policy, chosen)
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


def draw_plans(path: Path, policy: Policy, examples: Examples) -> None:
    """Draw what a policy plans now for a few examples, if any ask for cards."""
    walks = planned_walks(policy, examples, shown_examples(examples))
    if walks:
        store(path, encode(contact_sheet(walks)))
