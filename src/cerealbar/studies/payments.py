"""Batches of payments, and the tables by which platforms pay them.

A batch goes by a name that follows from what it holds, so recording it twice changes nothing.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from cerealbar.studies.entries import Paid, StudyEntry
from cerealbar.studies.errors import StudyError
from cerealbar.studies.participations import Participation
from cerealbar.studies.parts import Via
from cerealbar.studies.pay import account, money
from cerealbar.studies.spreadsheets import TableValue, csv_text
from cerealbar.studies.study import Study

_PLATFORM_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}")
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
    codes: tuple[str, ...] = ()
    """What it was shown at the ends of its visits."""

    @classmethod
    def of(cls, someone: Participation, cents: int, paid_before: int) -> "Payment":
        """What someone in a study is to get."""
        known = someone.platform_id, someone.submission_id, someone.codes
        return cls(someone.participant_id, cents, paid_before, *known)


@dataclass(frozen=True, slots=True)
class PaymentBatch:
    """Payments that are made together."""

    id: str
    currency: str
    payments: tuple[Payment, ...]
    """By participant."""
    is_whole: bool = True
    """Whether nobody of it is missing, as its id tells."""
    refusals: tuple[str, ...] = ()
    """Why something stays due to those who cannot be paid now."""

    @property
    def cents(self) -> int:
        """All of them together."""
        return sum(payment.cents for payment in self.payments)


def payment_batch(study: Study, participations: Iterable[Participation]) -> PaymentBatch:
    """All that is due now to those whom the platform knows.

    Raises:
        StudyError: it knows none of those to whom something is due.
    """
    due = [
        Payment.of(each, cents, each.story.paid)
        for each in sorted(participations, key=lambda each: each.participant_id)
        if (cents := account(study, each.story).due)
    ]
    refusals = [_refusal(study.recruiting.via, payment) for payment in due]
    payments = tuple(it for it, told in zip(due, refusals, strict=True) if not told)
    refused = tuple(filter(None, refusals))
    if refused and not payments:
        raise StudyError(refused[0])
    name = _batch_id(study, payments)
    return PaymentBatch(name, study.pay.currency, payments, refusals=refused)


def paid_batch(
    study: Study, participations: Iterable[Participation], batch_id: str
) -> PaymentBatch:
    """A batch that is noted as paid, as it was; whoever was forgotten since is missing.

    Raises:
        StudyError: there is none with this id.
    """
    payments = []
    for each in sorted(participations, key=lambda each: each.participant_id):
        before = 0
        for paid in (line.entry for line in each.ledger if isinstance(line.entry, Paid)):
            if paid.batch == batch_id:
                payments.append(Payment.of(each, paid.cents, before))
            before += paid.cents
    if not payments:
        raise StudyError(f"{study.name} has no batch {batch_id!r} that is noted as paid")
    is_whole = _batch_id(study, payments) == batch_id
    return PaymentBatch(batch_id, study.pay.currency, tuple(payments), is_whole)


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
    if told := next(filter(None, (_refusal(platform, each) for each in batch.payments)), ""):
        raise StudyError(told)
    rows: list[Sequence[TableValue]]
    match platform:
        case "prolific":  # its form for bulk bonuses has no head
            rows = [(each.platform_id, money(each.cents)) for each in batch.payments]
        case "mturk":
            rows = [("WorkerId", "AssignmentId", "BonusAmount", "Reason", "UniqueRequestToken")]
            rows += [_mturk_row(each, batch) for each in batch.payments]
        case _:
            is_named = platform == "links"
            names = ("participant", *["name"] * is_named, "codes", "amount", "currency", "batch")
            rows = [names, *(_plain_row(each, batch, is_named) for each in batch.payments)]
    return csv_text(rows)


def _plain_row(payment: Payment, batch: PaymentBatch, is_named: bool) -> Sequence[TableValue]:
    """With the codes that the participant can show, and the name for which a link was made."""
    name = [payment.platform_id] if is_named else []
    who = payment.participant_id, *name, " ".join(payment.codes)
    return *who, money(payment.cents), batch.currency, batch.id


def _mturk_row(payment: Payment, batch: PaymentBatch) -> Sequence[TableValue]:
    """A call of MTurk's SendBonus, which the token lets take effect once."""
    token = _digest(f"{batch.id} {payment.participant_id}")
    return payment.platform_id, payment.submission_id, money(payment.cents), _REASON, token


def _refusal(platform: Via, payment: Payment) -> str:
    """Why somebody cannot be paid by a platform; empty for whoever can."""
    if platform not in _WORDS:
        return ""
    who = f"{payment.participant_id} cannot be paid by {_WORDS[platform]}"
    if not _PLATFORM_ID.fullmatch(payment.platform_id or ""):
        return f"{who}: {payment.platform_id!r} is no id there"
    if platform == "mturk" and not _PLATFORM_ID.fullmatch(payment.submission_id or ""):
        return f"{who}: {payment.submission_id!r} is no assignment"
    return ""


def _is_paid(entry: StudyEntry, batch_id: str) -> bool:
    return isinstance(entry, Paid) and entry.batch == batch_id


def _batch_id(study: Study, payments: Iterable[Payment]) -> str:
    # What was paid before belongs to it: the same amounts may be due once more, later.
    lines = (f"{each.participant_id} {each.paid_before} {each.cents}" for each in payments)
    return _digest("\n".join([study.name, *lines]))


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=12).hexdigest()
