"""Talking both ways in the PettingZoo environment: cancelling, giving up, signals."""

import warnings
from typing import Any

import numpy as np
import pytest

from cerealbar.env import cerealbar_v0
from cerealbar.game import (
    Cancelling,
    IllegalActionError,
    InstructionError,
    Rules,
    SignalKind,
    Status,
    UnknownActionError,
)
from tests.env.checkers import api_test

TALK = Rules(cancelling=Cancelling.ANY_TURN, thumbs=True, remarks=True)
INSTRUCT, CANCEL, DONE, GIVE_UP = 5, 6, 4, 5
STATUSES = tuple(Status)


def say(action: int, text: str = "", signal: int = 0) -> dict[str, Any]:
    return {"action": action, "text": text, "signal": signal}


def talking_env(rules: Rules = TALK) -> cerealbar_v0.CerealBarOrderEnforcing:
    env = cerealbar_v0.env(rules=rules, two_way=True)
    env.reset(seed=1)
    return env


def test_the_leader_cancels_in_its_own_turn() -> None:
    env = talking_env()
    assert env.observe("leader_0")["action_mask"][CANCEL] == 0
    env.step(say(INSTRUCT, "first"))
    told = env.observe("leader_0")
    assert told["action_mask"][CANCEL] == 1
    assert told["statuses"] == (STATUSES.index(Status.CURRENT),)
    env.step(say(CANCEL))
    assert env.observe("leader_0")["statuses"] == (STATUSES.index(Status.CANCELLED),)
    assert env.infos["leader_0"]["outcome"] == ("cancelled",)
    assert env.infos["follower_0"]["outcome"] == ()


def test_the_follower_gives_up_with_a_reason() -> None:
    env = talking_env()
    env.step(say(INSTRUCT, "first"))
    env.step(say(DONE))
    assert env.agent_selection == "follower_0"
    assert env.observe("follower_0")["action_mask"][GIVE_UP] == 1
    env.step(say(GIVE_UP, "I see no star"))
    assert env.observe("leader_0")["statuses"] == (STATUSES.index(Status.GIVEN_UP),)
    assert env.unwrapped.game.instructions[0].reason == "I see no star"


def test_signals_reach_the_partner_once() -> None:
    env = talking_env()
    env.step(say(INSTRUCT, "first", signal=1))
    assert env.infos["follower_0"]["signals"] == ((SignalKind.THUMB_UP.value, ""),)
    assert env.infos["leader_0"]["signals"] == ()
    env.step(say(DONE))
    assert env.infos["follower_0"]["signals"] == ()
    env.step(say(2, "which star?", signal=1))
    assert env.infos["leader_0"]["signals"] == ((SignalKind.QUESTION.value, "which star?"),)


def test_a_refused_action_takes_its_signal_back() -> None:
    env = talking_env()
    before = list(env.unwrapped.game.history)
    with pytest.raises(IllegalActionError, match="no instruction waits"):
        env.step(say(CANCEL, signal=1))
    assert env.unwrapped.game.history == before


def test_the_papers_rules_have_neither() -> None:
    env = talking_env(Rules())
    env.step(say(INSTRUCT, "first"))
    assert env.observe("leader_0")["action_mask"][CANCEL] == 0
    with pytest.raises(IllegalActionError, match="thumb-up: the rules of this game have none"):
        env.step(say(DONE, signal=1))


@pytest.mark.parametrize(
    "sent", [{"action": 0, "text": ""}, 0, say(7), say(0, signal=3), say(0, signal=-1)]
)
def test_what_is_no_action_is_refused(sent: Any) -> None:
    with pytest.raises(UnknownActionError, match="of the leader"):
        talking_env().step(sent)


def test_a_step_has_no_words() -> None:
    with pytest.raises(InstructionError, match="the action is left"):
        talking_env().step(say(2, "hello"))


def test_signals_are_told_after_a_reset_and_a_time_out_too() -> None:
    env = talking_env()
    assert env.infos["leader_0"]["signals"] == ()
    env.time_out()
    assert env.infos["follower_0"]["signals"] == ()


@pytest.mark.parametrize(
    ("sent", "is_action"),
    [
        (say(2), True),
        (say(2, "hi"), False),
        (say(2, "hi", signal=1), True),
        (say(2, signal=1), False),
        (say(GIVE_UP, "why"), True),
        (say(GIVE_UP), True),
        (say(GIVE_UP, "x" * 201), False),
    ],
)
def test_the_followers_space_holds_what_it_may_send(sent: dict[str, Any], is_action: bool) -> None:
    space = talking_env().action_space("follower_0")
    told = {**sent, "action": np.int64(sent["action"]), "signal": np.int64(sent["signal"])}
    assert space.contains(told) == is_action


def test_one_way_is_the_default() -> None:
    env = cerealbar_v0.env()
    env.reset(seed=1)
    told = env.observe("leader_0")
    assert told["action_mask"].shape == (6,)
    assert "statuses" not in told
    assert "signals" not in env.infos["leader_0"]


def test_random_play_keeps_to_the_spaces() -> None:
    env = talking_env()
    rng = np.random.default_rng(0)
    for agent in env.agent_iter(400):
        observation, _, over, cut, _ = env.last()
        assert env.observation_space(agent).contains(observation)
        if over or cut:
            break
        space = env.action_space(agent)
        space.seed(int(rng.integers(2**31)))
        action = space.sample(observation["action_mask"])
        assert space.contains(action)
        env.step(action)


def test_it_passes_pettingzoos_api_test() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # api_test warns of dictionaries as observations
        api_test(cerealbar_v0.env(rules=TALK, two_way=True), num_cycles=200)
