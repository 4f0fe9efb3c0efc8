"""The page on agents of one's own: its code is in `examples/`, and its commands run in order."""

import contextlib
import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cerealbar.agents import make_follower, registry
from cerealbar.cli.main import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/agents.md").read_text()
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.S)
EXAMPLES = ("card_taker", "card_planner", "card_caller")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the page's modules, from which commands are given."""
    for name in EXAMPLES:
        code = (ROOT / "examples" / f"{name}.py").read_text()
        (tmp_path / f"{name}.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    yield tmp_path
    for name in EXAMPLES:
        sys.modules.pop(name, None)


def said(line: str) -> str:
    """What a command prints; games are made in this process, which makes the same ones."""
    line += " --workers 1" * (" make " in line)
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main(shlex.split(line)[1:])
    return out.getvalue()


def test_the_examples_are_on_the_page_and_the_first_has_twenty_lines() -> None:
    python = [code for kind, code in BLOCKS if kind == "python"]
    files = [(ROOT / "examples" / f"{name}.py").read_text() for name in EXAMPLES]
    assert [code for code in python if code in files] == files
    assert python[0] == files[0]
    told = [line for line in files[0].splitlines() if line and '"""' not in line]
    assert len(told) <= 20


def test_the_view_of_the_page_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = (code for _, code in BLOCKS if "remember_game" in code)
    exec(code, {})
    printed = PAGE.split("It prints\n\n```\n")[1].split("```")[0]
    assert capsys.readouterr().out == printed


def test_the_commands_of_the_page_run_in_order_and_print_what_it_says(folder: Path) -> None:
    plain = [code for kind, code in BLOCKS if not kind]
    lines = [line for code in plain for line in code.splitlines() if line.startswith("cerealbar")]
    outputs = [said(line) for line in lines if " serve " not in line]
    assert len(outputs) == len(lines) - 1 == 8
    for shown in (code for code in plain if code.startswith(("scripted leads", "card-taker:"))):
        assert any(shown in output for output in outputs)
    for share in ("20.5%", "47.3%", "33.8%", "mean score 2.85"):
        assert any(share in output for output in outputs)
        assert share.removeprefix("mean score ").replace("%", " %") in PAGE
    assert {path.name for path in folder.glob("*.png")} == {"yellow.png", "plan.png"}


def test_an_installed_package_offers_the_agents_by_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (points,) = (code for kind, code in BLOCKS if kind == "toml")
    points = points.replace("project.entry-points.", "").replace('"', "")
    about = folder / "site" / "card_agents-0.1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: card-agents\nVersion: 0.1\n")
    (about / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(str(folder / "site"))
    monkeypatch.syspath_prepend(str(folder))
    registry.installed_players.cache_clear()
    try:
        assert make_follower("card-taker").name == "card-taker"
        told = said("cerealbar play-off --leader card-caller --follower card-taker --games 2")
        assert told.startswith("card-caller leads, card-taker follows, 2 games")
    finally:
        registry.installed_players.cache_clear()
