"""Batches of payments: what is due to whom, as tables that platforms take, and as entries.

A batch goes by a name that follows from what it holds, so recording it twice changes nothing.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import StringIO

from cerealbar.studies.entries import Paid, StudyEntry
from cerealbar.studies.errors import StudyError
from cerealbar.studies.participations import Participation
from cerealbar.studies.parts import Via
from cerealbar.studies.pay import account, money
from cerealbar.studies.study import Study

_PLATFORM_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_REASON = "Bonus"
"""What MTurk tells those who are paid."""
_WORDS = {"prolific": "Prolific", "mturk": "MTurk"}


@dataclass(frozen=True, slots=True)
class Payment:
    """What one participant is to get."""

    participant_id: str
    cents: int
    paid_before: int
    """What it had been paid when the batch was made."""
    platform_id: str | None = None
    submission_id: str | None = None


@dataclass(frozen=True, slots=True)
class PaymentBatch:
    """Payments that are made together."""

    id: str
    currency: str
    payments: tuple[Payment, ...]
    """By participant."""

    @property
    def cents(self) -> int:
        """All of them together."""
        return sum(payment.cents for payment in self.payments)


def payment_batch(study: Study, participations: Iterable[Participation]) -> PaymentBatch:
    """All that is due now; those to whom nothing is due are left out."""
    payments = [
        Payment(each.participant_id, due, each.story.paid, each.platform_id, each.submission_id)
        for each in sorted(participations, key=lambda each: each.participant_id)
        if (due := account(study, each.story).due)
    ]
    return PaymentBatch(_batch_id(study, payments), study.pay.currency, tuple(payments))


def paid_entries(batch: PaymentBatch, participations: Iterable[Participation]) -> dict[str, Paid]:
    """What to append to whose ledger; nothing to those that have this batch already.

    Raises:
        StudyError: someone was paid otherwise after the batch was made.
    """
    ledgers = {each.participant_id: each for each in participations}
    found = {}
    for payment in batch.payments:
        participation = ledgers.get(payment.participant_id)
        if participation is None:
            raise StudyError(f"nobody can be paid as {payment.participant_id!r}: not in the study")
        if any(_is_paid(line.entry, batch.id) for line in participation.ledger):
            continue
        if participation.story.paid != payment.paid_before:
            raise StudyError(
                f"batch {batch.id} cannot be recorded: {payment.participant_id} was paid"
                f" {money(participation.story.paid - payment.paid_before)} since it was made"
            )
        found[payment.participant_id] = Paid(cents=payment.cents, batch=batch.id)
    return found


def payment_table(platform: Via, batch: PaymentBatch) -> str:
    """A batch as CSV for a platform's bulk payments; for other studies a plain table.

    Raises:
        StudyError: someone is not known to the platform.
    """
    rows: list[Sequence[object]]
    match platform:
        case "prolific":  # its form for bulk bonuses has no head
            rows = [(_platform_id(platform, each), money(each.cents)) for each in batch.payments]
        case "mturk":
            rows = [("WorkerId", "AssignmentId", "BonusAmount", "Reason", "UniqueRequestToken")]
            rows += [_mturk_row(each, batch) for each in batch.payments]
        case _:
            rows = [("participant", "amount", "currency", "batch")]
            rows += [
                (each.participant_id, money(each.cents), batch.currency, batch.id)
                for each in batch.payments
            ]
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _mturk_row(payment: Payment, batch: PaymentBatch) -> Sequence[object]:
    """A call of MTurk's SendBonus, which the token lets take effect once."""
    if payment.submission_id is None or not _PLATFORM_ID.fullmatch(payment.submission_id):
        raise StudyError(
            f"{payment.participant_id} cannot be paid by MTurk: {payment.submission_id!r} is no"
            " assignment"
        )
    worker = _platform_id("mturk", payment)
    token = _digest(f"{batch.id} {payment.participant_id}")
    return worker, payment.submission_id, money(payment.cents), _REASON, token


def _platform_id(platform: str, payment: Payment) -> str:
    if payment.platform_id is None or not _PLATFORM_ID.fullmatch(payment.platform_id):
        raise StudyError(
            f"{payment.participant_id} cannot be paid by {_WORDS[platform]}:"
            f" {payment.platform_id!r} is no id there"
        )
    return payment.platform_id


def _is_paid(entry: StudyEntry, batch_id: str) -> bool:
    return isinstance(entry, Paid) and entry.batch == batch_id


def _batch_id(study: Study, payments: Iterable[Payment]) -> str:
    # What was paid before belongs to it: the same amounts may be due once more, later.
    lines = (f"{each.participant_id} {each.paid_before} {each.cents}" for each in payments)
    return _digest("\n".join([study.name, *lines]))


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=12).hexdigest()
