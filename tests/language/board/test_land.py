from cerealbar.game import Heading, Prop, StateArray, Terrain, Tile, cell_at
from cerealbar.language.board.land import (
    GROVE,
    PAIR,
    POND,
    VILLAGE,
    Land,
    edge_distance,
    is_in_corner,
)
from tests.boards import PATH, WATER, board

TREE = Tile(Terrain.GRASS, Prop.TREE)


def land(states: StateArray) -> Land:
    return Land(states[0]["tile"].tobytes())


def test_water_that_hangs_together_is_one_pond() -> None:
    tiles = dict.fromkeys([(5, 5), (6, 5), (15, 15)], WATER)
    ponds = land(board(tiles=tiles)).of(frozenset((POND,)))
    assert sorted(len(pond.cells) for pond in ponds) == [1, 2]


def test_two_trees_are_a_pair_and_more_are_a_grove() -> None:
    places = [(5, 5), (6, 5), (10, 10), (11, 10), (12, 10), (20, 20)]
    found = land(board(tiles=dict.fromkeys(places, TREE)))
    assert [len(mark.cells) for mark in found.of(frozenset((PAIR,)))] == [2]
    assert [len(mark.cells) for mark in found.of(frozenset((GROVE,)))] == [3]


def test_three_houses_close_together_are_a_village() -> None:
    hut = Tile(Terrain.GRASS, Prop.HUT_RED, Heading.E)
    found = land(board(tiles=dict.fromkeys([(5, 5), (7, 5), (9, 5)], hut)))
    assert len(found.of(frozenset((VILLAGE,)))) == 1


def test_near_are_landmarks_within_two_cells_nearest_first() -> None:
    found = land(board(tiles={(5, 5): TREE, (7, 5): TREE, (12, 5): TREE}))
    near = found.near(cell_at(6, 5))
    assert [(away, mark.cells) for away, mark in near] == [
        (1, (cell_at(5, 5),)),
        (1, (cell_at(7, 5),)),
    ]
    assert [away for away, _ in found.near(cell_at(9, 5))] == [2]
    assert found.near(cell_at(20, 20)) == ()


def test_a_path_ends_where_it_has_one_neighbour() -> None:
    found = land(board(tiles=dict.fromkeys([(5, 5), (6, 5), (7, 5)], PATH)))
    assert found.ends == {cell_at(5, 5), cell_at(7, 5)}
    assert len(found.path) == 3


def test_edges_and_corners() -> None:
    assert edge_distance(cell_at(0, 12)) == 0
    assert edge_distance(cell_at(12, 22)) == 2
    assert is_in_corner(cell_at(2, 22))
    assert not is_in_corner(cell_at(12, 22))
