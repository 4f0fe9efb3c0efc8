import re

import msgspec
import pytest

from cerealbar.records.report.plots import Figure
from cerealbar.records.report.statistics_page import (
    course_figures,
    difficulty_figures,
    set_figure,
    turn_figures,
)
from cerealbar.records.statistics import Success
from cerealbar.records.summary import summarize
from tests.records.games import eventful_game
from tests.records.report.sample import sample


def heights(figure: Figure) -> list[float]:
    """How high the points of the first curve of a figure lie, as shares of its highest."""
    curve = re.search(r'<path d="M([^"Z]+)" stroke="var\(--here\)"', figure.plot)
    assert curve is not None
    depths = [float(point.split(",")[1]) for point in curve[1].split("L")]
    axis = re.search(r'role-axis-grid".*?translate\(0,(\d+)\)', figure.plot)
    assert axis is not None
    return [1 - depth / float(axis[1]) for depth in depths]


def test_the_curve_of_sets_tells_which_share_of_games_made_at_least_so_many() -> None:
    assert heights(set_figure(sample())) == pytest.approx([1, 1, 0.5, 0.5])


def test_ends_of_turns_are_shares_of_the_turns_of_each_role() -> None:
    turns, _ = turn_figures(sample())
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", turns.plot)
    labels = [text for text in texts if ":" in text]
    notes = texts[len(labels) :]
    assert notes[labels.index("leader: done")] == "2 (100.0%)"
    assert "follower: skipped" in labels
    assert "leader: skipped" not in labels


def test_what_became_of_instructions_is_shown_and_signals_where_there_were_some() -> None:
    (ends,) = course_figures(sample())
    assert "4 (100.0%)" in ends.plot
    both = list(course_figures(summarize([eventful_game()], str.split)))
    assert [figure.title for figure in both] == ["What became of instructions", "Signals"]
    assert "given up" in both[0].plot


def test_success_is_drawn_for_each_thing_that_makes_instructions_hard() -> None:
    assert list(difficulty_figures(sample())) == []
    groups = {"words": (Success("1-6", 1200, 900), Success("7+", 4, 1))}
    (figure,) = difficulty_figures(msgspec.structs.replace(sample(), difficulty=groups))
    assert figure.title == "Success by words"
    assert "75.0% of 1,200" in figure.plot
