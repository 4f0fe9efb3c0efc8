"""Written instructions as demonstrations: a suite's texts, boards and ways."""

from collections.abc import Sequence

import numpy as np

from cerealbar.evaluation.suites import SuiteItem
from cerealbar.game import Action, Player, next_pose, pose_of
from cerealbar.learning.demonstrations import DemonstratedWay, Demonstrations, as_known, walked
from cerealbar.views import BoardMemory, Sight


def written_demonstrations(
    items: Sequence[SuiteItem], sight: Sight | None = None
) -> Demonstrations:
    """The items of suites with their ways, none of which is of a recorded example.

    With a sight, the follower knows what it sees where it begins.
    """
    ways = []
    for item in items:
        start, steps = item.states(), item.steps()
        poses = [pose_of(start, Player.FOLLOWER)]
        for step in steps:
            poses.append(next_pose(poses[-1], step))
        ways.append(DemonstratedWay(start, [*steps, Action.DONE], poses))
    whole = Demonstrations(
        texts=tuple([item.text for item in items]),
        pasts=((),) * len(items),
        is_implicit=np.zeros(len(items), np.bool_),
        source=np.full(len(items), -1, np.int64),
        **walked(ways),
    )
    if sight is None:
        return whole
    memory = BoardMemory(sight, len(items))
    memory.look(whole.start)
    return as_known(whole, memory)
