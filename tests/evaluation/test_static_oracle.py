import numpy as np
import pytest

from cerealbar.agents import PlayerError
from cerealbar.agents.policy import PolicyFollower
from cerealbar.evaluation import (
    StaticOracle,
    evaluate_cascaded,
    evaluate_follower,
    evaluate_instructions,
    judge,
    roll_out,
)
from cerealbar.evaluation.leader_script import leader_script
from cerealbar.evaluation.suites import run_suite
from cerealbar.game import STATE, Action
from cerealbar.records import build_examples
from cerealbar.views import CB2_SIGHT
from tests.evaluation.games import has_early_end, made_sets_unfinished, unhurried_games
from tests.evaluation.suites.boards import ONE
from tests.records.games import play_anything, recorded, some_games

GAMES = unhurried_games()
EXAMPLES = build_examples(GAMES)
ORACLE = StaticOracle(EXAMPLES)


def test_without_early_ends_all_comes_out_as_recorded() -> None:
    assert not any(map(has_early_end, GAMES))
    accuracy, _ = evaluate_instructions(EXAMPLES, ORACLE, limit=None)
    assert accuracy.instructions > 100
    assert (accuracy.cards, accuracy.environment, accuracy.actions) == (1, 1, 1)
    found = evaluate_cascaded(EXAMPLES, ORACLE, limit=None)
    assert (found.followed == found.left).all()
    assert (found.coded == found.left).all()


def test_it_scores_all_points_that_finished_instructions_made() -> None:
    whole = build_examples([game for game in GAMES if not made_sets_unfinished(game)])
    assert len(whole.game_ids) > 3
    told = evaluate_follower(whole, StaticOracle(whole), cascaded=True, limit=None).told()
    for name in ("card_state_accuracy", "instructions_followed", "points_scored"):
        assert told[name] == 1
        assert told["intervals"][name] == [1, 1]  # type: ignore[index]  # a dictionary of lists
    assert told["recorded_longer_than_limit"] is None


def test_it_reproduces_every_recorded_state() -> None:
    """All but what is not compared: the turns left."""
    done = roll_out(EXAMPLES, ORACLE, limit=None)
    for name in STATE.names or ():
        if name != "half_turns_left":
            assert np.array_equal(done.ended[name], EXAMPLES.final[name]), name
    assert (done.changed == EXAMPLES.changed).all()
    assert (done.touched == EXAMPLES.touched).all()
    assert (done.ending == Action.DONE).all()


def test_the_limit_cuts_it_short() -> None:
    done = roll_out(EXAMPLES, ORACLE, limit=10)
    lengths = np.array([len(EXAMPLES.follower_actions(i)) for i in range(len(EXAMPLES))])
    assert (done.choices == np.minimum(lengths, 10)).all()
    assert (judge(EXAMPLES, done)["actions"] == (lengths <= 10)).all()
    assert 0 < (lengths > 10).sum() < len(lengths)


def test_turns_that_ended_early_set_it_off() -> None:
    """With all steps of its turns it comes further before its leader acts (paper, Appendix F)."""
    examples = build_examples(game for game in some_games() if has_early_end(game))
    script = leader_script(examples)
    recorded_turns = script.turns[script.last] - script.turns[script.first]
    oracle = StaticOracle(examples)
    done = roll_out(examples, oracle, limit=None)
    assert (done.leader_turns <= recorded_turns).all()
    assert (done.leader_turns < recorded_turns).any()
    assert (done.final["player_cell"] == examples.final["player_cell"]).all()
    assert judge(examples, done)["actions"].all()


def test_what_would_bump_is_left_out() -> None:
    """Where an instruction was given up, and is skipped, it does not stand where it stood."""
    games = [recorded(*play_anything(seed, 400)) for seed in range(12)]
    examples = build_examples(games)
    found = evaluate_cascaded(examples, StaticOracle(examples), limit=None)
    alone = evaluate_cascaded(examples, StaticOracle(examples), limit=None, share=False)
    assert (found.followed == alone.followed).all()
    assert found.followed.sum() < found.left.sum()


def test_nobody_tells_it_what_was_recorded_of_a_suite() -> None:
    with pytest.raises(PlayerError, match="'static-oracle' cannot follow here"):
        run_suite([ONE], PolicyFollower(ORACLE))
    with pytest.raises(PlayerError, match="it needs the whole board"):
        roll_out(EXAMPLES, ORACLE, [0], sight=CB2_SIGHT)
    assert ORACLE.plan(ORACLE.new_memory(1), 0) is None
