import numpy as np
import pytest

from cerealbar.agents import PlayerError
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.agents.policy import PolicyFollower
from cerealbar.evaluation import (
    StaticOracle,
    evaluate_follower,
    judge,
    roll_out,
)
from cerealbar.evaluation.recorded import RecordedCourse
from cerealbar.evaluation.report import told_of
from cerealbar.evaluation.suites import run_suite
from cerealbar.game import STATE, Action
from cerealbar.records import build_examples
from cerealbar.views import CB2_SIGHT
from tests.evaluation.followers import cascades, judged
from tests.evaluation.games import has_early_end, made_sets_unfinished, unhurried_games
from tests.evaluation.suites.boards import ONE
from tests.records.games import play_anything, recorded, some_games

GAMES = unhurried_games()
EXAMPLES = build_examples(GAMES)
ORACLE = StaticOracle(EXAMPLES)


def test_without_early_ends_all_comes_out_as_recorded() -> None:
    assert not any(map(has_early_end, GAMES))
    assert len(EXAMPLES) > 100
    for name, values in judged(EXAMPLES, ORACLE, limit=None).items():
        assert values.all(), name
    found = cascades(EXAMPLES, ORACLE, limit=None)
    assert (found.go_on_followed == found.left).all()
    assert (found.stop_followed == found.left).all()


def test_it_scores_all_points_that_finished_instructions_made() -> None:
    whole = build_examples([game for game in GAMES if not made_sets_unfinished(game)])
    assert len(whole.game_ids) > 3
    told = evaluate_follower(whole, StaticOracle(whole), cascaded=True, limit=None).told()
    assert told["card_state_accuracy"] == 1
    for rule in ("stop", "go_on"):
        for measure in ("instructions_followed", "points_scored"):
            assert told_of(told, f"{rule}.{measure}") == 1
            assert told_of(told["intervals"], f"{rule}.{measure}") == [1, 1]
    assert told["recorded_longer_than_limit"] is None


def test_it_reproduces_every_recorded_state() -> None:
    """All but what is not compared: the turns left."""
    done = roll_out(EXAMPLES, ORACLE, limit=None)
    for name in STATE.names or ():
        if name != "half_turns_left":
            assert np.array_equal(done.ended[name], EXAMPLES.final[name]), name
    assert (done.changed == EXAMPLES.changed).all()
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
    script = RecordedCourse(examples).script
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
    found = cascades(examples, StaticOracle(examples), limit=None)
    unsure = StaticOracle(examples)
    unsure.is_deterministic = False
    alone = cascades(examples, unsure, limit=None)
    assert (found.go_on_followed == alone.go_on_followed).all()
    assert found.go_on_followed.sum() < found.left.sum()


def test_where_turns_ended_early_it_still_follows_nearly_all_by_both_rules() -> None:
    """The paper's scores 97.9 % of the points on development games."""
    corpus = build_examples(corpus_game(8, index) for index in range(12))
    means = evaluate_follower(corpus, StaticOracle(corpus), cascaded=True, limit=None).means()
    for rule in ("stop", "go_on"):
        assert means[f"{rule}.instructions_followed"].value > 0.95
        assert means[f"{rule}.points_scored"].value > 0.95


def test_nobody_tells_it_what_was_recorded_of_a_suite() -> None:
    with pytest.raises(PlayerError, match="'static-oracle' cannot follow here"):
        run_suite([ONE], PolicyFollower(ORACLE))
    with pytest.raises(PlayerError, match="it needs the whole board"):
        roll_out(EXAMPLES, ORACLE, [0], sight=CB2_SIGHT)
    assert ORACLE.plan(ORACLE.new_memory(1), 0) is None
