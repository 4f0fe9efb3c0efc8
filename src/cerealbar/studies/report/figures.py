"""Figures of a report: tables as `figures.toml` says, and plots of their rows by Vega-Lite.

A row may hold more than its table's columns: what has a `label` is drawn, in its `color`, in the
`series` that a legend names; bars have a `value` and a `note` beside it.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from cerealbar.records.report.plots import draw, read_spec
from cerealbar.studies.report.estimates import FEW
from cerealbar.studies.spreadsheets import TableValue
from cerealbar.studies.tables import ColumnKind, StudyTable, TableColumn, TableRow

NOTHING = "\u2013"
"""What stands where there is no number."""
_NAMES = {"labelColor": "var(--ink)", "labelFontSize": 13.5, "minExtent": 0, "maxExtent": 999}
_ROOM_FOR_NOTES = 1.4
_FIT = {"type": "fit-x", "contains": "padding"}


class FigureSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands around the rows of a figure."""

    name: str
    title: str
    caption: str
    columns: str
    """Their names, with blanks between."""
    plot: str = ""
    """The file of its specification; empty for a table alone."""
    x: str = ""
    y: str = ""
    """What its axes are called."""
    none: str = ""
    """What is said if there is nothing to draw."""
    is_shown: bool = True
    """Whether the page shows the table, which is beside it in any case."""


class SectionSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Figures that belong together."""

    title: str
    about: str = ""
    figures: tuple[FigureSpec, ...]


class ReportSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a report tells."""

    columns: dict[str, tuple[ColumnKind, str]]
    sections: tuple[SectionSpec, ...]


class StudyFigure(NamedTuple):
    """A figure with its rows."""

    spec: FigureSpec
    caption: str
    data: StudyTable
    plot: Markup | None
    notice: str
    """Why there is no plot, or why it tells little."""

    @property
    def shown(self) -> list[list[str]]:
        """The rows as the page shows them."""
        names = [column.name for column in self.data.columns]
        return [[shown_value(row.get(name)) for name in names] for row in self.data.rows]


@cache
def report_spec() -> ReportSpec:
    """What `figures.toml` says."""
    return msgspec.convert(tomllib.loads(_file("figures.toml")), ReportSpec)


def figure_of(spec: FigureSpec, rows: Sequence[TableRow], currency: str) -> StudyFigure:
    """A figure of some rows."""
    columns = [TableColumn(name, *report_spec().columns[name]) for name in spec.columns.split()]
    rounded = [
        {key: round(value, 4) if isinstance(value, float) else value for key, value in row.items()}
        for row in rows
    ]
    plot = _plot(spec, rounded)
    return StudyFigure(
        spec=spec,
        caption=spec.caption.format(currency=currency),
        data=StudyTable(spec.name, spec.title, tuple(columns), tuple(rounded)),
        plot=plot,
        notice=_few(rows) if plot or (not spec.plot and rows) else spec.none,
    )


def _plot(spec: FigureSpec, rows: Sequence[TableRow]) -> Markup | None:
    """A plot of the rows that have a label; None if none has."""
    drawn = [row for row in rows if "label" in row]
    if not spec.plot or not drawn:
        return None
    series = {row.get("series"): row.get("color") for row in drawn}
    games = max(int(row.get("games") or 0) for row in drawn)
    step = max(1, -(-games // 5))  # Vega-Lite would mark halves of small counts
    filled = {
        "numbers": sorted({int(row.get("number") or 0) for row in drawn}),
        "whole": list(range(0, games + step, step)),
        "x": spec.x,
        "y": spec.y,
        "names": _NAMES,
        "most": _ROOM_FOR_NOTES * max(float(row.get("value") or 0) for row in drawn),
        "colors": {"domain": [*series], "range": [*series.values()]},
    }
    plot = read_spec(spec.plot, "cerealbar.studies.report", **filled)
    return draw({"autosize": _FIT, "data": {"values": drawn}, **plot})


def _few(rows: Sequence[TableRow]) -> str:
    """What a page says of groups with intervals that are too small to tell much."""
    small = [
        f"{row['games']} games {row.get('label', 'of another kind')}"
        for row in rows
        if "mean" in row and int(row.get("games") or FEW) < FEW
    ]
    return f"Only {' and '.join(small)}: no intervals, and little to conclude." if small else ""


def shown_value(value: TableValue) -> str:
    """A value of a table as a page shows it."""
    match value:
        case None:
            return NOTHING
        case float():
            return f"{value:,.1f}"
        case int():
            return f"{value:,}"
        case _:
            return value


def duration(seconds: float) -> str:
    """Minutes and seconds: `16:28`; with hours if there are any: `1:02:03`."""
    hours, rest = divmod(round(seconds), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def _file(name: str) -> str:
    return files("cerealbar.studies.report").joinpath(name).read_text(encoding="utf-8")
