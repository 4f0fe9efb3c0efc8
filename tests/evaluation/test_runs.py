"""The engine, on named boards and on random ones."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cerealbar.agents import PlayerError
from cerealbar.agents.policy import Assignments, MemoryRows, Situations
from cerealbar.evaluation import roll_out
from cerealbar.evaluation.following import carry_out
from cerealbar.evaluation.recorded import NO_LEADER, LeaderScript, set_key
from cerealbar.evaluation.runs import UNENDED, Runs
from cerealbar.game import Action, Heading, Player, StateArray, cell_at, is_set, legal_many
from cerealbar.records import build_examples
from cerealbar.views import Plan
from tests.boards import SET_FACES, board, kinds_of_cards, row_of_cards
from tests.evaluation.games import unhurried_games

EXAMPLES = build_examples(unhurried_games())
FORWARD, LEFT, DONE = Action.FORWARD, Action.LEFT, Action.DONE


class Sequence:
    """A policy that chooses the same actions in each row, one after the other, and then is done."""

    name = "sequence"
    is_deterministic = True

    def __init__(self, *actions: int) -> None:
        self.actions = (*actions, DONE)

    def new_memory(self, rows: int) -> NDArray[np.int64]:
        return np.zeros(rows, np.int64)

    def begin(self, memory: NDArray[np.int64], rows: MemoryRows, given: Assignments) -> None:
        memory[rows] = 0

    def choose(
        self, memory: NDArray[np.int64], rows: MemoryRows, now: Situations
    ) -> NDArray[np.uint8]:
        found = np.array(self.actions)[np.minimum(memory[rows], len(self.actions) - 1)]
        memory[rows] += 1
        return found.astype(np.uint8)

    def plan(self, memory: object, row: int) -> Plan | None:
        return None

    def reason(self, memory: object, row: int) -> str | None:
        return f"row {row}"


class Dice(Sequence):
    """Chooses legal steps at random, by the row's own dice, and is done now and then."""

    is_deterministic = False

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed

    def choose(
        self, memory: NDArray[np.int64], rows: MemoryRows, now: Situations
    ) -> NDArray[np.uint8]:
        memory[rows] += 1
        mask = legal_many(now.states)
        found = []
        for i, row in enumerate(rows):
            cell = int(now.states["player_cell"][i, Player.FOLLOWER])
            rng = np.random.default_rng([self.seed, cell, int(memory[row])])
            found.append(DONE if rng.random() < 0.05 else rng.choice(np.flatnonzero(mask[i, :4])))
        return np.array(found, np.uint8)


def script(*actions: int) -> LeaderScript:
    """One game's leader, who does this."""
    deeds = np.array(actions, np.uint8)
    sent, turns = (
        np.concatenate(([0], np.cumsum(np.isin(deeds, some))))
        for some in ([Action.INSTRUCT], [DONE, Action.TIME_OUT])
    )
    none = np.zeros(0, np.int64)
    return LeaderScript(deeds, sent, turns, none, none, none, np.full(9, -1))


def runs_on(states: StateArray, leader: LeaderScript = NO_LEADER) -> Runs:
    n = len(states)
    stop = np.full(n, len(leader.actions), np.int64)
    return Runs(states, leader, np.zeros(n, np.int64), stop)


def follow(runs: Runs, *actions: int, limit: int | None = 25) -> Runs:
    n = len(runs)
    given_ = Assignments(runs.states, ["go"] * n, [()] * n, [None] * n)
    carry_out(runs, Sequence(*actions), given_, limit)
    return runs


def follower_board(**fields: int) -> StateArray:
    """A follower who looks east along a row with a card two cells away."""
    return board(
        follower="4,4,e",
        leader="4,8,e",
        cards=["1bc@6,4", "2bc@6,8"],
        turn=Player.FOLLOWER,
        queue=1,
        **fields,  # type: ignore[arg-type]  # all of these are numbers
    )


