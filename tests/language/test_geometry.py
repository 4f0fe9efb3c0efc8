import numpy as np
import pytest

from cerealbar.game import CELLS, Action, Heading, Player, Pose, cell_at, distance
from cerealbar.language.geometry import (
    BEARING,
    DISTANCE,
    ZONES,
    ahead_of,
    is_in_sight,
    is_in_zone,
    neighbours,
    side,
    step,
)
from cerealbar.views import seen_cells
from tests.boards import board
from tests.language import truth

EAST = Pose(cell_at(5, 12), Heading.E)


def test_distances_and_bearings_are_those_of_the_board() -> None:
    rng = np.random.default_rng(0)
    for a, b in rng.integers(0, CELLS, (500, 2)).tolist():
        assert DISTANCE[a][b] == distance(a, b)
        assert a == b or BEARING[a][b] == truth.compass(a, b) % 360


@pytest.mark.parametrize(
    ("place", "degrees"), [((9, 12), 0), ((5, 16), -90), ((5, 8), 90), ((2, 12), -180)]
)
def test_left_is_negative_and_right_is_positive(place: tuple[int, int], degrees: int) -> None:
    assert side(EAST, cell_at(*place)) == degrees


def test_sight_is_that_of_the_original_camera() -> None:
    states = board(follower="7,9,sw")
    seen = seen_cells(states, Player.FOLLOWER)[0]
    pose = Pose(cell_at(7, 9), Heading.SW)
    assert [is_in_sight(pose, cell) for cell in range(CELLS)] == seen.tolist()


@pytest.mark.parametrize(
    ("zone", "place"),
    [
        ("straight", (9, 12)),
        ("ahead", (9, 13)),
        ("left", (5, 16)),
        ("directly right", (5, 8)),
        ("directly behind", (2, 12)),
        ("9 o'clock", (5, 16)),
        ("12 o'clock", (9, 12)),
    ],
)
def test_a_zone_is_a_range_of_degrees(zone: str, place: tuple[int, int]) -> None:
    assert is_in_zone(zone, EAST, cell_at(*place))
    assert not is_in_zone(zone, EAST, EAST.cell)


def test_zones_mirror_each_other() -> None:
    for zone, arc in ZONES.items():
        if "left" in zone:
            other = ZONES[zone.replace("left", "right")]
            assert all(arc[degrees] == other[-degrees % 360] for degrees in range(360))


def test_steps_lead_as_the_rules_say() -> None:
    assert step(EAST, Action.FORWARD) == Pose(cell_at(6, 12), Heading.E)
    assert step(EAST, Action.BACKWARD) == Pose(cell_at(4, 12), Heading.E)
    assert step(EAST, Action.LEFT) == Pose(EAST.cell, Heading.NE)
    assert step(EAST, Action.RIGHT) == Pose(EAST.cell, Heading.SE)


def test_the_edge_of_the_map_has_nothing_ahead() -> None:
    edge = Pose(cell_at(24, 12), Heading.E)
    assert ahead_of(edge) is None
    assert step(edge, Action.FORWARD) == edge
    assert len(neighbours(cell_at(0, 0))) < 6
