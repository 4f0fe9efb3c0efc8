import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.records.report.axes import WIDTH, Axes, Frame, short, ticks
from cerealbar.records.report.plots import (
    Bar,
    Curve,
    Strip,
    bars,
    histogram,
    lines,
    shown_limit,
)
from cerealbar.records.statistics import Spread

AXES = Axes("score", "games")
counts = st.dictionaries(st.integers(0, 2_000), st.integers(1, 10**6), max_size=30)
numbers = st.floats(0, 1e7)


def elements(svg: str, name: str, style: str = "") -> list[ET.Element]:
    found = ET.fromstring(svg).iter(name)
    return [each for each in found if style in each.attrib.get("class", "").split() or not style]


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(svg).iter("text")]


def test_a_histogram_has_a_column_for_each_number_that_occurs_as_high_as_it_is_frequent() -> None:
    svg = histogram({0: 5, 1: 10, 3: 1}, AXES, limit=4, about="scores")
    columns = elements(svg, "rect", "bar")
    assert [column[0].text for column in columns] == ["score 0: 5", "score 1: 10", "score 3: 1"]
    five, ten, one = (float(column.attrib["height"]) for column in columns)
    assert ten == pytest.approx(2 * five, abs=0.2)
    assert five == pytest.approx(5 * one, abs=0.6)


def test_columns_become_wider_than_one_number_when_there_are_many() -> None:
    svg = histogram(dict.fromkeys(range(200), 1), AXES, limit=199, about="")
    assert [c[0].text for c in elements(svg, "rect", "bar")][:2] == [
        "score 0 to 4: 5",
        "score 5 to 9: 5",
    ]


def test_numbers_above_the_limit_are_not_drawn() -> None:
    svg = histogram({1: 1, 9: 1}, AXES, limit=5, about="")
    assert len(elements(svg, "rect", "bar")) == 1


def test_the_limit_leaves_out_outliers_only() -> None:
    assert shown_limit({1: 500, 2: 499, 90: 1}) == 2
    assert shown_limit({1: 500, 2: 499, 90: 1}, least=50) == 50
    assert shown_limit({1: 50, 90: 1}) == 90
    assert shown_limit({}, least=19) == 19


@given(counts, st.integers(0, 60))
def test_the_limit_leaves_out_no_more_than_one_in_two_hundred(
    counted: dict[int, int], least: int
) -> None:
    limit = shown_limit(counted, least)
    assert limit >= least
    assert sum(n for x, n in counted.items() if x > limit) <= 0.005 * sum(counted.values())


def test_a_strip_marks_the_mean_and_the_median_on_the_axis_of_the_histogram() -> None:
    strip = Strip("paper", "paper", Spread(2.0, 3.0, 4.0))
    svg = histogram({0: 1, 4: 1}, AXES, [strip], limit=4, about="")
    frame = Frame(-0.5, 4.5, 1.0)
    (mean,), (median,) = elements(svg, "path", "mean"), elements(svg, "path", "median")
    assert mean.attrib["d"].startswith(f"M{frame.x(2.0):g} ")
    assert median.attrib["d"].startswith(f"M{frame.x(3.0):.1f} ")
    assert "paper: mean 2.0, median 3.0, max 4" in texts(svg)


def test_bars_are_as_long_as_their_values() -> None:
    svg = bars([Bar("done", 8, "8 (80%)", "leader"), Bar("time-out", 2, "2 (20%)")], about="")
    first, second = (float(bar.attrib["width"]) for bar in elements(svg, "rect"))
    assert first == pytest.approx(4 * second, abs=0.2)
    assert texts(svg) == ["done", "8 (80%)", "time-out", "2 (20%)"]


def test_lines_join_their_points_and_a_single_point_is_a_dot() -> None:
    svg = lines(
        [Curve("a", "ours", [(0, 0), (1, 1), (2, 1)]), Curve("b", "paper", [(1, 2)])],
        AXES,
        about="",
    )
    curve = elements(svg, "path", "curve")[0]
    assert len(re.findall("[ML]", curve.attrib["d"])) == 3
    assert len(elements(svg, "circle", "paper")) == 2  # it and the legend's
    assert {"a", "b"} <= set(texts(svg))


@given(counts, st.lists(st.tuples(numbers, numbers), max_size=20))
def test_plots_are_well_formed_and_stay_on_the_canvas(
    counted: dict[int, int], points: list[tuple[float, float]]
) -> None:
    strips = [Strip("here", "ours", Spread(2.5, 1.0, 5_000.0))]
    limit = shown_limit(counted, 20)
    for svg in (
        histogram(counted, AXES, strips, limit=limit, about='"<&'),
        bars([Bar("<b>", float(n), "&", "x") for n in counted.values()], about=""),
        lines([Curve("<", "ours", sorted(points))], AXES, about=""),
    ):
        root = ET.fromstring(svg)
        height = float(root.attrib["viewBox"].split()[3])
        for element in root.iter():
            for name, most in (("x", WIDTH), ("y", height), ("cx", WIDTH), ("cy", height)):
                assert -0.1 <= float(element.attrib.get(name, 0)) <= most + 0.1


@given(numbers, st.floats(0.5, 1e7), st.integers(2, 12))
def test_ticks_are_few_rising_and_inside(low: float, width: float, most: int) -> None:
    marks = ticks(low, low + width, most)
    assert marks == sorted(set(marks))
    assert len(marks) <= most + 1
    assert all(low - width * 1e-6 <= mark <= low + width * (1 + 1e-6) for mark in marks)


def test_ticks_are_round_numbers() -> None:
    assert ticks(0, 19, 10) == [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]
    assert ticks(0, 1, 5) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert ticks(1, 3, 10, whole=True) == [1, 2, 3]


def test_numbers_at_ticks_are_short() -> None:
    assert [short(n) for n in (0, 2.5, 1500, 20_000, 2_500_000)] == [
        "0",
        "2.5",
        "1,500",
        "20k",
        "2.5M",
    ]
