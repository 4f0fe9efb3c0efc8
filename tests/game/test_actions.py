"""Actions, outcomes and refusals: their numbers, words, and what is no action."""

import numpy as np
import pytest

from cerealbar.game import (
    ACTIONS,
    Action,
    Outcome,
    Refusal,
    UnknownActionError,
    check_action,
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
        "cancel": 7,
        "give-up": 8,
    }
    assert tuple(Action) == ACTIONS


def test_every_refusal_is_below_0_and_every_outcome_a_bit_of_its_own() -> None:
    assert all(refusal < 0 for refusal in Refusal)
    assert [outcome.value for outcome in Outcome] == [2**i for i in range(10)]


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
        "cancel",
        "give up",
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
        9,
        255,
        np.int8(-1),
        np.uint8(9),
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
        "forward, backward, left, right, done, instruct, time-out, cancel, give-up"
    )
