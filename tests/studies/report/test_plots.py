import xml.etree.ElementTree as ET

from cerealbar.records.report.plots import HERE, PAPER
from cerealbar.studies.report.estimates import Estimate
from cerealbar.studies.report.plots import Band, Dot, bands, columns, dots, shares
from tests.records.report.test_plots import marks, size, texts

FIRM, LOOSE = Estimate(4.0, 3.0, 5.0, 9, 9), Estimate(2.0, None, None, 2, 2)


def test_a_dot_has_its_interval_its_words_and_the_papers_diamond() -> None:
    svg = dots([Dot("one", FIRM, 6.2), Dot("two", LOOSE)], x="points")
    assert len(marks(svg, "mark-symbol role-mark", HERE)) == 2
    assert len(marks(svg, "mark-symbol role-mark", PAPER)) == 1
    found = texts(svg)
    assert {"one", "two", "4.0\u00a0[3.0,\u00a05.0]", "2.0", "paper 6.2", "points"} <= set(found)
    assert "None" not in svg


def test_columns_stand_side_by_side_as_high_as_their_counts() -> None:
    svg = columns({"a": {0: 2, 1: 4}, "b": {1: 1}}, {"a": HERE, "b": PAPER}, x="points", y="games")
    heights = [size(mark)[1] for mark in marks(svg, "mark-rect role-mark", HERE)]
    (low, high) = (height for height in heights if height)
    assert abs(high - 2 * low) < 1e-6


def test_small_counts_are_marked_by_whole_numbers() -> None:
    svg = columns({"a": {3: 1}}, {"a": HERE}, x="points", y="games")
    along, upwards = ["0", "1", "2", "3"], ["0", "1"]
    assert sorted(filter(str.isdigit, texts(svg))) == sorted(along + upwards)


def test_shares_add_up_and_wholes_without_parts_are_left_out() -> None:
    rows = {"full": {"yes": 3, "no": 1}, "empty": {"yes": 0, "no": 0}}
    svg = shares(rows, {"yes": HERE, "no": PAPER})
    (yes,) = marks(svg, "mark-rect role-mark", HERE)
    (no,) = marks(svg, "mark-rect role-mark", PAPER)
    assert abs(size(yes)[0] - 3 * size(no)[0]) < 1e-6
    assert {"75%", "25%", "full"} <= set(texts(svg))
    assert "empty" not in texts(svg)


def test_a_band_marks_whole_numbers_only() -> None:
    svg = bands([Band("a", [(1, FIRM), (3, LOOSE)])], x="game", y="points")
    assert {"1", "2", "3"} <= set(texts(svg))
    assert "1.5" not in texts(svg)
    assert len(marks(svg, "mark-symbol role-mark", HERE)) == 2


def test_hostile_labels_stay_text() -> None:
    svg = dots([Dot("<script>&", FIRM)], x='"<')
    ET.fromstring(svg)
    assert "<script>" not in svg
