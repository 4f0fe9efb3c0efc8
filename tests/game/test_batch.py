"""Many games in one call: the same as one game at a time, and nothing is written out of bounds."""

import numpy as np
import pytest
from hypothesis import given

from cerealbar.game import (
    ACTIONS,
    PAPER,
    Action,
    Game,
    IllegalActionError,
    Outcome,
    Player,
    Refusal,
    StateArray,
    UnknownActionError,
    legal_many,
    new_states,
    step_many,
)
from cerealbar.game.turns import MAX_WAITING
from tests.boards import board, game_on, set_one_step_away
from tests.strategies import reachable_states


def random_actions(states: StateArray, generator: np.random.Generator) -> np.ndarray:
    masks = legal_many(states)
    masks[:, Action.TIME_OUT] = False
    return (generator.random(masks.shape) * masks).argmax(axis=1).astype(np.uint8)


def one_by_one(states: StateArray, actions: np.ndarray) -> np.ndarray:
    """What `step_many` should return, and do to the states, by playing each game alone."""
    results = []
    for i, action in enumerate(actions):
        game = game_on(states[i : i + 1])
        try:
            results.append(int(game.step(Action(action), text="go")))
        except IllegalActionError:
            results.append(-1)
        states[i] = game.states[0]
    return np.array(results)


def test_a_batch_plays_as_its_games_would_alone() -> None:
    together = new_states(range(20))
    alone = together.copy()
    generator = np.random.default_rng(5)
    for _ in range(150):
        actions = random_actions(together, generator)
        outcomes = step_many(together, actions)
        expected = one_by_one(alone, actions)
        assert together.tobytes() == alone.tobytes()
        assert (np.maximum(outcomes, -1) == expected).all()
    assert (together["half_turns_left"] < 12).all()


def test_any_action_in_any_batch_plays_as_it_would_alone() -> None:
    together = new_states(range(30))
    alone = together.copy()
    generator = np.random.default_rng(3)
    for _ in range(100):
        actions = generator.integers(0, len(ACTIONS), len(together)).astype(np.uint8)
        outcomes = step_many(together, actions)
        expected = one_by_one(alone, actions)
        assert together.tobytes() == alone.tobytes()
        assert (np.maximum(outcomes, -1) == expected).all()
    assert (together["half_turns_left"] == 0).any()


def test_games_of_a_batch_do_not_touch_each_other() -> None:
    states = new_states([1, 2, 3])
    before = states.copy()
    step_many(states[1:2], np.array([Action.LEFT], np.uint8))
    assert states[0] == before[0]
    assert states[2] == before[2]
    assert states[1] != before[1]


def test_a_strided_batch_is_played_in_place() -> None:
    states = new_states(range(6))
    before = states.copy()
    step_many(states[::2], np.full(3, Action.INSTRUCT, np.uint8))
    assert states["waiting"].tolist() == [1, 0, 1, 0, 1, 0]
    assert (states[1::2] == before[1::2]).all()


def test_an_empty_batch_is_a_batch() -> None:
    states = new_states([])
    assert step_many(states, np.empty(0, np.uint8)).shape == (0,)
    assert legal_many(states).shape == (0, len(ACTIONS))


# Refusals

REFUSED = {
    Refusal.GAME_OVER: (board(half_turns=0), Action.LEFT),
    Refusal.NO_STEPS: (board(steps=0), Action.LEFT),
    Refusal.NOT_LEADER: (board(turn=Player.FOLLOWER, queue=1), Action.INSTRUCT),
    Refusal.QUEUE_FULL: (board(queue=MAX_WAITING), Action.INSTRUCT),
    Refusal.UNKNOWN_ACTION: (board(), 9),
    Refusal.NOT_FOLLOWER: (board(queue=1), Action.GIVE_UP),
    Refusal.NOTHING_WAITS: (board(), Action.CANCEL),
    Refusal.NOT_ALLOWED: (board(queue=1), Action.CANCEL),
}


@pytest.mark.parametrize("refusal", Refusal)
def test_a_refused_action_is_a_negative_number_and_changes_nothing(refusal: Refusal) -> None:
    states, action = REFUSED[refusal]
    before = states.tobytes()
    assert step_many(states, np.array([action], np.uint8)).tolist() == [refusal]
    assert states.tobytes() == before


@pytest.mark.parametrize("action", [9, 10, 100, 255])
def test_any_other_byte_is_an_unknown_action(action: int) -> None:
    states = board(queue=1)
    assert step_many(states, np.array([action], np.uint8))[0] == Refusal.UNKNOWN_ACTION


def test_a_game_that_is_over_refuses_even_unknown_actions_as_over() -> None:
    states = board(half_turns=0)
    for action in (*Action, 9):
        assert step_many(states, np.array([action], np.uint8))[0] == Refusal.GAME_OVER


def test_a_refusal_in_one_game_does_not_stop_the_others() -> None:
    states = np.concatenate([board(steps=0), board(), board(half_turns=0), set_one_step_away()])
    outcomes = step_many(states, np.zeros(4, np.uint8))
    made = Outcome.MOVED | Outcome.TOGGLED | Outcome.SET_MADE
    assert outcomes.tolist() == [Refusal.NO_STEPS, Outcome.MOVED, Refusal.GAME_OVER, made]


# Wrong shapes and types


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(2, np.uint8),
        np.zeros(4, np.uint8),
        np.zeros((3, 1), np.uint8),
        np.zeros(3, np.int64),
        np.zeros(3, np.float64),
        np.zeros((), np.uint8),
        [0, 0, 0],
    ],
    ids=str,
)
def test_actions_of_another_shape_or_type_are_refused_by_name(actions: np.ndarray) -> None:
    states = new_states([1, 2, 3])
    before = states.tobytes()
    with pytest.raises(UnknownActionError, match="3 games need as many uint8 actions, not "):
        step_many(states, actions)
    assert states.tobytes() == before


@pytest.mark.parametrize(
    "states",
    [np.zeros(3), np.zeros(3, np.uint8), new_states([1, 2]).reshape(2, 1), np.zeros((), np.uint8)],
    ids=["floats", "bytes", "two dimensions", "a number"],
)
def test_what_is_no_array_of_games_is_refused(states: np.ndarray) -> None:
    for call in (
        lambda: step_many(states, np.zeros(3, np.uint8)),
        lambda: legal_many(states),
    ):
        with pytest.raises(TypeError, match="expected an array \\(N,\\) of game records"):
            call()


# Legal actions


@given(reachable_states())
def test_a_mask_of_a_batch_is_the_mask_of_its_game(states: StateArray) -> None:
    (mask,) = legal_many(states)
    assert tuple(np.flatnonzero(mask).tolist()) == game_on(states).legal_actions()


def test_masks_stand_in_the_order_of_the_games() -> None:
    states = np.concatenate([board(half_turns=0), board(steps=0), board()])
    assert legal_many(states).sum(axis=1).tolist() == [0, 3, 7]


def test_random_games_end() -> None:
    states = new_states(range(100), PAPER)
    generator = np.random.default_rng(5)
    for _ in range(1000):
        step_many(states, random_actions(states, generator))
    assert (states["half_turns_left"] == 0).all()


def test_a_game_continues_from_a_batch() -> None:
    states = new_states([4, 5])
    game = Game.from_states(states[1:2])
    game.step(Action.LEFT)
    assert states[1]["steps_left"] == 5, "the game has a record of its own"
