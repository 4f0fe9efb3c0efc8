from collections import deque
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cerealbar.agents import Tour, shortest_tour
from cerealbar.game import CELLS, Action, Heading, Pose, cell_at
from tests.agents.test_pathfinding import STEPS, after

ROOM = [cell_at(x, z) for z in range(4) for x in range(5)]
"""A corner of the board: small enough to try everything."""

places = st.sampled_from(ROOM)
headings = st.sampled_from(Heading)
stops = st.lists(places, max_size=3, unique=True)


def room(walls: set[int]) -> np.ndarray:
    blocked = np.ones(CELLS, np.bool_)
    blocked[ROOM] = False
    blocked[list(walls)] = True
    return blocked


def plain_length(
    blocked: np.ndarray,
    start: tuple[int, int],
    goals: list[int],
    end: int | None,
    facing: int | None,
) -> int | None:
    """The steps of a shortest tour, by trying all ways to touch each goal exactly once."""
    first = (*start, frozenset[int](), -1)
    reached = {first: 0}
    queue = deque([first])
    while queue:
        node = queue.popleft()
        cell, heading, touched, last = node
        ends_well = end is None or cell == end
        if end is None and goals:
            ends_well = cell == last
        if len(touched) == len(goals) and ends_well and facing in (None, heading):
            return reached[node]
        for action in STEPS:
            new_cell, new_heading = after(cell, heading, action)
            now, latest = touched, last
            if new_cell != cell:
                if new_cell in goals:
                    if new_cell in touched or (goals[len(touched)] != new_cell):
                        continue
                    now, latest = touched | {new_cell}, new_cell
                elif new_cell < 0 or blocked[new_cell]:
                    continue
            new = (new_cell, new_heading, now, latest)
            if new not in reached:
                reached[new] = reached[node] + 1
                queue.append(new)
    return None


def walk(tour: Tour, cell: int, heading: Heading) -> list[tuple[int, int]]:
    poses = [(cell, int(heading))]
    for action in tour.steps:
        poses.append(after(*poses[-1], action))
    return poses


@settings(max_examples=150)
@given(
    st.sets(places, max_size=6),
    places,
    headings,
    stops,
    st.none() | places,
    st.none() | headings,
)
def test_a_tour_touches_each_stop_once_and_no_tour_is_shorter(
    walls: set[int],
    cell: int,
    heading: Heading,
    goals: list[int],
    end: int | None,
    facing: Heading | None,
) -> None:
    blocked = room(walls)
    tour = shortest_tour(blocked, Pose(cell, heading), goals, end=end, heading=facing)
    shortest = plain_length(blocked, (cell, int(heading)), goals, end, facing)
    if tour is None:
        assert shortest is None
        return
    assert len(tour.steps) == shortest
    poses = walk(tour, cell, heading)
    entered = [
        (pose[0], steps)
        for steps, (before, pose) in enumerate(pairwise(poses), 1)
        if pose[0] != before[0] and pose[0] in goals
    ]
    assert entered == list(zip(tour.stops, tour.arrivals, strict=True))
    assert list(tour.stops) == goals
    assert poses[-1] == (tour.end.cell, int(tour.end.heading))


@pytest.mark.parametrize("backward", [1, 3])
def test_a_stop_under_the_start_is_left_and_entered_again(backward: int) -> None:
    here = Pose(cell_at(12, 12), Heading.E)
    free = np.zeros(CELLS, np.bool_)
    tour = shortest_tour(free, here, [here.cell], backward=backward)
    assert tour is not None
    assert tour.steps in (
        (Action.FORWARD, Action.BACKWARD),
        (Action.BACKWARD, Action.FORWARD),
    )


def test_one_who_dislikes_walking_backward_turns_around() -> None:
    blocked = np.zeros(CELLS, np.bool_)
    goal = cell_at(6, 12)
    start = Pose(cell_at(12, 12), Heading.E)
    plain = shortest_tour(blocked, start, [goal])
    person = shortest_tour(blocked, start, [goal], backward=3)
    assert plain is not None
    assert person is not None
    assert plain.steps == (Action.BACKWARD,) * 6
    assert Action.BACKWARD not in person.steps
    assert len(person.steps) == 9
