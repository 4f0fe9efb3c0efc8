"""Plots as SVG, drawn by Vega-Lite: histograms, horizontal bars and curves.

A file in `specs/` says how each looks, in the grammar at https://vega.github.io/vega-lite; colours
are the variables of the page's style sheet, so that a plot is light or dark as the page is.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from string import Template
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from cerealbar.extras import require
from cerealbar.records.statistics import Spread

HERE, PAPER, SOFT = "var(--here)", "var(--theirs)", "var(--soft)"
LEADER, FOLLOWER = "var(--leader)", "var(--follower)"

PlotSpec = dict[str, Any]  # JSON of that grammar
_PACKAGE = "cerealbar.records.report"
_WIDTH = 560
_MOST_COLUMNS = 60
_SHOWN_SHARE = 0.995
_ROOM_FOR_NOTES = 1.4
_LABEL = re.compile(r'<path aria-label="([^"]*)"([^>]*?)/>')
"""A mark with words for those who cannot see it, which a title shows to all."""


class Figure(NamedTuple):
    """A plot with what is written above it."""

    title: str
    caption: str
    plot: Markup


class Bar(NamedTuple):
    """A horizontal bar with what is written on both sides of it."""

    label: str
    value: float
    note: str
    color: str = HERE


class Curve(NamedTuple):
    """Points to join by a line, by rising x; a single one is a dot."""

    label: str
    points: Sequence[tuple[float, float]]
    color: str = HERE


def shown_limit(counts: Mapping[int, int], least: float = 0) -> int:
    """The highest number to draw, `least` or more: above it lie only a few outliers."""
    allowed = sum(counts.values()) * (1 - _SHOWN_SHARE)
    for number in sorted(counts, reverse=True):
        allowed -= counts[number]
        if allowed < 0 or number <= least:
            return max(number, int(least))
    return int(least)


def histogram(
    counts: Mapping[int, int], here: Spread, paper: Spread, *, x: str, y: str, limit: int
) -> Markup:
    """How often each number up to a limit occurs, below the spreads here and in the paper."""
    width = _column_width(limit + 1)
    columns: Counter[int] = Counter()
    for number, count in counts.items():
        if number <= limit:
            columns[number // width * width] += count
    rows = [
        {"from": first - 0.5, "to": last + 0.5, "count": count, "words": f"{x} {name}: {count:,}"}
        for first, count in columns.items()
        for last in [first + width - 1]
        for name in [str(first) if width == 1 else f"{first} to {last}"]
    ]
    spreads = [
        {
            "who": who,
            **msgspec.structs.asdict(of),
            "words": f"{who}: mean {of.mean:.1f}, median {of.median:.1f}, max {of.max:.0f}",
        }
        for who, of in (("here", here), ("paper", paper))
    ]
    ends = [-0.5, (limit // width + 1) * width - 0.5]
    scale = {"domain": ends, "nice": False, "zero": False, "clamp": True}
    return plot("histogram", columns=rows, spreads=spreads, scale=scale, x=x, y=y)


def _column_width(numbers: int) -> int:
    widths = (step * 10**power for power in range(12) for step in (1, 2, 5))
    return next(width for width in widths if numbers <= width * _MOST_COLUMNS)


def bars(rows: Sequence[Bar]) -> Markup:
    """Horizontal bars, one below the other."""
    highest = max((row.value for row in rows), default=0) or 1
    return plot("bars", rows=[row._asdict() for row in rows], most=highest * _ROOM_FOR_NOTES)


def curves(drawn: Sequence[Curve], *, x: str, y: str) -> Markup:
    """Curves of shares over one pair of axes."""
    last = max((at for curve in drawn for at, _ in curve.points), default=0)
    return plot(
        "curves",
        rows=[
            {"label": curve.label, "x": at, "y": value}
            for curve in drawn
            for at, value in curve.points
        ],
        labels=[curve.label for curve in drawn],
        colors=[curve.color for curve in drawn],
        ends=[0, max(last, 1)],
        x=x,
        y=y,
    )


def plot(name: str, *, package: str = _PACKAGE, **values: object) -> Markup:
    """A plot by a file in a package's `specs/`, where `$name` stands for a value.

    Raises:
        MissingExtraError: what draws it is not installed.
    """
    return draw(read_spec(name, package, **values))


def read_spec(name: str, package: str = _PACKAGE, **values: object) -> PlotSpec:
    """What a file in a package's `specs/` says, where `$name` stands for a value."""
    text = files(package).joinpath("specs", f"{name}.json").read_text(encoding="utf-8")
    told = {key: json.dumps(value) for key, value in values.items()}
    found: PlotSpec = json.loads(Template(text).substitute(told))
    return found


def draw(spec: PlotSpec) -> Markup:
    """A plot as SVG for a page.

    Raises:
        MissingExtraError: what draws it is not installed.
    """
    require("cerealbar.records.report.plots.draw")
    from vl_convert import vegalite_to_svg

    drawn = vegalite_to_svg({"width": _WIDTH, **spec, "config": read_spec("look")})
    titled = _LABEL.sub(r"<path\2><title>\1</title></path>", drawn)
    return Markup(titled)  # noqa: S704  # Vega-Lite has escaped what is no markup
