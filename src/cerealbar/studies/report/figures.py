"""Figures of a report: a plot, what is written of it, and the data behind it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from cerealbar.studies.study import PartnerKind
from cerealbar.studies.tables import StudyTable

PARTNER_WORDS: Mapping[PartnerKind, str] = {
    "person": "with\u00a0people",
    "agent": "with\u00a0agents",
}
NOTHING = "\u2013"
"""What stands where there is no number."""


class ShownTable(NamedTuple):
    """A table as a page shows it."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class StudyFigure(NamedTuple):
    """A plot or a table with its title, its caption and its data."""

    title: str
    caption: str
    data: StudyTable
    plot: Markup | None = None
    shown: ShownTable | None = None
    notice: str = ""
    """Why there is no plot, or why it tells little."""


class ReportSection(NamedTuple):
    """Figures that belong together."""

    title: str
    about: str
    figures: tuple[StudyFigure, ...]


def percent(share: float) -> str:
    """A share in words."""
    return f"{share:.0%}"


def counted(count: int, total: int) -> str:
    """So many of so many, with the share: `12 (60%)`."""
    return f"{count:,}\u00a0({percent(count / total)})" if total else f"{count:,}"


def duration(seconds: float) -> str:
    """Minutes and seconds: `16:28`; with hours if there are any: `1:02:03`."""
    hours, rest = divmod(round(seconds), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def few_words(counts: Iterable[tuple[str, int]], least: int, what: str = "games") -> str:
    """What a page says of groups that are too small to tell much."""
    small = [f"{count} {what} {label}" for label, count in counts if count < least]
    if not small:
        return ""
    return f"Only {' and '.join(small)}: no intervals, and little to conclude."
