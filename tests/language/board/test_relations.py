import pytest

from cerealbar.game import CELLS, Heading, Player, Pose, cell_at
from cerealbar.language.board.land import Land
from cerealbar.language.board.relations import (
    ZONES,
    Across,
    AtEdge,
    Behind,
    Between,
    Beyond,
    InCorner,
    InFrontOf,
    InZone,
    LeftOf,
    Near,
    OffPath,
    OnPath,
    Relation,
    RightOf,
    StepsAhead,
    Within,
    holds,
    is_in_sight,
    is_in_zone,
)
from cerealbar.views import seen_cells
from tests.boards import PATH, board

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


LAND = Land(board(tiles={(9, 12): PATH})[0]["tile"].tobytes())


def at(*places: tuple[int, int]) -> tuple[int, ...]:
    return tuple(cell_at(*place) for place in places)


@pytest.mark.parametrize(
    ("relation", "inside", "outside"),
    [
        (InZone(EAST, "left"), (5, 16), (5, 8)),
        (Near(at((10, 12)), 1), (9, 12), (8, 12)),
        (Behind(EAST, at((9, 12))), (10, 12), (8, 12)),
        (InFrontOf(EAST, at((9, 12))), (8, 12), (10, 12)),
        (LeftOf(EAST, at((9, 12))), (9, 13), (9, 11)),
        (RightOf(EAST, at((9, 12))), (9, 11), (9, 13)),
        (Across(EAST, at((8, 12), (9, 12)), 3), (11, 12), (7, 12)),
        (Between(at((8, 12)), at((10, 12)), 2), (9, 12), (11, 12)),
        (Within(EAST, 3), (8, 12), (9, 12)),
        (Beyond(EAST, 4), (9, 12), (8, 12)),
        (StepsAhead(EAST, 4), (9, 12), (9, 13)),
        (OnPath(), (9, 12), (8, 12)),
        (OffPath(), (8, 12), (9, 12)),
        (AtEdge(1), (1, 12), (2, 12)),
        (InCorner(), (2, 2), (2, 12)),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, tuple) else None,
)
def test_a_relation_holds_inside_and_not_outside(
    relation: Relation, inside: tuple[int, int], outside: tuple[int, int]
) -> None:
    assert holds(relation, cell_at(*inside), LAND)
    assert not holds(relation, cell_at(*outside), LAND)
