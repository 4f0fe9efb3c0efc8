from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, FlattenObservation, RecordEpisodeStatistics

from cerealbar.agents import FollowTask
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.env import IDS, cerealbar_v0
from cerealbar.env.errors import OptionError
from cerealbar.env.fetch import FetchLeader, FetchVectorEnv
from cerealbar.env.vector import FollowerVectorEnv, LeaderVectorEnv
from cerealbar.game import Action, Rules, UnknownActionError

FOLLOWER, LEADER, FETCH = IDS
SHORT = Rules(half_turns=4, leader_steps=2, follower_steps=3)
TASKS: list[tuple[str, dict[str, Any]]] = [
    (FOLLOWER, {"leader": "scripted", "view": "cb2", "rules": SHORT, "reward": "shaped"}),
    (LEADER, {"follower": "rule-based", "view": "paper", "rules": SHORT}),
    (LEADER, {"follower": "random", "actions": "text", "rules": SHORT}),
    (FETCH, {"cards": 4, "max_steps": 5}),
]


def sampled(env: Any, infos: dict[str, Any]) -> Any:
    """An action for each game that its mask allows."""
    masks = tuple(infos["action_mask"])
    if isinstance(env.single_action_space, gymnasium.spaces.Discrete):
        return env.action_space.sample(masks)
    chosen = [env.single_action_space.sample(mask) for mask in masks]
    return {
        "action": np.array([each["action"] for each in chosen]),
        "text": tuple(each["text"] for each in chosen),
    }


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(("env_id", "options"), TASKS)
def test_games_side_by_side_go_as_single_ones_step_by_step(
    env_id: str, options: dict[str, Any], mode: AutoresetMode
) -> None:
    count = 4
    together = gymnasium.make_vec(env_id, count, autoreset_mode=mode, **options)
    apart = SyncVectorEnv(
        [lambda: gymnasium.make(env_id, disable_env_checker=True, **options)] * count,
        autoreset_mode=mode,
    )
    assert together.metadata["autoreset_mode"] is mode
    assert together.single_observation_space == apart.single_observation_space
    assert together.single_action_space == apart.single_action_space
    together.single_action_space.seed(1)
    together.action_space.seed(1)
    told: Any = together.reset(seed=7)
    expected: Any = apart.reset(seed=7)
    assert data_equivalence(told, expected, exact=True)
    ends = 0
    for _ in range(30):
        assert told[-1]["action_mask"].any(axis=1).all()
        actions = sampled(together, told[-1])
        told, expected = together.step(actions), apart.step(actions)
        assert told[0] in together.observation_space
        assert data_equivalence(told, expected, exact=True)
        ends += int((told[2] | told[3]).sum())
    assert ends >= count


def test_disabled_games_wait_for_the_mask() -> None:
    env = FetchVectorEnv(3, autoreset_mode="Disabled")
    env.reset(seed=1)
    maps = env.learning.states["seed"].copy()
    _, _, over, _, _ = env.step(np.array([Action.DONE, Action.LEFT, Action.LEFT]))
    assert over.tolist() == [True, False, False]
    with pytest.raises(ResetNeeded, match="game 0 has ended"):
        env.step(np.zeros(3, int))
    for bad in ([True, False, False, False], np.zeros(3, bool), np.ones(3, int)):
        with pytest.raises(OptionError, match="reset_mask must be"):
            env.reset(options={"reset_mask": bad})
    env.reset(options={"reset_mask": over})
    assert (env.learning.states["seed"] != maps).tolist() == [True, False, False]
    env.step(np.full(3, Action.LEFT))
    env.reset(seed=[1, None, None], options={"reset_mask": np.array([True, False, False])})
    assert (env.learning.states["seed"] == maps).all()


def test_partners_are_asked_about_many_games_at_once() -> None:
    asked = []

    class Counting(RuleBasedFollower):
        def follow(self, tasks: Any) -> Any:
            asked.append([task.game for task in tasks])
            assert all(isinstance(task, FollowTask) for task in tasks)
            return super().follow(tasks)

    env = LeaderVectorEnv(5, follower=Counting(), rules=SHORT)
    env.reset(seed=[1, 2, 3, 4, 4])
    env.step(np.full(5, 5))
    assert not asked
    env.step(np.full(5, int(Action.DONE)))
    assert len(asked[0]) == 5
    assert len(set(asked[0])) == 5, "also two games with one seed are told apart"


def test_masks_are_where_libraries_look_for_them() -> None:
    env = FetchVectorEnv(3)
    _, infos = env.reset(seed=1)
    for found in (env.action_masks(), env.call("action_masks"), env.get_attr("action_masks")):
        np.testing.assert_array_equal(np.stack(tuple(found)), infos["action_mask"])
    assert env.get_attr("num_envs") == (3, 3, 3)


