"""Adaptation: how points and instructions change from a person's first game to its later ones."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from cerealbar.studies.report.comparing import HIGH, LOW, MEAN, PARTNER, estimate_cells
from cerealbar.studies.report.estimates import Estimate, estimate
from cerealbar.studies.report.figures import PARTNER_WORDS, StudyFigure
from cerealbar.studies.report.material import PARTNERS, Material
from cerealbar.studies.report.plots import PARTNER_COLORS, Band, bands
from cerealbar.studies.study import PartnerKind
from cerealbar.studies.tables import StudyTable, TableColumn, make_table

LEAST_PEOPLE = 3
"""Of fewer people than so many a mean is not drawn."""
_PEOPLE = TableColumn("people", "whole", "how many people")
ByNumber = Mapping[tuple[PartnerKind, int], Sequence[Sequence[float]]]


def adaptation_figures(material: Material) -> tuple[StudyFigure, ...]:
    """Points by a person's game, and lengths of instructions by the games that it led."""
    points: defaultdict[tuple[PartnerKind, int], list[list[float]]] = defaultdict(list)
    lengths: defaultdict[tuple[PartnerKind, int], list[list[float]]] = defaultdict(list)
    led: defaultdict[str, int] = defaultdict(int)
    parts = sorted(material.whole_parts, key=lambda each: (each[0].participant_id, each[0].number))
    for part, game in parts:
        points[part.game.partner, part.number].append([game.score])
        if part.game.role == "leader":
            led[part.participant_id] += 1
            number = led[part.participant_id]
            written = [float(len(tokens)) for tokens in game.finished_tokens]
            lengths[part.game.partner, number].append(written)
    return (
        _figure(
            "Points from game to game",
            "Mean points of people's first game, their second, and so on, in either role.",
            *("points_by_number", "points", points),
        ),
        _figure(
            "Tokens an instruction from game to game",
            "In the first game that a person led, the second, and so on.",
            *("length_by_number", "tokens an instruction", lengths),
        ),
    )


def _figure(title: str, caption: str, name: str, y: str, values: ByNumber) -> StudyFigure:
    found = {place: estimate(groups) for place, groups in sorted(values.items())}
    drawn = [
        Band(PARTNER_WORDS[partner], points, PARTNER_COLORS[partner])
        for partner in PARTNERS
        if (points := _points(found, partner))
    ]
    can_tell = any(len(band.points) > 1 for band in drawn)
    x = "game of the person"
    return StudyFigure(
        title=title,
        caption=f"{caption} Means of fewer than {LEAST_PEOPLE} people are left out.",
        data=_data(name, y, found),
        plot=bands(drawn, x=x, y=y) if can_tell else None,
        notice=""
        if can_tell
        else f"Too few people have played several games: at least {LEAST_PEOPLE} are needed.",
    )


def _points(
    found: Mapping[tuple[PartnerKind, int], Estimate], wanted: PartnerKind
) -> list[tuple[int, Estimate]]:
    return [
        (number, each)
        for (partner, number), each in found.items()
        if partner == wanted and each.groups >= LEAST_PEOPLE
    ]


def _data(name: str, what: str, found: Mapping[tuple[PartnerKind, int], Estimate]) -> StudyTable:
    rows = [
        {"partner": partner, "number": number, "people": each.groups, **estimate_cells(each)}
        for (partner, number), each in found.items()
    ]
    number = TableColumn("number", "whole", "which game of the person, from 1")
    about = f"{what.capitalize()} by which game of a person it was."
    return make_table(name, about, (PARTNER, number, _PEOPLE, MEAN, LOW, HIGH), rows)
