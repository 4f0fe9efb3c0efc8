"""Exact shortest tours: touch some cards in order, each once and no other, then end somewhere.

The heading in which a card is reached decides what the next leg costs, so each leg begins with what
it costs to be on the card in each heading.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.pathfinding import (
    ANY,
    BLOCKED,
    EQUAL_COSTS,
    FAR,
    FREE,
    NODES,
    TERMINAL,
    as_actions,
    cost_array,
    search,
    trace,
)
from cerealbar.game import HEADINGS, POSES, Action, Array, Heading, Pose, kernel

_HEADING_OF = tuple(Heading)
_HALF_TURN = HEADINGS // 2
"""The most turns between two headings."""


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
    step_costs: Array,
    path: Array,
    found: Array,
) -> int:
    """Fill the end of `path` with the steps of a cheapest tour; returns where they begin, or -1.

    `found` (n + 1,) gets the steps taken when each stop is touched, and the pose at the end.
    """
    n = len(stops)
    ends_on_stop = n > 0 and end < 0 and end_heading < 0  # then whoever arrives there is done
    legs = n if ends_on_stop else n + 1
    ground = np.empty(len(blocked), np.uint8)
    for cell in range(len(blocked)):
        ground[cell] = BLOCKED if blocked[cell] else FREE
    distances = np.empty(NODES, np.int16)
    came_by = np.empty((legs, NODES), np.int8)
    costs = np.full(HEADINGS, FAR, np.int16)
    costs[heading] = 0
    here, node = start, -1
    for leg in range(legs):
        here = stops[leg - 1] if leg else start
        for i in range(n):
            ground[stops[i]] = TERMINAL if i == leg else BLOCKED
        slack, goal, facing = 0, here if end < 0 else end, end_heading
        if leg < n:
            goal, facing = stops[leg], ANY
        if leg < legs - 1:  # then any heading is to be known
            slack = _HALF_TURN * max(step_costs[2], step_costs[3])
        node = search(ground, here, costs, step_costs, goal, facing, slack, distances, came_by[leg])
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
        begin, facing = trace(node, here, came_by[leg], path, begin)
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
    step_costs: Sequence[int] = EQUAL_COSTS,
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
        ANY if end is None else int(end),
        ANY if heading is None else int(heading),
        cost_array(tuple(step_costs)),
        path,
        found,
    )
    if begin < 0:
        return None
    *arrivals, pose = found.tolist()
    there = Pose(pose // HEADINGS, _HEADING_OF[pose % HEADINGS])
    return Tour(as_actions(path[begin:]), tuple(stops), tuple(arrivals), there)


def shortest_path(
    blocked: NDArray[np.bool_],
    start: Pose,
    goal: int,
    heading: Heading | None = None,
    step_costs: Sequence[int] = EQUAL_COSTS,
) -> tuple[Action, ...] | None:
    """The steps of a cheapest path from a pose to a cell, or None if there is none.

    The first cell may be blocked; the goal may not.
    """
    tour = shortest_tour(blocked, start, (), end=goal, heading=heading, step_costs=step_costs)
    return None if tour is None else tour.steps
