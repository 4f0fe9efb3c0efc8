from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from statistics import fmean

import numpy as np
import pytest
from numpy.typing import NDArray

from cerealbar.agents import Follower, Oracle
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.evaluation import (
    Cascades,
    StaticOracle,
    cascaded,
    evaluate_follower,
)
from cerealbar.evaluation.cascaded import arrivals, futures
from cerealbar.evaluation.recorded import RecordedCourse, RecordedSets, recollect
from cerealbar.evaluation.runs import Runs
from cerealbar.game import STATE, Action
from cerealbar.records import Examples, GameRecord, build_examples
from cerealbar.views import CB2_SIGHT, Sight
from tests.evaluation.followers import Idle, Wanderer, cascades
from tests.evaluation.games import unhurried_games
from tests.evaluation.naive import Recording, Told, naive_cascades
from tests.records.games import eventful_game, play_anything, recorded, some_games

RECORDED_SETS: Callable[[RecordedCourse], RecordedSets] = vars(RecordedCourse)["sets"].func
CORPUS = tuple(corpus_game(8, index) for index in range(4))
ANYTHING = tuple(recorded(*play_anything(seed, 400)) for seed in range(12))
"""Games with cancelled, given-up and unfinished instructions, and turns that ended early."""


def check_same(told: Sequence[Told], found: Cascades) -> None:
    assert all(len(game.followed) <= game.left for game in told)
    for name in ("left", "stop_followed", "stop_gained"):
        assert getattr(found, name).tolist() == [getattr(game, name) for game in told], name
    assert found.go_on_followed.tolist() == [sum(game.followed) for game in told]
    assert found.go_on_as_meant.tolist() == [sum(game.as_meant) for game in told]
    assert found.go_on_gained.tolist() == [game.gained for game in told]


@pytest.mark.parametrize(
    ("games", "make", "limit", "sight"),
    [
        (CORPUS, RuleBasedFollower, 25, None),
        (CORPUS, RuleBasedFollower, 25, CB2_SIGHT),
        (CORPUS, Oracle, 25, None),
        (CORPUS, Oracle, 7, None),
        (CORPUS, Wanderer, 25, None),
        (CORPUS, Idle, None, None),
        (some_games()[:12], Wanderer, 30, None),
        (ANYTHING, Wanderer, 25, None),
        (ANYTHING, Wanderer, 6, CB2_SIGHT),
    ],
)
def test_waves_and_sharing_count_what_a_naive_loop_counts(
    games: tuple[GameRecord, ...],
    make: Callable[[], Follower],
    limit: int | None,
    sight: Sight | None,
) -> None:
    examples = build_examples(games)
    told = naive_cascades(games, make(), limit, sight)
    shared = cascades(examples, make(), sight, limit)
    unsure = make()
    unsure.is_deterministic = False  # type: ignore[attr-defined]  # so that nothing is shared
    alone = cascades(examples, unsure, sight, limit)
    check_same(told, shared)
    check_same(told, alone)
    assert shared.executions <= alone.executions


@pytest.mark.parametrize("make", [RuleBasedFollower, Idle, Wanderer])
def test_the_measures_of_both_rules_are_those_of_games_that_are_played_naively(
    make: Callable[[], Follower],
) -> None:
    """Of a good follower, a bad one and one that does anything."""
    told = naive_cascades(CORPUS, make(), 25)
    scoring = [game for game in told if game.sets_left]
    whole = [game for i, game in enumerate(told) if i == 0 or told[i - 1].left == 1]
    assert len(whole) == len(CORPUS)
    expected = {
        "stop.instructions_followed": fmean(game.stop_followed / game.left for game in told),
        "stop.points_scored": fmean(min(1, g.stop_gained / g.sets_left) for g in scoring),
        "stop.impossible": sum(max(0, g.left - g.stop_followed - 1) for g in whole) / len(told),
        "go_on.instructions_followed": fmean(sum(game.followed) / game.left for game in told),
        "go_on.points_scored": fmean(min(1, g.gained / g.sets_left) for g in scoring),
        "go_on.instructions_followed_as_meant": fmean(sum(g.as_meant) / g.left for g in told),
    }
    report = evaluate_follower(build_examples(CORPUS), make(), cascaded=True)
    means = {name: mean.value for name, mean in report.means().items()}
    assert {name: means[name] for name in expected} == pytest.approx(expected)
    assert expected["stop.instructions_followed"] <= expected["go_on.instructions_followed"]


def test_a_set_that_is_not_the_recorded_one_stops_a_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Such sets come where something went wrong before; so here recorded ones are made others."""
    others = range(1, 20, 2)

    def other_sets(course: RecordedCourse) -> RecordedSets:
        found = RECORDED_SETS(course)
        scores = course.examples.start["score"]
        for first, end, score in zip(found.first, found.end, scores, strict=True):
            for number in range(first, end):
                if score + number - first in others:
                    found.keys[number] = -2
        return found

    monkeypatch.setattr(RecordedCourse, "sets", property(other_sets))
    monkeypatch.setattr(Recording, "other_sets", others)
    games = unhurried_games()[:4]
    told = naive_cascades(games, Oracle(), 40)
    assert any(0 < game.stop_followed < sum(game.followed) for game in told)
    assert any(game.stop_gained < game.gained for game in told)
    check_same(told, cascades(build_examples(games), Oracle(), limit=40))


def test_points_after_a_set_that_is_not_the_recorded_one_do_not_count_by_rule_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Here no set is a recorded one, and a point comes when an instruction is over."""

    class Generous(Runs):
        def proceed(self, begun: NDArray[np.int64]) -> None:
            super().proceed(begun)
            self.states["score"] += 1

    def no_sets(course: RecordedCourse) -> RecordedSets:
        return replace(found := RECORDED_SETS(course), keys=np.full_like(found.keys, -2))

    monkeypatch.setattr(RecordedCourse, "sets", property(no_sets))
    monkeypatch.setattr(cascaded, "Runs", Generous)
    examples = build_examples(unhurried_games()[:2])
    found = cascades(examples, StaticOracle(examples), limit=None)
    assert (found.stop_gained == found.stop_followed).all()
    assert (found.go_on_followed == found.left).all()
    assert (found.stop_followed < found.left).any()


