import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cerealbar.agents import (
    Choice,
    FollowTask,
    LeadTask,
    PlayerError,
    as_choice,
    ask_follower,
    ask_plan,
    ask_to_forget,
    make_follower,
)
from cerealbar.agents.answers import as_plan, ask
from cerealbar.game import Action, Game, Heading, Player
from cerealbar.language.intention import Intention, Purpose
from cerealbar.views import Plan
from tests.agents import odd_players
from tests.agents.odd_players import Idle, Mumbler

GAME = Game(42)
TASK = FollowTask(3, GAME.states, "get the red card", 0, 0)
LEADING = LeadTask(3, GAME.states, (), ())


def chosen_by_leader(answer: object) -> Choice:
    return as_choice(answer, Mumbler(), LEADING)


@pytest.mark.parametrize("answer", [Action.LEFT, Choice(Action.LEFT), 2, np.int64(2)])
def test_an_action_or_a_choice_is_an_answer(answer: object) -> None:
    assert chosen_by_leader(answer) == Choice(Action.LEFT)


@pytest.mark.parametrize(
    "answer",
    ["forward", 99, None, True, Action.TIME_OUT, Choice("left"), 1.0],  # type: ignore[arg-type]
)
def test_anything_else_is_an_error_that_tells_who_what_and_where(answer: object) -> None:
    with pytest.raises(PlayerError) as told:
        chosen_by_leader(answer)
    assert str(told.value) == (
        f"leader 'mumbler' cannot choose {answer!r} in game 3: expected an Action, such as "
        "Action.FORWARD, or a Choice of one: forward, backward, left, right, done, instruct, cancel"
    )


