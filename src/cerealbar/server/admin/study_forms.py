"""The forms of the pages of studies: what is stored in a ledger when one is sent."""

import re
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from cerealbar.game import CerealBarError
from cerealbar.server.visits.decisions import Decision
from cerealbar.server.visits.monitor import AdminEntry
from cerealbar.studies.entries import (
    Compensated,
    Excluded,
    Messaged,
    PoolChanged,
    PoolClosed,
    RecruitingPaused,
    Redacted,
)
from cerealbar.studies.questionnaires import clean_text

BY_HAND = "by hand"
"""Who changes a pool by a form."""
_AMOUNT = re.compile(r"[0-9]{1,3}([.,][0-9]{2})?")
"""Such as `1.50`."""


class FormError(CerealBarError, ValueError):
    """A form holds what cannot be; the message is for the admin."""


STUDY_FORMS: Mapping[str, type[Decision]] = {"recruiting": RecruitingPaused, "pool": PoolClosed}
"""By the last part of the address to which they are sent; so below."""
PARTICIPANT_FORMS: Mapping[str, type[AdminEntry]] = {
    "compensate": Compensated,
    "exclude": Excluded,
    "message": Messaged,
    "pool": PoolChanged,
    "redact": Redacted,
}
Entry = TypeVar("Entry", bound=msgspec.Struct)


def parse_form(fields: Mapping[str, str], kind: type[Entry]) -> Entry:
    """What is stored for a form that was filled in.

    Raises:
        FormError: something is missing, or is not what it has to be.
    """
    cleaned: dict[str, object] = {name: clean_text(value) for name, value in fields.items()}
    cleaned["by"] = BY_HAND
    if "amount" in cleaned:
        cleaned["cents"] = _cents(str(cleaned["amount"]))
    known = {name: cleaned[name] for name in kind.__struct_fields__ if name in cleaned}
    try:
        return msgspec.convert(known, kind, strict=False)
    except msgspec.ValidationError as error:
        raise FormError(f"The form cannot be taken: {error}.") from None


def _cents(amount: str) -> int:
    if not _AMOUNT.fullmatch(amount):
        raise FormError("The form cannot be taken: expected an amount such as 1.50.")
    whole, _, cents = amount.replace(",", ".").partition(".")
    return 100 * int(whole) + int(cents or 0)
