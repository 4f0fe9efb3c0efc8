"""Treatments of a study beside each other."""

from cerealbar.studies.report.comparing import (
    HIGH,
    LOW,
    MEAN,
    estimate_cells,
    length_estimate,
    points_estimate,
)
from cerealbar.studies.report.estimates import FEW, Estimate
from cerealbar.studies.report.figures import ShownTable, StudyFigure, few_words
from cerealbar.studies.report.material import Material, with_treatment
from cerealbar.studies.report.plots import Dot, dots
from cerealbar.studies.tables import StudyTable, TableColumn, make_table

_TREATMENT = TableColumn("treatment", "text", "how games were played, by the study's name for it")


def treatment_figures(material: Material) -> tuple[StudyFigure, ...]:
    """Points and lengths by treatment; nothing if the study has one only."""
    names = tuple(material.study.treatments)
    if len(names) < 2:
        return ()
    points = {name: points_estimate(with_treatment(material.whole_games, name)) for name in names}
    lengths = {
        name: length_estimate(with_treatment(material.written_games, name)) for name in names
    }
    return (
        _figure("Points a game by treatment", "points_by_treatment", "points a game", points),
        _figure(
            "Tokens an instruction by treatment",
            *("length_by_treatment", "tokens an instruction", lengths),
        ),
    )


def _figure(title: str, name: str, what: str, found: dict[str, Estimate]) -> StudyFigure:
    drawn = [Dot(each, of) for each, of in found.items() if of.mean is not None]
    counts = ((f"of {each}", of.groups) for each, of in found.items())
    return StudyFigure(
        title=title,
        caption="Of games that were played to their end.",
        data=_data(name, what, found),
        plot=dots(drawn, x=what) if drawn else None,
        shown=ShownTable(
            ("treatment", "games", "mean"),
            [(each, f"{of.groups:,}", of.words()) for each, of in found.items()],
        ),
        notice=few_words(counts, FEW) if drawn else "No game was played to its end.",
    )


def _data(name: str, what: str, found: dict[str, Estimate]) -> StudyTable:
    rows = [
        {"treatment": each, "games": of.groups, "values": of.values, **estimate_cells(of)}
        for each, of in found.items()
    ]
    columns = (
        _TREATMENT,
        TableColumn("games", "whole", "how many games have any value"),
        TableColumn("values", "whole", "how many values"),
        MEAN,
        LOW,
        HIGH,
    )
    return make_table(name, f"{what.capitalize()} by treatment.", columns, rows)
