import json
from pathlib import Path

import pytest

from cerealbar.cli.main import MISUSED, REFUSED
from tests.cli.test_cli import run
from tests.records.random_games import make_random_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of ten random games; not to be changed."""
    folder = tmp_path_factory.mktemp("corpora") / "random"
    make_random_corpus(folder, 10, 3)
    return folder


def test_all_measures_are_printed_as_json_and_written_as_a_table(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    table = tmp_path / "all.csv"
    options = ("--part", "all", "--cascaded", "--json", "--table", str(table))
    assert run("evaluate", "rule-based", "--data", str(corpus), *options) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["follower"], told["part"], told["sight"]) == ("rule-based", "all", "full")
    assert 0 <= told["stop"]["instructions_followed"] <= told["go_on"]["instructions_followed"] <= 1
    assert 0 <= told["stop"]["impossible"] <= 1
    assert set(told["intervals"]) <= set(told)
    assert told["limit"] == 25
    assert len(table.read_text().splitlines()) == told["instructions"] + 1


def test_the_static_oracle_has_no_limit(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    arguments = ("evaluate", "static-oracle", "--data", str(corpus), "--part", "all", "--json")
    assert run(*arguments) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["action_sequence_accuracy"] == 1
    assert told["limit"] is None
    assert not {"stop", "go_on"} & set(told)


def test_measures_are_shown_to_people_with_their_intervals(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    arguments = ("evaluate", "random", "--data", str(corpus), "--part", "all", "--cascaded")
    assert run(*arguments, "--sight", "cb2") == 0
    out = capsys.readouterr().out
    assert "random with the sight 'cb2' on" in out
    assert "stop: points scored" in out
    assert "go on: points scored" in out
    assert " to " in out
    assert "of the recorded executions take more than 25 choices" in out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("evaluate",), MISUSED, "FOLLOWER"),
        (("evaluate", "nobody", "--data", "{}"), REFUSED, "'nobody' is no follower"),
        (("evaluate", "oracle", "--data", "{}", "--part", "all"), REFUSED, "what the leader"),
        (("evaluate", "random", "--data", "{}", "--table", "x.xlsx"), REFUSED, ".csv or .parquet"),
        (("evaluate", "random", "--data", "/nowhere"), REFUSED, "/nowhere"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(
    corpus: Path,
    arguments: tuple[str, ...],
    code: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(*(argument.format(corpus) for argument in arguments)) == code
    assert words in capsys.readouterr().err
