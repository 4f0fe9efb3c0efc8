import pytest

from cerealbar.game import CELLS, Heading, Player, Pose, cell_at
from cerealbar.language.board.relations import ZONES, is_in_sight, is_in_zone
from cerealbar.views import seen_cells
from tests.boards import board

EAST = Pose(cell_at(5, 12), Heading.E)


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
