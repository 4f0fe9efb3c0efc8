"""The report: what a corpus holds, as one HTML file that loads nothing and runs no script."""

import base64
import hashlib
from collections.abc import Sequence
from importlib.resources import files
from string import Template

from cerealbar import __version__
from cerealbar.records.corpus import About
from cerealbar.records.report.comparison import (
    DEFINITIONS,
    PAPER_SOURCE,
    comparison,
    origin_sentence,
    part_sentence,
)
from cerealbar.records.report.figures import (
    distribution_figures,
    set_figures,
    turn_figures,
    word_figures,
)
from cerealbar.records.report.markup import cells, heads, row, safe, table
from cerealbar.records.statistics import PartSummary, Statistics


def report_page(statistics: Statistics, about: About, parts: Sequence[PartSummary] = ()) -> str:
    """A web page about a corpus; the same arguments give the same page."""
    style = _source("page.css")
    return Template(_source("page.html")).substitute(
        policy=_policy(style),
        style=style,
        title=safe(f"CerealBar corpus: {about.name}"),
        name=safe(about.name),
        description=_paragraph(about.description, "description"),
        origin=safe(origin_sentence(statistics)),
        origin_style="synthetic" if statistics.origin.synthetic_games else "human",
        key=_key_numbers(statistics),
        part=safe(part_sentence(statistics)),
        table=_dataset_table(statistics),
        source=safe(PAPER_SOURCE),
        parts=_parts_table(parts),
        players=_players(statistics),
        distributions=distribution_figures(statistics),
        sets=set_figures(statistics),
        turns=turn_figures(statistics),
        words=word_figures(statistics),
        definitions=safe(DEFINITIONS),
        command=f"<pre>{safe(about.command)}</pre>" if about.command else "",
        version=safe(__version__),
    )


def _source(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _policy(style: str) -> str:
    """A content security policy under which nothing is loaded and nothing runs."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; img-src data:; style-src 'sha256-{digest}';"
        " base-uri 'none'; form-action 'none'"
    )


def _paragraph(text: str, style: str) -> str:
    return f'<p class="{style}"><bdi>{safe(text)}</bdi></p>' if text else ""


def _key_numbers(statistics: Statistics) -> str:
    numbers = (
        ("games", f"{statistics.games:,}"),
        ("instructions sent", f"{statistics.instructions_sent.total:,}"),
        ("of them finished", f"{statistics.instructions_finished.total:,}"),
        ("follower steps in those", f"{statistics.actions.total:,}"),
        ("sets", f"{statistics.score.total:,}"),
        ("different tokens", f"{statistics.vocabulary.size:,}"),
    )
    return "\n".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in numbers)


_SPREAD = ("mean", "median", "max")


def _dataset_table(statistics: Statistics) -> str:
    groups = (
        f"<td></td>{heads(('here',), 'group here', across=3)}"
        f"{heads(('paper',), 'group theirs', across=3)}"
    )
    titles = f"<td></td>{heads(_SPREAD)}{heads(_SPREAD, 'theirs')}"
    rows = (
        row(line.label, _side(line.here, "here") + _side(line.paper, "theirs"))
        for line in comparison(statistics.table)
    )
    return table((groups, titles), rows)


def _side(values: Sequence[str], style: str) -> str:
    """Three cells, or one as wide as three."""
    if len(values) == 1:
        return f'<td class="single {style}" colspan="3">{safe(values[0])}</td>'
    return cells(values, style)


def _parts_table(parts: Sequence[PartSummary]) -> str:
    if not any(part.games for part in parts):
        return "<p>The games are not split.</p>"
    return table(
        [heads(("part", "games", "mean score"))],
        (row(part.name, cells((f"{part.games:,}", f"{part.mean_score:.2f}"))) for part in parts),
    )


def _players(statistics: Statistics) -> str:
    pairs = statistics.origin.pairs.items()
    rows = (row(pair, cells([f"{games:,}"])) for pair, games in pairs)
    return table([heads(("leader / follower", "games"))], rows)
