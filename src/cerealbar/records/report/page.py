"""The report: what a corpus holds, as one HTML file that loads nothing and runs no script."""

from collections.abc import Sequence

from cerealbar import __version__
from cerealbar.records.corpus import About
from cerealbar.records.pages import fill_page
from cerealbar.records.report.comparison import (
    DEFINITIONS,
    PAPER_SOURCE,
    clock,
    comparison,
    origin_sentence,
    part_sentence,
)
from cerealbar.records.report.figures import (
    course_figures,
    difficulty_figures,
    distribution_figures,
    set_figures,
    turn_figures,
    vocabulary_figures,
)
from cerealbar.records.statistics import PartSummary, Statistics

_SHOWN_WORDS = 32


def report_page(statistics: Statistics, about: About, parts: Sequence[PartSummary] = ()) -> str:
    """A web page about a corpus; the same arguments give the same page.

    Raises:
        RecordError: the library that draws the plots is missing.
    """
    return fill_page(
        "records/report/page.html",
        style="records/report/page.css",
        about=about,
        statistics=statistics,
        parts=parts if any(part.games for part in parts) else (),
        origin=origin_sentence(statistics),
        part=part_sentence(statistics),
        lines=comparison(statistics.table),
        source=PAPER_SOURCE,
        definitions=DEFINITIONS,
        distributions=distribution_figures(statistics),
        sets=set_figures(statistics),
        turns=(*turn_figures(statistics), *course_figures(statistics)),
        difficulty=tuple(difficulty_figures(statistics)),
        growth=vocabulary_figures(statistics),
        words=statistics.vocabulary.frequent[:_SHOWN_WORDS],
        clock=clock,
        version=__version__,
    )
