"""Batches of payments in the store: one is noted as paid whole, and once."""

from sqlalchemy import Connection

from cerealbar.server.store import StoreError
from cerealbar.server.store.participants import append_ledger, participants_of
from cerealbar.studies.entries import LedgerEntry
from cerealbar.studies.errors import StudyError
from cerealbar.studies.participations import Participation
from cerealbar.studies.payments import PaymentBatch, paid_entries


def note_paid(connection: Connection, study: str, batch: PaymentBatch, wall: float) -> None:
    """Store that a batch is paid; whoever has it in its ledger already gets it no second time.

    Raises:
        StoreError: someone was paid otherwise after the batch was made.
    """
    people = {
        someone.participant_id: Participation(someone.participant_id, ledger=ledger)
        for someone, ledger in participants_of(connection, study)
    }
    try:
        entries = paid_entries(batch, people.values())
    except StudyError as error:
        raise StoreError(str(error)) from None
    for key, entry in entries.items():
        line = LedgerEntry(len(people[key].ledger), wall, entry)
        append_ledger(connection, key, [line])
