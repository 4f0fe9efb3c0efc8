"""The results page: the table, the measures and the learning, in one HTML file."""

from collections.abc import Sequence

from cerealbar import __version__
from cerealbar.cli.results.figures import learning_figures, measure_figures
from cerealbar.cli.results.rows import COLUMNS, NOTHING, PAPER_TABLE_SOURCE, ResultRow
from cerealbar.records.pages import fill_page

HERE_HEAD, PAPER_HEAD = "here (synthetic games)", "paper (people's games)"
DIFFERENCE = (
    "The numbers here are of synthetic games, which programs played and wrote; the paper's are of"
    " people's games. The data differ: compare systems within one source, not the sources."
)


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