def test_gymnasiums_vector_wrappers_run() -> None:
    env = RecordEpisodeStatistics(FlattenObservation(FetchVectorEnv(4, radius=1, max_steps=4)))
    told, infos = env.reset(seed=1)
    assert told.shape == (4, *(env.single_observation_space.shape or ()))
    env.action_space.seed(1)
    lengths = []
    for _ in range(12):
        told, _, over, cut, infos = env.step(env.action_space.sample(tuple(infos["action_mask"])))
        if (over | cut).any():
            lengths += infos["episode"]["l"][over | cut].tolist()
    assert 4 in lengths
    assert max(lengths) == 4
    listed = DictInfoToList(FetchVectorEnv(2))
    _, told_each = listed.reset(seed=1)
    assert [info["instruction"][:8] for info in told_each] == ["get the "] * 2


def test_games_in_processes_of_their_own() -> None:
    env: Any = gymnasium.make_vec(FETCH, 2, vectorization_mode="async", cards=2)
    here = FetchVectorEnv(2, cards=2)
    assert data_equivalence(env.reset(seed=3), here.reset(seed=3))
    actions = np.array([Action.LEFT, Action.RIGHT])
    assert data_equivalence(env.step(actions), here.step(actions))
    assert np.stack(env.call("action_masks")).any(axis=1).all()
    env.close()


def test_every_game_is_rendered() -> None:
    env = FollowerVectorEnv(2, leader="random", render_mode="ansi")
    env.reset(seed=1)
    first, second = env.render() or ("", "")
    assert "L" in first
    assert first != second
    images = FetchVectorEnv(2, render_mode="rgb_array")
    images.reset(seed=1)
    assert [image.shape[1:] for image in images.render() or ()] == [(800, 3)] * 2
    with pytest.raises(OptionError, match="'human' is no render mode: expected one of ansi, rgb"):
        FetchVectorEnv(2, render_mode="human")


def test_gymnasiums_limit_counts_too() -> None:
    env = gymnasium.make_vec(FOLLOWER, 2, leader="random", max_episode_steps=2, max_steps=9)
    env.reset(seed=1)
    cuts = [env.step(np.full(2, int(Action.LEFT)))[3].tolist() for _ in range(2)]
    assert cuts == [[False, False], [True, True]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 0}, "num_envs must be above 0, not 0"),
        ({"autoreset_mode": "never"}, "'never' is no autoreset mode: expected one of NextStep"),
        ({"max_steps": 0}, "max_steps must be above 0"),
        ({"distance": 0}, "distance must be an integer from 1 to 60, not 0"),
        ({"cards": True}, "cards must be an integer from 1 to 32, not True"),
    ],
)
def test_what_is_not_offered_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        FetchVectorEnv(**({"num_envs": 2} | options))


def test_actions_must_be_as_many_as_games_and_of_the_role() -> None:
    env = FetchVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(UnknownActionError, match="3 actions for 2 games"):
        env.step(np.zeros(3, int))
    with pytest.raises(UnknownActionError, match="is no action of the follower"):
        env.step(np.array([0, 5]))


# Seeds


def test_a_reset_without_a_seed_goes_on_to_the_next_maps() -> None:
    env = FollowerVectorEnv(3, leader="random")
    seen = []
    for seed in (3, None, 3, None):
        env.reset(seed=seed)
        seen.append(env.learning.states["seed"].tolist())
    assert seen[:2] == seen[2:]
    assert not set(seen[0]) & set(seen[1])


def test_maps_are_those_of_the_pettingzoo_environment() -> None:
    env = FollowerVectorEnv(3, leader=FetchLeader())
    two = cerealbar_v0.env()
    env.reset(seed=20)
    two.reset(seed=21)
    for _ in range(3):
        assert env.learning.states["seed"][1] == two.unwrapped.game.states["seed"][0]
        env.reset()
        two.reset()


def test_map_seeds_are_played_exactly() -> None:
    env = FollowerVectorEnv(3, leader=FetchLeader())
    env.reset(options={"map_seeds": [42, 7, 42]})
    assert env.learning.states["seed"].tolist() == [42, 7, 42]


def test_seeds_must_be_as_many_as_the_games() -> None:
    env = FetchVectorEnv(3)
    with pytest.raises(OptionError, match="2 seeds for 3 games"):
        env.reset(seed=[1, 2])
    with pytest.raises(OptionError, match="1 map_seeds for 3 games"):
        env.reset(options={"map_seeds": [1]})


def test_no_step_comes_before_the_first_reset() -> None:
    with pytest.raises(ResetNeeded, match="after reset"):
        FetchVectorEnv(1).step(np.zeros(1, int))