def test_whatever_can_change_the_future_tells_runs_apart() -> None:
    examples = build_examples(CORPUS[:1])
    chosen = np.zeros(2, np.int64)
    memory = recollect(examples, chosen, CB2_SIGHT)

    def alike(name: str, value: int, field: str | None = None) -> int:
        """How many there are when one of two alike arrivals is changed."""
        place = np.array([3, 3])
        come = arrivals(np.array([-1, 7]), chosen, place, examples.start[chosen], memory)
        changed = come[name] if field is None else come[name][field]
        changed[1:] = value
        return len(set(futures(come)))

    assert alike("came_from", 5) == 1
    assert alike("place", 4) == 2
    assert alike("example", 1) == 2
    assert alike("known", True) == 2
    assert alike("memory", 9, "selected") == 2
    for name in STATE.names or ():
        assert alike("state", 77, name) == 2, name


def test_the_naive_loop_meets_what_can_go_wrong() -> None:
    """Else the comparison above would say little."""
    told = naive_cascades(CORPUS, RuleBasedFollower(), 25)
    assert any(game.odd_sets for game in told)
    assert any(game.stop_followed < sum(game.followed) for game in told)
    assert any(game.followed != game.as_meant for game in told)
    withdrawn = naive_cascades(ANYTHING, Wanderer(), 25)
    lengths = [len(game.followed) for game in withdrawn]
    assert lengths != cascades(build_examples(ANYTHING), Wanderer()).left.tolist()


def test_sharing_saves_much() -> None:
    examples = build_examples(CORPUS)
    oracle = StaticOracle(examples)
    shared = cascades(examples, oracle, limit=None)
    unsure = StaticOracle(examples)
    unsure.is_deterministic = False
    alone = cascades(examples, unsure, limit=None)
    for field in fields(Cascades):
        if field.name != "executions":
            name = field.name
            assert np.array_equal(getattr(shared, name), getattr(alone, name)), name
    assert shared.executions < alone.executions / 3


def test_who_stops_at_failures_counts_the_same_by_rule_stop_with_less_work() -> None:
    examples, follower = build_examples(CORPUS), RuleBasedFollower()
    whole = evaluate_follower(examples, follower, cascaded=True)
    stopped = evaluate_follower(examples, follower, cascaded="stop")
    assert whole.cascades is not None
    assert stopped.cascades is not None
    assert stopped.cascades.executions < 0.9 * whole.cascades.executions
    values, same = whole.values, stopped.values
    assert not any(name.startswith("go_on") or name == "full_game_points" for name in same)
    for name, each in same.items():
        np.testing.assert_array_equal(each, values[name], err_msg=name)


def test_who_is_not_always_the_same_is_not_shared() -> None:
    class Moody(Wanderer):
        is_deterministic = False

    examples = build_examples(CORPUS[:1])
    n = len(examples)
    assert cascades(examples, Moody()).executions == n * (n + 1) // 2


def test_doing_nothing_follows_what_asks_for_no_card() -> None:
    examples = build_examples(CORPUS)
    found = cascades(examples, Idle())
    assert ((found.stop_followed > 0) == (examples.changed == 0)).all()
    assert not found.stop_followed.all()


def test_instructions_that_were_never_finished_are_skipped_and_not_counted() -> None:
    examples = build_examples([eventful_game()])
    found = cascades(examples, Idle())
    assert (len(examples), found.left.tolist(), found.go_on_followed.tolist()) == (1, [1], [1])


def test_of_no_examples_nothing_becomes() -> None:
    found = cascades(build_examples([]), Idle())
    assert (len(found.left), found.executions) == (0, 0)


@pytest.mark.parametrize("games", [CORPUS, ANYTHING, some_games()], ids=["corpus", "any", "random"])
def test_the_place_in_the_script_tells_which_instruction_is_the_current_one(
    games: tuple[GameRecord, ...],
) -> None:
    examples: Examples = build_examples(games)
    script = RecordedCourse(examples).script
    current = script.sent[script.first] - examples.start["waiting"]
    assert (script.example[current] == np.arange(len(examples))).all()
    assert (script.example >= 0).sum() == len(examples)
    assert (script.first <= script.last).all()
    assert (script.last <= script.end).all()
    led = [examples.actions[f:e] for f, e in zip(examples.first, examples.last, strict=True)]
    sent = [(actions == Action.INSTRUCT).sum() for actions in led]
    assert (script.sent[script.last] - script.sent[script.first]).tolist() == sent
