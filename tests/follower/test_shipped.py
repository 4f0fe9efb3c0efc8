"""The followers that come with the package."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from cerealbar.agents import make_follower, player_names
from cerealbar.evaluation.suites import accuracy, open_suite, run_suite
from cerealbar.follower.stored import CARD, WEIGHTS, read_card

FOLDER = Path(str(files("cerealbar").joinpath("follower", "shipped")))
NAMES = ("learned", "paper")


@pytest.mark.parametrize("name", NAMES)
def test_it_is_small_and_says_where_it_comes_from(name: str) -> None:
    assert sum((FOLDER / name / file).stat().st_size for file in (CARD, WEIGHTS)) < 10e6
    card = read_card(FOLDER / name)
    assert card.name == name
    assert card.about.keys() == {"command", "corpus", "experiment", "results"}
    assert isinstance(card.about["results"], dict)
    assert "results-development" in card.about["results"]
    page = (FOLDER / name / "README.md").read_text()
    assert str(card.about["command"]) in page
    assert "points scored" in page


def test_the_learned_follower_reads_what_was_written() -> None:
    items = open_suite("written-dev")[::4]
    found = accuracy(run_suite(items, make_follower("learned")))
    assert found.all.value > 0.8


def test_the_papers_follower_follows() -> None:
    items = open_suite("written-dev")[::8]
    found = accuracy(run_suite(items, make_follower("paper")))
    assert found.all.value > 0.2


def test_without_torch_the_learned_one_plays_and_the_papers_is_not_offered() -> None:
    code = """
import importlib.util, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *a: None if name == "torch" else find(name, *a)
sys.modules["torch"] = None
from cerealbar.agents import make_follower, player_names, PlayerError
print(*player_names("follower"))
print(make_follower("learned").name)
try:
    make_follower("paper")
except PlayerError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    offered, made, why = done.stdout.splitlines()
    assert set(offered.split()) == set(player_names("follower")) - {"paper"}
    assert made == "learned"
    assert "torch is missing; `pip install 'cerealbar[learning]'` installs it" in why
