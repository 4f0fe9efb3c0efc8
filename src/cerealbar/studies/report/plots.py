"""Plots that compare groups: means with intervals, columns side by side, shares, bands.

They are drawn as those of a corpus are (`records/report/plots.py`), in the same colours.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from cerealbar.records.report.plots import (
    FOLLOWER,
    HERE,
    PAPER,
    SOFT,
    PlotSpec,
    draw,
    field_of,
    layer,
    named,
)
from cerealbar.studies.report.estimates import Estimate
from cerealbar.studies.study import PartnerKind

PARTNER_COLORS: Mapping[PartnerKind, str] = {"person": HERE, "agent": FOLLOWER}
SHADES = (HERE, FOLLOWER, PAPER, SOFT)
"""Of the parts of a whole."""
_FIT = {"type": "fit-x", "contains": "padding"}
_NAMES = {"labelColor": "var(--ink)", "labelFontSize": 13.5, "minExtent": 0, "maxExtent": 999}
_HEIGHT = 210


class Dot(NamedTuple):
    """A mean in a row of its own, with its interval and what the paper tells."""

    label: str
    estimate: Estimate
    paper: float | None = None
    color: str = HERE


class Band(NamedTuple):
    """Means along an axis, each with its interval."""

    label: str
    points: Sequence[tuple[int, Estimate]]
    color: str = HERE


def dots(rows: Sequence[Dot], *, x: str) -> Markup:
    """Means with their intervals, one below the other; diamonds are the paper's."""
    along = {"title": x, "scale": {"zero": True, "nice": True}, "axis": {"grid": True}}
    values = [_dot_values(row) for row in rows]
    theirs = [row for row in values if row["paper"] is not None]
    color: PlotSpec = {"field": "color", "type": "nominal", "scale": None}
    marks = [
        layer(
            {"type": "rule", "strokeWidth": 3, "opacity": 0.5},
            x=field_of("low") | along,
            x2=field_of("high"),
            color=color,
        ),
        layer(
            {"type": "point", "filled": True, "size": 130}, x=field_of("mean") | along, color=color
        ),
        layer({"type": "text", "dy": -15}, x=field_of("mean"), text={"field": "words"}),
        layer(
            {"type": "point", "shape": "diamond", "filled": True, "size": 110, "color": PAPER},
            theirs,
            x=field_of("paper") | along,
        ),
        layer(
            {"type": "text", "dy": 17, "color": PAPER},
            theirs,
            x=field_of("paper"),
            text={"field": "paper_words"},
        ),
    ]
    return draw(
        {
            "autosize": _FIT,
            "height": {"step": 66},
            "data": {"values": values},
            "encoding": {
                "y": {"field": "label", "type": "nominal", "sort": None, "title": None}
                | {"axis": _NAMES}
            },
            "layer": marks,
        }
    )


def _dot_values(row: Dot) -> PlotSpec:
    found = row.estimate
    return {
        "label": row.label,
        "mean": found.mean,
        "low": found.low,
        "high": found.high,
        "words": found.words(),
        "paper": row.paper,
        "paper_words": f"paper {row.paper}",
        "color": row.color,
    }


def columns(
    counts: Mapping[str, Mapping[int, int]], colors: Mapping[str, str], *, x: str, y: str
) -> Markup:
    """How often each number occurs in each group, side by side."""
    highest = max((number for found in counts.values() for number in found), default=0)
    most = max((count for found in counts.values() for count in found.values()), default=0)
    rows = [
        {"group": group, "number": number, "count": found.get(number, 0)}
        for group, found in counts.items()
        for number in range(highest + 1)
    ]
    return draw(
        {
            "autosize": _FIT,
            "height": _HEIGHT,
            **layer(
                {"type": "bar"},
                rows,
                x={"field": "number", "type": "ordinal", "title": x, "axis": {"labelAngle": 0}},
                xOffset={"field": "group", "sort": None},
                y=field_of("count") | {"title": y, "axis": _whole_axis(most)},
                color=named("group", colors) | {"legend": {"symbolType": "square"}},
            ),
        }
    )


def _whole_axis(most: int) -> PlotSpec:
    """About five whole numbers from 0 on; Vega-Lite would mark halves of small counts."""
    step = max(1, -(-most // 5))
    return {"values": list(range(0, most + step, step)), "format": "d"}


def shares(rows: Mapping[str, Mapping[str, int]], colors: Mapping[str, str]) -> Markup:
    """What a whole consists of, one bar for each whole; without those that are nothing."""
    values = [
        {"whole": whole, "part": part, "share": count / total, "order": order}
        | {"words": f"{count / total:.0%}" if count / total > 0.06 else ""}
        for whole, parts in rows.items()
        for total in [sum(parts.values())]
        if total
        for order, (part, count) in enumerate(parts.items())
    ]
    along = field_of("share") | {"stack": "zero", "title": None, "axis": {"format": "%"}}
    along |= {"scale": {"domain": [0, 1]}}
    order = {"order": field_of("order")}
    return draw(
        {
            "autosize": _FIT,
            "height": {"step": 46},
            "data": {"values": values},
            "encoding": {
                "y": {"field": "whole", "type": "nominal", "sort": None, "title": None}
                | {"axis": _NAMES},
                **order,
            },
            "layer": [
                layer(
                    {"type": "bar", "height": 24},
                    x=along,
                    color=named("part", colors) | {"legend": {"symbolType": "square"}},
                ),
                layer(
                    {"type": "text", "color": "var(--panel)", "fontWeight": "bold"},
                    x=along | {"bandPosition": 0.5},
                    text={"field": "words"},
                ),
            ],
        }
    )


def bands(drawn: Sequence[Band], *, x: str, y: str) -> Markup:
    """Curves of means, each with its interval around it."""
    rows = [
        {"label": band.label, "x": at, "mean": of.mean, "low": of.low, "high": of.high}
        for band in drawn
        for at, of in band.points
    ]
    last = max((at for band in drawn for at, _ in band.points), default=2)
    ticks = {"values": list(range(1, max(2, last) + 1)), "format": "d"}
    along = {"title": x, "axis": ticks, "scale": {"domain": [1, max(2, last)], "nice": False}}
    color = named("label", {band.label: band.color for band in drawn})
    symbol = {"symbolType": "circle", "symbolOpacity": 1}
    color |= {"legend": symbol if len(drawn) > 1 else None}
    upright = {"title": y, "scale": {"zero": True}}
    return draw(
        {
            "autosize": _FIT,
            "height": _HEIGHT,
            "data": {"values": rows},
            "encoding": {"x": field_of("x") | along, "color": color},
            "layer": [
                layer(
                    {"type": "rule", "opacity": 0.45, "strokeWidth": 3},
                    y=field_of("low") | upright,
                    y2=field_of("high"),
                ),
                layer(
                    {"type": "line", "strokeWidth": 2.2, "point": {"size": 60}},
                    y=field_of("mean") | upright,
                ),
            ],
        }
    )
