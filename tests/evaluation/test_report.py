import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from cerealbar.agents import Oracle
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.evaluation import Cascades, cascaded_means, evaluate_follower, evaluate_instructions
from cerealbar.evaluation.table import write_table
from cerealbar.records import RecordError, build_examples
from tests.evaluation.followers import Idle, Wanderer

EXAMPLES = build_examples(corpus_game(8, index) for index in range(3))
REPORT = evaluate_follower(EXAMPLES, Oracle(), cascaded=True)
MEASURES = {
    "card_state_accuracy",
    "environment_state_accuracy",
    "action_sequence_accuracy",
    "cards_as_meant",
    "full_game_points",
    "instructions_followed",
    "points_scored",
    "code_instructions_followed",
    "code_points_scored",
    "instructions_followed_as_meant",
}


def test_everything_is_told() -> None:
    told = json.loads(json.dumps(REPORT.told()))
    assert set(told["intervals"]) == MEASURES <= set(told)
    assert (told["instructions"], told["games"], told["limit"]) == (len(EXAMPLES), 3, 25)
    for name in MEASURES:
        low, high = told["intervals"][name]
        assert low <= told[name] <= high
    accuracy, _ = evaluate_instructions(EXAMPLES, Oracle())
    assert told["card_state_accuracy"] == pytest.approx(accuracy.cards)
    assert told["environment_state_accuracy"] == pytest.approx(accuracy.environment)
    lengths = [len(EXAMPLES.follower_actions(i)) for i in range(len(EXAMPLES))]
    assert told["recorded_longer_than_limit"] == np.mean(np.array(lengths) > 25)


def test_what_was_not_asked_for_or_is_not_known_is_not_told() -> None:
    untold = replace(EXAMPLES, meant=(None,) * len(EXAMPLES))
    told = evaluate_follower(untold, Idle()).told()
    assert not {"cards_as_meant", "points_scored"} & set(told)
    told = evaluate_follower(untold, Idle(), cascaded=True).told()
    assert "points_scored" in told
    assert "instructions_followed_as_meant" not in told


def test_of_no_instructions_nothing_is_known() -> None:
    told = evaluate_follower(build_examples([]), Idle(), cascaded=True).told()
    assert told["instructions"] == 0
    assert told["card_state_accuracy"] is told["points_scored"] is None


def test_measures_by_hand() -> None:
    """Two games of two and one instructions; in the second no set was made."""
    games = EXAMPLES.game
    chosen = [int(np.flatnonzero(games == 0)[0]), int(np.flatnonzero(games == 0)[1]), 0]
    start = np.array(EXAMPLES.start[chosen])
    start["score"] = 1, 2, 0
    examples = replace(
        EXAMPLES,
        game=np.array([0, 0, 1], np.int32),
        start=start,
        sets_left=np.array([4, 3, 0], np.int16),
        texts=("a", "b", "c"),
    )
    numbers = {
        "left": [2, 1, 1],
        "followed": [1, 1, 0],
        "as_meant": [0, 1, 1],
        "gained": [2, 6, 1],
        "coded": [0, 1, 1],
        "coded_gained": [1, 3, 1],
    }
    flags = {"is_followed": [False, True, False], "is_as_meant": [False, True, True]}
    found = Cascades(
        **{name: np.array(values) for name, values in (numbers | flags).items()}, executions=4
    )
    values = {name: mean.value for name, mean in cascaded_means(examples, found, True).items()}
    assert values == pytest.approx(
        {
            "full_game_points": (1 + 2 + 0 + 1) / 2,
            "instructions_followed": (1 / 2 + 1 + 0) / 3,
            "points_scored": (2 / 4 + 1) / 2,
            "code_instructions_followed": ((0 + 1) / 3 + 1 / 1) / 2,
            "code_points_scored": (1 / 5 + 3 / 5) / 2,
            "instructions_followed_as_meant": (0 + 1 + 1) / 3,
        }
    )


def test_progress_is_told_from_nothing_to_all() -> None:
    shares: list[float] = []
    evaluate_follower(EXAMPLES, Wanderer(), cascaded=True, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_the_table_has_a_row_for_each_instruction(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"all.{suffix}"
    write_table(path, REPORT)
    table: pa.Table = parquet.read_table(path) if suffix == "parquet" else csv.read_csv(path)
    rows = table.to_pylist()
    assert [row["text"] for row in rows] == list(EXAMPLES.texts)
    assert [row["cards_right"] for row in rows] == REPORT.right["cards"].tolist()
    cascades = REPORT.cascades
    assert cascades is not None
    assert [row["followed"] for row in rows] == cascades.is_followed.tolist()
    assert [row["as_meant"] for row in rows] == cascades.is_as_meant.tolist()
    for row, left in zip(rows, EXAMPLES.sets_left, strict=True):
        assert (row["share_points"] is None) == (left == 0)
    told = REPORT.told()
    assert np.mean([row["share_followed"] for row in rows]) == pytest.approx(
        told["instructions_followed"]
    )


def test_a_table_has_no_other_kind(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"ends in \.csv or \.parquet"):
        write_table(tmp_path / "all.xlsx", REPORT)
