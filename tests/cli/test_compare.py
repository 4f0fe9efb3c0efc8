import json
from pathlib import Path
from typing import Any

import pytest

from cerealbar.cli.main import MISUSED, REFUSED
from cerealbar.evaluation.suites import write_lines
from tests.cli.test_cli import run
from tests.evaluation.suites.boards import ONE, WALK
from tests.records.random_games import make_random_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of ten random games; not to be changed."""
    folder = tmp_path_factory.mktemp("corpora") / "random"
    make_random_corpus(folder, 10, 3)
    return folder


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("suites") / "two.jsonl"
    write_lines(path, [ONE, WALK])
    return path


def compared(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    capsys.readouterr()
    assert run("compare", *map(str, arguments), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_two_followers_are_compared_on_games_and_a_file_stands_for_either(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "random.csv"
    on = ("--data", str(corpus), "--part", "all", "--cascaded")
    assert run("evaluate", "random", *on, "--table", str(table)) == 0
    found = compared(capsys, "static-oracle", "random", *on, "--show", 3)
    assert (found["part"], found["games"]) == ("all", 9)  # in one no instruction was finished
    cards = found["measures"]["card_state_accuracy"]
    assert cards["a"] > cards["b"]
    assert cards["difference"] == pytest.approx(cards["b"] - cards["a"])
    assert cards["low"] <= cards["difference"] <= cards["high"] < 0
    assert cards["is_clear"]
    assert cards["a_only"] > cards["b_only"]
    assert [one["right"] for one in found["changed"]] == ["a"] * 3
    assert set(found["measures"]["stop"]) == {
        "instructions_followed",
        "points_scored",
        "impossible",
    }
    stored = compared(capsys, "static-oracle", table, *on, "--show", 3)
    assert stored["measures"] == found["measures"]
    assert stored["changed"] == found["changed"]
    same = compared(capsys, table, table)
    assert same["changed"] == []
    assert same["measures"]["go_on"]["points_scored"]["difference"] == 0


def test_two_followers_are_compared_on_a_suite_and_told_to_people(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("compare", "oracle", "random", "--suite", str(suite), "--show", "1") == 0
    out = capsys.readouterr().out
    assert "oracle (A) and random (B) on 2 instructions of" in out
    assert "McNemar" in out
    assert f"right, A only: {ONE.text} (one)" in out
    assert WALK.text not in out
    table = tmp_path / "oracle.parquet"
    assert run("evaluate", "oracle", "--suite", str(suite), "--table", str(table)) == 0
    found = compared(capsys, table, "random", "--suite", suite)
    assert found["boards"] == 1
    assert found["measures"]["right"]["a"] == 1
    assert found["changed"] == [{"right": "a", "id": "one", "text": ONE.text}]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("random",), MISUSED, "B"),
        (("random", "nobody", "--suite", "{suite}"), REFUSED, "'nobody' is no follower"),
        (("random", "static-oracle", "--suite", "{suite}"), REFUSED, "is no follower"),
        (("random", "simulated"), REFUSED, "either --data or --suite"),
        (("random", "idle", "--data", "x", "--suite", "y"), REFUSED, "either --data or --suite"),
        (("random", "oracle", "--data", "{corpus}", "--part", "all"), REFUSED, "what the leader"),
        (("random", "oracle", "--suite", "{suite}", "--cascaded"), REFUSED, "goes with --data"),
        (("random", "oracle", "--suite", "{suite}", "--show", "-1"), REFUSED, "cannot list -1"),
        (("{none}", "random", "--suite", "{suite}"), REFUSED, "none.csv"),
        (("{items}", "{items}", "--suite", "{suite}"), REFUSED, "--suite goes with a follower"),
        (("{items}", "random", "--data", "{corpus}", "--part", "all"), REFUSED, "of a suite"),
        (("{items}", "random", "--suite", "written-dev"), REFUSED, "of which 0 are in both"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    corpus: Path,
    suite: Path,
    tmp_path: Path,
    arguments: tuple[str, ...],
    code: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    items = tmp_path / "items.csv"
    assert run("evaluate", "random", "--suite", str(suite), "--table", str(items)) == 0
    capsys.readouterr()
    places = {"corpus": corpus, "suite": suite, "items": items, "none": tmp_path / "none.csv"}
    assert run("compare", *(argument.format(**places) for argument in arguments)) == code
    assert words in capsys.readouterr().err
