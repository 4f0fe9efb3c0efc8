"""`python -m benchmarks`, as `make bench` runs it."""

import ast
import json
from pathlib import Path

import pytest

import benchmarks
from benchmarks import memory
from benchmarks.__main__ import NAMES, app
from benchmarks.figure import Figure, Verdict


def test_a_benchmark_prints_one_json_object_a_figure(capsys: pytest.CaptureFixture[str]) -> None:
    app(["memory", "--json"], result_action="return_value")
    figure = json.loads(capsys.readouterr().out)
    assert set(figure) == {"name", "value", "unit", "reference", "ratio", "goal", "met"}
    assert figure["met"] == "yes"
    assert figure["value"] <= 4096


def test_an_unknown_benchmark_is_refused() -> None:
    with pytest.raises(SystemExit, match="'nothing' is no benchmark"):
        app(["nothing"])


def test_helpers_are_no_benchmarks() -> None:
    assert "views" in NAMES
    assert not {"figure", "plain", "__main__"} & set(NAMES)


@pytest.mark.parametrize(
    ("value", "goal", "verdict"),
    [
        (320, ">= 1.6 x", "yes"),
        (319, ">= 1.6 x", "nearly"),
        (200, ">= 1.6 x", "no"),
        (400, "<= 2 x", "yes"),
        (50, ">= 50", "yes"),
        (49.9, ">= 50", "nearly"),
        (28.5, ">= 50", "no"),
        (21_000, ">= 20,000", "yes"),
        (3.5, ">= 3.4 a core", "yes"),
        (4, "<= 4", "yes"),
        (5, "<= 4", "nearly"),
        (5.5, "<= 4", "no"),
        (200, "< 200", "nearly"),
        (0, "0", "yes"),
        (1, "0", "no"),
        (180, ">= 90 % of those due", "yes"),
        (50, ">= 90 % of those due", "no"),
        (50, "", ""),
    ],
)
def test_a_goal_is_met_nearly_met_or_missed_by_far(
    value: float, goal: str, verdict: Verdict
) -> None:
    assert Figure("it", value, "things", 200, goal).verdict == verdict


def test_figures_that_miss_their_goal_by_far_are_named_and_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slow = Figure("play-off", 28.5, "games/s", 3, ">= 50")
    near = Figure("map", 49.0, "maps/s", 3, ">= 50")
    monkeypatch.setattr(memory, "measure", lambda: [near, slow])
    with pytest.raises(SystemExit) as told:
        app(["memory"])
    assert str(told.value) == "missed by far:\n  play-off: 28.5 games/s, the goal is >= 50"
    assert {"nearly", "no"} < set(capsys.readouterr().out.replace("│", " ").split())


def test_every_goal_that_is_written_is_one() -> None:
    with pytest.raises(ValueError, match="'soon' is no goal"):
        Figure("it", 1, "s", 1, "soon")
    found = [
        node.args[4].value
        for path in Path(benchmarks.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Figure"
        and isinstance(node.args[4], ast.Constant)
    ]
    assert len(found) > 20
    for goal in found:
        Figure("it", 1, "s", 1, str(goal))
