from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import pairwise

import numpy as np
import pytest

from cerealbar.agents.corpus_games import corpus_game
from cerealbar.agents.oracle import Oracle
from cerealbar.agents.policy import PolicyFollower, policy_of
from cerealbar.agents.protocol import FollowTask, Need, PlayerError
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.evaluation import Rollouts, following, given_by, roll_out
from cerealbar.game import Action, Game
from cerealbar.records import Examples, Header, build_examples, record_of
from cerealbar.views import CB2_SIGHT
from tests.evaluation.followers import Idle, judged

EXAMPLES: Examples = build_examples(corpus_game(8, index) for index in range(6))
FIRST = int(np.argmax(EXAMPLES.game == np.argmax(np.bincount(EXAMPLES.game))))
"""The first instruction of the longest game."""


class Gold:
    """Does what was recorded, when asked of all examples in their order."""

    name = "gold"

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        chosen = []
        for task in tasks:
            actions = [a for a in EXAMPLES.follower_actions(task.game) if a <= Action.DONE]
            chosen.append(Action(actions[task.steps_taken]))
        return chosen

    def forget(self, game: int) -> None:
        """Nothing to forget."""


def test_doing_what_was_recorded_is_nearly_always_right() -> None:
    """Not always: turns that ended early are played with all steps (paper, Appendix F)."""
    right = judged(EXAMPLES, Gold())
    assert {len(each) for each in right.values()} == {len(EXAMPLES)}
    assert right["cards"].mean() > 0.95
    assert right["environment"].mean() > 0.95


def test_doing_nothing_is_right_only_where_nothing_was_to_do() -> None:
    right = judged(EXAMPLES, Idle())
    for example in range(len(EXAMPLES)):
        if EXAMPLES.changed[example]:
            assert not right["cards"][example]
        if len(EXAMPLES.follower_actions(example)) == 1:
            assert right["actions"][example]
    assert right["cards"].mean() < 0.5


def test_reading_is_better_than_doing_nothing() -> None:
    idle, read = judged(EXAMPLES, Idle()), judged(EXAMPLES, RuleBasedFollower())
    assert read["cards"].mean() > idle["cards"].mean() + 0.1
    assert (read["environment"] <= read["cards"]).all()


def test_some_examples_can_be_chosen() -> None:
    whole, some = judged(EXAMPLES, Idle()), judged(EXAMPLES, Idle(), [2, 5])
    for name, values in some.items():
        assert values.tolist() == whole[name][[2, 5]].tolist()


def test_no_examples_can_be_chosen() -> None:
    assert {len(each) for each in judged(EXAMPLES, Idle(), []).values()} == {0}


class Gossip(Idle):
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: dict[int, FollowTask] = {}

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        self.told |= {task.game: task for task in tasks}
        return super().follow(tasks)


def test_the_oracle_does_what_was_meant() -> None:
    """People err, so that what was done is not always what was meant."""
    assert 0.9 < judged(EXAMPLES, Oracle())["cards"].mean() < 1
    untold = replace(EXAMPLES, meant=(None,) * len(EXAMPLES))
    assert Need.INTENTION in given_by(EXAMPLES)
    assert Need.INTENTION not in given_by(untold)
    assert Need.BOARD not in given_by(EXAMPLES, CB2_SIGHT)


def test_what_was_given_up_or_cancelled_does_not_shift_what_came_before() -> None:
    game = Game(42)
    for text in ("one", "two", "three"):
        game.instruct(text)
    game.step(Action.DONE)
    game.give_up()
    game.step(Action.DONE)
    game.step(Action.DONE)
    header = Header(game_id="given-up", seed=42, synthetic=True)
    record = record_of(game, header, [float(i) for i in range(len(game.history))])
    examples = build_examples([corpus_game(8, 0), record])
    gossip = Gossip()
    judged(examples, gossip)
    for example, task in gossip.told.items():
        first = examples.first_of_game(example)
        assert task.past == examples.texts[first:example]
        assert task.number == len(task.past)
    last = gossip.told[len(examples) - 1]
    assert (last.number, last.instruction, last.past) == (1, "three", ("two",))


def test_earlier_instructions_are_told() -> None:
    gossip = Gossip()
    judged(EXAMPLES, gossip)
    for example, task in gossip.told.items():
        assert task.number == len(task.past) == EXAMPLES.number[example]
    assert gossip.told[FIRST + 3].past == EXAMPLES.texts[FIRST : FIRST + 3]


def test_with_a_sight_the_follower_knows_what_it_saw_earlier_in_the_game() -> None:
    all_, some = Gossip(), Gossip()
    judged(EXAMPLES, all_, sight=CB2_SIGHT)
    judged(EXAMPLES, some, [FIRST + 4], sight=CB2_SIGHT)
    known = [all_.told[example].known for example in range(FIRST, FIRST + 5)]
    assert some.told[0].states == all_.told[FIRST + 4].states
    assert np.array_equal(some.told[0].known, all_.told[FIRST + 4].known)  # type: ignore[arg-type]  # neither is None
    for before, after in pairwise(known):
        assert before is not None
        assert after is not None
        assert (before <= after).all()
        assert 0 < before.sum() < len(before)


def test_an_answer_that_is_no_choice_is_an_error_that_names_the_follower() -> None:
    class Instructing(Idle):
        name = "bossy"

        def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
            return [Action.INSTRUCT] * len(tasks)

    with pytest.raises(PlayerError, match=r"'bossy' cannot choose .*INSTRUCT.*: expected"):
        judged(EXAMPLES, Instructing(), [0])


def test_a_policy_is_evaluated_as_the_follower_made_of_it() -> None:
    policy = policy_of(RuleBasedFollower())
    own = judged(EXAMPLES, policy)
    for follower in (RuleBasedFollower(), PolicyFollower(policy)):
        for name, values in judged(EXAMPLES, follower).items():
            assert np.array_equal(values, own[name]), name


def test_the_limit_can_be_chosen() -> None:
    short, full = (judged(EXAMPLES, Oracle(), limit=limit)["cards"] for limit in (5, None))
    assert short.sum() < full.sum()


def test_rollouts_keep_the_order_in_which_examples_were_chosen() -> None:
    policy = policy_of(RuleBasedFollower())
    there = roll_out(EXAMPLES, policy, [7, 3, 7])
    assert there.examples.tolist() == [7, 3, 7]
    assert there.final[0] == there.final[2]
    assert len(there) == len(there.actions) == 3
    assert len(roll_out(EXAMPLES, policy, [])) == 0


def test_rollouts_in_several_groups_are_those_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = policy_of(RuleBasedFollower())
    whole = roll_out(EXAMPLES, policy, sight=CB2_SIGHT)
    monkeypatch.setattr(following, "GROUP", 16)
    shares: list[float] = []
    parts = roll_out(EXAMPLES, policy, sight=CB2_SIGHT, progress=shares.append)
    for field in fields(Rollouts):
        assert np.array_equal(getattr(whole, field.name), getattr(parts, field.name)), field.name
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_there_is_no_example_beyond_the_last() -> None:
    for wrong in (-1, len(EXAMPLES)):
        with pytest.raises(IndexError, match="examples have no"):
            judged(EXAMPLES, Idle(), [0, wrong])
