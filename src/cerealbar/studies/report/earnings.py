"""What participants earned: for what, how much, and an hour."""

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple, get_args

from cerealbar.records.report.plots import Bar, bars
from cerealbar.studies.pay import Account, LineKind, account, money
from cerealbar.studies.report.figures import ShownTable, StudyFigure
from cerealbar.studies.report.material import Material
from cerealbar.studies.tables import StudyTable, TableColumn, TableRow, make_table

_KINDS: tuple[LineKind, ...] = get_args(LineKind)


class Earner(NamedTuple):
    """A participant with what it earned, and in how long."""

    participant_id: str
    account: Account
    seconds: float

    @property
    def cents_an_hour(self) -> float | None:
        """What an hour of its visits earned."""
        return self.account.total * 3600 / self.seconds if self.seconds else None


def pay_figures(material: Material) -> tuple[StudyFigure, ...]:
    """For what was earned, and how much people got."""
    earners = [
        Earner(
            each.participant_id,
            account(material.study, each.story),
            sum(visit.seconds for visit in each.visits),
        )
        for each in material.people
    ]
    currency = material.study.pay.currency
    return _by_kind(earners, currency), _by_person(earners, currency)


def _by_kind(earners: Sequence[Earner], currency: str) -> StudyFigure:
    cents = Counter[str]()
    for line in (line for earner in earners for line in earner.account.lines):
        cents[line.kind] += line.cents
    drawn = [
        Bar(kind.replace("-", " "), cents[kind], f"{money(cents[kind])} {currency}")
        for kind in _KINDS
        if cents[kind] > 0
    ]
    capped = f" The cap took away {money(-cents['cap'])} {currency}." if cents["cap"] else ""
    columns = (
        TableColumn("kind", "text", "for what"),
        TableColumn("cents", "whole", "how much altogether; below 0 what a limit took away"),
    )
    rows: list[TableRow] = [{"kind": kind, "cents": cents[kind]} for kind in _KINDS]
    return StudyFigure(
        title="For what was earned",
        caption=f"By all participants together.{capped}",
        data=make_table("pay", "What was earned, by what for.", columns, rows),
        plot=bars(drawn) if drawn else None,
        notice="" if drawn else "Nothing was earned.",
    )


def _by_person(earners: Sequence[Earner], currency: str) -> StudyFigure:
    return StudyFigure(
        title="How much",
        caption="Leaders and followers are paid alike.",
        data=_person_data(earners),
        shown=ShownTable(
            ("", currency),
            [(label, money(round(cents))) for label, cents in _amounts(earners)],
        ),
    )


def _amounts(earners: Sequence[Earner]) -> list[tuple[str, float]]:
    accounts = [earner.account for earner in earners]
    found: list[tuple[str, float]] = [
        ("earned altogether", sum(each.total for each in accounts)),
        ("paid", sum(each.paid for each in accounts)),
        ("due", sum(each.due for each in accounts)),
    ]
    paid = [earner for earner in earners if earner.account.total]
    hourly = [each for earner in paid if (each := earner.cents_an_hour) is not None]
    if paid:
        middle = median(earner.account.total for earner in paid)
        found.append((f"median of the {len(paid):,} who earned something", middle))
    if hourly:
        found.append(("median an hour of theirs", median(hourly)))
    return found


def _person_data(earners: Sequence[Earner]) -> StudyTable:
    rows: list[TableRow] = [
        {
            "participant": earner.participant_id,
            "total_cents": earner.account.total,
            "paid_cents": earner.account.paid,
            "due_cents": earner.account.due,
            "seconds": round(earner.seconds, 3),
            "cents_an_hour": None if hourly is None else round(hourly, 2),
        }
        for earner in earners
        for hourly in [earner.cents_an_hour]
    ]
    columns = (
        TableColumn("participant", "text", "who, by a random id"),
        TableColumn("total_cents", "whole", "what it earned"),
        TableColumn("paid_cents", "whole", "what was put into tables of payments"),
        TableColumn("due_cents", "whole", "what it has to get yet"),
        TableColumn("seconds", "number", "how long its visits took"),
        TableColumn("cents_an_hour", "number", "what it earned an hour of them"),
    )
    return make_table("pay_by_participant", "What each participant earned.", columns, rows)
