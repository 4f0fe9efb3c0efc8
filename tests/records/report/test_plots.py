import re
import sys
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cerealbar.errors import MissingExtraError
from cerealbar.records.report.plots import (
    HERE,
    LEADER,
    PAPER,
    Bar,
    Curve,
    bars,
    curves,
    histogram,
    shown_limit,
)
from cerealbar.records.statistics import Spread

SPREAD, PAPERS = Spread(1.0, 1.0, 3.0), Spread(2.0, 3.0, 4.0)
SVG = "{http://www.w3.org/2000/svg}"
counts = st.dictionaries(st.integers(0, 2_000), st.integers(1, 10**6), max_size=30)
numbers = st.floats(0, 1e7)


def scores(counted: dict[int, int], limit: int) -> str:
    return histogram(counted, SPREAD, PAPERS, x="score", y="games", limit=limit)


def marks(svg: str, role: str, color: str) -> list[ET.Element]:
    """The shapes of a colour in the groups of a role, such as `mark-rect role-mark`."""
    groups = (each for each in ET.fromstring(svg).iter() if role in each.attrib.get("class", ""))
    shapes = (shape for group in groups for shape in group)
    return [each for each in shapes if color in (each.get("fill"), each.get("stroke"))]


def columns(svg: str) -> dict[str, float]:
    """The heights of the columns of a histogram by their titles."""
    found = {}
    for shape in marks(svg, "mark-rect role-mark", HERE):
        title = shape.find(f"{SVG}title")
        if title is not None:
            found[title.text or ""] = size(shape)[1]
    return found


def size(rect: ET.Element) -> tuple[float, float]:
    found = re.fullmatch(r"M[\d.,]+h([\d.]+)v([\d.]+)h-[\d.]+Z", rect.attrib["d"])
    assert found is not None
    return float(found[1]), float(found[2])


def middle(shape: ET.Element) -> float:
    """The x of a mark."""
    if "transform" in shape.attrib:
        return float(shape.attrib["transform"].removeprefix("translate(").split(",")[0])
    return float(shape.attrib["d"].removeprefix("M").split(",")[0]) + size(shape)[0] / 2


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(svg).iter(f"{SVG}text")]


def test_a_histogram_has_a_column_for_each_number_that_occurs_as_high_as_it_is_frequent() -> None:
    found = columns(scores({0: 5, 1: 10, 3: 1}, limit=4))
    assert list(found) == ["score 0: 5", "score 1: 10", "score 3: 1"]
    five, ten, one = found.values()
    assert ten == pytest.approx(2 * five)
    assert five == pytest.approx(5 * one)


def test_columns_become_wider_than_one_number_when_there_are_many() -> None:
    found = columns(scores(dict.fromkeys(range(200), 1), limit=199))
    assert list(found)[:2] == ["score 0 to 4: 5", "score 5 to 9: 5"]


def test_numbers_above_the_limit_are_not_drawn() -> None:
    assert len(columns(scores({1: 1, 9: 1}, limit=5))) == 1


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


def test_the_spreads_are_marked_along_the_axis_of_the_histogram() -> None:
    svg = scores({3: 1}, limit=4)
    (median,) = marks(svg, "mark-rect role-mark", PAPER)
    (mean,) = marks(svg, "mark-symbol role-mark", PAPER)
    (column,) = (each for each in marks(svg, "mark-rect role-mark", HERE) if len(each))
    unit = middle(median) - middle(mean)
    assert middle(median) == pytest.approx(middle(column), abs=1)  # both at 3
    assert middle(mean) == pytest.approx(2.5 * unit, abs=2)  # at 2, and the axis begins at -0.5
    assert "paper: mean 2.0, median 3.0, max 4" in texts(svg)
    assert "here: mean 1.0, median 1.0, max 3" in texts(svg)


def test_bars_are_as_long_as_their_values() -> None:
    svg = bars([Bar("done", 8, "8 (80%)", LEADER), Bar("time-out", 2, "2 (20%)")])
    (first,) = marks(svg, "mark-rect role-mark", LEADER)
    (second,) = marks(svg, "mark-rect role-mark", HERE)
    assert size(first)[0] == pytest.approx(4 * size(second)[0])
    assert texts(svg) == ["done", "time-out", "8 (80%)", "2 (20%)"]


def test_curves_join_their_points_and_a_single_point_is_a_dot() -> None:
    svg = curves([Curve("a", [(0, 0), (1, 1), (2, 1)]), Curve("b", [(1, 2)], PAPER)], x="", y="")
    (curve,) = marks(svg, "mark-line", HERE)
    assert len(re.findall("[ML]", curve.attrib["d"])) == 3
    assert len(marks(svg, "mark-symbol role-mark", PAPER)) == 1
    assert {"a", "b"} <= set(texts(svg))


@settings(max_examples=12, deadline=None)
@given(counts, st.lists(st.tuples(numbers, numbers), max_size=20))
def test_plots_are_well_formed_and_as_wide_as_each_other(
    counted: dict[int, int], points: list[tuple[float, float]]
) -> None:
    rows = [Bar(f"<b>{i}", n, "&") for i, n in enumerate(counted.values())]
    for svg in (
        histogram(counted, SPREAD, PAPERS, x='"<&', y="<", limit=shown_limit(counted, 20)),
        bars(rows),
        curves([Curve("<", sorted(points))], x="", y=""),
    ):
        root = ET.fromstring(svg)
        assert float(root.attrib["width"]) == pytest.approx(560, abs=25)
        assert not [name for each in root.iter() for name in each.attrib if name == "style"]
        assert "NaN" not in svg


def test_a_missing_library_is_named_with_the_extra_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(
        MissingExtraError, match=r"vl_convert is not installed.*cerealbar\[report\]"
    ):
        bars([])
