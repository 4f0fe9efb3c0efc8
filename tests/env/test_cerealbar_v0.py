import textwrap
from typing import Any, get_args

import numpy as np
import pytest

from cerealbar.env import cerealbar_v0
from cerealbar.env.errors import OptionError
from cerealbar.env.rendering import IMAGE_WIDTH
from cerealbar.game import (
    Action,
    Game,
    GameOverError,
    InstructionError,
    MapError,
    NoStepsLeftError,
    Player,
    Rules,
    StateArray,
    UnknownActionError,
    legal_many,
)
from cerealbar.views import FeatureGroup, ViewName
from tests.boards import WATER, board, game_on, set_in_a_row
from tests.env.checkers import api_test, render_test, seed_test

LEADER, FOLLOWER = "leader_0", "follower_0"
SELECTION = FeatureGroup.CARD_SELECTION
TERRAIN = FeatureGroup.TERRAIN
DONE = {"action": 4, "text": ""}


def instruct(text: str) -> dict[str, object]:
    return {"action": 5, "text": text}


def move(action: Action) -> dict[str, object]:
    return {"action": int(action), "text": ""}


def env_on(states: StateArray, **options: Any) -> Any:  # pettingzoo ships no types
    env = cerealbar_v0.env(**options)
    env.reset(options={"game": game_on(states)})
    return env


def play_at_random(env: Any, seed: int) -> None:
    """Play to the end with actions that the mask allows."""
    for i, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + i)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        assert observation in env.observation_space(agent)
        is_dead = termination or truncation
        mask = observation["action_mask"]
        env.step(None if is_dead else env.action_space(agent).sample(mask))


# The contract


@pytest.mark.filterwarnings(
    # The observation is a dictionary, as PettingZoo's own games with masks have it
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    # The leader sends texts, and has one action more than the follower
    "ignore:Action space for each agent probably should be",
    "ignore:Agents have different observation space sizes",
)
def test_pettingzoo_accepts_the_environment() -> None:
    api_test(cerealbar_v0.env(), num_cycles=200)
    api_test(cerealbar_v0.raw_env(view="cb2"), num_cycles=200)
    api_test(cerealbar_v0.env(max_cycles=20), num_cycles=200)


def test_the_same_seed_gives_the_same_game() -> None:
    seed_test(cerealbar_v0.env, num_cycles=50)


def test_every_render_mode_gives_what_pettingzoo_expects() -> None:
    assert cerealbar_v0.raw_env.metadata["render_modes"] == ["ansi", "human", "rgb_array"]
    render_test(cerealbar_v0.env)


def test_the_rendered_image_is_of_the_whole_board() -> None:
    env = cerealbar_v0.env(render_mode="rgb_array")
    env.reset(seed=1)
    image = env.render()
    assert image.shape[1:] == (IMAGE_WIDTH, 3)
    assert len(np.unique(image)) > 10


def test_rendering_without_a_mode_warns() -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="needs a render_mode"):
        assert env.render() is None


def test_the_example_in_the_documentation_runs() -> None:
    example = cerealbar_v0.__doc__.split("\n\n", 1)[1].split("\nAgents are")[0]
    names: dict[str, Any] = {}  # whatever the example defines
    exec(textwrap.dedent(example), names)
    assert names["env"].agents == []


def test_nothing_can_be_done_before_the_first_reset() -> None:
    with pytest.raises(AttributeError, match="before reset"):
        _ = cerealbar_v0.env().agents


# Observations


@pytest.mark.parametrize("view", get_args(ViewName))
def test_what_both_agents_are_told_lies_in_their_spaces(view: ViewName) -> None:
    env = cerealbar_v0.env(view=view)
    env.reset(seed=3)
    env.step(instruct("go to the windmill"))
    env.step(DONE)
    for agent in env.agents:
        assert env.observe(agent) in env.observation_space(agent)


def test_numbers_are_those_of_the_game() -> None:
    states = board(leader="3,4,se", queue=2, score=5, half_turns=7, steps=2, cards=["1bc@9,9"])
    seen = env_on(states).observe(LEADER)["observation"]
    assert seen["pose"].tolist() == [3, 4, 2]
    assert seen["counts"].tolist() == [2, 7, 5, 2]


def test_observations_stay_as_they_were() -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    before = env.observe(LEADER)
    env.step(move(Action.LEFT))
    after = env.observe(LEADER)
    assert before["observation"]["pose"][2] != after["observation"]["pose"][2]
    assert before["observation"]["counts"][0] == after["observation"]["counts"][0] + 1


