"""What leaders write for people and for agents: how long, and of how many different words."""

from collections import Counter
from collections.abc import Mapping

from cerealbar.records.report.plots import Curve, curves
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
    length_estimate,
    partner_dots,
    token_counts,
)
from cerealbar.studies.report.estimates import (
    PAPER_PARTNERS,
    expected_types,
    growth,
)
from cerealbar.studies.report.figures import PARTNER_WORDS, ShownTable, StudyFigure
from cerealbar.studies.report.material import Material
from cerealbar.studies.report.plots import PARTNER_COLORS, dots
from cerealbar.studies.study import PartnerKind
from cerealbar.studies.tables import TableColumn, make_table

_NONE = "No person has led a game to its end, or no instruction was finished."
Vocabularies = Mapping[PartnerKind, Counter[str]]


def word_figures(material: Material) -> tuple[StudyFigure, ...]:
    """Lengths of instructions, and vocabularies, of games that people led."""
    groups = by_partner(material.written_games)
    return _lengths(groups), _vocabulary(groups)


def _lengths(groups: GamesByPartner) -> StudyFigure:
    found = {partner: length_estimate(games) for partner, games in groups.items()}
    paper = {partner: told.tokens for partner, told in PAPER_PARTNERS.items()}
    rows = [
        {
            "partner": partner,
            "games": each.groups,
            "instructions": each.values,
            **estimate_cells(each),
            "paper_mean": paper[partner],
        }
        for partner, each in found.items()
    ]
    many = TableColumn("instructions", "whole", "how many finished instructions")
    theirs = TableColumn("paper_mean", "number", "the paper's mean")
    columns = (PARTNER, GAMES, many, MEAN, LOW, HIGH, theirs)
    drawn = partner_dots(found, paper)
    return StudyFigure(
        title="Tokens an instruction",
        caption="Of finished instructions that a person wrote; intervals are over games.",
        data=make_table("instruction_length", "Tokens a finished instruction.", columns, rows),
        plot=dots(drawn, x="tokens an instruction") if drawn else None,
        shown=ShownTable(
            ("", "instructions", "mean", "paper"),
            [
                (PARTNER_WORDS[partner], f"{each.values:,}", each.words(), str(paper[partner]))
                for partner, each in found.items()
            ],
        ),
        notice=few_games(groups) if drawn else _NONE,
    )


def _vocabulary(groups: GamesByPartner) -> StudyFigure:
    counts = {partner: found for partner, games in groups.items() if (found := token_counts(games))}
    drawn = [
        Curve(PARTNER_WORDS[partner], growth(found), PARTNER_COLORS[partner])
        for partner, found in counts.items()
    ]
    rows = [
        {"partner": partner, "tokens": tokens, "types": round(types, 2)}
        for partner, found in counts.items()
        for tokens, types in growth(found)
    ]
    columns = (
        PARTNER,
        TableColumn("tokens", "whole", "tokens drawn at random of all that were written"),
        TableColumn("types", "number", "different ones among them, on average"),
    )
    return StudyFigure(
        title="Vocabulary",
        caption="Different tokens in random samples of what was written. More text has more of"
        " them in any case, so compare at equal size.",
        data=make_table("vocabulary", "How types grow with tokens.", columns, rows),
        plot=curves(drawn, x="tokens", y="different tokens", has_dots=False) if drawn else None,
        shown=_sizes(counts) if counts else None,
        notice="" if drawn else _NONE,
    )


def _sizes(counts: Vocabularies) -> ShownTable:
    equal = min(found.total() for found in counts.values())
    return ShownTable(
        ("", "tokens", "types", f"types in {equal:,} tokens", "paper: types"),
        [
            (
                PARTNER_WORDS[partner],
                f"{found.total():,}",
                f"{len(found):,}",
                f"{expected_types(found, equal):,.0f}",
                f"{PAPER_PARTNERS[partner].types:,}",
            )
            for partner, found in counts.items()
        ],
    )
