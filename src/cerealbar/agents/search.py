"""Exact search over poses: A* with integer costs, from several headings of one cell at once."""

import numpy as np

from cerealbar.game import (
    CELLS,
    DISTANCES,
    HEADINGS,
    NEXT_POSE,
    POSES,
    Action,
    Array,
    kernel,
)

NODES = POSES + HEADINGS
"""What a search visits: each pose, and as the last six those of the start before it is left.

These are apart so that a path can lead back to where it starts, to touch the card there.
"""
FREE, BLOCKED, TERMINAL = 0, 1, 2
"""Ground: a path may cross a free cell, not enter a blocked one, and only end on a terminal one."""
FAR = 30_000
"""The distance of what cannot be reached."""
ANY = -1
STEPS = Action.RIGHT + 1
"""Forward, backward, left and right: the steps, in the order of `Action`."""
MAX_COST = 14
"""The most that a step may cost."""
_BUCKETS = MAX_COST + 2
NOWHERE = np.zeros(CELLS, np.int16)


@kernel
def next_node(node: int, action: int, start: int) -> int:
    """The node after a step, or -1 off the board."""
    if node < POSES:
        return NEXT_POSE[node, action]
    after = NEXT_POSE[start * HEADINGS + node - POSES, action]
    return after if action <= Action.BACKWARD else POSES + after % HEADINGS


@kernel
def search(
    ground: Array,
    start: int,
    start_costs: Array,
    step_costs: Array,
    goal: int,
    goal_heading: int,
    slack: int,
    distances: Array,
    came_by: Array,
) -> int:
    """Search from a cell until the goal is found; returns the first node of it, or -1.

    `start_costs` (6,) is what it costs to be on the start with each heading. `distances` and
    `came_by` (NODES,) get the cost of the nodes on the way, and the last step to each; those of the
    goal are right if they cost at most `slack` more than the first. The start is entered again only
    if its ground is terminal. Without a goal (`ANY`) all nodes are visited.
    """
    # A* with buckets: by what a path by a node costs at least, modulo their number, a list of
    # entries. A step changes that by at most its own cost and one move.
    buckets = np.full(_BUCKETS, -1, np.int64)
    moves_left = DISTANCES[goal] if goal >= 0 else NOWHERE
    entry_node = np.empty(STEPS * NODES + HEADINGS, np.int16)
    entry_next = np.empty(STEPS * NODES + HEADINGS, np.int16)
    entries = 0
    waiting = 0
    distances[:] = FAR
    starts_left = 0
    least = FAR
    for heading in range(HEADINGS):
        if start_costs[heading] < FAR:
            starts_left += 1
            least = min(least, int(start_costs[heading]) + moves_left[start])
    found = -1
    limit = FAR
    while (waiting > 0 or starts_left > 0) and least <= limit:
        bucket = least % _BUCKETS
        for heading in range(HEADINGS):
            if start_costs[heading] == least - moves_left[start]:
                starts_left -= 1
                if start_costs[heading] < distances[POSES + heading]:
                    distances[POSES + heading] = start_costs[heading]
                    came_by[POSES + heading] = STEPS
                    entry_node[entries], entry_next[entries] = POSES + heading, buckets[bucket]
                    buckets[bucket] = entries
                    entries += 1
                    waiting += 1
        while buckets[bucket] >= 0:
            entry = buckets[bucket]
            buckets[bucket] = entry_next[entry]
            waiting -= 1
            node = int(entry_node[entry])
            cell = start if node >= POSES else node // HEADINGS
            cost = least - moves_left[cell]
            if distances[node] != cost:
                continue
            is_goal = cell == goal and (goal_heading < 0 or node % HEADINGS == goal_heading)
            if is_goal and found < 0 and (node < POSES or ground[start] != TERMINAL):
                if slack == 0:
                    return node
                found = node
                limit = cost + slack
            if node < POSES and ground[cell] == TERMINAL:
                continue
            for action in range(STEPS):
                after = int(next_node(node, action, start))
                if after < 0:
                    continue
                total = cost + step_costs[action]
                if total >= distances[after]:
                    continue
                entered = start
                if after < POSES:
                    entered = after // HEADINGS
                    if ground[entered] == BLOCKED or (entered == start and ground[start] == FREE):
                        continue
                distances[after] = total
                came_by[after] = action
                coming = (total + moves_left[entered]) % _BUCKETS
                entry_node[entries], entry_next[entries] = after, buckets[coming]
                buckets[coming] = entries
                entries += 1
                waiting += 1
        least += 1
    return found


@kernel
def trace(node: int, start: int, came_by: Array, path: Array, end: int) -> tuple[int, int]:
    """Write the steps to a node into `path` so that the last is before `end`.

    Returns where they begin in `path`, and the heading in which the path leaves the start.
    """
    while came_by[node] < STEPS:
        action = came_by[node]
        end -= 1
        path[end] = action
        if node >= POSES:
            node = next_node(node, action ^ 1, start)
        else:
            node = NEXT_POSE[node, action ^ 1]
            if node // HEADINGS == start and action <= Action.BACKWARD:
                node = POSES + node % HEADINGS
    return end, node % HEADINGS
