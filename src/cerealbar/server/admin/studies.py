"""The pages of studies for admins, and the forms that store something in a ledger."""

import re
from collections.abc import Mapping
from typing import TypeAlias, TypeVar

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from cerealbar.game import CerealBarError
from cerealbar.server.admin.pages import (
    PATH,
    REFRESH_SECONDS,
    Admin,
    AdminAnswer,
    AdminRequest,
    read_form,
    refusal,
)
from cerealbar.server.logs import Log
from cerealbar.server.store import StoreError
from cerealbar.server.tokens import new_id
from cerealbar.server.visits.ledgers import Decision
from cerealbar.server.visits.monitor import AdminEntry, MonitorError
from cerealbar.studies.entries import (
    Compensated,
    Excluded,
    Messaged,
    PoolChanged,
    PoolClosed,
    RecruitingPaused,
    Redacted,
)
from cerealbar.studies.pay import money
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


STUDIES = f"{PATH}/studies"
NOTICES = {
    "recruiting": "That is stored, and holds from now on.",
    "pool": "That is stored, and holds from now on.",
    "compensate": "The compensation is stored.",
    "exclude": "The exclusion is stored: the participant sees the end.",
    "message": "The message is stored, and stands on the page from now on.",
    "redact": "The redaction is stored.",
    "forget": "The participant is deleted.",
}
"""What a page says after something was done, by its word in the address."""
GivenAdmin: TypeAlias = NamedDependency[Admin]
InPath: TypeAlias = FromPath[str]
MOST_ROWS = 200
"""How many participants the page of a study shows; an export has all."""
_log = Log("admin")
_ONE = "/{name:str}"
_SOMEONE = "/{name:str}/participants/{who:str}"


def _tell_missing(_: AdminRequest, error: MonitorError) -> AdminAnswer:
    return refusal(f"It cannot be done: {error}.", 404)


def _tell_form(_: AdminRequest, error: FormError) -> AdminAnswer:
    return refusal(str(error), 400)


def _tell_unavailable(_: AdminRequest, error: StoreError) -> AdminAnswer:
    _log.warning("study cannot be looked after", reason=str(error))
    return refusal("The database cannot be used now. See what was stored, and try again.", 503)


class StudiesController(Controller):
    """Shows studies and participants, and stores what is decided about them."""

    path = "/studies"
    exception_handlers = {  # noqa: RUF012  # as Litestar's classes are made
        MonitorError: _tell_missing,
        FormError: _tell_form,
        StoreError: _tell_unavailable,
    }

    # Seeing

    @get("/")
    async def studies(self, request: AdminRequest, admin: GivenAdmin) -> AdminAnswer:
        """The studies of the server."""
        names = sorted(admin.monitor.studies)
        overviews = [await admin.monitor.overview(name) for name in names]
        return _page(request, admin, "studies", overviews=overviews)

    @get(_ONE)
    async def study(self, request: AdminRequest, admin: GivenAdmin, name: InPath) -> AdminAnswer:
        """A study as it goes on."""
        return _page(
            request,
            admin,
            "study",
            seen=await admin.monitor.overview(name),
            most_rows=MOST_ROWS,
            is_still="still" in request.query_params,
            refresh_seconds=REFRESH_SECONDS,
        )

    @get(_SOMEONE)
    async def participant(
        self, request: AdminRequest, admin: GivenAdmin, name: InPath, who: InPath
    ) -> AdminAnswer:
        """One participant."""
        seen = await admin.monitor.participant(name, who)
        return _page(request, admin, "study_participant", seen=seen, form_id=new_id())

    @get(f"{_SOMEONE}/forget")
    async def forget_form(
        self, request: AdminRequest, admin: GivenAdmin, name: InPath, who: InPath
    ) -> AdminAnswer:
        """The question whether a participant is really to be deleted."""
        seen = await admin.monitor.participant(name, who)
        return _page(request, admin, "study_forget", seen=seen)

    # Doing

    @post(f"{_ONE}/{{deed:str}}", status_code=200)
    async def change_study(
        self, request: AdminRequest, admin: GivenAdmin, name: InPath, deed: InPath
    ) -> AdminAnswer:
        """Store a decision for everyone in a study."""
        if deed not in STUDY_FORMS:
            raise MonitorError(f"nobody can {deed!r} a study")
        entry = parse_form(await read_form(request), STUDY_FORMS[deed])
        await admin.monitor.decide(name, entry)
        return _done(f"{STUDIES}/{name}", deed)

    @post(f"{_SOMEONE}/forget", status_code=200)
    async def forget(self, admin: GivenAdmin, name: InPath, who: InPath) -> AdminAnswer:
        """Delete a participant."""
        await admin.monitor.forget(name, who)
        _log.info("participant deleted", study=name, participant=who)
        return _done(f"{STUDIES}/{name}", "forget")

    @post(f"{_SOMEONE}/{{deed:str}}", status_code=200)
    async def change_participant(
        self, request: AdminRequest, admin: GivenAdmin, name: InPath, who: InPath, deed: InPath
    ) -> AdminAnswer:
        """Store what is decided about a participant."""
        if deed not in PARTICIPANT_FORMS:
            raise MonitorError(f"nobody can {deed!r} a participant")
        entry = parse_form(await read_form(request), PARTICIPANT_FORMS[deed])
        await admin.monitor.note(name, who, entry)
        return _done(f"{STUDIES}/{name}/participants/{who}", deed)


def _page(request: AdminRequest, admin: Admin, name: str, **values: object) -> AdminAnswer:
    return admin.page(
        request,
        name,
        path=STUDIES,
        money=money,
        notice=NOTICES.get(request.query_params.get("done", ""), ""),
        **values,
    )


def _done(address: str, deed: str) -> AdminAnswer:
    return Redirect(f"{address}?done={deed}", status_code=303)
