"""Every page: links lead somewhere, Python runs and prints what is told, commands exist."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from cerealbar.cli.main import app
from docs.making.command_line import arguments_of

ROOT = Path(__file__).parents[2]
CARD = ROOT / "src/cerealbar/evaluation/written/README.md"
PAGES = sorted([*ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md"), CARD])
GROUPS = ("corpus", "study", "suite")
FENCE = re.compile(r"```(?P<kind>[^\n`]*)\n(?P<text>.*?)```", re.S)
SHELL = ("", "sh")
PRINTED = "{.text .output}"
every_page = pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: str(page.relative_to(ROOT)).removesuffix(".md")
)


@every_page
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), target


@every_page
def test_every_python_block_of_a_page_runs_and_prints_what_is_told(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = [(block["kind"], block["text"]) for block in FENCE.finditer(page.read_text())]
    for number, (kind, code) in enumerate(blocks):
        if kind != "python":
            continue
        module = ModuleType("page")
        monkeypatch.setitem(sys.modules, "page", module)
        exec(compile(code, f"{page.name}, block {number}", "exec"), module.__dict__)
        printed = capsys.readouterr().out
        if blocks[number + 1 :] and blocks[number + 1][0] == PRINTED:
            assert printed == blocks[number + 1][1]


@every_page
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    for line in re.findall(r"`cerealbar ([a-z][^`]*)`", page.read_text()):
        words = [word for word in line.split() if re.fullmatch(r"[a-z][a-z-]*", word)]
        command = app[words[0]]
        if words[0] in GROUPS and len(words) > 1:
            assert words[1] in command, line


@every_page
def test_every_command_line_of_a_page_can_be_given(page: Path) -> None:
    shells = [block["text"] for block in FENCE.finditer(page.read_text()) if block["kind"] in SHELL]
    for line in "".join(shells).splitlines():
        if line.startswith("cerealbar "):
            app.parse_args(arguments_of(line), exit_on_error=False, print_error=False)
