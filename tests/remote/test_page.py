import re
from pathlib import Path
from typing import Any

import pytest

from cerealbar.remote import Known

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "remote-agents.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("code", BLOCKS, ids=("player", "turns"))
def test_what_the_page_shows_plays_to_the_end(
    code: str, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {}
    exec(compile(code, "remote-agents.md", "exec"), names)
    names["main"](url)
    assert capsys.readouterr().out.splitlines()[-1].startswith("no-turns")


def test_the_page_names_only_what_is_known() -> None:
    table = PAGE.partition("| `known.` |")[2].partition("\n\n")[0]
    names = {name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in row.split(", ")}
    assert names
    assert all(hasattr(Known, name.strip("`")) for name in names)


def test_the_page_tells_how_long_the_example_is() -> None:
    lines = (ROOT / "examples" / "random_follower.py").read_text().splitlines()
    assert f"{len(lines)} lines long" in PAGE
