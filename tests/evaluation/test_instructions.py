from collections.abc import Sequence

from cerealbar.agents.corpus_games import corpus_game
from cerealbar.agents.protocol import FollowTask
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.evaluation import evaluate_instructions
from cerealbar.game import Action
from cerealbar.records import Examples, build_examples

EXAMPLES: Examples = build_examples(corpus_game(8, index) for index in range(6))


class Gold:
    """Does what was recorded."""

    name = "gold"

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        chosen = []
        for task in tasks:
            actions = [a for a in EXAMPLES.follower_actions(task.game) if a <= Action.DONE]
            chosen.append(Action(actions[task.steps_taken]))
        return chosen

    def forget(self, game: int) -> None:
        """Nothing to forget."""


class Idle:
    """Is done at once."""

    name = "idle"

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        return [Action.DONE] * len(tasks)

    def forget(self, game: int) -> None:
        """Nothing to forget."""


def test_doing_what_was_recorded_is_nearly_always_right() -> None:
    """Not always: turns that ended early are played with all steps (paper, Appendix F)."""
    accuracy, _ = evaluate_instructions(EXAMPLES, Gold())
    assert accuracy.instructions == len(EXAMPLES)
    assert accuracy.cards > 0.95
    assert accuracy.environment > 0.95


def test_doing_nothing_is_right_only_where_nothing_was_to_do() -> None:
    accuracy, outcomes = evaluate_instructions(EXAMPLES, Idle())
    for example, outcome in outcomes.items():
        if EXAMPLES.changed[example]:
            assert not outcome.cards
        if len(EXAMPLES.follower_actions(example)) == 1:
            assert outcome.actions
    assert accuracy.cards < 0.5


def test_reading_is_better_than_doing_nothing() -> None:
    idle, _ = evaluate_instructions(EXAMPLES, Idle())
    read, _ = evaluate_instructions(EXAMPLES, RuleBasedFollower())
    assert read.cards > idle.cards + 0.1
    assert read.environment <= read.cards


def test_some_examples_can_be_chosen() -> None:
    accuracy, outcomes = evaluate_instructions(EXAMPLES, Idle(), [2, 5])
    assert accuracy.instructions == 2
    assert set(outcomes) == {2, 5}
