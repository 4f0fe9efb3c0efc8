"""What became of instructions, and what players told each other beside them, by partner."""

from collections import Counter
from collections.abc import Mapping, Sequence

from cerealbar.game import SignalKind
from cerealbar.records.report.plots import Bar, bars
from cerealbar.records.statistics import ENDED
from cerealbar.studies.report.comparing import GAMES, PARTNER, GamesByPartner, by_partner
from cerealbar.studies.report.figures import PARTNER_WORDS, ShownTable, StudyFigure, counted
from cerealbar.studies.report.material import Material, PairedGame
from cerealbar.studies.report.plots import PARTNER_COLORS, SHADES, shares
from cerealbar.studies.study import PartnerKind
from cerealbar.studies.tables import StudyTable, TableColumn, TableRow, make_table

CANCELLATION = "cancellation"
_COLORS = dict(zip((status.value for status in ENDED), SHADES, strict=True))
_KINDS = (*(kind.value for kind in SignalKind), CANCELLATION)
_COUNT = TableColumn("count", "whole", "how often")
PartnerCounts = Mapping[PartnerKind, Mapping[str, int]]


def ending_figures(material: Material) -> tuple[StudyFigure, ...]:
    """What became of instructions; signals and cancellations."""
    groups = by_partner(material.games)
    return _instructions(groups), _signals(groups)


def _instructions(groups: GamesByPartner) -> StudyFigure:
    counts = {
        partner: {status.value: sum(each.game.count(status) for each in games) for status in ENDED}
        for partner, games in groups.items()
    }
    any_sent = any(sum(found.values()) for found in counts.values())
    wholes = {PARTNER_WORDS[partner]: found for partner, found in counts.items()}
    return StudyFigure(
        title="What became of instructions",
        caption="Of all games, those that were left too.",
        data=_instructions_data(counts),
        plot=shares(wholes, _COLORS) if any_sent else None,
        shown=ShownTable(
            ("", "sent", *(status.value.replace("-", " ") for status in ENDED)),
            [_shown_row(who, found) for who, found in wholes.items()],
        ),
        notice="" if any_sent else "No instruction was sent.",
    )


def _shown_row(who: str, found: Mapping[str, int]) -> list[str]:
    sent = sum(found.values())
    return [who, f"{sent:,}", *(counted(count, sent) for count in found.values())]


def _instructions_data(counts: PartnerCounts) -> StudyTable:
    rows: list[TableRow] = [
        {"partner": partner, "status": status, "count": count}
        for partner, found in counts.items()
        for status, count in found.items()
    ]
    status = TableColumn("status", "text", "what became of an instruction")
    columns = (PARTNER, status, _COUNT)
    return make_table("instructions", "Instructions by what became of them.", columns, rows)


def _signals(groups: GamesByPartner) -> StudyFigure:
    counts = {partner: _told(games) for partner, games in groups.items()}
    drawn = [
        Bar(
            f"{kind.replace('-', ' ')}, {PARTNER_WORDS[partner]}",
            found[kind] / len(groups[partner]),
            f"{found[kind] / len(groups[partner]):.1f} a game ({found[kind]:,})",
            PARTNER_COLORS[partner],
        )
        for kind in _KINDS
        for partner, found in counts.items()
        if found[kind]
    ]
    return StudyFigure(
        title="Signals and cancellations",
        caption="What players told each other beside instructions, and how often leaders withdrew"
        " all that waited.",
        data=_signals_data(groups, counts),
        plot=bars(drawn) if drawn else None,
        notice="" if drawn else "There were none in these games.",
    )


def _told(games: Sequence[PairedGame]) -> Counter[str]:
    found = Counter[str]()
    for each in games:
        found.update(each.game.signals)
        found[CANCELLATION] += each.game.cancellations
    return found


def _signals_data(groups: GamesByPartner, counts: PartnerCounts) -> StudyTable:
    rows: list[TableRow] = [
        {"partner": partner, "kind": kind, "games": len(games), "count": counts[partner][kind]}
        for partner, games in groups.items()
        for kind in _KINDS
    ]
    kind = TableColumn("kind", "text", "which signal, or cancellation of what waited")
    about = "Signals and cancellations by the kind of partner."
    return make_table("signals", about, (PARTNER, kind, GAMES, _COUNT), rows)
