import numpy as np
import pytest

from cerealbar.agents import follower_tour
from cerealbar.env.fetch import FetchEnv
from cerealbar.env.learner import CHANNELS, around, cells_around
from cerealbar.game import Action, Player, next_pose, pose_of
from cerealbar.views import FeatureGroup, feature_maps
from tests.boards import board


@pytest.mark.parametrize(("distance", "cards"), [(1, 1), (6, 4), (30, 21)])
def test_a_card_lies_within_the_distance_and_is_the_one_that_is_asked_for(
    distance: int, cards: int
) -> None:
    env = FetchEnv(distance=distance, cards=cards)
    lengths = []
    for seed in range(15):
        _, info = env.reset(seed=seed)
        states = env.learning.states
        assert states["cards"][0] == cards
        target = int(states["card_cell"][0, 0])
        assert env.learning.plays[0].intentions[0].cards == (target,)  # type: ignore[union-attr]
        tour = follower_tour(states, [target])
        assert tour is not None
        is_shut_in = not info["action_mask"][: Action.LEFT].any()
        assert len(tour.steps) <= distance or (is_shut_in and len(tour.steps) == 2)
        lengths.append(len(tour.steps))
        total = 0.0
        for step in (*tour.steps, Action.DONE):
            _, reward, is_over, _, info = env.step(int(step))
            total += reward
        assert (total, is_over, info["is_success"]) == (2.0, True, True)
        assert env.learning.plays[0].half_turns < 2 + len(tour.steps), "nobody plays on"
        assert states["taken"][0, target >> 3] >> (target & 7) & 1, "no new card comes there"
    assert len(set(lengths)) > distance // 4


def test_the_task_grows_from_the_next_episode_on() -> None:
    env = FetchEnv(distance=1)
    env.reset(seed=1)
    env.boards.distance, env.boards.cards = 20, 7
    assert env.learning.states["cards"][0] == 1
    env.reset()
    assert env.learning.states["cards"][0] == 7


def test_turning_back_and_forth_is_cut_in_the_end() -> None:
    env = FetchEnv()
    env.reset(seed=1)
    ends = [env.step(int(Action.LEFT if i % 2 else Action.RIGHT))[2:4] for i in range(40)]
    assert ends[:-1] == [(False, False)] * 39
    assert ends[-1] == (False, True)


# What lies around


def test_cells_around_are_in_rings_from_straight_ahead() -> None:
    for heading in ("ne", "e", "se", "sw", "w", "nw"):
        states = board(follower=f"12,11,{heading}", cards=["1bc@3,3"])
        pose = pose_of(states, Player.FOLLOWER)
        ahead = next_pose(pose, Action.FORWARD)
        twice, behind = next_pose(ahead, Action.FORWARD), next_pose(pose, Action.BACKWARD)
        right = next_pose(next_pose(pose, Action.RIGHT), Action.FORWARD)
        for cell, place in ((pose.cell, 0), (ahead.cell, 1), (right.cell, 2), (behind.cell, 4)):
            assert seen_card(states, cell) == place, heading
        assert seen_card(states, twice.cell) == 7, heading


def seen_card(states: np.ndarray, cell: int) -> int:
    """Where among the cells around the only card is seen when it lies on a cell."""
    states["card_cell"][0, 0] = cell
    maps = feature_maps(states, Player.FOLLOWER)
    told = around(maps, states["player_cell"][:, 1], states["player_heading"][:, 1], 3)
    assert told.shape == (1, cells_around(3), CHANNELS)
    channel = 1 + sum(len(group.values) for group in list(FeatureGroup)[: FeatureGroup.CARD_COUNT])
    (place,) = np.flatnonzero(told[0, :, channel])
    return int(place)


def test_a_turned_world_looks_the_same_and_the_edge_is_unseen() -> None:
    told = []
    for follower, leader in (("12,12,e", "14,12,w"), ("12,12,w", "10,12,e")):
        states = board(follower=follower, leader=leader, cards=["1bc@3,3"])
        maps = feature_maps(states, Player.FOLLOWER)
        told.append(around(maps, states["player_cell"][:, 1], states["player_heading"][:, 1], 4))
    np.testing.assert_array_equal(told[0], told[1])
    assert told[0][0].sum() > cells_around(4), "the leader is seen besides the ground"
    corner = board(follower="0,0,e", cards=["1bc@3,3"])
    maps = feature_maps(corner, Player.FOLLOWER)
    seen = around(maps, corner["player_cell"][:, 1], corner["player_heading"][:, 1], 2)
    assert 0 < seen[0, :, 0].sum() < cells_around(2)
