"""Actions, outcomes and refusals: their numbers, words, and what is no action."""

import numpy as np
import pytest

from cerealbar.game import (
    ACTION_COUNT,
    ACTIONS,
    Action,
    Outcome,
    Refusal,
    UnknownActionError,
    check_action,
    turns,
    world,
)
from cerealbar.game.actions import deed_words


def test_actions_have_fixed_numbers_because_records_of_games_hold_them() -> None:
    assert {action.word: action.value for action in Action} == {
        "forward": 0,
        "backward": 1,
        "left": 2,
        "right": 3,
        "done": 4,
        "instruct": 5,
        "time-out": 6,
    }
    assert tuple(Action) == ACTIONS
    assert len(Action) == ACTION_COUNT


def test_compiled_code_has_the_same_numbers() -> None:
    for action in Action:
        module = world if action.is_step else turns
        assert getattr(module, action.name) == action.value
    for outcome in Outcome:
        module = world if outcome <= Outcome.SET_MADE else turns
        assert getattr(module, outcome.name or "") == outcome.value
    refused = {name.removeprefix("REFUSED_"): value for name, value in vars(turns).items()}
    for refusal, short in (
        (Refusal.GAME_OVER, "OVER"),
        (Refusal.NO_STEPS, "NO_STEPS"),
        (Refusal.NOT_LEADER, "NOT_LEADER"),
        (Refusal.QUEUE_FULL, "QUEUE_FULL"),
        (Refusal.UNKNOWN_ACTION, "UNKNOWN"),
    ):
        assert refused[short] == refusal.value


def test_every_refusal_is_below_0_and_every_outcome_a_bit_of_its_own() -> None:
    assert all(refusal < 0 for refusal in Refusal)
    assert [outcome.value for outcome in Outcome] == [2**i for i in range(9)]


def test_steps_are_the_four_world_actions() -> None:
    assert [action.word for action in Action if action.is_step] == [
        "forward",
        "backward",
        "left",
        "right",
    ]


def test_every_action_can_be_told_as_a_deed() -> None:
    assert [deed_words(action) for action in Action] == [
        "move forward",
        "move backward",
        "turn left",
        "turn right",
        "be done",
        "instruct",
        "run out of time",
    ]


@pytest.mark.parametrize("action", Action)
def test_an_action_and_its_number_are_actions(action: Action) -> None:
    assert check_action(action) is action
    assert check_action(action.value) is action
    assert check_action(np.uint8(action.value)) is action
    assert check_action(np.int64(action.value)) is action


@pytest.mark.parametrize(
    "value",
    [
        -1,
        7,
        255,
        np.int8(-1),
        np.uint8(7),
        True,
        False,
        None,
        1.0,
        "forward",
        "",
        b"forward",
        [0],
        np.True_,
    ],
)
def test_what_is_no_action_is_refused_by_name(value: object) -> None:
    with pytest.raises(UnknownActionError) as caught:
        check_action(value)
    assert str(caught.value) == (
        f"{value!r} is no action: expected one of "
        "forward, backward, left, right, done, instruct, time-out"
    )