def test_the_follower_reads_instructions_up_to_the_current_one_only() -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    for text in ("first", "second", "third"):
        env.step(instruct(text))
    assert env.observe(LEADER)["instructions"] == ("first", "second", "third")
    assert env.observe(FOLLOWER)["instructions"] == ("first",)
    env.step(DONE)
    env.step(4)
    assert env.observe(FOLLOWER)["instructions"] == ("first", "second")
    assert env.observe(LEADER)["instructions"] == ("first", "second", "third")


def test_nothing_that_the_follower_is_told_depends_on_later_instructions() -> None:
    told = []
    for texts in (["go"], ["go", "then stop"], ["go", "then run", "then rest"]):
        env = cerealbar_v0.env()
        env.reset(seed=1)
        for text in texts:
            env.step(instruct(text))
            assert env.infos[FOLLOWER] == {"outcome": ()}
        env.step(DONE)
        told.append((env.observe(FOLLOWER), env.infos[FOLLOWER]))
    np.testing.assert_equal(told[1], told[0])
    np.testing.assert_equal(told[2], told[0])


def test_the_last_waiting_texts_are_those_not_done() -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    for action in (instruct("one"), instruct("two"), instruct("three"), DONE, 4):
        env.step(action)
    leader, follower = env.observe(LEADER), env.observe(FOLLOWER)
    assert leader["instructions"][-leader["observation"]["counts"][3] :] == ("two", "three")
    assert follower["instructions"][-follower["observation"]["counts"][3] :] == ("two",)


@pytest.mark.parametrize("view", get_args(ViewName))
def test_only_the_leader_sees_that_a_selection_is_invalid(view: ViewName) -> None:
    cards = ["1bc@13,13+", "1bd@14,14+", "2gd@3,3"]
    env = env_on(board(leader="20,20,ne", follower="12,12,ne", cards=cards), view=view)
    marks = {
        agent: set(np.unique(env.observe(agent)["observation"]["cells"][SELECTION]))
        for agent in env.agents
    }
    assert 3 in marks[LEADER]
    assert 3 not in marks[FOLLOWER]
    assert 2 in marks[FOLLOWER]


def test_a_limited_view_hides_cells_from_the_follower_only() -> None:
    seen = {}
    for view in ("full", "paper", "cb2"):
        env = cerealbar_v0.env(view=view)
        env.reset(options={"map_seed": 42})
        for agent in env.agents:
            terrain = env.observe(agent)["observation"]["cells"][TERRAIN]
            seen[view, agent] = int((terrain > 0).sum())
    assert seen["full", LEADER] == seen["paper", LEADER] == seen["cb2", LEADER] == 625
    assert 625 == seen["full", FOLLOWER] > seen["paper", FOLLOWER] > seen["cb2", FOLLOWER] > 0


def test_the_mask_holds_the_legal_actions_of_the_agent_to_act() -> None:
    env = cerealbar_v0.env()
    env.reset(seed=5)
    for i, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(i)
    for agent in env.agent_iter(100):
        if env.terminations[agent]:
            break
        legal = legal_many(env.unwrapped.game.states)[0]
        count = 6 if agent == LEADER else 5
        assert env.observe(agent)["action_mask"].tolist() == legal[:count].tolist()
        partner = FOLLOWER if agent == LEADER else LEADER
        waits = env.observe(partner)["action_mask"]
        assert np.flatnonzero(waits).tolist() == [Action.DONE]
        env.step(env.action_space(agent).sample(env.observe(agent)["action_mask"]))


def test_bumping_is_masked_but_allowed() -> None:
    env = env_on(board(leader="12,12,e", tiles={(13, 12): WATER}, cards=["1bc@9,9"]))
    assert env.observe(LEADER)["action_mask"].tolist() == [0, 1, 1, 1, 1, 1]
    env.step(move(Action.FORWARD))
    assert env.infos[LEADER] == {"outcome": ("bumped",)}
    assert env.observe(LEADER)["observation"]["counts"][0] == 5


# Play


def test_a_set_rewards_both_agents() -> None:
    env = env_on(set_in_a_row("1bc@2,2", queue=1))
    rewards = []
    for _ in range(3):
        env.step(move(Action.FORWARD))
        rewards.append(dict(env.rewards))
    assert rewards == [{LEADER: 0, FOLLOWER: 0}] * 2 + [{LEADER: 1, FOLLOWER: 1}]
    assert env.infos[LEADER]["outcome"] == ("moved", "toggled", "set-made")
    assert env.infos[FOLLOWER]["outcome"] == ("set-made",)
    env.step(DONE)
    assert env.last()[1] == 1, "the follower is told when it acts next"
    env.step(int(Action.LEFT))
    assert env.last()[1] == 0


