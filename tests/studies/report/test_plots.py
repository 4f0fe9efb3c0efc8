import xml.etree.ElementTree as ET

from markupsafe import Markup

from cerealbar.records.report.plots import HERE, PAPER
from cerealbar.studies.report.figures import FigureSpec, figure_of
from cerealbar.studies.tables import TableRow
from tests.records.report.test_plots import marks, size, texts

FIRM: TableRow = {"label": "one", "color": HERE, "mean": 4.0, "low": 3.0, "high": 5.0}
LOOSE: TableRow = {"label": "two", "color": HERE, "mean": 2.0, "low": None, "high": None}


def drawn(plot: str, *rows: TableRow, x: str = "points", y: str = "games") -> Markup:
    spec = FigureSpec(name="it", title="It", caption="", columns="mean", plot=plot, x=x, y=y)
    found = figure_of(spec, rows, "USD").plot
    assert found is not None
    return found


def test_a_dot_has_its_interval_its_words_and_the_papers_diamond() -> None:
    svg = drawn("dots", FIRM | {"paper_mean": 6.2}, LOOSE)  # type: ignore[operator]  # both are dicts
    assert len(marks(svg, "mark-symbol role-mark", HERE)) == 2
    assert len(marks(svg, "mark-symbol role-mark", PAPER)) == 1
    assert {"one", "two", "4.0 [3.0, 5.0]", "2.0", "paper 6.2", "points"} <= set(texts(svg))
    assert "null" not in svg


def test_columns_stand_side_by_side_as_high_as_their_counts() -> None:
    one = {"label": "a", "series": "a", "color": HERE}
    other = {"label": "b", "series": "b", "color": PAPER}
    rows = [one | {"points": n, "games": games} for n, games in enumerate((2, 4))]
    svg = drawn("columns", *rows, *(other | {"points": n, "games": n} for n in range(2)))
    heights = [size(mark)[1] for mark in marks(svg, "mark-rect role-mark", HERE)]
    (low, high) = (height for height in heights if height)
    assert abs(high - 2 * low) < 1e-6


def test_small_counts_are_marked_by_whole_numbers() -> None:
    one = {"label": "a", "series": "a", "color": HERE}
    rows = [one | {"points": n, "games": int(n == 3)} for n in range(4)]
    along, upwards = ["0", "1", "2", "3"], ["0", "1"]
    assert sorted(filter(str.isdigit, texts(drawn("columns", *rows)))) == sorted(along + upwards)


def test_shares_add_up_and_wholes_without_parts_are_left_out() -> None:
    rows: list[TableRow] = [
        {"label": whole, "series": part, "color": color, "count": count}
        for whole, counts in (("full", (3, 1)), ("empty", (0, 0)))
        for part, color, count in zip(("yes", "no"), (HERE, PAPER), counts, strict=True)
    ]
    svg = drawn("shares", *rows)
    (yes,) = marks(svg, "mark-rect role-mark", HERE)
    (no,) = marks(svg, "mark-rect role-mark", PAPER)
    assert abs(size(yes)[0] - 3 * size(no)[0]) < 1e-6
    assert {"75%", "25%", "full"} <= set(texts(svg))
    assert "empty" not in texts(svg)


def test_a_band_marks_whole_numbers_only() -> None:
    rows = [each | {"series": "a", "number": n} for n, each in ((1, FIRM), (3, LOOSE))]  # type: ignore[operator]  # dicts
    svg = drawn("bands", *rows, x="game", y="points")
    assert {"1", "3"} <= set(texts(svg))
    assert "1.5" not in texts(svg)
    assert len(marks(svg, "mark-symbol role-mark", HERE)) == 2


def test_a_bar_has_its_note_beside_it() -> None:
    rows = [{"label": n, "value": len(n), "note": n * 2, "color": HERE} for n in ("a", "bb")]
    svg = drawn("bars", *rows)
    widths = [size(mark)[0] for mark in marks(svg, "mark-rect role-mark", HERE)]
    assert abs(widths[1] - 2 * widths[0]) < 1e-6
    assert {"a", "bb", "aa", "bbbb"} <= set(texts(svg))


def test_hostile_labels_stay_text() -> None:
    svg = drawn("dots", FIRM | {"label": "<script>&"}, x='"<')  # type: ignore[operator]  # a dict
    ET.fromstring(svg)
    assert "<script>" not in svg
