"""The tables of the paper's rows tell what is kept of their runs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from results.trials import FULL, differences, hours, keep, measures, read, recurrence, rows_of

GAMES = 40


def trial(row: str, seed: int, shares: np.ndarray[Any, Any], title: str = "") -> dict[str, Any]:
    counts = [10.0] * len(shares)
    return {
        "row": row,
        "title": title,
        "seed": seed,
        "measured": {"development": {"card_state_accuracy": float(shares.mean())}},
        "by_game": {"card_state_accuracy": [(shares * 10).tolist(), counts]},
    }


def some_trials() -> dict[str, dict[str, Any]]:
    """A full model, a row that is 10 points worse in every game, and one that differs by chance."""
    found = {}
    for seed in range(3):
        rng = np.random.default_rng(seed)
        shares = rng.uniform(0.4, 0.8, GAMES)
        found[f"full-{seed}"] = trial(FULL, seed, shares)
        found[f"no-goal-{seed}"] = trial("- GOAL distribution", seed, shares - 0.1)
        noise = rng.permutation(np.linspace(-0.2, 0.2, GAMES))
        found[f"living-{seed}"] = trial("", seed, shares + noise, "Living")
        found[f"all-seeing-full-{seed}"] = trial(FULL, seed, np.ones(GAMES))
    found["full-7"] = trial(FULL, 7, np.ones(GAMES))
    return found


def cells(table: str, row: str) -> list[str]:
    (line,) = [line for line in table.splitlines() if line.startswith(f"| {row} |")]
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_a_row_is_its_mean_over_seeds_beside_the_paper() -> None:
    trials = some_trials()
    means = [trials[f"no-goal-{seed}"]["measured"]["development"] for seed in range(3)]
    mean = 100 * np.mean([each["card_state_accuracy"] for each in means])
    row = cells(measures("development")(trials), "- GOAL distribution")
    assert row[1] == "3"
    assert row[2].startswith(f"{mean:.1f} ±")
    assert row[2].endswith("(56.2)")
    assert cells(measures("development")(trials), FULL)[1] == "4"


def test_differences_are_paired_by_seed_and_marked_when_they_are_clear() -> None:
    found = differences(some_trials())
    clear = cells(found, "- GOAL distribution")
    assert clear[1] == "3"
    assert clear[2] == "**-10.0 [-10.0, -10.0]**"
    assert not cells(found, "Living")[2].startswith("**")
    assert FULL not in [line.split("|")[1].strip() for line in found.splitlines()]


def test_rows_of_ours_come_after_those_of_the_paper() -> None:
    rows = rows_of(some_trials())
    assert rows[0] == FULL
    assert rows[-1] == "Living"


def test_what_is_kept_of_a_run_is_read_again(tmp_path: Path) -> None:
    run = tmp_path / "runs" / "full-0"
    run.mkdir(parents=True)
    about = {"name": "full", "title": FULL, "row": FULL, "seed": 0, "digest": "d", "version": "1"}
    (run / "experiment.json").write_text(json.dumps(about))
    (run / "log.jsonl").write_text('{"phase": "plan", "epoch": 1, "cpu_seconds": 60.04}\n')
    found = {"card_state_accuracy": 0.75, "follower": str(run)}
    (run / "results-development.json").write_text(json.dumps(found))
    rows = {"game_id": ["a", "a", "b", "b"], "number": [0, 1, 0, 1], "text": list("wxyz")}
    right = {"card_state_accuracy": [True, True, True, False]}
    parquet.write_table(pa.table(rows | right), run / "table-development.parquet")
    keep(run, tmp_path / "paper")
    told = read(tmp_path / "paper")["full-0"]
    assert told["by_game"]["card_state_accuracy"] == [[2.0, 1.0], [2.0, 2.0]]
    assert told["measured"]["development"] == found | {"follower": "full-0"}
    assert told["cpu_seconds"] == 60.0


def test_the_test_row_is_also_of_the_seed_that_was_best_on_development() -> None:
    trials = some_trials()
    for seed, points in enumerate((0.2, 0.3, 0.1)):
        measured = trials[f"full-{seed}"]["measured"]
        measured["development"]["stop"] = {"points_scored": points}
        measured["test"] = {"card_state_accuracy": points + 0.4}
    found = measures("test")(trials)
    assert cells(found, FULL)[1:3] == ["3", "60.0 ±10.0 (58.4)"]
    assert cells(found, f"{FULL}, seed 1")[1:3] == ["1", "70.0 (58.4)"]


def test_recurrence_is_left_out_on_both_kinds_of_ways() -> None:
    found = some_trials()
    for name, loss in (("full", 0.0), ("no-recurrence", 0.02)):
        for seed in range(3):
            shares = np.full(GAMES, 0.5 - loss)
            found[f"all-seeing-{name}-{seed}"] = trial(FULL, seed, shares)
            found[f"{name}-{seed}"] = trial(FULL, seed, shares + loss / 2)
    (new, old) = recurrence(found).splitlines()[2:]
    assert "| 3 | **-1.0 [-1.0, -1.0]** |" in new
    assert "| 3 | **-2.0 [-2.0, -2.0]** |" in old


def test_hours_tell_in_which_epoch_a_run_was_at_its_best() -> None:
    found = {}
    for seed, values in enumerate(((0.1, 0.3, 0.2), (0.4, 0.3))):
        log = [{"phase": "finetune", "points": value} for value in values]
        found[f"full-{seed}"] = {"seed": seed, "cpu_seconds": 1800.0, "epochs": log}
    told = hours(found)
    assert cells(told, "`full`") == ["`full`", "2", "1.00", "2 of 3, 1 of 2"]
    assert cells(told, "together")[2] == "1.0"
