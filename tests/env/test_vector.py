from typing import Any, get_args

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from numpy.typing import NDArray

from cerealbar.env import cerealbar_v0
from cerealbar.env.errors import OptionError
from cerealbar.env.vector import CerealBarVectorEnv
from cerealbar.game import (
    STATE,
    Action,
    Game,
    Outcome,
    Player,
    Refusal,
    Rules,
    StateArray,
    UnknownActionError,
    legal_many,
    new_states,
    random_actions,
    seed_words,
)
from cerealbar.views import FeatureGroup, ViewName
from tests.boards import board, set_one_step_away

SHORT = Rules(half_turns=2, leader_steps=3, follower_steps=3)
"""Games that end after a few actions."""
SELECTION = FeatureGroup.CARD_SELECTION


def words(seed: int) -> NDArray[np.uint32]:
    four = np.empty(4, np.uint32)
    seed_words(four, seed)
    return four


def env_on(*boards: StateArray, **options: Any) -> CerealBarVectorEnv:  # options of many types
    env = CerealBarVectorEnv(len(boards), **options)
    env.reset(seed=1)
    env.states[:] = np.concatenate(boards)
    return env


def actions(*values: int) -> NDArray[np.uint8]:
    return np.array(values, np.uint8)


# Observations


@pytest.mark.parametrize("observation", ["records", "features"])
def test_all_that_is_returned_lies_in_its_space(observation: Any) -> None:
    env = CerealBarVectorEnv(3, observation=observation, view="paper", rules=SHORT)
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space
    generator = words(1)
    for _ in range(20):
        chosen = random_actions(env.states, generator)
        assert chosen in env.action_space
        observations, rewards, terminations, truncations, infos = env.step(chosen)
        assert observations in env.observation_space
        assert rewards.dtype == np.float64
        assert rewards.shape == (3,)
        assert terminations.dtype == truncations.dtype == np.bool_
        assert infos["action_mask"].shape == (3, 6)


def test_records_read_back_as_the_states() -> None:
    env = CerealBarVectorEnv(4)
    observations, _ = env.reset(seed=1)
    assert isinstance(observations, np.ndarray)
    assert (observations.view(STATE)[:, 0] == env.states).all()


@pytest.mark.parametrize("observation", ["records", "features"])
def test_observations_stay_as_they_were(observation: Any) -> None:
    env = CerealBarVectorEnv(2, observation=observation)
    first = env.reset(seed=1)
    again = CerealBarVectorEnv(2, observation=observation).reset(seed=1)
    env.step(actions(Action.LEFT, Action.INSTRUCT))
    env.step(actions(Action.LEFT, Action.DONE))
    assert data_equivalence(first, again)


@pytest.mark.parametrize("view", get_args(ViewName))
def test_features_are_what_the_agent_to_act_is_told(view: ViewName) -> None:
    env = CerealBarVectorEnv(12, observation="features", view=view)
    env.reset(seed=1)
    generator = words(2)
    for _ in range(20):
        observations, *_, infos = env.step(random_actions(env.states, generator))
    assert set(infos["player"]) == {0, 1}
    assert isinstance(observations, dict)
    for i in range(12):
        single = cerealbar_v0.env(view=view)
        texts = ("do it",) * int(env.states["waiting"][i])
        single.reset(options={"game": Game.from_states(env.states[i : i + 1], texts=texts)})
        told, *_ = single.last()
        for name, value in told["observation"].items():
            np.testing.assert_array_equal(observations[name][i], value, err_msg=name)


def test_the_follower_sees_neither_invalid_marks_nor_the_length_of_the_queue() -> None:
    cards = ["1bc@13,13+", "1bd@14,14+", "2gd@3,3"]
    boards = [board(cards=cards, queue=3, turn=player) for player in Player]
    env = env_on(*boards, observation="features")
    observations, *_ = env.step(actions(Action.LEFT, Action.LEFT))
    assert isinstance(observations, dict)
    assert observations["turn"].tolist() == [0, 1]
    assert observations["waiting"].tolist() == [3, 1]
    assert observations["cells"][:, SELECTION].max(axis=1).tolist() == [3, 2]


