import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.agents.fetching import AXES, travel_costs
from cerealbar.agents.pathfinding import FAR, distances, ground_of
from cerealbar.game import Game, Heading, Player, Rules


def by_axis(found: np.ndarray) -> np.ndarray:
    """(n, 3) of (n, 6) costs by heading: the cheaper of two opposite ones, or by one more turn."""
    axes = np.minimum(found[:, :AXES], found[:, AXES:])
    return np.minimum(np.minimum(axes, axes.min(axis=1, keepdims=True) + 1), FAR)


@given(st.integers(0, 10_000), st.sampled_from((3, 21, 25, 32)), st.sampled_from(Heading))
def test_travel_costs_are_the_distances_of_the_path_finder(
    seed: int, cards: int, heading: Heading
) -> None:
    game = Game(seed % 60, Rules(cards=cards))
    ground = ground_of(game.states)
    cells = game.states["card_cell"][0, :cards].copy()
    poses = game.pose(Player.LEADER).cell, game.pose(Player.FOLLOWER).cell, *cells.tolist()
    starts = np.array(poses, np.int16)  # more than are searched from at once, if cards are many
    axes = np.full(len(starts), heading % AXES, np.int16)
    costs = travel_costs(ground, starts, axes, cells)
    assert costs.shape == (2 + cards, cards, AXES)
    for start, found in zip(poses, costs, strict=True):
        others = cells != start
        expected = by_axis(distances(ground, start, heading)[cells])
        assert (found[others] == expected[others]).all()


def test_a_card_underfoot_costs_two_steps_or_three() -> None:
    game = Game(3)
    cells = game.states["card_cell"][0, :21].copy()
    start, axis = cells[:1], np.zeros(1, np.int16)
    costs = travel_costs(ground_of(game.states), start, axis, cells)
    assert sorted(costs[0, 0]) == [2, 3, 3]
