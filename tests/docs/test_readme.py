"""The README is short, runs, and names commands that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
GAME = re.findall(r"```python\n(.*?)```", README, re.S)[0]


def test_the_readme_is_short_and_so_is_its_game() -> None:
    assert len(README.splitlines()) <= 120
    assert len([line for line in GAME.splitlines() if line.strip()]) <= 10


def test_every_make_command_of_the_readme_and_of_contributing_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    text = README + (ROOT / "CONTRIBUTING.md").read_text()
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", text, re.M))
    assert len(named) > 5
    for name in named:
        assert re.search(rf"^{name}:", makefile, re.M), name