class Answering(Idle):
    """Answers whatever it is given."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("answer", "came"),
    [
        (None, "None"),
        (Action.DONE, "<Action.DONE: 4>"),
        ("d", "'d'"),
        ({3: Action.DONE}, "{3: <Action.DONE: 4>}"),
        ({Action.DONE}, "{<Action.DONE: 4>}"),
        ([], "with 0 answers, []"),
        ([Action.DONE] * 2, "with 2 answers, [<Action.DONE: 4>, <Action.DONE: 4>]"),
        (iter([2, 2, 2]), "with 2 answers, [2, 2]"),
    ],
)
def test_a_list_of_as_many_answers_as_tasks_is_expected(answer: object, came: str) -> None:
    with pytest.raises(PlayerError) as told:
        ask_follower(Answering(answer), [TASK])
    assert str(told.value) == (
        f"follower 'idle' cannot answer {came} in game 3, at the instruction 'get the red card': "
        "expected a list of 1, an answer for each task"
    )


@pytest.mark.parametrize("answer", [(Action.LEFT,), iter([2]), np.array([2])])
def test_any_sequence_of_answers_will_do(answer: object) -> None:
    assert ask_follower(Answering(answer), [TASK]) == [Choice(Action.LEFT)]


def test_a_class_is_no_player() -> None:
    with pytest.raises(PlayerError, match=r"is a class: expected a player, Idle\(\)"):
        ask_follower(Idle, [TASK])  # type: ignore[arg-type]


@pytest.mark.parametrize("factory", ["Crashing", "CrashingLate"])
def test_what_a_player_raises_is_told_in_one_line_with_its_place(factory: str) -> None:
    player = make_follower(f"tests.agents.odd_players:{factory}")
    with pytest.raises(PlayerError) as told:
        ask_follower(player, [TASK, TASK])
    lines = Path(odd_players.__file__).read_text().splitlines()
    line = next(i for i, text in enumerate(lines, 1) if 'RuntimeError("no\\nidea")' in text)
    assert str(told.value) == (
        f"follower 'tests.agents.odd_players:{factory}' cannot answer in 2 games, the first in "
        "game 3, at the instruction 'get the red card': RuntimeError: no idea "
        f"(odd_players.py, line {line})"
    )
    assert isinstance(told.value.__cause__, RuntimeError)


def test_a_long_instruction_is_shortened() -> None:
    task = replace(TASK, instruction="go " * 300)
    with pytest.raises(PlayerError, match=r"go go \.\.\.': expected") as told:
        ask_follower(Answering("x" * 10_000), [task])
    assert len(str(told.value)) < 400


def test_who_cannot_forget_has_failed() -> None:
    class Clinging(Idle):
        def forget(self, game: int) -> None:
            raise KeyError(game)

    with pytest.raises(PlayerError, match="follower 'idle' cannot forget game 3: KeyError: 3"):
        ask_to_forget(Clinging(), Player.FOLLOWER, 3)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Action.INSTRUCT, "expected a text, as in Choice"),
        (Choice(Action.INSTRUCT), "expected a text, as in Choice"),
        (Choice(Action.INSTRUCT, " "), "is no instruction: it is empty"),
        (Choice(Action.INSTRUCT, "x" * 1001), "1001 characters, the most is 1000"),
        (Choice(Action.GIVE_UP), "expected an Action"),
    ],
)
def test_a_leader_needs_words_that_can_be_sent(answer: object, words: str) -> None:
    class Saying(Mumbler):
        def lead(self, tasks: Sequence[LeadTask]) -> Sequence[Choice]:
            return [answer]  # type: ignore[list-item]

    with pytest.raises(PlayerError, match=r"leader 'mumbler' cannot choose .* in game 3: ") as told:
        ask(Saying(), Player.LEADER, [LEADING])
    assert words in str(told.value)


def test_a_reason_can_be_too_long() -> None:
    with pytest.raises(PlayerError, match="is no reason: 201 characters, the most is 200"):
        as_choice(Choice(Action.GIVE_UP, "x" * 201), Idle(), TASK)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (Choice(Action.INSTRUCT, 12), "expected a text"),  # type: ignore[arg-type]
        (Choice(Action.DONE, None, "x"), "expected an Intention"),  # type: ignore[arg-type]
    ],
)
def test_words_and_meanings_are_checked_too(choice: Choice, expected: str) -> None:
    with pytest.raises(PlayerError, match=expected):
        chosen_by_leader(choice)


def test_a_number_in_a_choice_becomes_the_action() -> None:
    chosen = chosen_by_leader(Choice(2))  # type: ignore[arg-type]
    assert chosen.action is Action.LEFT


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("not to be shown")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Unshowable(), "cannot choose <Unshowable> in game 3: expected an Action"),
        ("x" * 100_000, "xxx... in game 3: expected an Action"),
        (Choice(Action.INSTRUCT, "x" * 100_000), "100000 characters, the most is 1000"),
        (Choice(Action.INSTRUCT, "half a \ud83d"), "is no character of it"),
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
        chosen_by_leader(answer)
    assert words in str(told.value)
    assert len(str(told.value)) < 500


def test_a_choice_is_read_as_plain_values() -> None:
    class Text(str): ...

    meant = Intention(Purpose.COLLECT, (np.int64(3),), np.int16(4), 2)  # type: ignore[arg-type]
    chosen = chosen_by_leader(Choice(Action.INSTRUCT, Text("go"), meant))
    assert chosen == Choice(Action.INSTRUCT, "go", Intention(Purpose.COLLECT, (3,), 4, Heading.SE))
    assert type(chosen.text) is str
    assert chosen.intention is not None
    assert {type(chosen.intention.end), *map(type, chosen.intention.cards)} == {int}


@pytest.mark.parametrize("action", [Action.INSTRUCT, Action.CANCEL])
def test_a_follower_cannot_choose_what_leaders_do(action: Action) -> None:
    with pytest.raises(PlayerError, match="'idle' cannot choose"):
        as_choice(action, Idle(), TASK)
    assert chosen_by_leader(Choice(action, "go")).action is action


def test_a_plan_is_read_as_plain_numbers() -> None:
    told = Plan(goals={np.int64(3): np.float32(0.5)}, avoid={4: 1})  # type: ignore[dict-item]
    plan = as_plan(told, Idle(), 3)
    assert plan == Plan(goals={3: 0.5}, avoid={4: 1.0})
    assert {
        type(value) for part in (plan.goals, plan.avoid) for pair in part.items() for value in pair
    } == {int, float}
    assert as_plan(None, Idle(), 3) is None


def forged(goals: object) -> Plan:
    """A plan with what its making would have refused."""
    plan = Plan()
    object.__setattr__(plan, "goals", goals)
    return plan


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("north", "follower 'idle' cannot plan 'north' in game 3: expected a Plan"),
        ({3: 1.0}, "expected a Plan"),
        (forged({3: math.nan}), "goals of a plan cannot hold nan for cell 3: expected a weight"),
        (forged({3: -0.1}), "goals of a plan cannot hold -0.1 for cell 3"),
        (forged({625: 1.0}), "for cell 625: expected a weight from 0 to 1 for a cell below 625"),
        (forged({3.5: 1.0}), "'float' object cannot be interpreted as an integer"),
        (forged([3, 4]), "AttributeError"),
        (forged(None), "AttributeError"),
    ],
)
def test_anything_else_is_no_plan(plan: object, words: str) -> None:
    with pytest.raises(PlayerError) as told:
        as_plan(plan, Idle(), 3)
    assert words in str(told.value)


def test_who_cannot_tell_its_plan_has_failed() -> None:
    class Planner(Idle):
        def plan(self, game: int) -> Plan:
            return Plan(goals={game: math.nan})

    with pytest.raises(
        PlayerError, match="'idle' cannot tell its plan in game 3: ValueError: goals of a"
    ):
        ask_plan(Planner(), 3)
    assert ask_plan(Idle(), 3) is None
