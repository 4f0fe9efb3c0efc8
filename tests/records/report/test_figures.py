import re

import pytest

from cerealbar.records.report.axes import PLOT_HEIGHT
from cerealbar.records.report.figures import set_figures, turn_figures, word_figures
from cerealbar.records.statistics import summarize
from tests.records.report.sample import game, sample


def heights(html: str) -> list[float]:
    """How far above the axis the points of the first curve of some figures lie."""
    curve = re.search(r'class="curve ours" d="M([^"]+)"', html)
    assert curve is not None
    axis = re.search(r'class="axis" d="M\S+ ([\d.]+)H', html)
    assert axis is not None
    return [float(axis[1]) - float(point.split()[1]) for point in curve[1].split("L")]


def test_the_curve_of_sets_tells_which_share_of_games_made_at_least_so_many() -> None:
    shares = [height / PLOT_HEIGHT for height in heights(set_figures(sample()))]
    assert shares == pytest.approx([1, 1, 0.5, 0.5], abs=0.001)


def test_games_without_sets_have_no_curve() -> None:
    figures = set_figures(summarize([game("go")], str.split))
    assert "No game made a set." in figures
    assert "<svg" not in figures


def test_ends_of_turns_are_shares_of_the_turns_of_each_role() -> None:
    figures = turn_figures(sample())
    assert re.search(r"leader: done</text>\s*<rect[^>]*>\s*<text[^>]*>2 \(100.0%\)", figures)
    assert "follower: skipped" in figures
    assert "leader: skipped" not in figures


def test_the_vocabulary_grows_to_its_size() -> None:
    figures = word_figures(sample())
    assert "5 different ones among 8 tokens; 4 occur once." in figures
    assert "<li><bdi>go</bdi><span>4</span></li>" in figures
    assert max(heights(figures)) == heights(figures)[-1]
