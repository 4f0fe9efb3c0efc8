import re
import subprocess
import sys
from pathlib import Path

import pytest

from cerealbar.cli.main import app

ROOT = Path(__file__).parents[2]
CARD = ROOT / "src/cerealbar/evaluation/written/README.md"
PAGES = sorted([*ROOT.glob("docs/*.md"), ROOT / "ARCHITECTURE.md", ROOT / "README.md", CARD])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_python_block_of_a_page_runs(page: Path) -> None:
    for code in re.findall(r"```python\n(.*?)```", page.read_text(), re.S):
        subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    for line in re.findall(r"`cerealbar ([a-z][^`]*)`", page.read_text()):
        words = [word for word in line.split() if re.fullmatch(r"[a-z][a-z-]*", word)]
        command = app[words[0]]
        if words[0] in ("corpus", "language", "suite") and len(words) > 1:
            assert words[1] in command, line
