import copy
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, get_args

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit

from cerealbar.agents import Choice, FollowTask, LeadTask, Oracle, PlayerError
from cerealbar.agents.playing import Play, follow_task
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.env import GAME_ID, IDS
from cerealbar.env.errors import OptionError
from cerealbar.env.learner import word_numbers
from cerealbar.env.single import FollowerEnv, LeaderEnv
from cerealbar.game import Action, Outcome, Refusal, Rules, UnknownActionError
from cerealbar.views import FeatureGroup, ViewName, view

FOLLOWER, LEADER, FETCH = IDS
SHORT = Rules(half_turns=4, leader_steps=2, follower_steps=3)
PLAIN = {"leader": "scripted-plain", "rules": SHORT}


def make(env_id: str, **options: Any) -> Any:
    """An environment without its wrappers, whose attributes no type of Gymnasium's tells."""
    return gymnasium.make(env_id, **options).unwrapped


def play(env: Any, seed: int, episodes: int = 2) -> list[Any]:
    """All that is told of some games at random, with masks in every place the same."""
    env.action_space.seed(seed)
    told = [env.reset(seed=seed)]
    for _ in range(episodes):
        is_over = is_cut = False
        while not (is_over or is_cut):
            mask = told[-1][-1]["action_mask"]
            assert mask.any()
            np.testing.assert_array_equal(mask, env.get_wrapper_attr("action_masks")())
            if isinstance(told[-1][0], dict):
                np.testing.assert_array_equal(mask, told[-1][0]["action_mask"])
            told.append(env.step(env.action_space.sample(mask)))
            _, _, is_over, is_cut, _ = told[-1]
        told.append(env.reset())
    return told


# The contract


@pytest.mark.parametrize(
    ("env_id", "options"),
    [
        (FOLLOWER, {"leader": "scripted"}),
        *((FOLLOWER, {**PLAIN, "view": view_name}) for view_name in get_args(ViewName)),
        (FOLLOWER, {**PLAIN, "observation": "around", "reward": "shaped"}),
        (FOLLOWER, {**PLAIN, "observation": "records", "words": 0}),
        (LEADER, {"follower": "rule-based", "view": "camera"}),
        (LEADER, {"follower": "learned", "actions": "text"}),
        (FETCH, {"cards": 5}),
    ],
)
def test_gymnasium_accepts_the_environment(env_id: str, options: dict[str, Any]) -> None:
    env = make(env_id, **options)
    check_env(env, skip_render_check=options not in ({"cards": 5}, {"leader": "scripted"}))
    env.close()


def test_an_id_with_the_name_of_the_module_needs_no_import() -> None:
    code = f"import gymnasium, sys\nenv = gymnasium.make('cerealbar.env:{FETCH}')\n"
    code += "print(env.reset(seed=1)[1]['instruction'])\n"
    code += "assert 'torch' not in sys.modules"
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], check=True, capture_output=True, text=True
    )
    assert found.stdout.startswith("get the ")


def test_pettingzoo_knows_the_game_by_its_id() -> None:
    assert pettingzoo.make("aec", GAME_ID, view="paper").metadata["name"] == "cerealbar_v0"
    assert pettingzoo.make("parallel", GAME_ID, max_cycles=3).max_cycles == 3


@pytest.mark.parametrize(
    ("env_id", "options"),
    [(FOLLOWER, PLAIN), (LEADER, {"rules": SHORT}), (FETCH, {}), (LEADER, {"actions": "text"})],
)
def test_a_seed_decides_all_and_masks_are_the_same_everywhere(
    env_id: str, options: dict[str, Any]
) -> None:
    if options == {"actions": "text"}:
        options = {**options, "rules": SHORT}
    first, again = (play(make(env_id, **options), 3) for _ in range(2))
    assert data_equivalence(first, again, exact=True)
    assert not data_equivalence(first[0], make(env_id, **options).reset(seed=4), exact=True)


def test_another_partner_seed_gives_other_words_on_the_same_map() -> None:
    told = [make(FOLLOWER, leader="scripted", partner_seed=seed).reset(seed=1) for seed in (0, 1)]
    assert told[0][0]["pose"].tolist() == told[1][0]["pose"].tolist()
    assert told[0][1]["instruction"] != told[1][1]["instruction"]


def test_a_copy_goes_on_by_itself() -> None:
    env = make(FOLLOWER, **PLAIN)
    _, info = env.reset(seed=2)
    twin = copy.deepcopy(env)
    assert np.shares_memory(twin.learning.plays[0].game.states, twin.learning.states)
    assert not np.shares_memory(env.learning.states, twin.learning.states)
    step = int(np.flatnonzero(info["action_mask"])[0])
    told = env.step(step), env.step(int(Action.DONE))
    assert data_equivalence((twin.step(step), twin.step(int(Action.DONE))), told)
    assert data_equivalence(twin.reset(), env.reset())


