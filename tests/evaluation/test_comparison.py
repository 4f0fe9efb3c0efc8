"""Differences of followers: known answers, and what chance alone makes."""

from itertools import product
from pathlib import Path
from statistics import fmean

import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray

from cerealbar.agents import Oracle
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.evaluation import GameMean, evaluate_follower
from cerealbar.evaluation.comparison import compare_tables, mcnemar, paired_difference
from cerealbar.evaluation.suites import run_suite
from cerealbar.evaluation.table import instruction_table, read_table, suite_table, write_table
from cerealbar.records import RecordError, build_examples
from tests.evaluation.followers import Idle, Wanderer
from tests.evaluation.suites.boards import ONE, WALK

EXAMPLES = build_examples(corpus_game(8, index) for index in range(3))
GOOD, BAD = (
    instruction_table(evaluate_follower(EXAMPLES, who, cascaded=True)) for who in (Oracle(), Idle())
)
ITEMS = suite_table(run_suite([ONE, WALK], Oracle()))


def mean(*sums: float, counts: tuple[float, ...] = ()) -> GameMean:
    return GameMean(np.array(sums), np.array(counts or (1.0,) * len(sums)))


def test_the_difference_is_the_mean_over_seeds_and_its_ends_are_of_pairs_drawn_anew() -> None:
    """Again by hand, one draw after the other."""
    first = [mean(3, 0, 2, counts=(3, 2, 4)), mean(2, 1, 2, counts=(3, 2, 4))]
    second = [mean(3, 1, 3, counts=(3, 2, 4)), mean(3, 2, 1, counts=(3, 2, 4))]
    rng = np.random.default_rng(5)
    games, seeds = rng.integers(3, size=(300, 3)), rng.integers(2, size=(300, 2))
    drawn = [
        fmean(shifted(second[s], some) - shifted(first[s], some) for s in pairs)
        for some, pairs in zip(games, seeds, strict=True)
    ]
    found = paired_difference(first, second, seed=5, resamples=300)
    assert found.value == pytest.approx(fmean([7 / 9 - 5 / 9, 6 / 9 - 5 / 9]))
    assert (found.low, found.high) == pytest.approx(np.percentile(drawn, (2.5, 97.5)))


def shifted(of: GameMean, games: NDArray[np.int64]) -> float:
    """The mean of a draw of games."""
    return float(of.sums[games].sum() / of.counts[games].sum())


