"""What the figures that compare people and agents as partners have in common."""

from collections import Counter
from collections.abc import Mapping, Sequence

from cerealbar.studies.report.estimates import FEW, Estimate, estimate
from cerealbar.studies.report.figures import PARTNER_WORDS, few_words
from cerealbar.studies.report.material import PARTNERS, PairedGame, with_partner
from cerealbar.studies.report.plots import PARTNER_COLORS, Dot
from cerealbar.studies.study import PartnerKind
from cerealbar.studies.tables import TableColumn, TableValue

PARTNER = TableColumn("partner", "text", "what the partner was: person or agent")
GAMES = TableColumn("games", "whole", "how many games")
MEAN = TableColumn("mean", "number", "the mean")
LOW = TableColumn("low", "number", "the lower end of its 95 % interval; empty with few games")
HIGH = TableColumn("high", "number", "the upper end")
GamesByPartner = Mapping[PartnerKind, tuple[PairedGame, ...]]


def by_partner(games: Sequence[PairedGame]) -> GamesByPartner:
    """Games with people, and games with agents."""
    return {partner: with_partner(games, partner) for partner in PARTNERS}


def few_games(groups: GamesByPartner) -> str:
    """What is said if there are few of either."""
    counts = ((PARTNER_WORDS[partner], len(games)) for partner, games in groups.items())
    return few_words(counts, FEW)


def estimate_cells(found: Estimate) -> dict[str, TableValue]:
    """An estimate as columns of a table."""
    return {
        name: None if value is None else round(value, 4)
        for name, value in (("mean", found.mean), ("low", found.low), ("high", found.high))
    }


def partner_dots(
    found: Mapping[PartnerKind, Estimate], paper: Mapping[PartnerKind, float]
) -> list[Dot]:
    """A dot for each kind of partner of which anything is known."""
    return [
        Dot(PARTNER_WORDS[partner], each, paper[partner], PARTNER_COLORS[partner])
        for partner, each in found.items()
        if each.mean is not None
    ]


def points_estimate(games: Sequence[PairedGame]) -> Estimate:
    """Points a game."""
    return estimate([each.game.score] for each in games)


def length_estimate(games: Sequence[PairedGame]) -> Estimate:
    """Tokens a finished instruction."""
    return estimate([len(tokens) for tokens in each.game.finished_tokens] for each in games)


def token_counts(games: Sequence[PairedGame]) -> Counter[str]:
    """How often each token occurs in finished instructions."""
    return Counter(
        token for each in games for tokens in each.game.finished_tokens for token in tokens
    )
