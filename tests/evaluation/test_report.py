import json
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from cerealbar.agents import Oracle
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.cli.results.rows import paper_rows
from cerealbar.evaluation import Cascades, cascaded_values, evaluate_follower
from cerealbar.evaluation.table import instruction_table, write_table
from cerealbar.records import RecordError, build_examples
from tests.evaluation.followers import Idle, Wanderer, judged

EXAMPLES = build_examples(corpus_game(8, index) for index in range(3))
REPORT = evaluate_follower(EXAMPLES, Oracle(), cascaded=True)
MEASURES = {
    "card_state_accuracy",
    "environment_state_accuracy",
    "action_sequence_accuracy",
    "cards_as_meant",
    "full_game_points",
}
RULES = {
    "stop": {"instructions_followed", "points_scored", "impossible"},
    "go_on": {"instructions_followed", "points_scored", "instructions_followed_as_meant"},
    "code": {"instructions_followed", "points_scored"},
}


def test_everything_is_told() -> None:
    told = json.loads(json.dumps(REPORT.told()))
    assert set(told["intervals"]) == MEASURES | set(RULES) <= set(told)
    assert (told["instructions"], told["games"], told["limit"]) == (len(EXAMPLES), 3, 25)
    for name in MEASURES:
        low, high = told["intervals"][name]
        assert low <= told[name] <= high
    for rule, names in RULES.items():
        assert set(told[rule]) == set(told["intervals"][rule]) == names
        for name in names:
            low, high = told["intervals"][rule][name]
            assert low <= told[rule][name] <= high
    right = judged(EXAMPLES, Oracle())
    assert told["card_state_accuracy"] == pytest.approx(right["cards"].mean())
    assert told["environment_state_accuracy"] == pytest.approx(right["environment"].mean())
    lengths = [len(EXAMPLES.follower_actions(i)) for i in range(len(EXAMPLES))]
    assert told["recorded_longer_than_limit"] == np.mean(np.array(lengths) > 25)


def test_what_was_not_asked_for_or_is_not_known_is_not_told() -> None:
    untold = replace(EXAMPLES, meant=(None,) * len(EXAMPLES))
    told = evaluate_follower(untold, Idle()).told()
    assert not {"cards_as_meant", "full_game_points", *RULES} & set(told)
    means = evaluate_follower(untold, Idle(), cascaded=True).means()
    assert "go_on.points_scored" in means
    assert "go_on.instructions_followed_as_meant" not in means


def test_of_no_instructions_nothing_is_known() -> None:
    told = evaluate_follower(build_examples([]), Idle(), cascaded=True).told()
    assert told["instructions"] == 0
    assert told["card_state_accuracy"] is told["full_game_points"] is None
    assert told["stop"] == dict.fromkeys(RULES["stop"])


def test_measures_by_hand() -> None:
    """Two games of three and one instructions; in the second no set was made."""
    start = np.array(EXAMPLES.start[:4])
    start["score"] = 1, 2, 2, 0
    examples = replace(
        EXAMPLES,
        game=np.array([0, 0, 0, 1], np.int32),
        start=start,
        sets_left=np.array([4, 3, 3, 0], np.int16),
        texts=("a", "b", "c", "d"),
    )
    numbers = {
        "left": [3, 2, 1, 1],
        "stop_followed": [0, 1, 1, 0],
        "stop_gained": [1, 4, 3, 1],
        "go_on_followed": [1, 1, 1, 0],
        "go_on_as_meant": [0, 2, 1, 1],
        "go_on_gained": [2, 6, 3, 1],
    }
    found = Cascades(
        **{name: np.array(n) for name, n in numbers.items()}, executions=4, is_stopped=False
    )
    values = cascaded_values(examples, found, True)
    assert {name: float(np.nanmean(each)) for name, each in values.items()} == pytest.approx(
        {
            "full_game_points": (1 + 2 + 0 + 1) / 2,
            "stop.instructions_followed": (0 + 1 / 2 + 1 + 0) / 4,
            "stop.points_scored": (1 / 4 + 1 + 1) / 3,
            "stop.impossible": (2 + 0) / 4,
            "go_on.instructions_followed": (1 / 3 + 1 / 2 + 1 + 0) / 4,
            "go_on.points_scored": (2 / 4 + 1 + 1) / 3,
            "code.instructions_followed": ((0 + 1 + 1) / 6 + 0 / 1) / 2,
            "code.points_scored": (1 / 5 + 4 / 5 + 3 / 5) / 3,
            "go_on.instructions_followed_as_meant": (0 + 1 + 1 + 1) / 4,
        }
    )


def test_the_papers_figures_fit_rule_stop_as_the_page_tells() -> None:
    """Instructions that are followed one like the other, 1 to 20 of which are left."""
    page = (Path(__file__).parents[2] / "docs/evaluation.md").read_text(encoding="utf-8")
    rows = paper_rows()["development"]
    names = ("Full model", "- Trajectory distribution", "- Action recurrence", "Seq2seq+attn")
    found = []
    for name in names:
        p, reported = (
            rows[name][key][0] for key in ("card_state_accuracy", "stop.instructions_followed")
        )
        expected = fmean(p * (1 - p**m) / ((1 - p) * m) for m in range(1, 21))
        found.append(round(100 * expected, 1))
        assert abs(expected - reported) < 0.02 < p - reported
        assert f"| {name} | {100 * p:.1f} | {found[-1]} | {100 * reported:.1f} |" in page
    assert found == [19.0, 9.7, 11.2, 8.6]


def test_progress_is_told_from_nothing_to_all() -> None:
    shares: list[float] = []
    evaluate_follower(EXAMPLES, Wanderer(), cascaded=True, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_the_table_has_a_row_for_each_instruction(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"all.{suffix}"
    write_table(path, instruction_table(REPORT))
    table: pa.Table = parquet.read_table(path) if suffix == "parquet" else csv.read_csv(path)
    rows = table.to_pylist()
    assert [row["text"] for row in rows] == list(EXAMPLES.texts)
    assert [row["card_state_accuracy"] for row in rows] == REPORT.values[
        "card_state_accuracy"
    ].tolist()
    cascades = REPORT.cascades
    assert cascades is not None
    assert [row["followed"] for row in rows] == (cascades.stop_followed > 0).tolist()
    for row, left in zip(rows, EXAMPLES.sets_left, strict=True):
        assert (row["stop.points_scored"] is None) == (left == 0)
    for name, mean in REPORT.means().items():
        values = [row[name] for row in rows if row[name] is not None]
        assert np.mean(values) == pytest.approx(mean.value), name


def test_a_table_has_no_other_kind(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"ends in \.csv or \.parquet"):
        write_table(tmp_path / "all.xlsx", instruction_table(REPORT))
