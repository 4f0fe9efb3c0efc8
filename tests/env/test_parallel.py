from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    BaseParallelWrapper,
    ClipOutOfBoundsWrapper,
    MultiEpisodeEnv,
    MultiEpisodeParallelEnv,
    OrderEnforcingWrapper,
)

from cerealbar.env import cerealbar_v0
from cerealbar.env.errors import OptionError
from cerealbar.game import Action, Rules, UnknownActionError
from tests.boards import game_on, set_in_a_row
from tests.env.checkers import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
)

LEADER, FOLLOWER = "leader_0", "follower_0"
DONE = {"action": 4, "text": ""}
AEC_WARNINGS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action space for each agent probably should be",
    "ignore:Agents have different observation space sizes",
)


def as_aec(**options: Any) -> Any:
    """The parallel environment as one in which both agents act in each cycle."""
    return parallel_to_aec(cerealbar_v0.parallel_env(**options))


@pytest.mark.parametrize("options", [{}, {"view": "cb2", "two_way": True}])
def test_pettingzoo_accepts_the_parallel_environment(options: dict[str, Any]) -> None:
    parallel_api_test(cerealbar_v0.parallel_env(**options), num_cycles=60)
    parallel_seed_test(lambda: cerealbar_v0.parallel_env(**options), num_cycles=60)


def test_games_are_cut_after_max_cycles_as_pettingzoo_counts_them() -> None:
    max_cycles_test(SimpleNamespace(parallel_env=cerealbar_v0.parallel_env, env=as_aec))
    with pytest.raises(OptionError, match="max_cycles must be above 0"):
        cerealbar_v0.parallel_env(max_cycles=0)


@AEC_WARNINGS
def test_pettingzoo_accepts_it_converted_and_wrapped() -> None:
    api_test(as_aec(max_cycles=20), num_cycles=30)
    for wrapper in (AssertOutOfBoundsWrapper, OrderEnforcingWrapper):
        api_test(wrapper(cerealbar_v0.raw_env()), num_cycles=40)
    with pytest.raises(AssertionError, match="Box"):
        ClipOutOfBoundsWrapper(cerealbar_v0.raw_env())


def test_wrappers_play_several_games_in_a_row() -> None:
    turns = MultiEpisodeEnv(cerealbar_v0.env(max_cycles=5), num_episodes=3)
    turns.reset(seed=1)
    acted = 0
    for agent in turns.agent_iter():
        told, _, over, cut, _ = turns.last()
        is_dead = over or cut
        acted += not is_dead
        turns.step(None if is_dead else turns.action_space(agent).sample(told["action_mask"]))
    assert acted == 15
    env = MultiEpisodeParallelEnv(
        BaseParallelWrapper(cerealbar_v0.parallel_env(max_cycles=5)), num_episodes=3
    )
    told, _ = env.reset(seed=1)
    steps = 0
    while env.agents:
        steps += 1
        told, *_ = env.step(
            {
                agent: env.action_space(agent).sample(told[agent]["action_mask"])
                for agent in env.agents
            }
        )
    assert steps == 15


def test_every_render_mode_gives_what_pettingzoo_expects() -> None:
    render_test(as_aec)


def test_who_waits_has_one_action_which_means_nothing() -> None:
    env = cerealbar_v0.parallel_env(rules=Rules(half_turns=3))
    told, _ = env.reset(seed=1)
    assert np.flatnonzero(told[FOLLOWER]["action_mask"]).tolist() == [Action.DONE]
    told, *_, infos = env.step({LEADER: {"action": 5, "text": "go"}, FOLLOWER: 0})
    assert infos[LEADER] == {"outcome": ("instructed",), "active_agent": LEADER}
    told, *_ = env.step({LEADER: DONE, FOLLOWER: 4})
    assert np.flatnonzero(told[LEADER]["action_mask"]).tolist() == [Action.DONE]
    before = told[LEADER]["observation"]["pose"].tolist()
    told, *_ = env.step({LEADER: {"action": 2, "text": ""}, FOLLOWER: int(Action.LEFT)})
    assert told[LEADER]["observation"]["pose"].tolist() == before
    assert told[FOLLOWER]["observation"]["counts"][0] == 9
    env.step({FOLLOWER: 4})
    told, _, over, _, _ = env.step({LEADER: DONE})
    assert over == {LEADER: True, FOLLOWER: True}
    assert env.agents == []
    for agent in over:
        assert np.flatnonzero(told[agent]["action_mask"]).tolist() == [Action.DONE]


def test_a_set_rewards_both_and_what_is_refused_is_told() -> None:
    env = cerealbar_v0.parallel_env()
    forward = {"action": 0, "text": ""}
    env.reset(options={"game": game_on(set_in_a_row("1bc@2,2", queue=1))})
    rewards = [env.step({LEADER: forward, FOLLOWER: 4})[1] for _ in range(3)]
    assert rewards[1:] == [{LEADER: 0.0, FOLLOWER: 0.0}, {LEADER: 1.0, FOLLOWER: 1.0}]
    for _ in range(2):
        env.step({LEADER: {"action": 2, "text": ""}})
    _, reward, over, cut, infos = env.step({LEADER: {"action": 2, "text": ""}})
    assert reward == {LEADER: 0.0, FOLLOWER: 0.0}
    assert not any((*over.values(), *cut.values()))
    assert infos[LEADER]["outcome"] == ("refused",)
    assert infos[LEADER]["reason"] == "leader cannot turn left: no steps are left in this turn"
    with pytest.raises(UnknownActionError, match="leader_0 cannot act: it is its turn"):
        env.step({FOLLOWER: 4})
