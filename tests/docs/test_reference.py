"""The reference: every command has an example that runs, and so do the examples of docstrings."""

import asyncio
import doctest
import importlib
from io import StringIO
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # it ships no types

from cerealbar.cli.main import app
from cerealbar.records import Corpus
from docs.making.command_line import arguments_of, commands, examples
from tests.cli.test_cli import run
from tests.cli.test_suite import collect
from tests.records.importers.export import write_original
from tests.records.random_games import random_game
from tests.server.store.games import opened, put, stored_form

ROOT = Path(__file__).parents[2]
SERVING = ("cerealbar serve", "cerealbar study")
"""They run until they are stopped, or need what those leave: `test_studies.py` runs them."""
DOCTESTS = [
    ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)
    for file in sorted((ROOT / "src").rglob("*.py"))
    if "    >>> " in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", DOCTESTS)
def test_the_examples_of_docstrings_run(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0


def test_every_command_has_an_example_and_every_example_is_of_a_command() -> None:
    told = examples()
    assert sorted(told) == sorted(commands())
    for name, lines in told.items():
        for line in lines:
            assert line.startswith(name)
            app.parse_args(arguments_of(line), exit_on_error=False, print_error=False)


def test_the_examples_of_studies_are_run_with_the_page_of_studies() -> None:
    page = (ROOT / "docs" / "studies.md").read_text(encoding="utf-8")
    told = [line for name, lines in examples().items() for line in lines if " study " in name]
    assert {line for line in told if line not in page} == {
        "cerealbar study suite first --out collected --database try.sqlite"
    }


def test_the_examples_run_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO("say turn left\nd\nl\nq\n"))
    (tmp_path / "experiments").symlink_to(ROOT / "experiments")
    asyncio.run(play_on_a_server(tmp_path / "cerealbar.sqlite"))
    for name, lines in examples().items():
        if name.startswith(SERVING):
            continue
        if name == "cerealbar suite build":
            collect(tmp_path / "tasks")
        if name == "cerealbar corpus import-original":
            games = ((game, None) for game in Corpus(tmp_path / "corpus"))
            write_original(games, tmp_path / "games.json")
        for line in lines:
            arguments = arguments_of(line)
            if "GAME" in arguments:
                arguments[arguments.index("GAME")] = Corpus(tmp_path / "corpus").game_ids[0]
            assert run(*arguments) == 0, f"{line}\n{capsys.readouterr().err}"
    made = ("board.png", "report.html", "game.html", "plan.png", "table.html")
    assert [name for name in made if not (tmp_path / name).stat().st_size] == []
    assert len(Corpus(tmp_path / "played")) == 1
    assert Corpus(tmp_path / "again").game_ids == Corpus(tmp_path / "corpus").game_ids


async def play_on_a_server(database: Path) -> None:
    """A game that has ended, as a server stores it."""
    async with opened(str(database)) as store:
        await put(store, *stored_form(random_game(seed=1)))


def test_the_citation_names_this_version_and_the_paper() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(cited)  # what the format asks for
    assert str(cited["version"]) == importlib.import_module("cerealbar").__version__
    (paper,) = cited["references"]
    assert paper["authors"][0]["family-names"] == "Suhr"
    assert len(paper["authors"]) == 8
