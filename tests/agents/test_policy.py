"""Followers as policies and policies as followers, there and back."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from cerealbar.agents import Choice, FollowTask, Oracle, PlayerError
from cerealbar.agents.policy import (
    Assignments,
    MemoryRows,
    Policy,
    PolicyFollower,
    Situations,
    TaskPolicy,
    policy_of,
)
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.game import CELLS, Action, Game, StateArray
from cerealbar.views import Plan

STATES = Game(42).states


class Countdown:
    """Turns left once for each word of the instruction, and gives up after odd numbers of them."""

    name = "countdown"
    is_deterministic = True

    def __init__(self) -> None:
        self.memories: list[NDArray[np.int64]] = []
        self.begun: list[str] = []

    def new_memory(self, rows: int) -> NDArray[np.int64]:
        self.memories.append(np.full(rows, -1))
        return self.memories[-1]

    def begin(self, memory: NDArray[np.int64], rows: MemoryRows, given: Assignments) -> None:
        assert len(given) == len(rows)
        self.begun += given.texts
        memory[rows] = [len(text.split()) for text in given.texts]

    def choose(
        self, memory: NDArray[np.int64], rows: MemoryRows, now: Situations
    ) -> NDArray[np.uint8]:
        ends = np.where(memory[rows] % 2 == 1, Action.GIVE_UP, Action.DONE)
        return np.where(now.steps < memory[rows], Action.LEFT, ends).astype(np.uint8)

    def plan(self, memory: NDArray[np.int64], row: int) -> Plan | None:
        return Plan(trajectory={int(memory[row]): 1.0})

    def reason(self, memory: NDArray[np.int64], row: int) -> str | None:
        return f"{memory[row]} is odd"


def task(game: int, text: str, steps: int = 0, number: int = 0) -> FollowTask:
    return FollowTask(game, STATES, text, number, steps)


def test_a_policy_is_one_and_a_follower_is_none() -> None:
    assert isinstance(Countdown(), Policy)
    assert isinstance(policy_of(Oracle()), Policy)
    assert not isinstance(Oracle(), Policy)
    assert not isinstance(PolicyFollower(Countdown()), Policy)


def test_more_games_than_a_memory_has_rows_are_followed_side_by_side() -> None:
    policy = Countdown()
    follower = PolicyFollower(policy)
    texts = ["turn " * (1 + game % 3) for game in range(150)]
    for steps in range(4):
        answers = follower.follow([task(game, text, steps) for game, text in enumerate(texts)])
        for text, answer in zip(texts, answers, strict=True):
            words = len(text.split())
            if steps < words:
                assert answer is Action.LEFT
            elif words % 2:
                assert answer == Choice(Action.GIVE_UP, f"{words} is odd")
            else:
                assert answer is Action.DONE
    assert len(policy.begun) == 150
    assert len(policy.memories) == 3


def test_asked_twice_it_answers_the_same_and_reads_once() -> None:
    policy = Countdown()
    follower = PolicyFollower(policy)
    tasks = [task(game, "turn around") for game in (3, 1)]
    assert follower.follow(tasks) == follower.follow(tasks)
    assert follower.follow(tasks[1:]) == [Action.LEFT]
    assert len(policy.begun) == 2
    follower.follow([task(3, "another", number=1)])
    assert policy.begun == ["turn around", "turn around", "another"]


def test_forgotten_games_leave_their_rows_to_others() -> None:
    policy = Countdown()
    follower = PolicyFollower(policy)
    for game in range(300):
        follower.follow([task(game, "turn")])
        assert follower.plan(game) == Plan(trajectory={1: 1.0})
        follower.forget(game)
        follower.forget(game)
        assert follower.plan(game) is None
    assert len(policy.memories) == 1


def test_a_follower_made_of_a_policy_is_unwrapped() -> None:
    policy = Countdown()
    assert policy_of(PolicyFollower(policy)) is policy


def assignments(*texts: str, known: NDArray[np.bool_] | None = None) -> Assignments:
    n = len(texts)
    return Assignments(np.concatenate([STATES] * n), texts, [("past",)] * n, [None] * n, known)


def situations(*steps: int, known: NDArray[np.bool_] | None = None) -> Situations:
    return Situations(np.concatenate([STATES] * len(steps)), np.array(steps), known)


class Scribe:
    """A follower who writes down what it is told."""

    name = "scribe"

    def __init__(self) -> None:
        self.told: list[FollowTask] = []
        self.forgotten: list[int] = []

    def follow(self, tasks: Sequence[FollowTask]) -> list[Choice]:
        self.told += tasks
        return [Choice(Action.GIVE_UP, task.instruction) for task in tasks]

    def forget(self, game: int) -> None:
        self.forgotten.append(game)


def test_to_a_follower_each_instruction_is_a_game_of_its_own() -> None:
    scribe = Scribe()
    policy = TaskPolicy(scribe)
    memory = policy.new_memory(3)
    known = np.ones((2, CELLS), np.bool_)
    rows = np.array([2, 0])
    policy.begin(memory, rows, assignments("one", "two"))
    assert policy.choose(memory, rows, situations(4, 5, known=known)).tolist() == [8, 8]
    first, second = scribe.told
    assert (first.instruction, first.steps_taken, first.past, first.number) == (
        "one",
        4,
        ("past",),
        1,
    )
    assert (second.instruction, second.steps_taken) == ("two", 5)
    assert first.game != second.game
    assert first.known is not None
    assert [policy.reason(memory, row) for row in (0, 1, 2)] == ["two", None, "one"]
    policy.begin(memory, np.array([0]), assignments("three"))
    assert scribe.forgotten == [second.game]
    assert policy.reason(memory, 0) is None
    assert policy.plan(memory, 0) is None
    policy.choose(memory, np.array([0]), situations(0))
    assert scribe.told[-1].game not in (first.game, second.game)


def test_a_task_policy_forgets_rows() -> None:
    scribe = Scribe()
    policy = TaskPolicy(scribe)
    memory = policy.new_memory(3)
    policy.begin(memory, np.array([1, 2]), assignments("one", "two"))
    policy.choose(memory, np.array([1, 2]), situations(0, 0))
    policy.forget(memory, np.array([0, 1]))
    assert scribe.forgotten == [0]
    assert memory[:2] == [None] * 2
    assert memory[2] is not None
    assert policy.reason(memory, 1) is None


def test_a_policy_is_as_predictable_as_its_follower() -> None:
    assert TaskPolicy(RuleBasedFollower()).is_deterministic
    assert not TaskPolicy(Scribe()).is_deterministic
    assert PolicyFollower(Countdown()).is_deterministic


def test_there_and_back_nothing_changes() -> None:
    """A follower as a policy as a follower chooses what the follower chooses."""
    game = Game(42)
    game.instruct("go forward two steps and turn left")
    game.step(Action.DONE)
    states: StateArray = game.states
    both = RuleBasedFollower(), PolicyFollower(TaskPolicy(RuleBasedFollower()))
    for steps in range(3):
        told = FollowTask(0, states, "go forward two steps and turn left", 0, steps)
        own, other = (follower.follow([told])[0] for follower in both)
        assert own == other
        assert isinstance(own, Action)
        game.step(own)
        states = game.states
    assert both[1].plan(0) == both[0].plan(0)


def test_an_answer_that_is_none_is_an_error() -> None:
    class Mute(Scribe):
        def follow(self, tasks: Sequence[FollowTask]) -> list[Choice]:
            return []

    policy = TaskPolicy(Mute())
    memory = policy.new_memory(1)
    policy.begin(memory, np.array([0]), assignments("one"))
    with pytest.raises(PlayerError, match="'scribe' cannot answer with 0 answers"):
        policy.choose(memory, np.array([0]), situations(0))
