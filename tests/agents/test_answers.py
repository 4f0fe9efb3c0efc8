import math
from collections.abc import Sequence

import numpy as np
import pytest

from cerealbar.agents import (
    Choice,
    FollowTask,
    PlayerError,
    as_choice,
    as_follower_choice,
    as_plan,
    ask_follower,
    ask_plan,
)
from cerealbar.game import Action, Heading
from cerealbar.language.intention import Intention, Purpose
from cerealbar.views import Plan
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


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("not to be shown")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Unshowable(), "cannot choose <Unshowable>: expected an Action"),
        ("x" * 100_000, "xxx...: expected an Action"),
        (Choice(Action.INSTRUCT, "x" * 100_000), "has 100000 characters, the most is 4000"),
        (Choice(Action.INSTRUCT, "half a \ud83d"), "surrogates not allowed"),
        (Choice(Action.INSTRUCT, "go", Intention(Purpose.COLLECT, (625,))), "625 is no cell"),
        (Choice(Action.INSTRUCT, "go", Intention(Purpose.APPROACH, (), -1)), "-1 is no cell"),
        (
            Choice(Action.INSTRUCT, "go", Intention(Purpose.APPROACH, (), 1, 6)),  # type: ignore[arg-type]
            "6 is not a valid Heading",
        ),
    ],
)
def test_an_odd_answer_is_told_in_a_few_words(answer: object, words: str) -> None:
    with pytest.raises(PlayerError) as told:
        as_choice(answer, "me")
    assert words in str(told.value)
    assert len(str(told.value)) < 500


def test_a_choice_is_read_as_plain_values() -> None:
    class Text(str): ...

    meant = Intention(Purpose.COLLECT, (np.int64(3),), np.int16(4), 2)  # type: ignore[arg-type]
    chosen = as_choice(Choice(Action.INSTRUCT, Text("go"), meant), "me")
    assert chosen == Choice(Action.INSTRUCT, "go", Intention(Purpose.COLLECT, (3,), 4, Heading.SE))
    assert type(chosen.text) is str
    assert chosen.intention is not None
    assert {type(chosen.intention.end), *map(type, chosen.intention.cards)} == {int}


@pytest.mark.parametrize("action", [Action.INSTRUCT, Action.CANCEL])
def test_a_follower_cannot_choose_what_leaders_do(action: Action) -> None:
    with pytest.raises(PlayerError, match="'me' cannot choose"):
        as_follower_choice(action, "me")
    assert as_choice(action, "me").action is action


def test_a_plan_is_read_as_plain_numbers() -> None:
    told = Plan(goals={np.int64(3): np.float32(0.5)}, avoid={4: 1})  # type: ignore[dict-item]
    plan = as_plan(told, "me")
    assert plan == Plan(goals={3: 0.5}, avoid={4: 1.0})
    assert {
        type(value) for part in (plan.goals, plan.avoid) for pair in part.items() for value in pair
    } == {int, float}
    assert as_plan(None, "me") is None


def forged(goals: object) -> Plan:
    """A plan with what its making would have refused."""
    plan = Plan()
    object.__setattr__(plan, "goals", goals)
    return plan


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("north", "cannot plan 'north': expected a Plan"),
        ({3: 1.0}, "expected a Plan"),
        (forged({3: math.nan}), "nan is no weight: expected a number from 0 to 1"),
        (forged({3: math.inf}), "inf is no weight"),
        (forged({3: -0.1}), "-0.1 is no weight"),
        (forged({3: 1e300}), "1e+300 is no weight"),
        (forged({3: True}), "True is no weight"),
        (forged({3: "1"}), "'1' is no weight"),
        (forged({625: 1.0}), "625 is no cell: expected a number below 625"),
        (forged({-1: 1.0}), "-1 is no cell"),
        (forged({3.5: 1.0}), "3.5 is no cell"),
        (forged({(3, 4): 1.0}), "(3, 4) is no cell"),
        (forged([3, 4]), "AttributeError"),
        (forged(None), "AttributeError"),
    ],
)
def test_anything_else_is_no_plan(plan: object, words: str) -> None:
    with pytest.raises(PlayerError) as told:
        as_plan(plan, "me")
    assert words in str(told.value)


def test_who_cannot_tell_its_plan_has_failed() -> None:
    class Planner(Idle):
        def plan(self, game: int) -> Plan:
            return Plan(goals={game: math.nan})

    with pytest.raises(PlayerError, match="'idle' cannot tell its plan: ValueError: goals of a"):
        ask_plan(Planner(), 3)
    assert ask_plan(Idle(), 3) is None