def test_a_step_is_kept_with_its_cell_and_what_it_toggled() -> None:
    runs = follow(runs_on(follower_board()), FORWARD, FORWARD, LEFT)
    assert runs.trail["action"][0, :3].tolist() == [FORWARD, FORWARD, LEFT]
    assert runs.trail["cell"][0, :3].tolist() == [cell_at(5, 4), cell_at(6, 4), cell_at(6, 4)]
    assert runs.trail["toggled"][0, :3].tolist() == [False, True, False]
    run = runs.each[0]
    assert (run["changed"], run["steps"], run["choices"]) == (1, 3, 4)
    assert run["ending"] == DONE
    assert runs.states["waiting"][0] == 1


def test_touching_a_card_twice_changes_nothing() -> None:
    runs = follow(runs_on(follower_board()), FORWARD, FORWARD, FORWARD, Action.BACKWARD)
    assert runs.each["changed"][0] == 0


def test_a_bump_is_a_choice_but_no_step() -> None:
    runs = follow(runs_on(follower_board()), *[FORWARD] * 30, limit=23)
    assert runs.each[["steps", "choices", "ending"]].tolist() == [(20, 23, UNENDED)]


def test_without_a_limit_there_is_room_for_all_steps() -> None:
    runs = follow(runs_on(follower_board()), *[LEFT] * 100, limit=None)
    assert runs.each["steps"][0] == 100
    assert runs.trail["action"].shape[1] >= 100
    assert runs.each["ending"][0] == DONE


def test_the_leader_acts_when_the_steps_of_a_turn_are_used() -> None:
    leader = script(FORWARD, FORWARD, DONE, LEFT, DONE)
    runs = follow(runs_on(follower_board(steps=2), leader), LEFT, LEFT, LEFT)
    assert runs.each["place"][0] == 3
    assert runs.states["player_cell"][0, Player.LEADER] == cell_at(6, 8)
    assert runs.states["selected"][0] == 0b10
    assert runs.states["steps_left"][0] == 9
    assert runs.each["changed"][0] == 0
    runs.finish()
    assert runs.each["place"][0] == 5
    assert runs.states["player_heading"][0, Player.LEADER] == 0


def test_a_leader_whose_script_is_over_does_nothing() -> None:
    runs = follow(runs_on(follower_board(steps=1), script()), *[LEFT] * 12)
    assert runs.each["steps"][0] == 12
    assert runs.states["steps_left"][0] == 9


def test_a_turn_in_which_the_leader_does_nothing_is_taken_too() -> None:
    runs = follow(runs_on(follower_board(steps=7), script(DONE)), LEFT)
    assert (runs.each["place"][0], runs.states["steps_left"][0]) == (0, 6)
    runs.finish()
    assert (runs.each["place"][0], runs.states["steps_left"][0]) == (1, 10)


def test_turns_do_not_run_out() -> None:
    runs = follow(runs_on(follower_board(steps=1, half_turns=1)), *[LEFT] * 22)
    assert runs.each["steps"][0] == 22


def test_an_instruction_that_the_leader_withdraws_is_over() -> None:
    states = follower_board(steps=1)
    states["cancelling"] = 1
    leader = script(Action.CANCEL, LEFT, DONE, Action.INSTRUCT, DONE)
    runs = runs_on(states, leader)
    begun = runs.instructions()
    follow(runs, *[LEFT] * 5)
    assert (runs.each["steps"][0], runs.each["ending"][0]) == (1, UNENDED)
    assert runs.instructions() != begun
    runs.proceed(begun)
    assert runs.states["waiting"][0] == 0
    assert runs.each["place"][0] == 5


def step_onto_a_set(states: StateArray) -> None:
    """Put the follower beside the third card of some valid set of which two are selected."""
    kinds = kinds_of_cards(states)
    slots = combinations(range(len(kinds)), 3)
    a, b, c = next((a, b, c) for a, b, c in slots if is_set(kinds[a], kinds[b], kinds[c]))
    states["selected"] = 1 << a | 1 << b
    states["player_cell"][0, Player.FOLLOWER] = states["card_cell"][0, c] - 1
    states["player_heading"][0, Player.FOLLOWER] = Heading.E


