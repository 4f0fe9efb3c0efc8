"""Exact shortest tours: touch some cards, each once and no other, then end somewhere.

The heading in which a card is reached decides what the next leg costs, so the search keeps a cost
for each set of touched cards, last card and heading (Held and Karp's method over poses).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.pathfinding import EQUAL_COSTS, as_actions, cost_array
from cerealbar.agents.search import ANY, BLOCKED, FAR, FREE, NODES, TERMINAL, search, trace
from cerealbar.game import HEADINGS, POSES, Action, Array, Heading, kernel

HEADING_OF = tuple(Heading)
HALF_TURN = HEADINGS // 2
"""The most turns between two headings."""
MAX_STOPS = 6
"""How many cards a tour can have; time and memory double with each."""


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

    cell: int
    """Where it ends."""
    heading: Heading
    """How it ends."""


@kernel
def _lay_ground(ground: Array, stops: Array, touched: int, only: int) -> None:
    """Touched stops are blocked; of the others all are terminal, or `only` one if not `ANY`."""
    for i in range(len(stops)):
        is_next = touched >> i & 1 == 0 and only in (ANY, i)
        ground[stops[i]] = TERMINAL if is_next else BLOCKED


@kernel
def _least(costs: Array) -> int:
    least = FAR
    for cost in costs:
        least = min(least, int(cost))
    return least


@kernel
def _extend(
    stops: Array, distances: Array, costs: Array, touched: int, last: int, origin: Array
) -> None:
    """Improve what is known of touching one more stop by a search from the last."""
    for i in range(len(stops)):
        if touched >> i & 1:
            continue
        for heading in range(HEADINGS):
            cost = distances[stops[i] * HEADINGS + heading]
            if cost < costs[touched | 1 << i, i, heading]:
                costs[touched | 1 << i, i, heading] = cost
                origin[touched | 1 << i, i, heading] = last


@kernel
def _find_tour(
    blocked: Array,
    start: int,
    heading: int,
    stops: Array,
    in_order: bool,
    end: int,
    end_heading: int,
    step_costs: Array,
    path: Array,
    found: Array,
) -> int:
    """Fill the end of `path` with the steps of a cheapest tour; returns where they begin, or -1.

    `found` (2n + 1,) gets the cells of the stops in order, the steps taken when each is touched,
    and the pose at the end.
    """
    n = len(stops)
    everything = (1 << n) - 1
    ends_on_stop = n > 0 and end < 0 and end_heading < 0  # then whoever arrives there is done
    ground = np.empty(len(blocked), np.uint8)
    for cell in range(len(blocked)):
        ground[cell] = BLOCKED if blocked[cell] else FREE
    distances = np.empty(NODES, np.int16)
    came_by = np.empty((1 << n, n + 1, NODES), np.int8)  # by touched stops and the last of them
    costs = np.full((1 << n, n + 1, HEADINGS), FAR, np.int16)
    origin = np.empty((1 << n, n + 1, HEADINGS), np.int8)
    costs[0, n, heading] = 0  # nothing touched: the start is like a last stop of number n
    best, best_touched, best_last, best_node = FAR, 0, -1, -1
    for touched in range(everything if ends_on_stop else everything + 1):
        for last in range(n + 1):
            if _least(costs[touched, last]) >= FAR:
                continue
            here = stops[last] if last < n else start
            only = 0
            while touched >> only & 1:
                only += 1
            _lay_ground(ground, stops, touched, only if in_order else ANY)
            if last < n:
                ground[here] = BLOCKED
            is_final = touched == everything
            goal, slack = ANY, 0
            if is_final:
                goal = here if end < 0 else end
            elif in_order or touched | 1 << only == everything:
                goal = stops[only]
                is_final = ends_on_stop and touched | 1 << only == everything
                if not is_final:  # then any heading is to be known
                    slack = HALF_TURN * max(step_costs[2], step_costs[3])
            node = search(
                ground,
                here,
                costs[touched, last],
                step_costs,
                goal,
                end_heading if is_final else ANY,
                slack,
                distances,
                came_by[touched, last],
            )
            if not is_final:
                _extend(stops, distances, costs, touched, last, origin)
            elif node >= 0 and distances[node] < best:
                best, best_touched, best_last, best_node = distances[node], touched, last, node
    if best_last < 0:
        return -1
    begin = len(path)
    touched, last, node = best_touched, best_last, best_node
    here = stops[last] if last < n else start
    found[2 * n] = best_node if best_node < POSES else here * HEADINGS + best_node - POSES
    legs = n
    if ends_on_stop:
        legs = n - 1
        found[legs], found[n + legs] = best_node // HEADINGS, begin
    for i in range(legs - 1, -2, -1):
        here = stops[last] if last < n else start
        begin, facing = trace(node, here, came_by[touched, last], path, begin)
        if i >= 0:
            found[i], found[n + i] = here, begin
            node = here * HEADINGS + facing
            touched, last = touched ^ (1 << last), int(origin[touched, last, facing])
    for i in range(n):
        found[n + i] -= begin
    return begin


def shortest_tour(
    blocked: NDArray[np.bool_],
    cell: int,
    heading: Heading,
    stops: Sequence[int],
    *,
    end: int | None = None,
    end_heading: Heading | None = None,
    in_order: bool = False,
    step_costs: Sequence[int] = EQUAL_COSTS,
) -> Tour | None:
    """A cheapest tour from a pose over the stops and on to `end`, or None if there is none.

    Each stop is entered once, whether or not it is blocked; one on which the tour begins is left
    and entered again. Without an `end` the tour ends on the last stop. With `in_order` the stops
    are touched as they are given.

    Raises:
        ValueError: there are more than `MAX_STOPS` stops.
    """
    n = len(stops)
    if n > MAX_STOPS:
        raise ValueError(f"{n} stops are too many for a tour: the most is {MAX_STOPS}")
    path = np.empty((n + 1) * POSES, np.int8)
    found = np.empty(2 * n + 1, np.int64)
    begin = _find_tour(
        blocked.view(np.uint8),
        int(cell),
        int(heading),
        np.array(stops, np.int64),
        in_order,
        ANY if end is None else int(end),
        ANY if end_heading is None else int(end_heading),
        cost_array(step_costs),
        path,
        found,
    )
    if begin < 0:
        return None
    *known, pose = found.tolist()
    return Tour(
        as_actions(path[begin:]),
        tuple(known[:n]),
        tuple(known[n:]),
        pose // HEADINGS,
        HEADING_OF[pose % HEADINGS],
    )