def test_masks_and_players_are_those_of_the_rules() -> None:
    env = CerealBarVectorEnv(16, rules=SHORT)
    _, infos = env.reset(seed=1)
    generator = words(3)
    for _ in range(30):
        playing = env.states["half_turns_left"] > 0
        assert (infos["action_mask"] == legal_many(env.states)[:, :6])[playing].all()
        assert (infos["player"] == env.states["turn"]).all()
        *_, infos = env.step(random_actions(env.states, generator))


# Play


def test_games_in_a_batch_go_as_single_games_step_by_step() -> None:
    env = CerealBarVectorEnv(8, rules=SHORT)
    env.reset(seed=1)
    games = [Game(int(seed), SHORT) for seed in env.states["seed"]]
    generator = np.random.default_rng(1)
    endings = 0
    for _ in range(60):
        chosen = generator.integers(6, size=8)  # some are refused
        was_over = [game.is_over for game in games]
        _, rewards, terminations, _, infos = env.step(chosen)
        for i, game in enumerate(games):
            if was_over[i]:
                games[i] = Game(int(env.states["seed"][i]), SHORT)
                assert (infos["outcome"][i], rewards[i], terminations[i]) == (0, 0, False)
            else:
                outcome = outcome_of(game, Action(chosen[i]))
                assert outcome == infos["outcome"][i]
                assert rewards[i] == (outcome >= 0 and Outcome.SET_MADE in Outcome(outcome))
                assert terminations[i] == game.is_over
            assert games[i].states.tobytes() == env.states[i : i + 1].tobytes()
        endings += int(terminations.sum())
    assert endings > 20


def outcome_of(game: Game, action: Action) -> int:
    """What the single game makes of an action, as the batch reports it."""
    if action is Action.INSTRUCT and game.turn is Player.FOLLOWER:
        return Refusal.NOT_LEADER
    if action.is_step and game.steps_left == 0:
        return Refusal.NO_STEPS
    return game.step(action, text="go" if action is Action.INSTRUCT else None)


def test_a_set_is_rewarded() -> None:
    env = env_on(set_one_step_away("1bc@2,2"), set_one_step_away("1bc@2,2"))
    _, rewards, *_ = env.step(actions(Action.FORWARD, Action.BACKWARD))
    assert rewards.tolist() == [1.0, 0.0]


def test_a_refused_action_changes_nothing_and_is_told() -> None:
    env = env_on(
        board(steps=0, cards=["1bc@9,9"]),
        board(turn=Player.FOLLOWER, queue=1, cards=["1bc@9,9"]),
    )
    before = env.states.copy()
    _, rewards, terminations, _, infos = env.step(actions(Action.LEFT, Action.INSTRUCT))
    assert infos["outcome"].tolist() == [Refusal.NO_STEPS, Refusal.NOT_LEADER]
    assert (env.states == before).all()
    assert not rewards.any()
    assert not terminations.any()


def test_the_step_after_the_end_begins_a_new_game_whatever_the_action() -> None:
    env = CerealBarVectorEnv(2, rules=Rules(half_turns=2))
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env.reset(seed=1)
    old = env.states["seed"].copy()
    _, _, terminations, _, infos = env.step(actions(Action.DONE, Action.LEFT))
    assert terminations.tolist() == [True, False]
    assert np.flatnonzero(infos["action_mask"][0]).tolist() == [Action.DONE]
    assert env.states["half_turns_left"][0] == 0, "the last observation is of the end"
    _, rewards, terminations, _, infos = env.step(actions(Action.DONE, Action.LEFT))
    assert terminations.tolist() == [False, False]
    assert rewards[0] == infos["outcome"][0] == 0
    assert infos["action_mask"][0].sum() > 1
    new = int(env.states["seed"][0])
    assert new != old[0]
    assert env.states[:1].tobytes() == new_states([new], Rules(half_turns=2)).tobytes()
    assert env.states["steps_left"].tolist() == [5, 3]


