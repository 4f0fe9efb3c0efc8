import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.agents import distances, ground_of
from cerealbar.agents.search import FAR
from cerealbar.agents.travel import AXES, card_costs, pose_costs
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
    costs, nearest = card_costs(ground, cells)
    card = seed % cards
    expected = by_axis(distances(ground, int(cells[card]), heading)[cells])
    others = np.arange(cards) != card
    assert (costs[card, heading % AXES][others] == expected[others]).all()
    assert (nearest == costs.min(axis=3)).all()
    pose = game.pose(Player.LEADER)
    row = pose_costs(ground, pose.cell, heading, cells)
    assert (row == by_axis(distances(ground, pose.cell, heading)[cells])).all()


def test_a_card_underfoot_costs_two_steps_or_three() -> None:
    game = Game(3)
    cells = game.states["card_cell"][0, :21].copy()
    ground = ground_of(game.states)
    row = pose_costs(ground, int(cells[0]), Heading.NE, cells)
    assert row[0].min() == 2
    assert (card_costs(ground, cells)[0][0, 0, 0] == row[0]).all()
