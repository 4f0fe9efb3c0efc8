"""The results page tells what `numbers.json` holds, and its experiments exist."""

import json
import re
from pathlib import Path

from cerealbar.evaluation.suites import SuiteResult, open_suite
from results.failures import kind_of, page
from results.report import HERE, NUMBERS, fill, gather

PAGE = (HERE / "README.md").read_text(encoding="utf-8")


def test_every_table_is_made_of_the_numbers() -> None:
    numbers = json.loads(NUMBERS.read_bytes())
    assert fill(PAGE, numbers) == PAGE
    row = numbers["runs"]["pointer-960"]["measured"]["results-development"]
    row["card_state_accuracy"] = 0.123
    assert "| pointer, 960 games | 12.3 |" in fill(PAGE, numbers)


def test_every_picture_is_there_and_every_run_has_its_experiment() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (HERE / target).exists(), target
    rules = (HERE / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"eval \$\(call run,[^,]+,([a-z0-9-]+),", rules)
    assert len(named) > 5
    for name in named:
        assert (Path(HERE.parent) / "experiments" / f"{name}.toml").is_file(), name


def test_numbers_outlive_the_folders_they_were_read_from(tmp_path: Path) -> None:
    before = json.loads(NUMBERS.read_bytes())
    count = len(before["runs"])
    (tmp_path / "pointer").mkdir()
    (tmp_path / "pointer" / "results-test.json").write_text('{"card_state_accuracy": 0.5}')
    (tmp_path / "unfinished").mkdir()
    found = gather(tmp_path, json.loads(NUMBERS.read_bytes()))
    assert len(found["runs"]) == count
    pointer, was = found["runs"]["pointer"], before["runs"]["pointer"]
    told = {"card_state_accuracy": 0.5, "follower": "pointer"}
    assert pointer["measured"]["results-test"] == told
    assert pointer["measured"]["written-dev"] == was["measured"]["written-dev"]
    assert pointer["epochs"] == was["epochs"]


def test_the_page_of_failures_tells_each_once_with_its_kind() -> None:
    item = next(each for each in open_suite("written-train") if len(each.cards) == 2)
    first, second = item.cards

    def result(*cells: int, reason: str | None = None) -> SuiteResult:
        touched = dict.fromkeys(cells, 1)
        is_right = set(cells) == set(item.cards)
        return SuiteResult(item, is_right, touched, item.cards[:1], reason)

    told = [result(first), result(), result(reason="no way"), result(first, second)]
    assert [kind_of(each) for each in told[:3]] == ["Left a card out", "Took no card", "Gave up"]
    shown = page(told)
    assert "3 of 4 instructions" in shown
    assert shown.count(f"`{item.id}`") == 3
    assert "gave up: no way" in shown