def test_the_first_set_that_is_not_the_recorded_one_is_noted() -> None:
    cards = (*row_of_cards(*SET_FACES), "1po@20,20", "2yt@20,22", "3ks@18,18")
    runs = runs_on(board(cards=cards, turn=Player.FOLLOWER, queue=1, score=4))
    row, forward = np.zeros(1, np.intp), np.array([FORWARD], np.uint8)
    step_onto_a_set(runs.states)
    runs.set_keys = np.array([set_key(runs.states[0], FORWARD), 7, 8])
    runs.each["next_set"], runs.each["set_end"] = np.array([0]), np.array([3])
    for odd_score in (-1, 6, 6):
        step_onto_a_set(runs.states)
        runs.follow(row, forward)
        assert runs.each["odd_score"].tolist() == [odd_score]
    assert (runs.states["score"][0], runs.each["next_set"][0]) == (7, 3)


def test_reasons_are_kept_of_those_who_give_up() -> None:
    states = np.concatenate([follower_board()] * 2)
    runs = follow(runs_on(states), LEFT, Action.GIVE_UP)
    assert runs.reasons == {0: "row 0", 1: "row 1"}


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Action.INSTRUCT, "'sequence' cannot instruct: only the leader"),
        (Action.CANCEL, "'sequence' cannot cancel: only the leader"),
        (Action.TIME_OUT, "'sequence' chose 6: expected a step, done or give up"),
        (77, "'sequence' chose 77"),
    ],
)
def test_what_no_follower_can_do_is_refused(action: int, words: str) -> None:
    with pytest.raises(PlayerError, match=words):
        follow(runs_on(follower_board()), action)


def test_a_choice_for_each_row_is_needed() -> None:
    class Mute(Sequence):
        def choose(
            self, memory: NDArray[np.int64], rows: MemoryRows, now: Situations
        ) -> NDArray[np.uint8]:
            return np.zeros(len(rows) + 1, np.uint8)

    runs = runs_on(follower_board())
    with pytest.raises(PlayerError, match=r"'sequence' chose uint8 of .* expected 1 actions"):
        carry_out(runs, Mute(), Assignments(runs.states, ["go"], [()], [None]), 25)


def test_steps_that_are_not_left_are_refused() -> None:
    with pytest.raises(PlayerError, match="'sequence' cannot turn left"):
        follow(runs_on(follower_board(steps=0)), LEFT)


@given(seed=st.integers(0, 1000), limit=st.integers(1, 40))
def test_a_batch_of_one_is_as_a_batch_of_many(seed: int, limit: int) -> None:
    chosen = np.random.default_rng(seed).choice(len(EXAMPLES), 5, replace=False)
    together = roll_out(EXAMPLES, Dice(seed), chosen, limit)
    for i, example in enumerate(chosen.tolist()):
        alone = roll_out(EXAMPLES, Dice(seed), [example], limit)
        assert alone.final[0] == together.final[i]
        assert alone.ended[0] == together.ended[i]
        for name in ("leader_turns", "choices", "steps", "changed", "ending"):
            assert getattr(alone, name)[0] == getattr(together, name)[i]
        steps = int(alone.steps[0])
        assert (alone.actions[0, :steps] == together.actions[i, :steps]).all()


@given(seed=st.integers(0, 1000), limit=st.integers(1, 40))
def test_whatever_a_follower_does(seed: int, limit: int) -> None:
    chosen = np.random.default_rng(seed).choice(len(EXAMPLES), 5, replace=False)
    done = roll_out(EXAMPLES, Dice(seed), chosen, limit)
    start = EXAMPLES.start[chosen]
    assert (done.choices <= limit).all()
    assert (done.steps <= done.choices).all()
    assert ((done.ending == UNENDED) <= (done.choices == limit)).all()
    assert (done.final["turn"] == Player.FOLLOWER).all()
    assert (done.ended["score"] <= done.final["score"]).all()
    assert (start["score"] <= done.ended["score"]).all()
    assert (done.final["player_cell"][:, 1] == done.ended["player_cell"][:, 1]).all()
    gold = EXAMPLES.final[chosen]
    assert (done.final["player_cell"][:, 0] == gold["player_cell"][:, 0]).all()
    assert (done.final["waiting"] == gold["waiting"]).all()
    turns = [
        int((EXAMPLES.players[f:e] < EXAMPLES.players[f + 1 : e + 1]).sum())
        for f, e in zip(EXAMPLES.first[chosen], EXAMPLES.last[chosen], strict=True)
    ]
    assert (done.leader_turns <= np.array(turns)).all()
