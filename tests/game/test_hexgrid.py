"""The board: neighbours, headings, distances, where cells lie."""

import math
from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.game import (
    AXIAL,
    BEARING_FROM,
    CELLS,
    CENTRES,
    DISTANCE_FROM,
    DISTANCES,
    HEADINGS,
    IS_BORDER,
    NEIGHBOURS,
    NEXT_POSE,
    OUTSIDE,
    WIDTH,
    Action,
    Heading,
    NotationError,
    Pose,
    ahead_of,
    bearing,
    cell_at,
    coordinates,
    distance,
    neighbours,
    next_pose,
)
from cerealbar.game.hexgrid import parse_heading
from tests.strategies import cells, headings


def test_the_board_has_25_rows_of_25_cells_and_six_headings() -> None:
    assert (WIDTH, CELLS, HEADINGS) == (25, 625, 6)
    assert [heading.name for heading in Heading] == ["NE", "E", "SE", "SW", "W", "NW"]


# As in the original: (dx, dz) by heading.
EVEN_ROW = ((0, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1))
ODD_ROW = ((1, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (0, 1))


@given(cells, headings)
def test_neighbours_are_those_of_the_original(cell: int, heading: Heading) -> None:
    x, z = cell % 25, cell // 25
    dx, dz = (ODD_ROW if z % 2 else EVEN_ROW)[heading]
    inside = 0 <= x + dx < 25 and 0 <= z + dz < 25
    expected = x + dx + 25 * (z + dz) if inside else OUTSIDE
    assert NEIGHBOURS[cell, heading] == expected


def test_who_borders_on_a_cell_is_bordered_on_from_the_opposite_heading() -> None:
    for cell in range(CELLS):
        for heading in range(HEADINGS):
            near = NEIGHBOURS[cell, heading]
            if near != OUTSIDE:
                assert NEIGHBOURS[near, (heading + 3) % 6] == cell


def test_a_cell_has_six_different_neighbours_unless_it_lies_on_the_border() -> None:
    for cell in range(CELLS):
        near = set(NEIGHBOURS[cell].tolist()) - {OUTSIDE}
        assert cell not in near
        assert IS_BORDER[cell] == (len(near) < 6)


def test_the_border_is_the_outermost_ring() -> None:
    ring = {x + 25 * z for x in range(25) for z in range(25) if {x, z} & {0, 24}}
    assert set(np.flatnonzero(IS_BORDER).tolist()) == ring


def test_a_neighbour_lies_one_cell_width_away_in_the_headings_direction() -> None:
    for cell in range(CELLS):
        for heading in Heading:
            near = NEIGHBOURS[cell, heading]
            if near == OUTSIDE:
                continue
            east, north = CENTRES[near] - CENTRES[cell]
            assert math.hypot(east, north) == pytest.approx(1)
            assert math.degrees(math.atan2(east, north)) % 360 == pytest.approx(heading.degrees)


def test_odd_rows_lie_half_a_cell_further_east() -> None:
    assert CENTRES[cell_at(3, 4)].tolist() == [3.0, pytest.approx(4 * math.sqrt(3) / 2)]
    assert CENTRES[cell_at(3, 5)].tolist() == [3.5, pytest.approx(5 * math.sqrt(3) / 2)]


def test_axial_coordinates_change_alike_on_every_row() -> None:
    """Each heading is one axial direction, wherever it is taken."""
    directions = {0: (0, 1), 1: (1, 0), 2: (1, -1), 3: (0, -1), 4: (-1, 0), 5: (-1, 1)}
    for cell in range(CELLS):
        for heading in range(HEADINGS):
            near = NEIGHBOURS[cell, heading]
            if near != OUTSIDE:
                assert tuple((AXIAL[near] - AXIAL[cell]).tolist()) == directions[heading]
    assert AXIAL[cell_at(7, 9)].tolist() == [3, 9]


def steps_from(start: int) -> dict[int, int]:
    """How far every cell is, found by walking."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for near in NEIGHBOURS[cell].tolist():
            if near != OUTSIDE and near not in steps:
                steps[near] = steps[cell] + 1
                queue.append(near)
    return steps


@pytest.mark.parametrize("start", [0, 24, 312, 337, 600, 624, 130])
def test_distance_is_the_number_of_moves_on_an_empty_board(start: int) -> None:
    for cell, steps in steps_from(start).items():
        assert distance(start, cell) == distance(cell, start) == steps
        assert DISTANCES[start, cell] == DISTANCE_FROM[start][cell] == steps


@given(cells, cells)
def test_bearings_are_compass_directions_between_centres(a: int, b: int) -> None:
    east, north = CENTRES[b] - CENTRES[a]
    exact = math.degrees(math.atan2(east, north)) % 360
    assert 0 <= BEARING_FROM[a][b] < 360
    assert (BEARING_FROM[a][b] - exact + 180) % 360 - 180 == pytest.approx(0, abs=0.5)


EAST = Pose(cell_at(5, 12), Heading.E)


@pytest.mark.parametrize(
    ("place", "degrees"), [((9, 12), 0), ((5, 16), -90), ((5, 8), 90), ((2, 12), -180)]
)
def test_left_is_negative_and_right_is_positive(place: tuple[int, int], degrees: int) -> None:
    assert bearing(EAST, cell_at(*place)) == degrees


def test_steps_lead_as_the_rules_say() -> None:
    assert next_pose(EAST, Action.FORWARD) == Pose(cell_at(6, 12), Heading.E)
    assert next_pose(EAST, Action.BACKWARD) == Pose(cell_at(4, 12), Heading.E)
    assert next_pose(EAST, Action.LEFT) == Pose(EAST.cell, Heading.NE)
    assert next_pose(EAST, Action.RIGHT) == Pose(EAST.cell, Heading.SE)


@given(cells, headings, st.integers(0, 3))
def test_compiled_code_knows_the_same_steps(cell: int, heading: Heading, step: int) -> None:
    after = NEXT_POSE[cell * HEADINGS + heading, step]
    pose = Pose(cell, heading)
    if after == OUTSIDE:
        assert next_pose(pose, step) == pose
    else:
        assert next_pose(pose, step) == Pose(after // HEADINGS, Heading(after % HEADINGS))


def test_the_edge_of_the_map_has_nothing_ahead() -> None:
    edge = Pose(cell_at(24, 12), Heading.E)
    assert ahead_of(edge) is None
    assert ahead_of(edge, 3) == cell_at(23, 12)
    assert next_pose(edge, Action.FORWARD) == edge
    assert neighbours(cell_at(0, 0)) == (cell_at(0, 1), cell_at(1, 0))


@pytest.mark.parametrize(
    ("heading", "degrees"), list(zip(Heading, (30, 90, 150, 210, 270, 330), strict=True))
)
def test_headings_are_compass_directions(heading: Heading, degrees: int) -> None:
    assert heading.degrees == degrees


@given(headings)
def test_headings_survive_the_round_trip(heading: Heading) -> None:
    assert parse_heading(heading.word) is heading


@pytest.mark.parametrize("word", ["", "n", "north", "s", "nee", "30", " e", "word"])
def test_what_is_no_heading_is_refused_by_name(word: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_heading(word)
    assert str(caught.value) == f"{word!r} is no heading: expected ne, e, se, sw, w or nw"


@given(st.integers(0, 24), st.integers(0, 24))
def test_coordinates_and_cells_are_inverse(x: int, z: int) -> None:
    assert cell_at(x, z) == x + 25 * z
    assert coordinates(cell_at(x, z)) == (x, z)


@pytest.mark.parametrize(("x", "z"), [(-1, 0), (0, -1), (25, 0), (0, 25), (99, 99)])
def test_a_cell_outside_the_board_is_refused_by_name(x: int, z: int) -> None:
    with pytest.raises(NotationError) as caught:
        cell_at(x, z)
    assert str(caught.value) == f"({x}, {z}) is outside the board of 25 x 25 cells"
