"""The results page tells what `numbers.json` holds, and its experiments exist."""

import json
import re
from pathlib import Path

from results.report import HERE, NUMBERS, fill

PAGE = (HERE / "README.md").read_text(encoding="utf-8")


def test_every_table_is_made_of_the_numbers() -> None:
    numbers = json.loads(NUMBERS.read_bytes())
    assert fill(PAGE, numbers) == PAGE
    full = numbers["runs"]["full"]["measured"]["results-development"]
    full["card_state_accuracy"] = 0.123
    assert "12.3 (58.2)" in fill(PAGE, numbers)


def test_every_picture_is_there_and_every_run_has_its_experiment() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (HERE / target).exists(), target
    rules = (HERE / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"eval \$\(call run,[^,]+,([a-z0-9-]+),", rules)
    assert len(named) > 5
    for name in named:
        assert (Path(HERE.parent) / "experiments" / f"{name}.toml").is_file(), name
