"""Path finding over poses: the ground of a game, the search, distances to all poses.

The search is A* with integer costs, from several headings of one cell at once.
"""

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    ACTIONS,
    CELLS,
    DISTANCES,
    HEADINGS,
    IS_PASSABLE,
    NEXT_POSE,
    POSES,
    Action,
    Array,
    Heading,
    StateArray,
    kernel,
)

EQUAL_COSTS = (1, 1, 1, 1)
"""What a step forward, backward, left and right costs, in the order of `Action`.

Other costs are for walkers who would rather turn around than walk backward.
"""
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


@kernel
def _fill_distances(ground: Array, start: int, heading: int, step_costs: Array, out: Array) -> None:
    distances = np.empty(NODES, np.int16)
    came_by = np.empty(NODES, np.int8)
    start_costs = np.full(HEADINGS, FAR, np.int16)
    start_costs[heading] = 0
    search(ground, start, start_costs, step_costs, ANY, ANY, 0, distances, came_by)
    for pose in range(POSES):
        out[pose] = distances[pose]
    for turned in range(HEADINGS):
        out[start * HEADINGS + turned] = distances[POSES + turned]


@kernel
def _fill_ground(states: Array, ground: Array) -> None:
    state = states[0]
    for cell in range(CELLS):
        ground[cell] = FREE if IS_PASSABLE[state.tile[cell]] else BLOCKED
    for slot in range(state.cards):
        if ground[state.card_cell[slot]] == FREE:
            ground[state.card_cell[slot]] = TERMINAL


def avoided_cells(states: StateArray, touch: Iterable[int] = ()) -> NDArray[np.bool_]:
    """(625,): the cells of a game (the first of `states`) that a path must not enter.

    These are obstacles, and cards but for those on the cells in `touch`.
    """
    blocked = ground_of(states) != FREE
    for cell in touch:
        blocked[cell] = not IS_PASSABLE[states["tile"][0, cell]]
    return blocked


def ground_of(states: StateArray) -> NDArray[np.uint8]:
    """(625,): the ground of a game on which cards are terminal."""
    ground = np.empty(CELLS, np.uint8)
    _fill_ground(states, ground)
    return ground


def distances(
    ground: NDArray[np.uint8],
    cell: int,
    heading: Heading,
    step_costs: Sequence[int] = EQUAL_COSTS,
) -> NDArray[np.int16]:
    """(625, 6): what it costs to get from a pose to every pose, or `FAR`."""
    found = np.empty(POSES, np.int16)
    _fill_distances(ground, int(cell), int(heading), cost_array(tuple(step_costs)), found)
    return found.reshape(CELLS, HEADINGS)


def as_actions(steps: NDArray[np.int8]) -> tuple[Action, ...]:
    """Steps that a kernel wrote, as actions."""
    return tuple([ACTIONS[step] for step in steps.tolist()])


@cache
def cost_array(step_costs: tuple[int, ...]) -> NDArray[np.int16]:
    """The costs of the four steps as an array.

    Raises:
        ValueError: they are not four integers from 1 to `MAX_COST`.
    """
    if len(step_costs) != STEPS or not all(0 < cost <= MAX_COST for cost in step_costs):
        raise ValueError(f"{step_costs!r} are no step costs: expected four from 1 to {MAX_COST}")
    return np.array(step_costs, np.int16)
