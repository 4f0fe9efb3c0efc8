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
    with pytest.raises(PlayerError, match="'idle' cannot answer with None"):
        ask_follower(Mute(), [])
