"""Written instructions as demonstrations: a suite's texts, boards and ways."""

from collections.abc import Sequence

import numpy as np

from cerealbar.evaluation.suites import SuiteItem
from cerealbar.game import STATE, Action, Player, next_pose, pose_of
from cerealbar.learning.demonstrations import Demonstrations, as_known, touched_cards
from cerealbar.views import BoardMemory, Sight


def written_demonstrations(
    items: Sequence[SuiteItem], sight: Sight | None = None
) -> Demonstrations:
    """The items of suites with their ways, none of which is of a recorded example.

    With a sight, the follower knows what it sees where it begins.
    """
    start = np.empty(len(items), STATE)
    actions, poses, lengths = [], [], []
    for i, item in enumerate(items):
        start[i] = item.states()[0]
        pose = pose_of(start[i : i + 1], Player.FOLLOWER)
        poses.append(pose)
        for step in item.steps():
            pose = next_pose(pose, step)
            poses.append(pose)
        actions += [*item.steps(), Action.DONE]
        lengths.append(len(item.steps()) + 1)
    first = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    deeds = np.array([int(action) for action in actions], np.uint8)
    cells = np.array([pose.cell for pose in poses], np.int16)
    whole = Demonstrations(
        texts=tuple([item.text for item in items]),
        pasts=((),) * len(items),
        start=start,
        first=first,
        actions=deeds,
        cells=cells,
        headings=np.array([int(pose.heading) for pose in poses], np.uint8),
        touched=touched_cards(start, first, deeds, cells),
        is_implicit=np.zeros(len(items), np.bool_),
        source=np.full(len(items), -1, np.int64),
    )
    if sight is None:
        return whole
    memory = BoardMemory(sight, len(items))
    memory.look(start)
    return as_known(whole, memory)
