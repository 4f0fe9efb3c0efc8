import json
from pathlib import Path

import msgspec
import pytest

from cerealbar.cli.main import REFUSED
from cerealbar.evaluation.suites import read_suite, write_lines
from cerealbar.evaluation.suites.tasks import labels
from cerealbar.game import coordinates
from tests.cli.test_cli import run
from tests.evaluation.suites.boards import ONE, WALK


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A file of two instructions."""
    path = tmp_path / "two.jsonl"
    write_lines(path, [ONE, WALK])
    return path


def collect(folder: Path) -> None:
    """Write texts for the tasks of a folder, and read them as they are meant."""
    for name in ("texts", "readings"):
        (folder / name).mkdir()
    for task in read_suite(folder / "tasks.jsonl"):
        letters = {cell: letter for letter, cell in labels(task.states()).items()}
        end = None if task.end is None else coordinates(task.end)
        cards = [letters[cell] for cell in task.cards]
        answers = {
            "texts": {"id": task.id, "text": f"please do number {task.id}"},
            "readings": {"id": task.id, "cards": cards, "end": end},
        }
        for name, answer in answers.items():
            with (folder / name / "anna.jsonl").open("ab") as file:
                file.write(msgspec.json.encode(answer) + b"\n")


def test_a_suite_is_collected_and_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tasks"
    assert run("suite", "tasks", "--seed", "3", "--count", "3", "--out", str(folder)) == 0
    tasks = read_suite(folder / "tasks.jsonl")
    collect(folder)
    out = tmp_path / "suite"
    assert run("suite", "build", str(folder), "--out", str(out)) == 0
    assert "3 kept; 3 of 3 readings were as meant" in capsys.readouterr().out
    texts = [
        line["text"]
        for path in out.glob("*.jsonl")
        for line in map(json.loads, path.read_text().splitlines())
    ]
    assert sorted(texts) == [f"please do number {task.id}" for task in tasks]


def test_the_accuracy_on_a_suite_is_printed(
    suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("evaluate", "oracle", "--suite", str(suite)) == 0
    out = capsys.readouterr().out
    assert "oracle on" in out
    assert "100.0%" in out
    assert "1 card " in out


def test_the_accuracy_on_a_suite_is_json_with_its_interval_and_a_page(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "failures.html"
    arguments = ("random", "--suite", str(suite), "--json", "--html", str(page))
    assert run("evaluate", *arguments) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["all"]["right"] < told["all"]["count"]
    assert told["all"]["count"] == 2
    assert told["all"]["low"] <= told["all"]["share"] <= told["all"]["high"]
    assert set(told["by_cards"]) == {"0", "1"}
    assert told["by_tag"]["side"]["count"] == 2
    failed = told["all"]["count"] - told["all"]["right"]
    assert page.read_text().count("<article") == failed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("evaluate", "oracle"), "either --data or --suite"),
        (("evaluate", "oracle", "--data", ".", "--suite", "written-dev"), "either --data or"),
        (("evaluate", "oracle", "--suite", "nowhere.jsonl"), "there is no suite 'nowhere.jsonl'"),
        (("evaluate", "nobody", "--suite", "written-dev"), "'nobody' is no follower"),
        (("evaluate", "static-oracle", "--suite", "written-dev"), "'static-oracle' is no follower"),
        (("evaluate", "oracle", "--data", ".", "--html", "x.html"), "--html goes with --suite"),
        (("evaluate", "oracle", "--suite", "written-dev", "--cascaded"), "--cascaded goes with"),
        (("suite", "build", "/nowhere", "--out", "x"), "/nowhere"),
    ],
)
def test_what_cannot_be_done_is_refused(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == REFUSED
    assert words in capsys.readouterr().err
