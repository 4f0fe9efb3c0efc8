"""The figures of the results page: each measure over the rows, and how runs learned."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean

from markupsafe import Markup

from cerealbar.cli.results.rows import COLUMNS, Measured, ResultColumn, ResultRow
from cerealbar.cli.results.runs import LogEntry
from cerealbar.evaluation.report import measure_words
from cerealbar.records.report.figures import Figure
from cerealbar.records.report.plots import HERE, PAPER, PlotSpec, draw, field_of, layer, named

_COLORS = (HERE, PAPER, "var(--follower)", "var(--leader)", "var(--good)", "var(--soft)")
_DASHES = ([1, 0], [6, 3], [2, 2])
_NO_SHARES = ("loss", "full_game_points")
_APART = 5
"""How far the marks of here and of the paper lie from the middle of their row."""


def measure_figures(rows: Sequence[ResultRow]) -> Iterator[Figure]:
    """A plot of each measure that anyone has."""
    for column in COLUMNS:
        if any(column.key in row.here for row in rows):
            caption = "" if column.is_share else "The axis goes by square roots."
            yield Figure(column.title, caption, _dots(rows, column))


def _dots(rows: Sequence[ResultRow], column: ResultColumn) -> Markup:
    """A row for each system: a dot for here, a diamond for the paper."""
    names = {"labelColor": "var(--ink)", "labelFontSize": 13, "minExtent": 0, "maxExtent": 999}
    axis = {"tickCount": 6} | ({"format": "%"} if column.is_share else {})
    scale = {} if column.is_share else {"scale": {"type": "sqrt"}}
    spec: PlotSpec = {
        "autosize": {"type": "fit-x", "contains": "padding"},
        "height": {"step": 27},
        "encoding": {
            "y": {"field": "label", "sort": None, "title": None, "axis": names | {"grid": True}},
            "x": field_of("mean") | {"title": None, "axis": axis} | scale,
        },
        "layer": [
            *_marks([_mark(row, row.here, "here", column) for row in rows], HERE, -_APART),
            *_marks([_mark(row, row.paper, "paper", column) for row in rows], PAPER, _APART),
        ],
    }
    return draw(spec)


def _marks(values: list[PlotSpec], color: str, offset: int) -> Iterator[PlotSpec]:
    shape = "circle" if color == HERE else "diamond"
    look = {"yOffset": offset, "color": color}
    yield layer(
        {"type": "rule", "strokeWidth": 1.6, "opacity": 0.75} | look,
        values,
        x=field_of("low"),
        x2={"field": "high"},
    )
    yield layer(
        {"type": "point", "shape": shape, "filled": True, "size": 62, "aria": True} | look,
        values,
        description={"field": "words"},
    )


def _mark(row: ResultRow, values: dict[str, Measured], who: str, column: ResultColumn) -> PlotSpec:
    value = values.get(column.key)
    if value is None:
        return {"label": row.label, "mean": None}
    low, high = value.reach or (value.mean, value.mean)
    words = f"{row.label}, {who}: {value.written(column)}"
    if value.deviation is None and value.reach is not None:
        words += f" ({column.written(low)} to {column.written(high)})"
    return {"label": row.label, "mean": value.mean, "low": low, "high": high, "words": words}


def learning_figures(rows: Sequence[ResultRow]) -> Iterator[Figure]:
    """Each measure of each phase over epochs, the mean over trials; losses as their sum."""
    curves: dict[tuple[str, str], dict[str, dict[int, float]]] = defaultdict(dict)
    for row in rows:
        for (phase, key), points in _points(row).items():
            curves[phase, key][row.label] = points
    for (phase, key), drawn in curves.items():
        title = f"{phase}: {measure_words(key)}".capitalize()
        yield Figure(title, "", _curves(drawn, is_share=key not in _NO_SHARES))


def _points(row: ResultRow) -> dict[tuple[str, str], dict[int, float]]:
    """By phase and measure, the mean over trials at each epoch."""
    values: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for run in row.runs:
        for entry in run.log:
            for key, value in _measures(entry).items():
                values[entry.phase, key][entry.epoch].append(value)
    return {
        which: {epoch: fmean(found) for epoch, found in sorted(epochs.items())}
        for which, epochs in values.items()
    }


def _measures(entry: LogEntry) -> dict[str, float]:
    """What an entry tells of learning: its measures, and its losses together."""
    losses = [value for key, value in entry.values.items() if key.startswith("loss")]
    told = {
        key: value
        for key, value in entry.values.items()
        if not key.startswith("loss") and not key.endswith("seconds")
    }
    return told | ({"loss": sum(losses)} if losses else {})


def _curves(drawn: dict[str, dict[int, float]], *, is_share: bool) -> Markup:
    """A curve for each system, all in one plot."""
    values = [
        {"label": label, "epoch": epoch, "value": value}
        for label, points in drawn.items()
        for epoch, value in points.items()
    ]
    looks = [(color, dash) for dash in _DASHES for color in _COLORS]
    chosen = {label: looks[i % len(looks)] for i, label in enumerate(drawn)}
    legend = {"legend": {"columns": 2, "symbolType": "stroke"} if len(drawn) > 1 else None}
    colors = {label: color for label, (color, _) in chosen.items()}
    dashes = {label: dash for label, (_, dash) in chosen.items()}
    spec = layer(
        {"type": "line", "strokeWidth": 2, "point": {"size": 28}},
        values,
        x=field_of("epoch") | {"title": "epoch", "axis": {"tickMinStep": 1}},
        y=field_of("value") | {"title": None, "axis": {"format": "%"} if is_share else {}},
        color=named("label", colors) | legend,
        strokeDash=named("label", dashes) | legend,
    )
    return draw({"autosize": {"type": "fit-x", "contains": "padding"}, "height": 230, **spec})
