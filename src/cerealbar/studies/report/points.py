"""Points of games with people and with agents, beside the paper's."""

from collections import Counter
from statistics import median

from cerealbar.studies.report.comparing import (
    GAMES,
    HIGH,
    LOW,
    MEAN,
    PARTNER,
    GamesByPartner,
    by_partner,
    estimate_cells,
    few_games,
    partner_dots,
    points_estimate,
)
from cerealbar.studies.report.estimates import PAPER_PARTNERS, Estimate
from cerealbar.studies.report.figures import NOTHING, PARTNER_WORDS, ShownTable, StudyFigure
from cerealbar.studies.report.material import Material
from cerealbar.studies.report.plots import PARTNER_COLORS, columns, dots
from cerealbar.studies.study import PartnerKind
from cerealbar.studies.tables import StudyTable, TableColumn, make_table

_NONE = "No game was played to its end."


def point_figures(material: Material) -> tuple[StudyFigure, ...]:
    """Means with their intervals, and how often each number of points was reached."""
    groups = by_partner(material.whole_games)
    return _means(groups), _distribution(groups)


def _means(groups: GamesByPartner) -> StudyFigure:
    found = {partner: points_estimate(games) for partner, games in groups.items()}
    paper = {partner: told.points for partner, told in PAPER_PARTNERS.items()}
    drawn = partner_dots(found, paper)
    return StudyFigure(
        title="Points a game",
        caption="Of games that were played to their end.",
        data=_means_data(groups, found),
        plot=dots(drawn, x="points a game") if drawn else None,
        shown=ShownTable(
            ("", "games", "mean", "median", "max", "paper: mean", "paper: max"),
            [_shown_row(partner, groups, found[partner]) for partner in groups],
        ),
        notice=few_games(groups) if drawn else _NONE,
    )


def _shown_row(partner: PartnerKind, groups: GamesByPartner, found: Estimate) -> list[str]:
    scores = [each.game.score for each in groups[partner]]
    paper = PAPER_PARTNERS[partner]
    return [
        PARTNER_WORDS[partner],
        f"{len(scores):,}",
        found.words(),
        f"{median(scores):.1f}" if scores else NOTHING,
        str(max(scores, default=NOTHING)),
        str(paper.points),
        str(paper.most_points),
    ]


def _means_data(groups: GamesByPartner, found: dict[PartnerKind, Estimate]) -> StudyTable:
    rows = [
        {
            "partner": partner,
            "games": len(scores),
            **estimate_cells(found[partner]),
            "median": float(median(scores)) if scores else None,
            "max": max(scores, default=None),
            "paper_mean": PAPER_PARTNERS[partner].points,
            "paper_max": PAPER_PARTNERS[partner].most_points,
        }
        for partner, games in groups.items()
        for scores in [[each.game.score for each in games]]
    ]
    more = (
        TableColumn("median", "number", "the median"),
        TableColumn("max", "whole", "the most"),
        TableColumn("paper_mean", "number", "the paper's mean"),
        TableColumn("paper_max", "whole", "the paper's most"),
    )
    about = "Points of whole games by the kind of partner."
    return make_table("points", about, (PARTNER, GAMES, MEAN, LOW, HIGH, *more), rows)


def _distribution(groups: GamesByPartner) -> StudyFigure:
    counts = {
        partner: Counter(each.game.score for each in games)
        for partner, games in groups.items()
        if games
    }
    rows = [
        {"partner": partner, "points": points, "games": found[points]}
        for partner, found in counts.items()
        for points in sorted(found)
    ]
    points = TableColumn("points", "whole", "points of a game")
    shown = {PARTNER_WORDS[partner]: found for partner, found in counts.items()}
    colors = {PARTNER_WORDS[partner]: PARTNER_COLORS[partner] for partner in counts}
    return StudyFigure(
        title="How often each score was reached",
        caption="Games by their points.",
        data=make_table(
            "points_distribution", "Whole games by points.", (PARTNER, points, GAMES), rows
        ),
        plot=columns(shown, colors, x="points", y="games") if counts else None,
        notice="" if counts else _NONE,
    )