def test_a_game_may_begin_anew_in_the_step_that_ends_it() -> None:
    options: dict[str, Any] = {"rules": Rules(half_turns=2), "observation": "features"}
    env = CerealBarVectorEnv(2, autoreset_mode=AutoresetMode.SAME_STEP, **options)
    apart = CerealBarVectorEnv(2, **options)
    env.reset(seed=1), apart.reset(seed=1)
    chosen = actions(Action.DONE, Action.LEFT)
    last, rewards, over, cut, infos = apart.step(chosen)
    told, *ends, found = env.step(chosen)
    assert data_equivalence(tuple(ends), (rewards, over, cut), exact=True)
    assert over.tolist() == found["_final_obs"].tolist() == [True, False]
    assert found["final_obs"][1] is None
    assert isinstance(last, dict)
    assert all((array[0] == found["final_obs"][0][name]).all() for name, array in last.items())
    assert found["final_info"]["outcome"].tolist() == [infos["outcome"][0], 0]
    assert found["outcome"].tolist() == [0, infos["outcome"][1]]
    again, *_ = apart.step(actions(Action.DONE, Action.RIGHT))
    _, _, over, *_ = env.step(actions(Action.LEFT, Action.RIGHT))
    assert isinstance(told, dict)
    assert isinstance(again, dict)
    assert (told["cells"][0] == again["cells"][0]).all(), "on the map that comes next"
    assert not over.any()


def test_after_max_steps_a_game_is_truncated_and_begins_anew() -> None:
    env = CerealBarVectorEnv(1, max_steps=3)
    env.reset(seed=1)
    seeds, cuts = [], []
    for _ in range(9):
        _, _, terminations, truncations, _ = env.step(actions(Action.LEFT))
        assert not terminations.any()
        seeds.append(int(env.states["seed"][0]))
        cuts.append(bool(truncations[0]))
    assert cuts == [False, False, True, False, False, False, True, False, False]
    assert [len(set(part)) for part in (seeds[:3], seeds[3:7], seeds[7:])] == [1, 1, 1]
    assert len(set(seeds)) == 3


def test_an_end_within_the_last_step_is_no_truncation() -> None:
    env = CerealBarVectorEnv(1, max_steps=1, rules=Rules(half_turns=1))
    env.reset(seed=1)
    _, _, terminations, truncations, _ = env.step(actions(Action.DONE))
    assert (terminations[0], truncations[0]) == (True, False)


# Seeds


def trajectory(env: CerealBarVectorEnv, seed: Any, game: int, steps: int = 60) -> list[bytes]:
    """The records of one game, in which it does the same whatever the others do."""
    env.reset(seed=seed)
    generator = words(9)
    records = []
    for _ in range(steps):
        chosen = np.zeros(env.num_envs, np.uint8)
        random_actions(env.states[game : game + 1], generator, chosen[game : game + 1])
        env.step(chosen)
        records.append(env.states[game].tobytes())
    return records


def test_a_game_goes_the_same_in_a_batch_of_any_size_and_at_any_place() -> None:
    alone = trajectory(CerealBarVectorEnv(1, rules=SHORT), 12, 0)
    assert len({np.frombuffer(record, STATE)["seed"][0] for record in alone}) > 3
    assert trajectory(CerealBarVectorEnv(5, rules=SHORT), 10, 2) == alone
    assert trajectory(CerealBarVectorEnv(3, rules=SHORT), [7, 12, 99], 1) == alone


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    env = CerealBarVectorEnv(4)
    first, other, again = (env.reset(seed=seed) for seed in (3, 7, 3))
    assert data_equivalence(first, again, exact=True)
    assert not data_equivalence(first, other, exact=True)


def test_a_reset_without_a_seed_goes_on_to_the_next_maps() -> None:
    env = CerealBarVectorEnv(4)
    seen = []
    for seed in (3, None, 3, None):
        env.reset(seed=seed)
        seen.append(env.states["seed"].tolist())
    assert seen[:2] == seen[2:]
    assert not set(seen[0]) & set(seen[1])


