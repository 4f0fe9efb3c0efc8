import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cerealbar.cli.main import REFUSED
from cerealbar.cli.results.page import results_page
from cerealbar.cli.results.rows import COLUMNS, paper_rows, read_run, result_rows
from cerealbar.evaluation.report import nest
from tests.cli.test_cli import run

KEYS = [column.key for column in COLUMNS]
FULL = nest(dict(zip(KEYS, (0.6, 0.4, 0.2, 1.5, 0.3, 0.25), strict=True)))
HOSTILE = "</title><script>alert(1)</script>[bold]&"


def make_run(
    folder: Path,
    name: str = "full",
    row: str | None = "Full model",
    *,
    title: str | None = None,
    seed: int = 0,
    part: str = "development",
    epochs: int = 2,
    results: Mapping[str, object] = FULL,
) -> Path:
    """A folder of a run as training leaves it."""
    folder.mkdir(parents=True)
    title = title or row or name
    experiment = {"name": name, "title": title, "row": row, "model": "plan", "seed": seed}
    (folder / "experiment.json").write_text(json.dumps({**experiment, "losses": {"goal": 1.0}}))
    told = {"instructions": 900, "games": 30, "limit": 25, **results}
    (folder / f"results-{part}.json").write_text(json.dumps(told))
    lines = [
        {
            "phase": "finetune",
            "epoch": epoch,
            "stop.points_scored": 0.1 * epoch,
            "loss_goal": 1 / epoch,
            "loss_actions": 1.0,
            "cpu_seconds": 9.0,
        }
        for epoch in range(1, epochs + 1)
    ]
    (folder / "log.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return folder


def table_of(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    assert run("table", *map(str, arguments), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_the_papers_numbers_are_those_of_its_table() -> None:
    development, test = paper_rows()["development"], paper_rows()["test"]
    assert len(development) == 14
    assert set(test) == {"Full model", "Seq2seq+attn", "Static oracle"}
    assert development["Full model"]["stop.points_scored"] == (0.181, 0.008)
    assert development["- Fine-tuning"]["environment_state_accuracy"] == (0.085, 0.011)
    assert development["- Instructions"]["full_game_points"] == (0.24, 0.07)
    assert development["+ Gold plan"].keys() == set(KEYS[:3])
    assert test["Static oracle"]["full_game_points"] == (6.66,)
    for rows in paper_rows().values():
        for values in rows.values():
            assert set(values) <= set(KEYS)
            assert all(v[0] <= 1 for key, v in values.items() if key != "full_game_points")


def test_the_table_stands_beside_the_papers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(tmp_path / "full")
    assert run("table", str(tmp_path / "full")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "here (synthetic games) above, paper (people's games) below" in lines[0]
    (number,) = (i for i, line in enumerate(lines) if line.split()[:2] == ["Full", "model"])
    assert lines[number].split()[2:] == [
        "here",
        "1",
        "60.0",
        "40.0",
        "20.0",
        "1.50",
        "30.0",
        "25.0",
    ]
    assert re.sub(" ±", "±", " ".join(lines[number + 1].split())) == (
        "paper 58.2±0.5 32.6±0.8 15.8±0.5 0.66±0.10 20.5±1.2 18.1±0.8"
    )
    (gold,) = (line for line in lines if line.strip().startswith("+ Gold plan"))
    assert gold.split()[3:] == ["here", *"\u2013" * 7]
    assert "The data differ" in " ".join(" ".join(lines).split())


def test_runs_with_different_seeds_are_trials(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [
        make_run(
            tmp_path / str(seed), seed=seed, results={**FULL, "stop": {"points_scored": value}}
        )
        for seed, value in enumerate((0.2, 0.25, 0.3))
    ]
    row = table_of(capsys, *runs)["rows"][0]
    assert row["seeds"] == [0, 1, 2]
    assert math.isclose(row["here"]["stop.points_scored"]["mean"], 0.25)
    assert math.isclose(row["here"]["stop.points_scored"]["deviation"], 0.05)
    assert row["here"]["card_state_accuracy"]["deviation"] == 0
    assert row["here"]["stop.points_scored"]["low"] is None
    assert run("table", *map(str, runs)) == 0
    assert "25.0 ±5.0" in capsys.readouterr().out


def test_the_interval_of_a_single_trial_is_kept_and_a_run_counts_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    intervals = {"stop": {"points_scored": [0.2, 0.3]}, "full_game_points": None, "other": [0, 1]}
    folder = make_run(tmp_path / "full", results={**FULL, "intervals": intervals})
    row = table_of(capsys, folder, f"{folder}/", folder)["rows"][0]
    assert len(row["runs"]) == 1
    here = row["here"]["stop.points_scored"]
    assert (here["mean"], here["deviation"], here["low"], here["high"]) == (0.25, None, 0.2, 0.3)
    assert (row["instructions"], row["games"]) == (900, 30)


def test_what_was_not_measured_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = make_run(
        tmp_path / "a", results={"card_state_accuracy": 0.5, "stop": {"points_scored": None}}
    )
    assert table_of(capsys, folder)["rows"][0]["here"].keys() == {"card_state_accuracy"}


def test_rows_come_in_the_papers_order_and_others_below(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [
        make_run(tmp_path / "p", "pointer", None, title="Pointer"),
        make_run(tmp_path / "s", "seq2seq", "Seq2seq+attn"),
        make_run(tmp_path / "v", "wide", "Full model", title="Wide"),
        make_run(tmp_path / "f", "full", "Full model"),
        make_run(tmp_path / "x", "odd", "No such row", title="Odd"),
    ]
    rows = table_of(capsys, *runs)["rows"]
    labels = [row["label"] for row in rows]
    assert labels[:3] == ["Full model (Wide)", "Full model", "- Trajectory distribution"]
    assert labels[-4:] == ["Seq2seq+attn", "Static oracle", "Pointer", "Odd"]
    assert rows[-1]["row"] is None
    assert rows[-1]["paper"] == {}


def test_on_other_parts_the_papers_rows_are_those_that_it_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    on_test = make_run(tmp_path / "t", "no-goal", "- GOAL distribution", part="test")
    labels = [row["label"] for row in table_of(capsys, on_test, "--part", "test")["rows"]]
    assert labels == ["Full model", "- GOAL distribution", "Seq2seq+attn", "Static oracle"]
    on_train = make_run(tmp_path / "v", part="validation")
    (row,) = table_of(capsys, on_train, "--part", "validation")["rows"]
    assert row["paper"] == {}


def test_the_page_has_the_table_the_plots_and_no_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    intervals = {"stop": {"points_scored": [0.2, 0.3]}}
    full = make_run(tmp_path / "full", results={**FULL, "intervals": intervals})
    hostile = make_run(tmp_path / "h", "h", None, title=HOSTILE, epochs=3)
    page = tmp_path / "deep" / "results.html"
    assert run("table", str(full), str(hostile), "--html", str(page)) == 0
    assert "Traceback" not in capsys.readouterr().err
    text = page.read_text()
    assert "<script" not in text
    assert "default-src 'none'" in text
    assert not re.search(r"(src|href)=\"(?!data:)", text)
    assert text.count("<svg") == len(COLUMNS) + 2
    assert "Finetune: stop: points scored" in text
    assert "Finetune: loss" in text
    assert "seconds" not in text.partition("<h2>Learning")[2].partition("<footer>")[0]
    assert "here (synthetic games)" in text
    assert "paper (people&#39;s games)" in text
    assert "20.0 to 30.0 with 95 % confidence" in text


def test_the_page_of_a_run_that_learned_nothing_has_no_curves(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "full", epochs=0)
    (folder / "log.jsonl").unlink()
    rows = result_rows([read_run(folder, "development")], "development")
    page = results_page(rows, "development")
    assert "<h2>Learning" not in page
    assert page == results_page(rows, "development")


def test_curves_are_means_over_trials(tmp_path: Path) -> None:
    from cerealbar.cli.results.page import _points

    runs = [make_run(tmp_path / str(i), seed=i, epochs=2 + i) for i in range(2)]
    (row, *_) = result_rows([read_run(folder, "development") for folder in runs], "development")
    points = _points(row)
    assert points["finetune", "stop.points_scored"] == pytest.approx({1: 0.1, 2: 0.2, 3: 0.3})
    assert points["finetune", "loss"] == pytest.approx({1: 2.0, 2: 1.5, 3: 4 / 3})


def test_what_is_no_run_is_one_clear_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, damaged = make_run(tmp_path / "full"), make_run(tmp_path / "bad")
    empty, logged = tmp_path / "empty", make_run(tmp_path / "logged")
    empty.mkdir()
    (damaged / "results-development.json").write_text('{"stop": {"points_scored": "many"}}')
    (logged / "log.jsonl").write_text('{"phase": "finetune"}\n')
    for arguments, words in (
        ((), "expected at least one run"),
        ((str(tmp_path / "none"),), "there is no run"),
        ((str(empty),), "is no run: there is no experiment.json"),
        ((str(folder), "--part", "test"), "has no results of the part 'test'"),
        ((str(damaged),), "results-development.json cannot be read: Expected `float | null`"),
        ((str(logged),), "log.jsonl, line 1, is no entry of a log"),
    ):
        assert run("table", *arguments) == REFUSED
        captured = capsys.readouterr()
        assert words in captured.err
        assert captured.err.count("\n") == 1
        assert captured.out == ""
