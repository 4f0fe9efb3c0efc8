"""Plots as SVG, drawn by Vega-Lite: histograms, horizontal bars and curves.

Colours are the variables of the page's style sheet, so that a plot is light or dark as the page is.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from cerealbar.extras import require
from cerealbar.records.statistics import Spread

HERE, PAPER, SOFT = "var(--here)", "var(--theirs)", "var(--soft)"
LEADER, FOLLOWER = "var(--leader)", "var(--follower)"

PlotSpec = dict[str, Any]  # JSON of the grammar at https://vega.github.io/vega-lite
_WIDTH, _HEIGHT = 560, 190
_COLUMNS_WIDTH = 487
"""Of a histogram without its axis, which has two rows, and such plots do not fit themselves."""
_FIT = {"type": "fit-x", "contains": "padding"}
_MOST_COLUMNS = 60
_SHOWN_SHARE = 0.995
_LABEL = re.compile(r'<path aria-label="([^"]*)"([^>]*?)/>')
"""A mark with words for those who cannot see it, which a title shows to all."""
_CONFIG: PlotSpec = {
    "font": "inherit",
    "padding": 2,
    "aria": False,
    "background": None,
    "view": {"stroke": None},
    "axis": {
        "labelColor": SOFT,
        "labelFontSize": 12.5,
        "titleColor": SOFT,
        "titleFontSize": 12.5,
        "titleFontWeight": "normal",
        "gridColor": "var(--line)",
        "domainColor": SOFT,
        "ticks": False,
        "labelPadding": 7,
        "labelLimit": 0,
    },
    "axisX": {"grid": False, "tickCount": 10, "labelFlush": 12},
    "axisY": {"domain": False, "tickCount": 5, "minExtent": 52, "maxExtent": 52},
    "legend": {
        "orient": "top",
        "title": None,
        "labelColor": SOFT,
        "labelFontSize": 12.5,
        "labelLimit": 0,
        "symbolStrokeWidth": 2,
    },
    "text": {"fontSize": 12.5, "color": SOFT},
    "point": {"opacity": 1},
    "tick": {"opacity": 1},
}


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
    is_dashed: bool = False


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
    color = {"color": named("who", {"here": HERE, "paper": PAPER}) | {"legend": None}}
    ends = [-0.5, (limit // width + 1) * width - 0.5]
    scale = {"scale": {"domain": ends, "nice": False, "zero": False, "clamp": True}}
    along = {"title": x, "axis": {"tickMinStep": 1}} | scale
    above = {"axis": None} | scale
    strips = {
        "data": {"values": spreads},
        "height": {"step": 36},
        "encoding": color | {"y": {"field": "who", "axis": None, "sort": None}},
        "layer": [
            layer(
                {"type": "text", "align": "left", "x": 0, "yOffset": -9}, text={"field": "words"}
            ),
            layer(
                {"type": "rule", "yOffset": 7, "opacity": 0.55},
                x={"datum": 0} | above,
                x2=field_of("max"),
            ),
            layer(
                {"type": "tick", "yOffset": 7, "thickness": 2.5, "size": 13},
                x=field_of("median") | above,
            ),
            layer(
                {"type": "point", "shape": "diamond", "filled": True, "size": 80, "yOffset": 7},
                x=field_of("mean") | above,
            ),
        ],
    }
    bars_below = {
        "height": _HEIGHT,
        "layer": [
            layer(
                {"type": "bar", "color": HERE, "binSpacing": 1.5, "aria": True},
                rows,
                x=field_of("from") | {"bin": "binned"} | along,
                x2=field_of("to"),
                y=field_of("count") | {"title": y, "axis": {"tickMinStep": 1}},
                description={"field": "words"},
            ),
            layer(
                {"type": "rule", "strokeDash": [2, 4]}, spreads, x=field_of("mean") | along, **color
            ),
        ],
    }
    return draw({"spacing": 8, "vconcat": [strips, bars_below]})


def _column_width(numbers: int) -> int:
    widths = (step * 10**power for power in range(12) for step in (1, 2, 5))
    return next(width for width in widths if numbers <= width * _MOST_COLUMNS)


def bars(rows: Sequence[Bar]) -> Markup:
    """Horizontal bars, one below the other."""
    highest = max((row.value for row in rows), default=0) or 1
    names = {"labelColor": "var(--ink)", "labelFontSize": 13.5, "minExtent": 0, "maxExtent": 999}
    room_for_notes = {"scale": {"domain": [0, highest * 1.4], "nice": False}, "axis": None}
    return draw(
        {
            "autosize": _FIT,
            "data": {"values": [row._asdict() for row in rows]},
            "height": {"step": 27},
            "encoding": {
                "y": {"field": "label", "sort": None, "title": None, "axis": names},
                "x": field_of("value") | room_for_notes,
            },
            "layer": [
                layer({"type": "bar", "height": 16}, color={"field": "color", "scale": None}),
                layer({"type": "text", "align": "left", "dx": 7}, text={"field": "note"}),
            ],
        }
    )


def curves(
    drawn: Sequence[Curve],
    *,
    x: str,
    y: str,
    from_x: int = 0,
    is_share: bool = False,
    has_dots: bool = True,
) -> Markup:
    """Curves over one pair of axes; y may be a share."""
    values = [
        {"label": curve.label, "x": at, "y": value} for curve in drawn for at, value in curve.points
    ]
    dashes = {curve.label: [5, 4] if curve.is_dashed else [1, 0] for curve in drawn}
    symbol = "stroke" if any(curve.is_dashed for curve in drawn) else "circle"
    legend = {"legend": {"symbolType": symbol} if len(drawn) > 1 else None}
    last = max((at for curve in drawn for at, _ in curve.points), default=0)
    along = {"scale": {"domain": [from_x, max(last, from_x + 1)], "nice": False}}
    return draw(
        {
            "autosize": _FIT,
            "height": _HEIGHT,
            **layer(
                {"type": "line", "strokeWidth": 2.2, "point": {"size": 45} if has_dots else False},
                values,
                x=field_of("x") | along | {"title": x, "axis": {"tickMinStep": 1}},
                y=field_of("y") | {"title": y, "axis": {"format": "%"} if is_share else {}},
                color=named("label", {curve.label: curve.color for curve in drawn}) | legend,
                strokeDash=named("label", dashes) | legend,
            ),
        }
    )


def layer(mark: PlotSpec, rows: Sequence[PlotSpec] | None = None, **encoding: PlotSpec) -> PlotSpec:
    """Marks of some rows, or of those of the whole plot."""
    data = {} if rows is None else {"data": {"values": rows}}
    return {**data, "mark": mark, "encoding": encoding}


def field_of(name: str) -> PlotSpec:
    """A column of numbers."""
    return {"field": name, "type": "quantitative"}


def named(field: str, looks: Mapping[str, object]) -> PlotSpec:
    """How each value of a field looks."""
    scale = {"domain": [*looks], "range": [*looks.values()]}
    return {"field": field, "type": "nominal", "sort": None, "scale": scale}


def draw(spec: PlotSpec) -> Markup:
    """A plot as SVG for a page.

    Raises:
        MissingExtraError: what draws it is not installed.
    """
    require("cerealbar.records.report.plots.draw")
    from vl_convert import vegalite_to_svg

    sized = {"width": _WIDTH, **spec, "config": _CONFIG}
    for view in sized.get("vconcat", ()):
        view["width"] = _COLUMNS_WIDTH
    drawn = _LABEL.sub(r"<path\2><title>\1</title></path>", vegalite_to_svg(sized))
    return Markup(drawn)  # noqa: S704  # Vega-Lite has escaped what is no markup
