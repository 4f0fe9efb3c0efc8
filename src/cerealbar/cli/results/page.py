"""The results page: the table, each measure and how runs learned, in one HTML file."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean

from markupsafe import Markup

from cerealbar import __version__
from cerealbar.cli.results.rows import (
    COLUMNS,
    NOTHING,
    PAPER_TABLE_SOURCE,
    LogEntry,
    Measured,
    ResultColumn,
    ResultRow,
)
from cerealbar.evaluation.report import measure_words
from cerealbar.records.pages import fill_page
from cerealbar.records.report.plots import HERE, PAPER, Figure, PlotSpec, plot

HERE_HEAD, PAPER_HEAD = "here (synthetic games)", "paper (people's games)"
DIFFERENCE = (
    "The numbers here are of synthetic games, which programs played and wrote; the paper's are of"
    " people's games. The data differ: compare systems within one source, not the sources."
)
_COLORS = (HERE, PAPER, "var(--follower)", "var(--leader)", "var(--good)", "var(--soft)")
_DASHES = ([1, 0], [6, 3], [2, 2])
_NO_SHARES = ("loss", "full_game_points")
_PACKAGE = "cerealbar.cli.results"


def results_page(rows: Sequence[ResultRow], part: str) -> str:
    """The page of results on a part; the same arguments give the same page.

    Raises:
        RecordError: the library that draws the plots is missing.
    """
    return fill_page(
        "cli/results/page.html",
        style="records/report/page.css",
        rows=rows,
        part=part,
        columns=COLUMNS,
        nothing=NOTHING,
        heads=(HERE_HEAD, PAPER_HEAD),
        difference=DIFFERENCE,
        source=PAPER_TABLE_SOURCE,
        measures=tuple(measure_figures(rows)),
        learning=tuple(learning_figures(rows)),
        version=__version__,
    )


def measure_figures(rows: Sequence[ResultRow]) -> Iterator[Figure]:
    """A plot of each measure that anyone has."""
    for column in COLUMNS:
        if any(column.key in row.here for row in rows):
            caption = "" if column.is_share else "The axis goes by square roots."
            yield Figure(column.title, caption, _dots(rows, column))


def _dots(rows: Sequence[ResultRow], column: ResultColumn) -> Markup:
    """A row for each system: a dot for here, a diamond for the paper."""
    return plot(
        "dots",
        package=_PACKAGE,
        axis={"tickCount": 6} | ({"format": "%"} if column.is_share else {}),
        scale={"type": "linear" if column.is_share else "sqrt"},
        here=[_mark(row, row.here, "here", column) for row in rows],
        paper=[_mark(row, row.paper, "paper", column) for row in rows],
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
                values[entry["phase"], key][entry["epoch"]].append(value)
    return {
        which: {epoch: fmean(found) for epoch, found in sorted(epochs.items())}
        for which, epochs in values.items()
    }


def _measures(entry: LogEntry) -> dict[str, float]:
    """What an entry tells of learning: its measures, and its losses together."""
    told = {key: value for key, value in entry.items() if isinstance(value, int | float)}
    losses = [told.pop(key) for key in [*told] if key.startswith("loss")]
    kept = {key: told[key] for key in told if key != "epoch" and not key.endswith("seconds")}
    return kept | ({"loss": sum(losses)} if losses else {})


def _curves(drawn: dict[str, dict[int, float]], *, is_share: bool) -> Markup:
    """A curve for each system, all in one plot."""
    values = [
        {"label": label, "epoch": epoch, "value": value}
        for label, points in drawn.items()
        for epoch, value in points.items()
    ]
    looks = [(color, dash) for dash in _DASHES for color in _COLORS]
    return plot(
        "learning",
        package=_PACKAGE,
        rows=values,
        axis={"format": "%"} if is_share else {},
        labels=list(drawn),
        colors=[looks[i % len(looks)][0] for i in range(len(drawn))],
        dashes=[looks[i % len(looks)][1] for i in range(len(drawn))],
        legend={"columns": 2, "symbolType": "stroke"} if len(drawn) > 1 else None,
    )
