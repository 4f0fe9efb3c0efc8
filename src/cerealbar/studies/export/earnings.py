"""The table of payments: what each participant earned, line by line, and what was paid."""

from collections.abc import Iterable, Iterator

from cerealbar.studies.entries import Paid
from cerealbar.studies.export.people import PARTICIPANT
from cerealbar.studies.participations import Participation
from cerealbar.studies.pay import account
from cerealbar.studies.study import Study
from cerealbar.studies.tables import StudyTable, TableColumn, TableRow, make_table

PAID = "paid"
_COLUMNS = (
    PARTICIPANT,
    TableColumn(
        "kind",
        "text",
        "visit, failed-quiz, game, points, partner-left, waiting, cap (below 0) or compensation:"
        " what was earned; paid: what was put into a table of payments",
    ),
    TableColumn("about", "text", "for what; of what was paid, the batch"),
    TableColumn("cents", "whole", "the amount"),
)


def payments_table(study: Study, participations: Iterable[Participation]) -> StudyTable:
    """One row for each thing that was earned, and for each payment."""
    rows = (row for each in participations for row in _rows(study, each))
    about = f"One row for each thing that was earned or paid; cents of {study.pay.currency}."
    return make_table("payments", about, _COLUMNS, rows)


def _rows(study: Study, participation: Participation) -> Iterator[TableRow]:
    who = {"participant": participation.participant_id}
    for line in account(study, participation.story).lines:
        yield who | {"kind": line.kind, "about": line.about, "cents": line.cents}
    for told in participation.ledger:
        if isinstance(told.entry, Paid):
            yield who | {"kind": PAID, "about": told.entry.batch, "cents": told.entry.cents}