def test_rewards_of_a_game_to_its_end_sum_to_the_score() -> None:
    states = set_in_a_row("1bc@2,2", rules=Rules(extra_half_turns=(2,)), half_turns=1)
    env = env_on(states)
    total = dict.fromkeys(env.agents, 0.0)
    for _ in range(3):
        env.step(move(Action.FORWARD))
        total = {agent: total[agent] + env.rewards[agent] for agent in total}
    assert env.observe(LEADER)["observation"]["counts"][1] == 3
    env.step(DONE)  # without an instruction: the follower's turn is skipped
    env.step(DONE)
    assert env.terminations == {LEADER: True, FOLLOWER: True}
    assert env.unwrapped.game.score == 1
    assert total == {LEADER: 1, FOLLOWER: 1}


@pytest.mark.parametrize("seed", range(5))
def test_random_play_ends_with_both_agents_gone(seed: int) -> None:
    env = cerealbar_v0.env(view="paper")
    env.reset(seed=seed)
    play_at_random(env, seed)
    assert env.agents == []
    assert env.unwrapped.game.is_over


def test_an_agent_acts_until_its_turn_ends() -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    env.step(instruct("turn around"))
    assert env.agent_selection == LEADER
    env.step(DONE)
    assert env.agent_selection == FOLLOWER
    env.step(int(Action.LEFT))
    assert env.agent_selection == FOLLOWER
    env.step(int(Action.DONE))
    assert env.agent_selection == LEADER
    assert env.infos[LEADER] == {"outcome": ("finished", "turn-ended")}


def test_the_follower_learns_only_what_is_public_of_the_leaders_actions() -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    env.step(move(Action.LEFT))
    assert env.infos == {LEADER: {"outcome": ("moved",)}, FOLLOWER: {"outcome": ()}}
    env.step(DONE)
    skipped = {"outcome": ("turn-ended", "skipped")}
    assert env.infos == {LEADER: skipped, FOLLOWER: skipped}


def test_after_max_cycles_the_game_is_truncated() -> None:
    env = cerealbar_v0.env(max_cycles=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(move(Action.LEFT))
    assert env.truncations == {LEADER: True, FOLLOWER: True}
    assert env.terminations == {LEADER: False, FOLLOWER: False}
    env.step(None)
    env.step(None)
    assert env.agents == []


# Time-outs


def test_a_time_out_ends_the_turn_and_takes_the_place_of_a_step() -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    agents = []
    for agent in env.agent_iter(4):
        agents.append(agent)
        if len(agents) == 1:
            env.step(instruct("wait"))
        else:
            env.time_out()
    assert agents == [LEADER, LEADER, FOLLOWER, LEADER]
    assert env.infos[FOLLOWER] == {"outcome": ("turn-ended",)}
    assert env.observe(LEADER)["observation"]["counts"][3] == 1


def test_the_bare_environment_offers_time_outs_too() -> None:
    env = cerealbar_v0.env(rules=Rules(half_turns=1))
    env.reset(seed=1)
    env.unwrapped.time_out()
    assert env.terminations == {LEADER: True, FOLLOWER: True}
    with pytest.raises(GameOverError, match="leader cannot run out of time: the game is over"):
        env.unwrapped.time_out()


def test_no_time_runs_out_after_a_truncation() -> None:
    env = cerealbar_v0.env(max_cycles=1)
    env.reset(seed=1)
    env.step(move(Action.LEFT))
    with pytest.raises(GameOverError, match="the game was truncated"):
        env.time_out()


# Errors


@pytest.mark.parametrize(
    "action",
    [
        *(0, 5, None, "forward", [0, ""], {"action": 0}, move(Action.TIME_OUT)),
        *({"action": bad, "text": ""} for bad in (-1, 1.0, "left", None)),
    ],
)
def test_what_is_no_action_of_the_leader_is_refused(action: object) -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    assert action not in env.action_space(LEADER)
    with pytest.raises(UnknownActionError, match="is no action of the leader: expected"):
        env.step(action)


@pytest.mark.parametrize("action", [5, 6, -1, None, 1.0, "left", DONE])
def test_what_is_no_action_of_the_follower_is_refused(action: object) -> None:
    env = env_on(board(turn=Player.FOLLOWER, queue=1, cards=["1bc@9,9"]))
    assert action not in env.action_space(FOLLOWER)
    with pytest.raises(UnknownActionError, match="is no action of the follower: expected 0 to 4"):
        env.step(action)


@pytest.mark.parametrize("text", ["", "  ", "a\nb", "x" * 1001, None, 3])
def test_an_instruction_needs_a_text_that_can_be_sent(text: object) -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    action = {"action": 5, "text": text}
    assert action not in env.action_space(LEADER)
    with pytest.raises(InstructionError):
        env.step(action)
    assert env.observe(LEADER)["instructions"] == ()


@pytest.mark.parametrize("text", ["hello", None])
def test_only_an_instruction_carries_a_text(text: object) -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    action = {"action": 0, "text": text}
    assert action not in env.action_space(LEADER)
    with pytest.raises(InstructionError, match=r"leader cannot say .*: the action is forward"):
        env.step(action)


def test_an_action_that_the_rules_refuse_raises_and_changes_nothing() -> None:
    env = env_on(board(steps=0, cards=["1bc@9,9"]))
    before = env.unwrapped.game.states.copy()
    with pytest.raises(NoStepsLeftError, match="leader cannot turn left: no steps are left"):
        env.step(move(Action.LEFT))
    assert env.unwrapped.game.states == before
    assert env.agent_selection == LEADER
    env.step(DONE)


def test_an_agent_whose_game_is_over_can_only_leave() -> None:
    env = cerealbar_v0.env(rules=Rules(half_turns=1))
    env.reset(seed=1)
    env.step(DONE)
    with pytest.raises(ValueError, match="dead"):
        env.step(DONE)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"view": "bird"}, "'bird' is no view: expected one of full, paper, camera, cb2"),
        ({"render_mode": "vr"}, "'vr' is no render mode: expected one of ansi, human, rgb_array"),
        ({"max_cycles": 0}, "max_cycles must be above 0, not 0"),
    ],
)
def test_an_option_that_is_not_offered_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        cerealbar_v0.env(**options)


