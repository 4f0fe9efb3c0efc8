"""Path finding over poses: the ground of a game, the search, exact shortest tours.

The search is A* with integer costs, from several headings of one cell at once. Every step costs 1,
but a step backward may cost more, for walkers who would rather turn around.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
    Pose,
    StateArray,
    kernel,
)

_NODES = POSES + HEADINGS
"""What a search visits: each pose, and as the last six those of the start before it is left.

These are apart so that a path can lead back to where it starts, to touch the card there.
"""
FREE, BLOCKED, TERMINAL = 0, 1, 2
"""Ground: a path may cross a free cell, not enter a blocked one, and only end on a terminal one."""
FAR = 30_000
"""The distance of what cannot be reached."""
HARDLY_EVER = 14
"""The most that a step backward may cost."""
_ANY = -1
_STEPS = Action.RIGHT + 1
"""Forward, backward, left and right: the steps, in the order of `Action`."""
_BUCKETS = HARDLY_EVER + 2
_NOWHERE = np.zeros(CELLS, np.int16)
_HEADING_OF = tuple(Heading)
_HALF_TURN = HEADINGS // 2
"""The most turns between two headings, each a step."""


@kernel
def _next_node(node: int, action: int, start: int) -> int:
    """The node after a step, or -1 off the board."""
    if node < POSES:
        return NEXT_POSE[node, action]
    after = NEXT_POSE[start * HEADINGS + node - POSES, action]
    return after if action <= Action.BACKWARD else POSES + after % HEADINGS


@kernel
def _search(
    ground: Array,
    start: int,
    start_costs: Array,
    backward: int,
    goal: int,
    goal_heading: int,
    slack: int,
    distances: Array,
    came_by: Array,
) -> int:
    """Search from a cell until the goal is found; returns the first node of it, or -1.

    `start_costs` (6,) is what it costs to be on the start with each heading. `distances` and
    `came_by`, by node, get the cost of the nodes on the way, and the last step to each; those of
    the goal are right if they cost at most `slack` more than the first. The start is entered again
    only if its ground is terminal. Without a goal (`_ANY`) all nodes are visited.
    """
    # A* with buckets: by what a path by a node costs at least, modulo their number, a list of
    # entries. A step changes that by at most its own cost and one move.
    buckets = np.full(_BUCKETS, -1, np.int64)
    moves_left = DISTANCES[goal] if goal >= 0 else _NOWHERE
    entry_node = np.empty(_STEPS * _NODES + HEADINGS, np.int16)
    entry_next = np.empty(_STEPS * _NODES + HEADINGS, np.int16)
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
                    came_by[POSES + heading] = _STEPS
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
            for action in range(_STEPS):
                after = int(_next_node(node, action, start))
                if after < 0:
                    continue
                total = cost + (backward if action == Action.BACKWARD else 1)
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
def _trace(node: int, start: int, came_by: Array, path: Array, end: int) -> tuple[int, int]:
    """Write the steps to a node into `path` so that the last is before `end`.

    Returns where they begin in `path`, and the heading in which the path leaves the start.
    """
    while came_by[node] < _STEPS:
        action = came_by[node]
        end -= 1
        path[end] = action
        if node >= POSES:
            node = _next_node(node, action ^ 1, start)
        else:
            node = NEXT_POSE[node, action ^ 1]
            if node // HEADINGS == start and action <= Action.BACKWARD:
                node = POSES + node % HEADINGS
    return end, node % HEADINGS


@kernel
def _fill_distances(ground: Array, start: int, heading: int, backward: int, out: Array) -> None:
    distances = np.empty(_NODES, np.int16)
    came_by = np.empty(_NODES, np.int8)
    start_costs = np.full(HEADINGS, FAR, np.int16)
    start_costs[heading] = 0
    _search(ground, start, start_costs, backward, _ANY, _ANY, 0, distances, came_by)
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
    ground: NDArray[np.uint8], cell: int, heading: Heading, backward: int = 1
) -> NDArray[np.int16]:
    """(625, 6): what it costs to get from a pose to every pose, or `FAR`."""
    found = np.empty(POSES, np.int16)
    _fill_distances(ground, int(cell), int(heading), backward, found)
    return found.reshape(CELLS, HEADINGS)


@dataclass(frozen=True, slots=True)
class Way:
    """Steps that touch cards."""

    steps: tuple[Action, ...]
    stops: tuple[int, ...]
    """The cells of the cards, in the order in which they are touched."""
    arrivals: tuple[int, ...]
    """How many steps are taken when each is touched."""


@dataclass(frozen=True, slots=True)
class Tour(Way):
    """A way whose end is known."""

    end: Pose


@kernel
def _find_tour(
    blocked: Array,
    start: int,
    heading: int,
    stops: Array,
    end: int,
    end_heading: int,
    backward: int,
    path: Array,
    found: Array,
) -> int:
    """Fill the end of `path` with the steps of a cheapest tour; returns where they begin, or -1.

    The heading in which a card is reached decides what the next leg costs, so each leg begins with
    what it costs to be on the card in each heading. `found` (n + 1,) gets the steps taken when each
    stop is touched, and the pose at the end.
    """
    n = len(stops)
    ends_on_stop = n > 0 and end < 0 and end_heading < 0  # then whoever arrives there is done
    legs = n if ends_on_stop else n + 1
    ground = np.empty(len(blocked), np.uint8)
    for cell in range(len(blocked)):
        ground[cell] = BLOCKED if blocked[cell] else FREE
    distances = np.empty(_NODES, np.int16)
    came_by = np.empty((legs, _NODES), np.int8)
    costs = np.full(HEADINGS, FAR, np.int16)
    costs[heading] = 0
    here, node = start, -1
    for leg in range(legs):
        here = stops[leg - 1] if leg else start
        for i in range(n):
            ground[stops[i]] = TERMINAL if i == leg else BLOCKED
        slack, goal, facing = 0, here if end < 0 else end, end_heading
        if leg < n:
            goal, facing = stops[leg], _ANY
        if leg < legs - 1:  # then any heading is to be known
            slack = _HALF_TURN
        node = _search(ground, here, costs, backward, goal, facing, slack, distances, came_by[leg])
        if node < 0:
            return -1
        if leg < legs - 1:
            costs[:] = distances[goal * HEADINGS : (goal + 1) * HEADINGS]
    found[n] = node if node < POSES else here * HEADINGS + node - POSES
    begin = len(path)
    if ends_on_stop:
        found[n - 1] = begin
    for leg in range(legs - 1, -1, -1):
        here = stops[leg - 1] if leg else start
        begin, facing = _trace(node, here, came_by[leg], path, begin)
        if leg:
            found[leg - 1], node = begin, here * HEADINGS + facing
    for i in range(n):
        found[i] -= begin
    return begin


def shortest_tour(
    blocked: NDArray[np.bool_],
    start: Pose,
    stops: Sequence[int],
    *,
    end: int | None = None,
    heading: Heading | None = None,
    backward: int = 1,
) -> Tour | None:
    """A cheapest tour from a pose over the stops and on to `end`, or None if there is none.

    With a `heading` it ends in that one.

    Each stop is entered once, whether or not it is blocked; one on which the tour begins is left
    and entered again. Without an `end` the tour ends on the last stop.
    """
    n = len(stops)
    path = np.empty((n + 1) * POSES, np.int8)
    found = np.empty(n + 1, np.int64)
    begin = _find_tour(
        blocked.view(np.uint8),
        int(start.cell),
        int(start.heading),
        np.array(stops, np.int64),
        _ANY if end is None else int(end),
        _ANY if heading is None else int(heading),
        backward,
        path,
        found,
    )
    if begin < 0:
        return None
    *arrivals, pose = found.tolist()
    there = Pose(pose // HEADINGS, _HEADING_OF[pose % HEADINGS])
    steps = tuple([ACTIONS[step] for step in path[begin:].tolist()])
    return Tour(steps, tuple(stops), tuple(arrivals), there)


def shortest_path(
    blocked: NDArray[np.bool_],
    start: Pose,
    goal: int,
    heading: Heading | None = None,
    backward: int = 1,
) -> tuple[Action, ...] | None:
    """The steps of a cheapest path from a pose to a cell, or None if there is none.

    The first cell may be blocked; the goal may not.
    """
    tour = shortest_tour(blocked, start, (), end=goal, heading=heading, backward=backward)
    return None if tour is None else tour.steps