def test_maps_are_those_of_the_pettingzoo_environment() -> None:
    env = CerealBarVectorEnv(3, rules=Rules(half_turns=1))
    single = cerealbar_v0.env(rules=Rules(half_turns=1))
    env.reset(seed=20)
    single.reset(seed=21)
    for _ in range(3):
        assert env.states[1:2].tobytes() == single.unwrapped.game.states.tobytes()
        for _ in range(2):  # one to end the games, one to begin the next
            env.step(actions(*[Action.DONE] * 3))
        single.reset()


def test_map_seeds_are_played_exactly() -> None:
    env = CerealBarVectorEnv(3)
    env.reset(options={"map_seeds": [42, 7, 42]})
    assert env.states["seed"].tolist() == [42, 7, 42]


def test_maps_that_are_asked_for_take_none_of_those_that_follow_from_the_seed() -> None:
    env, other = CerealBarVectorEnv(2), CerealBarVectorEnv(2)
    env.reset(seed=3)
    env.reset(options={"map_seeds": [42, 7]})
    env.reset()
    other.reset(seed=3)
    other.reset()
    assert env.states.tobytes() == other.states.tobytes()


# Gymnasium's wrappers


def test_gymnasium_counts_the_return_and_length_of_each_game() -> None:
    games = CerealBarVectorEnv(1)
    env = RecordEpisodeStatistics(games)
    env.reset(seed=1)
    games.states[:] = set_one_step_away("1bc@2,2", rules=Rules(half_turns=1, extra_half_turns=()))
    for action in (Action.LEFT, Action.RIGHT, Action.FORWARD, Action.DONE):
        *_, infos = env.step(actions(action))
    assert infos["episode"]["r"].tolist() == [1.0]
    assert infos["episode"]["l"].tolist() == [4]


def test_gymnasium_turns_infos_into_a_list() -> None:
    env = DictInfoToList(CerealBarVectorEnv(2))
    _, infos = env.reset(seed=1)
    assert [info["player"] for info in infos] == [0, 0]
    *_, infos = env.step(actions(Action.LEFT, Action.INSTRUCT))
    assert [Outcome(info["outcome"]) for info in infos] == [Outcome.MOVED, Outcome.INSTRUCTED]


def test_actions_can_be_sampled_with_the_mask() -> None:
    env = CerealBarVectorEnv(8)
    _, infos = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(20):
        *_, infos = env.step(env.action_space.sample(tuple(infos["action_mask"])))
        assert (infos["outcome"] >= 0).all()


# Errors


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ([0, 6], "6 is no action in game 1: expected 0 to 5"),
        ([-1, 0], "-1 is no action in game 0: expected 0 to 5"),
        ([0], "2 games need as many integer actions, not int64 of shape \\(1,\\)"),
        ([0.0, 1.0], "2 games need as many integer actions, not float64"),
    ],
)
def test_what_is_no_action_raises_and_changes_nothing(chosen: list[Any], message: str) -> None:
    env = CerealBarVectorEnv(2)
    env.reset(seed=1)
    before = env.states.copy()
    with pytest.raises(UnknownActionError, match=message):
        env.step(np.array(chosen))
    assert (env.states == before).all()


@pytest.mark.parametrize(
    ("count", "options", "message"),
    [
        (0, {}, "num_envs must be above 0, not 0"),
        (1, {"observation": "words"}, "'words' is no observation: expected one of records"),
        (1, {"view": "bird"}, "'bird' is no view"),
        (1, {"max_steps": 0}, "max_steps must be above 0, not 0"),
    ],
)
def test_an_option_that_is_not_offered_is_named(
    count: int, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        CerealBarVectorEnv(count, **options)


def test_no_step_comes_before_the_first_reset() -> None:
    with pytest.raises(ResetNeeded, match="after reset"):
        CerealBarVectorEnv(1).step(actions(0))


def test_seeds_must_be_as_many_as_the_games() -> None:
    env = CerealBarVectorEnv(3)
    with pytest.raises(OptionError, match="2 seeds for 3 games"):
        env.reset(seed=[1, 2])
    with pytest.raises(OptionError, match="1 map_seeds for 3 games"):
        env.reset(options={"map_seeds": [1]})
