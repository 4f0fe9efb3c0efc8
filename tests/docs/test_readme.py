import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.S)
PYTHON = [code for kind, code in BLOCKS if kind == "python"]


def test_the_game_in_ten_lines_has_ten_lines() -> None:
    lines = [line for line in PYTHON[0].splitlines() if line.strip()]
    assert len(lines) <= 10


def test_the_game_in_ten_lines_prints_what_the_readme_says() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PYTHON[0]], capture_output=True, text=True, check=True
    )
    told = README.split("It prints\n\n```\n")[1].split("```")[0]
    assert done.stdout == told


def test_every_make_command_of_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = re.findall(r"`make (\w+)`|^make (\w+)", README, re.M)
    for first, second in named:
        assert re.search(rf"^{first or second}:", makefile, re.M), first or second