# What the learner is told


def test_the_follower_is_told_what_the_leader_wrote_and_what_it_sees() -> None:
    env = make(FOLLOWER, leader="scripted", view="cb2")
    told, info = env.reset(seed=5)
    game = env.learning.plays[0].game
    assert info["instruction"] == game.current_instruction
    assert (told["instruction"] == word_numbers([info["instruction"]], 32)[0]).all()
    seen = view(game, game.turn, env.learning.view._sight)
    terrain = told["cells"][FeatureGroup.TERRAIN].reshape(-1)
    assert ((terrain > 0) == seen.seen).all()
    x, z, heading = told["pose"]
    assert (x + 25 * z, heading) == (seen.pose.cell, seen.pose.heading)
    assert told["counts"].tolist() == [10, 11, 0, 1]


def test_words_have_one_number_each_and_texts_end() -> None:
    rows = word_numbers(["get the card", "the card", ""], 4)
    assert rows[0, 1:3].tolist() == rows[1, :2].tolist()
    assert rows[0, 3] == 0
    assert not rows[2].any()
    assert word_numbers(["one two three"], 2).shape == (1, 2)


def test_the_leaders_cards_are_rows_by_slot_and_asking_for_one_instructs() -> None:
    env = make(LEADER, follower="oracle")
    told, info = env.reset(seed=1)
    slot = 7
    x, z, *_, is_selected = told["cards"][slot].tolist()
    assert not is_selected
    assert info["action_mask"][5 + slot]
    told, _, _, _, info = env.step(5 + slot)
    assert info["outcome"] == Outcome.INSTRUCTED
    assert info["waiting"][0].startswith("get the ")
    assert not info["action_mask"][5 + slot], "it is asked for already"
    for _ in range(6):
        told, _, _, _, info = env.step(int(Action.DONE))
        if told["cards"][slot].tolist()[:2] == [x, z] and told["cards"][slot, 5]:
            break
    assert told["cards"][slot, 5] == 1, "the oracle has selected it"
    assert info["finished"][0].startswith("get the ")


def test_a_leader_may_write_anything() -> None:
    env = make(LEADER, actions="text", follower="rule-based")
    env.reset(seed=1)
    *_, info = env.step({"action": 5, "text": "turn left twice"})
    assert info["waiting"] == ("turn left twice",)
    before = int(env.learning.states["player_heading"][0, 1])
    *_, info = env.step({"action": 4, "text": ""})
    assert info["finished"] == ("turn left twice",)
    assert (before - int(env.learning.states["player_heading"][0, 1])) % 6 == 2


def test_what_the_rules_refuse_changes_nothing_and_is_told() -> None:
    env = make(LEADER, rules=Rules(leader_steps=0))
    env.reset(seed=1)
    _, reward, is_over, is_cut, info = env.step(int(Action.LEFT))
    assert (reward, is_over, is_cut, info["outcome"]) == (0.0, False, False, Refusal.NO_STEPS)


# Rewards and ends


def task_of(play: Play) -> FollowTask:
    return follow_task(play.number, play.game, intention=play.intention)


def test_shaped_rewards_and_success_tell_how_an_instruction_was_carried_out() -> None:
    env = make(FOLLOWER, reward="shaped", leader="scripted-plain", episode="instruction")
    followed = 0
    for seed in range(12):
        _, info = env.reset(seed=seed)
        play_ = env.learning.plays[0]
        meant = play_.intentions[0]
        oracle, total, is_over = Oracle(), 0.0, False
        while not is_over:
            (action,) = oracle.follow([task_of(play_)])
            _, reward, is_over, _, info = env.step(int(action))
            total += reward
        assert info["is_success"]
        assert total == len(meant.cards) + 1
        followed += len(meant.cards)
        env.reset(seed=seed)
        _, reward, is_over, _, info = env.step(int(Action.DONE))
        assert (reward, is_over, info["is_success"]) == (0.0, True, False)
    assert followed > 6


def test_sets_are_rewarded_whoever_makes_them() -> None:
    env = make(FOLLOWER, leader="scripted-plain")
    oracle = Oracle()
    _, info = env.reset(seed=3)
    total, is_over = 0.0, False
    while not is_over:
        (action,) = oracle.follow([task_of(env.learning.plays[0])])
        _, reward, is_over, _, info = env.step(int(action))
        total += reward
    assert total == info["score"] > 5
    assert np.flatnonzero(info["action_mask"]).tolist() == [Action.DONE]


def test_a_game_is_cut_after_max_steps() -> None:
    env = make(FOLLOWER, leader="random", max_steps=3)
    env.reset(seed=1)
    assert [env.step(int(Action.LEFT))[2:4] for _ in range(3)][1:] == [
        (False, False),
        (False, True),
    ]


# Wrappers


