"""The forms of the pages of studies: what they hold, and what each means in a ledger."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from cerealbar.game import CerealBarError
from cerealbar.studies.entries import (
    Compensated,
    Excluded,
    Messaged,
    PoolChanged,
    PoolClosed,
    RecruitingPaused,
    Redacted,
)
from cerealbar.studies.parts import ShortName
from cerealbar.studies.questionnaires import clean_text

WordsTyped = Annotated[str, Meta(min_length=1, max_length=2000)]
"""That have to be there."""
AmountTyped = Annotated[str, Meta(pattern=r"^[0-9]{1,3}([.,][0-9]{2})?$(?!\n)")]
BY_HAND = "by hand"
"""Who changes a pool by a form."""


class FormError(CerealBarError, ValueError):
    """A form holds what cannot be; the message is for the admin."""


class _Filled(msgspec.Struct, frozen=True, kw_only=True):
    """What all forms share; the token is no part of it."""


class RecruitingForm(_Filled, frozen=True, kw_only=True):
    """Let nobody new come, or let them come again."""

    is_paused: bool

    def entry(self) -> RecruitingPaused:
        """What is stored."""
        return RecruitingPaused(is_paused=self.is_paused)


class PoolForm(_Filled, frozen=True, kw_only=True):
    """Close a pool or open it."""

    pool: ShortName
    is_closed: bool

    def entry(self) -> PoolClosed:
        """What is stored."""
        return PoolClosed(pool=self.pool, is_closed=self.is_closed)


class StepMessageForm(_Filled, frozen=True, kw_only=True):
    """Tell something to everyone at a step."""

    step: ShortName
    text: WordsTyped


class CompensationForm(_Filled, frozen=True, kw_only=True):
    """Owe a participant something more."""

    amount: AmountTyped
    """Such as `1.50`."""
    reason: WordsTyped

    def entry(self) -> Compensated:
        """What is stored."""
        whole, _, cents = self.amount.replace(",", ".").partition(".")
        return Compensated(cents=100 * int(whole) + int(cents or 0), reason=self.reason)


class ExclusionForm(_Filled, frozen=True, kw_only=True):
    """End a participant's visit for good."""

    reason: WordsTyped

    def entry(self) -> Excluded:
        """What is stored."""
        return Excluded(reason=self.reason)


class MessageForm(_Filled, frozen=True, kw_only=True):
    """Tell a participant something."""

    text: WordsTyped

    def entry(self) -> Messaged:
        """What is stored."""
        return Messaged(text=self.text)


class MembershipForm(_Filled, frozen=True, kw_only=True):
    """Put a participant into a pool, or take it out."""

    pool: ShortName
    is_member: bool

    def entry(self) -> PoolChanged:
        """What is stored."""
        return PoolChanged(pool=self.pool, is_member=self.is_member, by=BY_HAND)


class RedactionForm(_Filled, frozen=True, kw_only=True):
    """Put something else in the place of a free text."""

    number: Annotated[int, Meta(ge=0)]
    item: Annotated[str, Meta(min_length=1, max_length=64)]
    text: Annotated[str, Meta(max_length=2000)] = ""

    def entry(self) -> Redacted:
        """What is stored."""
        return Redacted(number=self.number, item=self.item, text=self.text)


StudyForm: TypeAlias = RecruitingForm | PoolForm
ParticipantForm: TypeAlias = (
    CompensationForm | ExclusionForm | MessageForm | MembershipForm | RedactionForm
)
STUDY_FORMS: Mapping[str, type[StudyForm]] = {"recruiting": RecruitingForm, "pool": PoolForm}
"""By the last part of the address to which they are sent; so below."""
PARTICIPANT_FORMS: Mapping[str, type[ParticipantForm]] = {
    "compensate": CompensationForm,
    "exclude": ExclusionForm,
    "message": MessageForm,
    "pool": MembershipForm,
    "redact": RedactionForm,
}
_Form = TypeVar("_Form", bound=_Filled)


def parse_form(fields: Mapping[str, str], kind: type[_Form]) -> _Form:
    """A form that was filled in.

    Raises:
        FormError: something is missing, or is not what it has to be.
    """
    cleaned = {name: clean_text(value) for name, value in fields.items()}
    try:
        return msgspec.convert(cleaned, kind, strict=False)
    except msgspec.ValidationError as error:
        raise FormError(f"The form cannot be taken: {error}.") from None
