"""What followers with a sight had seen of their recorded games when each instruction began."""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import Array, apply, kernel
from cerealbar.records import Examples
from cerealbar.views import BoardMemory, Sight


@kernel
def _replay_deed(states: Array, actions: Array, deeds: Array, ends: Array) -> None:
    """The next deed of each game that has one."""
    for i in range(len(states)):
        if deeds[i] < ends[i]:
            apply(states[i], actions[deeds[i]])
            deeds[i] += 1


def recollect(examples: Examples, chosen: NDArray[np.int64], sight: Sight) -> BoardMemory:
    """What the followers of the chosen examples remember when they begin, in the same order.

    Before the first instruction of a game that is what one sees when one begins with it.
    """
    games, game = np.unique(examples.game[chosen], return_inverse=True)
    begin = np.searchsorted(examples.game, games)
    states, deeds = np.array(examples.start[begin]), examples.first[begin].copy()
    due = defaultdict(list)
    for row, after in enumerate((examples.first[chosen] - deeds[game]).tolist()):
        due[after].append(row)
    ends, actions = examples.game_first[games + 1], np.array(examples.actions)
    memory = BoardMemory(sight, len(games))
    kept = BoardMemory(sight, len(chosen))
    memory.look(states)
    for after in range(max(due, default=-1) + 1):
        if rows := due.get(after):
            kept.states[rows] = memory.states[game[rows]]
            kept.known[rows] = memory.known[game[rows]]
        _replay_deed(states, actions, deeds, ends)
        memory.look(states)
    return kept


def some_memories(memory: BoardMemory, rows: NDArray[np.intp] | slice) -> BoardMemory:
    """An independent memory of some of the games."""
    found = BoardMemory(memory.sight, 0)
    found.states, found.known = memory.states[rows].copy(), memory.known[rows].copy()
    return found


def join_memories(memories: list[BoardMemory]) -> BoardMemory:
    """One memory of all games of several."""
    found = BoardMemory(memories[0].sight, 0)
    found.states = np.concatenate([memory.states.view(np.uint8) for memory in memories]).view(
        found.states.dtype
    )
    found.known = np.concatenate([memory.known for memory in memories])
    return found
