import pytest

from cerealbar.game import Heading, Pose, cell_at
from cerealbar.language.claims import Relation
from cerealbar.language.land import Land
from cerealbar.language.relations import holds
from tests.boards import PATH, board

EAST = Pose(cell_at(5, 12), Heading.E)
LAND = Land(board(tiles={(9, 12): PATH})[0]["tile"].tobytes())


def at(*places: tuple[int, int]) -> tuple[int, ...]:
    return tuple(cell_at(*place) for place in places)


@pytest.mark.parametrize(
    ("relation", "inside", "outside"),
    [
        (Relation("zone", EAST, zone="left"), (5, 16), (5, 8)),
        (Relation("near", things=at((10, 12)), limit=1), (9, 12), (8, 12)),
        (Relation("behind", EAST, at((9, 12))), (10, 12), (8, 12)),
        (Relation("in front", EAST, at((9, 12))), (8, 12), (10, 12)),
        (Relation("left of", EAST, at((9, 12))), (9, 13), (9, 11)),
        (Relation("right of", EAST, at((9, 12))), (9, 11), (9, 13)),
        (Relation("across", EAST, at((8, 12), (9, 12)), limit=3), (11, 12), (7, 12)),
        (Relation("between", None, at((8, 12)), at((10, 12)), 2), (9, 12), (11, 12)),
        (Relation("within", EAST, limit=3), (8, 12), (9, 12)),
        (Relation("beyond", EAST, limit=4), (9, 12), (8, 12)),
        (Relation("steps ahead", EAST, limit=4), (9, 12), (9, 13)),
        (Relation("on path"), (9, 12), (8, 12)),
        (Relation("off path"), (8, 12), (9, 12)),
        (Relation("edge", limit=1), (1, 12), (2, 12)),
        (Relation("corner"), (2, 2), (2, 12)),
    ],
    ids=lambda value: value.kind if isinstance(value, Relation) else None,
)
def test_a_relation_holds_inside_and_not_outside(
    relation: Relation, inside: tuple[int, int], outside: tuple[int, int]
) -> None:
    assert holds(relation, cell_at(*inside), LAND)
    assert not holds(relation, cell_at(*outside), LAND)
