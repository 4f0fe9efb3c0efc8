"""`python -m benchmarks`, as `make bench` runs it."""

import json

import pytest

from benchmarks.__main__ import NAMES, app


def test_a_benchmark_prints_one_json_object_a_figure(capsys: pytest.CaptureFixture[str]) -> None:
    app(["memory", "--json"], result_action="return_value")
    figure = json.loads(capsys.readouterr().out)
    assert set(figure) == {"name", "value", "unit", "reference", "ratio"}
    assert figure["value"] <= 4096


def test_an_unknown_benchmark_is_refused() -> None:
    with pytest.raises(SystemExit, match="'nothing' is no benchmark"):
        app(["nothing"])


def test_helpers_are_no_benchmarks() -> None:
    assert "views" in NAMES
    assert not {"figure", "plain", "__main__"} & set(NAMES)
