from collections.abc import Sequence

import numpy as np
import pytest

from cerealbar.agents import Choice, FollowTask, PlayerError, as_choice, ask_follower
from cerealbar.game import Action
from tests.agents.odd_players import Idle


@pytest.mark.parametrize("answer", [Action.LEFT, Choice(Action.LEFT), 2, np.int64(2)])
def test_an_action_or_a_choice_is_an_answer(answer: object) -> None:
    assert as_choice(answer, "me") == Choice(Action.LEFT)


@pytest.mark.parametrize(
    "answer",
    ["forward", 99, None, True, Action.TIME_OUT, Choice("left"), 1.0],  # type: ignore[arg-type]
)
def test_anything_else_is_an_error_that_tells_who_and_what(answer: object) -> None:
    with pytest.raises(PlayerError) as told:
        as_choice(answer, "me")
    assert f"'me' cannot choose {answer!r}: expected an Action or a Choice" in str(told.value)


def test_as_many_answers_are_expected_as_there_are_tasks() -> None:
    class Short(Idle):
        def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
            return [Action.DONE]

    class Mute(Idle):
        def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
            return None  # type: ignore[return-value]

    with pytest.raises(PlayerError, match="'idle' made 1 choices: expected 0, one a task"):
        ask_follower(Short(), [])
    with pytest.raises(PlayerError, match="'idle' cannot answer: TypeError: 'NoneType' object"):
        ask_follower(Mute(), [])


def test_what_a_player_raises_is_told_in_one_line() -> None:
    class Broken(Idle):
        def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
            raise RuntimeError("no\nidea")

    with pytest.raises(PlayerError, match="'idle' cannot answer: RuntimeError: no idea"):
        ask_follower(Broken(), [])


@pytest.mark.parametrize("choice", [Choice(Action.GIVE_UP, 12), Choice(Action.DONE, None, "x")])  # type: ignore[arg-type]
def test_words_and_meanings_are_checked_too(choice: Choice) -> None:
    with pytest.raises(PlayerError, match="expected a text and an Intention"):
        as_choice(choice, "me")


def test_a_number_in_a_choice_becomes_the_action() -> None:
    chosen = as_choice(Choice(2), "me")  # type: ignore[arg-type]
    assert chosen.action is Action.LEFT