def test_the_same_means_differ_by_nothing_and_the_other_way_round_by_as_much() -> None:
    first, second = mean(1, 0, 1, 1), mean(0, 0, 1, 0)
    nothing = paired_difference([first], [first])
    assert (nothing.value, nothing.low, nothing.high, nothing.is_clear) == (0, 0, 0, False)
    there, back = paired_difference([first], [second]), paired_difference([second], [first])
    assert (there.value, there.low, there.high) == pytest.approx(
        (-back.value, -back.high, -back.low)
    )


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Of 40 games of many lengths in which the second follower is right 8 % more often."""
    rng, held, clear = np.random.default_rng(3), 0, 0
    for _ in range(200):
        counts = rng.integers(5, 30, 40).astype(float)
        ease = rng.normal(0.5, 0.15, 40).clip(0.1, 0.9)
        right = [rng.binomial(counts.astype(int), ease + by).astype(float) for by in (0, 0.08)]
        first, second = ([GameMean(sums, counts)] for sums in right)
        found = paired_difference(first, second, resamples=400)
        held += found.low <= 0.08 <= found.high
        clear += found.is_clear
    assert 180 <= held <= 198
    assert clear > 100


def test_seeds_that_differ_widen_the_interval() -> None:
    rng = np.random.default_rng(1)
    alike = [mean(*rng.binomial(1, 0.5, 100)) for _ in range(3)]
    steady = [GameMean(one.sums + 0.1, one.counts) for one in alike]
    moody = [GameMean(one.sums + 0.1 * n, one.counts) for n, one in enumerate(alike)]
    assert paired_difference(alike, steady).is_clear
    found = paired_difference(alike, moody)
    assert found.value == pytest.approx(0.1)
    assert found.low == pytest.approx(0)
    assert not found.is_clear


@pytest.mark.parametrize(
    ("first", "second"), [([], []), ([mean(1)], []), ([mean(1)], [mean(1, 0)])]
)
def test_what_is_no_pair_is_refused(first: list[GameMean], second: list[GameMean]) -> None:
    with pytest.raises(ValueError, match="no pairs: expected one for each seed"):
        paired_difference(first, second)


def test_mcnemars_test_is_that_of_a_fair_coin() -> None:
    for first, second in product(range(5), repeat=2):
        n, least = first + second, abs(first - second)
        tosses = [sum(toss) for toss in product((1, -1), repeat=n)]
        unlike = sum(abs(toss) >= least for toss in tosses)
        assert mcnemar(first, second) == pytest.approx(unlike / len(tosses))
    assert 0 < mcnemar(400, 800) < 1e-9


def test_a_table_and_itself_differ_in_nothing() -> None:
    for table in (GOOD, ITEMS):
        for measure in compare_tables(table, table):
            difference, changes = measure.difference, measure.changes
            assert (difference.value, difference.low, difference.high) == (0, 0, 0), measure.name
            assert measure.first == measure.second
            if changes is not None:
                assert (len(changes.first_only), len(changes.second_only), changes.p) == (0, 0, 1)


def test_every_measure_of_two_followers_is_compared() -> None:
    report = evaluate_follower(EXAMPLES, Oracle(), cascaded=True)
    found = {measure.name: measure for measure in compare_tables(BAD, GOOD)}
    assert found.keys() == report.values.keys()
    for name, mean in report.means().items():
        assert found[name].second == pytest.approx(mean.value), name
        assert found[name].difference.value == pytest.approx(mean.value - found[name].first)
    cards = found["card_state_accuracy"]
    assert cards.difference.is_clear
    assert cards.changes is not None
    right = report.values[cards.name]
    assert len(cards.changes.second_only) == (right & ~np.array(BAD[cards.name])).sum() > 10
    assert cards.changes.p < 0.001
    back = {measure.name: measure for measure in compare_tables(GOOD, BAD)}
    for name, measure in found.items():
        assert back[name].difference.value == -measure.difference.value
        assert back[name].difference.low == pytest.approx(-measure.difference.high)


def test_boards_are_drawn_of_a_suite() -> None:
    """Of four instructions for two boards, all right on one and none on the other."""
    table = pa.table(
        {
            "id": list("abcd"),
            "board": ["x", "x", "y", "y"],
            "text": ["go"] * 4,
            "right": [True, True, False, False],
        }
    )
    none = table.set_column(3, "right", pa.array([False] * 4))
    (found,) = compare_tables(none, table)
    assert (found.difference.value, found.difference.low, found.difference.high) == (0.5, 0, 1)


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("table", [GOOD, ITEMS], ids=["games", "suite"])
def test_a_table_that_was_written_compares_as_it_did(
    tmp_path: Path, table: pa.Table, suffix: str
) -> None:
    path = tmp_path / f"all.{suffix}"
    write_table(path, table.take(list(reversed(range(len(table))))))
    for measure in compare_tables(table, read_table(path)):
        assert measure.difference.value == pytest.approx(0, abs=1e-12), measure.name
        changes = measure.changes
        assert changes is None or not len(changes.first_only) + len(changes.second_only)


def test_results_of_other_instructions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="one has results of recorded games"):
        compare_tables(GOOD, ITEMS)
    with pytest.raises(RecordError, match=rf"{len(GOOD)} and 5, of which 5 are in both"):
        compare_tables(GOOD, GOOD.slice(0, 5))
    other = pa.array([ONE.text, "something else"])
    with pytest.raises(RecordError, match="of which 1 are in both"):
        compare_tables(ITEMS, ITEMS.set_column(2, "text", other))
    alone = instruction_table(evaluate_follower(EXAMPLES, Wanderer()))
    with pytest.raises(RecordError, match="expected the same, as of `cerealbar evaluate`"):
        compare_tables(GOOD, alone)
    words = pa.array(["yes"] * len(ITEMS))
    with pytest.raises(RecordError, match="there is no column right of numbers"):
        compare_tables(ITEMS, ITEMS.set_column(ITEMS.column_names.index("right"), "right", words))
    for name, content in (("a.csv", "x,y\n1,2\n"), ("b.parquet", "none"), ("c.csv", "")):
        (tmp_path / name).write_text(content)
        with pytest.raises(RecordError, match=f"{name} is no table of `cerealbar evaluate`"):
            read_table(tmp_path / name)