def test_gymnasiums_wrappers_keep_the_masks() -> None:
    env = make(FETCH, radius=1, words=4)
    flat = RecordEpisodeStatistics(TimeLimit(FlattenObservation(env), 2))
    assert isinstance(flat.observation_space, spaces.Box)
    told = play(flat, 1, episodes=3)
    ends = [step for step in told if len(step) == 5 and (step[2] or step[3])]
    assert all("episode" in end[4] for end in ends)
    assert any(end[3] for end in ends), "two steps are not always enough"


# Errors


@pytest.mark.parametrize(
    ("factory", "options", "message"),
    [
        (FollowerEnv, {"leader": "nobody"}, "'nobody' is no leader"),
        (FollowerEnv, {"reward": "gold"}, "'gold' is no reward: expected one of sets, shaped"),
        (FollowerEnv, {"episode": "day"}, "'day' is no episode"),
        (FollowerEnv, {"observation": "smell"}, "'smell' is no observation: expected one of"),
        (FollowerEnv, {"view": "bird"}, "'bird' is no view"),
        (FollowerEnv, {"radius": 0}, "radius must be from 1 to 24, not 0"),
        (FollowerEnv, {"words": -1}, "words must be 0 or more"),
        (FollowerEnv, {"max_steps": 0}, "max_steps must be above 0"),
        (FollowerEnv, {"wings": 2}, "'wings' is no option: expected one of rules, view"),
        (FollowerEnv, {"leader": "random", "reward": "shaped"}, "does not tell which cards"),
        (FollowerEnv, {"render_mode": "vr"}, "'vr' is no render mode"),
        (LeaderEnv, {"reward": "shaped"}, "are for followers"),
        (
            LeaderEnv,
            {"actions": "signs"},
            "'signs' is no kind of actions: expected one of cards, text",
        ),
        (LeaderEnv, {"follower": "oracle", "view": "cb2"}, "it needs what the leader means"),
        (LeaderEnv, {"follower": "oracle", "actions": "text"}, "it needs what the leader means"),
    ],
)
def test_what_is_not_offered_is_named(factory: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises((OptionError, PlayerError), match=message):
        factory(**options)


@pytest.mark.parametrize(("env_id", "bad"), [(FOLLOWER, 5), (LEADER, 26), (FOLLOWER, "left")])
def test_what_is_no_action_raises(env_id: str, bad: object) -> None:
    env = make(env_id, **({"leader": "random"} if env_id == FOLLOWER else {}))
    env.reset(seed=1)
    with pytest.raises(UnknownActionError, match="is no action of the"):
        env.step(bad)


def test_a_follower_does_not_learn_how_many_instructions_wait() -> None:
    class Wordy(Mute):
        def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
            say, done = Choice(Action.INSTRUCT, "go"), Choice(Action.DONE)
            return [say if len(task.waiting) < 3 else done for task in tasks]

    env = FollowerEnv(leader=Wordy(), rules=Rules(half_turns=None))
    told, _ = env.reset(seed=1)
    assert env.learning.states["waiting"][0] == 3
    assert told["counts"].tolist() == [10, -1, 0, 1]
    ends = [env.step(int(Action.DONE))[2:4] for _ in range(760)]
    assert (False, True) in ends, "a game without a limit is cut somewhere"
    assert (True, False) not in ends


def test_a_follower_with_a_sight_is_told_what_it_saw() -> None:
    told: list[Any] = []

    class Watchful(RuleBasedFollower):
        def follow(self, tasks: Any) -> Any:
            told.extend(task.known for task in tasks)
            return super().follow(tasks)

    for view_name in ("full", "cb2"):
        env = make(LEADER, follower=Watchful(), view=view_name)
        env.reset(seed=1)
        env.step(5)
        env.step(int(Action.DONE))
    assert told[0] is None
    assert 0 < told[-1].sum() < 625


class Mute:
    """A leader who never instructs, or does what it cannot."""

    def __init__(self, action: Action = Action.DONE) -> None:
        self.name = "mute"
        self.action = action
        self.asked: list[int] = []

    def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
        self.asked += [task.game for task in tasks]
        return [Choice(self.action)] * len(tasks)

    def forget(self, game: int) -> None: ...


def test_a_partner_who_cannot_be_played_with_is_named() -> None:
    with pytest.raises(PlayerError, match="'mute' ended 100 games before the follower could act"):
        FollowerEnv(leader=Mute(), rules=SHORT).reset(seed=1)
    leader = Mute(Action.CANCEL)
    with pytest.raises(PlayerError, match="leader 'mute' cannot cancel in game") as caught:
        FollowerEnv(leader=leader).reset(seed=1)
    assert f"in game {leader.asked[-1]}: no instruction" in str(caught.value)


# The window


def test_each_action_is_shown_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    env = make(FETCH, render_mode="human")
    env.reset(seed=1)
    first = capsys.readouterr().out
    env.step(int(Action.LEFT))
    assert first
    assert capsys.readouterr().out not in ("", first)
    assert env.render() is None