# Seeds


def map_seed_of(env: Any) -> int:
    return int(env.unwrapped.game.states["seed"][0])


def test_a_seed_decides_this_map_and_the_following_ones() -> None:
    env = cerealbar_v0.env()
    maps = []
    for _ in range(2):
        env.reset(seed=8)
        first = map_seed_of(env)
        env.reset()
        maps.append((first, map_seed_of(env)))
    env.reset(seed=9)
    assert maps[0] == maps[1]
    assert len({*maps[0], map_seed_of(env)}) == 3


def test_without_a_seed_every_environment_has_its_own_maps() -> None:
    seeds = set()
    for _ in range(3):
        env = cerealbar_v0.env()
        env.reset()
        seeds.add(map_seed_of(env))
    assert len(seeds) == 3


def test_a_map_seed_is_played_exactly() -> None:
    env = cerealbar_v0.env(rules=Rules(cards=9))
    env.reset(seed=1, options={"map_seed": 42})
    assert env.unwrapped.game.states == Game(42, Rules(cards=9)).states


def test_a_map_seed_without_a_map_raises() -> None:
    with pytest.raises(MapError, match="2774"):
        cerealbar_v0.env().reset(options={"map_seed": 2774})


def test_a_game_given_to_reset_goes_on_as_a_copy() -> None:
    game = Game(7)
    game.instruct("look around")
    env = cerealbar_v0.env()
    env.reset(options={"game": game})
    assert env.observe(FOLLOWER)["instructions"] == ("look around",)
    env.step(DONE)
    assert game.turn is Player.LEADER
    assert env.agent_selection == FOLLOWER


def test_a_time_out_hands_out_no_reward_again() -> None:
    """Rewards that an agent has read are gone when its turn times out."""
    env = cerealbar_v0.env(rules=Rules(half_turns=40))
    env.reset(seed=42)
    summed = dict.fromkeys(env.possible_agents, 0.0)
    rng = np.random.default_rng(1)
    for number, agent in enumerate(env.agent_iter(3000)):
        observation, reward, over, cut, _ = env.last()
        summed[agent] += reward
        if over or cut:
            env.step(None)
        elif number % 7 == 0:
            env.time_out()
        else:
            space = env.action_space(agent)
            space.seed(int(rng.integers(2**31)))
            env.step(space.sample(observation["action_mask"]))
    score = env.unwrapped.game.score
    assert summed == dict.fromkeys(env.possible_agents, float(score))
