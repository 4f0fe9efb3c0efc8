"""The report of a study: an HTML file that loads nothing, and the data of its figures beside it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median

from cerealbar import __version__
from cerealbar.records import GameRecord
from cerealbar.records.pages import fill_page
from cerealbar.records.report.comparison import DEFINITIONS
from cerealbar.studies.material import Material, gather
from cerealbar.studies.participations import Participation
from cerealbar.studies.report.figures import (
    NOTHING,
    SectionSpec,
    StudyFigure,
    duration,
    figure_of,
    report_spec,
)
from cerealbar.studies.report.game_rows import GAME_ROWS, FigureRows
from cerealbar.studies.report.visit_rows import VISIT_ROWS
from cerealbar.studies.study import Study
from cerealbar.studies.tables import whole_folder

PAGE, DATA = "report.html", "data"
ROWS: Mapping[str, Callable[[Material], FigureRows | None]] = {
    rows_of.__name__: rows_of for rows_of in (*GAME_ROWS, *VISIT_ROWS)
}
"""What makes the rows of each figure; None leaves it out."""
_SOURCE = (
    "Suhr et al. 2019, “Executing Instructions in Situated Collaborative Interactions”, Section 8"
)
_INTERVALS = (
    "Intervals are of the bootstrap over games, as if these were independent; games of the same"
    " person are alike, so the true ones are wider."
)


ReportSections = Sequence[tuple[SectionSpec, Sequence[StudyFigure]]]
"""What each section is about, and its figures."""


def write_report(
    study: Study,
    participations: Iterable[Participation],
    records: Iterable[GameRecord],
    out: Path,
) -> Path:
    """Write `report.html` and the data of its figures into a new folder; the page's path.

    Raises:
        StudyError: the folder is not empty, or a game has no record.
        ReplayError: the rules refuse a game.
        RecordError: the library that draws the plots is missing.
    """
    material = gather(study, participations, records)
    sections = report_sections(material)
    with whole_folder(out) as folder:
        (folder / PAGE).write_bytes(study_page(material, sections).encode())
        for _, figures in sections:
            for figure in figures:
                figure.data.write(folder / DATA)
    return out / PAGE


def report_sections(material: Material) -> ReportSections:
    """All that a report tells, in its order."""
    sections = []
    for spec in report_spec().sections:
        made = [(figure, ROWS[figure.name](material)) for figure in spec.figures]
        currency = material.study.pay.currency
        figures = [figure_of(figure, rows, currency) for figure, rows in made if rows is not None]
        if figures:
            sections.append((spec, figures))
    return sections


def study_page(material: Material, sections: ReportSections) -> str:
    """The page; the same material gives the same page."""
    return fill_page(
        "studies/report/page.html",
        style="records/report/page.css",
        study=material.study,
        key=key_numbers(material),
        origin=origin_words(material),
        is_synthetic=any(each.record.header.synthetic for each in material.games),
        sections=sections,
        data=DATA,
        definitions=DEFINITIONS,
        intervals=_INTERVALS,
        source=_SOURCE,
        version=__version__,
    )


def key_numbers(material: Material) -> tuple[tuple[str, str], ...]:
    """The numbers at the head of the page, each with what it is."""
    visits = [visit for each in material.people for visit in each.visits]
    took = [visit.seconds for visit in visits if visit.end == "finished"]
    return (
        ("participants", f"{len(material.people):,}"),
        ("who finished", f"{sum('finished' in each.story.ends for each in material.people):,}"),
        ("games", f"{len(material.games):,}"),
        ("of them to the end", f"{len(material.whole_games):,}"),
        ("instructions", f"{sum(len(each.instructions) for each in material.games):,}"),
        ("median finished visit", duration(median(took)) if took else NOTHING),
    )


def origin_words(material: Material) -> str:
    """Whether people played these games, in plain words."""
    synthetic = sum(each.record.header.synthetic for each in material.games)
    games = len(material.games)
    if not games:
        return "There are no games yet."
    if synthetic:
        return (
            f"Simulated data: no person took part in {synthetic:,} of these {games:,} games. What"
            " follows tells nothing about people where it is of them."
        )
    return f"People took part in all of these {games:,} games."
