"""Examples in groups of whole games, which are evaluated side by side.

A network's numbers depend in their last digits on what else is in a batch. As groups follow from
the examples alone, results are the same wherever, and by however many, groups are evaluated.
"""

import numpy as np
from numpy.typing import NDArray

from cerealbar.records import Examples

GROUP = 512
"""How many instructions a group has at least, but for the last. The first is one game, with which
whatever is to be compiled is compiled."""


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


def by_group(examples: Examples, chosen: NDArray[np.int64]) -> list[NDArray[np.intp]]:
    """Which of the chosen examples are in each group that has any, in the chosen order."""
    ends = [group.stop for group in game_groups(examples)]
    group = np.searchsorted(ends, chosen, side="right")
    return [np.flatnonzero(group == number) for number in np.unique(group).tolist()]
