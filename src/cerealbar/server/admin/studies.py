"""The pages of studies for admins."""

import re
from functools import partial
from typing import TypeAlias
from urllib.parse import urlencode

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from cerealbar.server.admin.pages import (
    PATH,
    REFRESH_SECONDS,
    Admin,
    AdminAnswer,
    AdminRequest,
    read_form,
    refusal,
)
from cerealbar.server.admin.study_forms import (
    PARTICIPANT_FORMS,
    STUDY_FORMS,
    FormError,
    StepMessage,
    parse_form,
)
from cerealbar.server.logs import Log
from cerealbar.server.store import StoreError
from cerealbar.server.visits.monitor import MonitorError
from cerealbar.server.visits.standings import SORTS, Browsing
from cerealbar.studies.pay import money

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
_MOST_SEARCHED = 40
_NUMBER = re.compile(r"[0-9]{1,6}")
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
        overviews = [await admin.monitor.overview(name, Browsing()) for name in names]
        return _page(request, admin, "studies", overviews=overviews)

    @get(_ONE)
    async def study(self, request: AdminRequest, admin: GivenAdmin, name: InPath) -> AdminAnswer:
        """A study as it goes on."""
        browsing = _browsing(request)
        is_still = bool(browsing.search) or "still" in request.query_params
        return _page(
            request,
            admin,
            "study",
            seen=await admin.monitor.overview(name, browsing),
            browsing=browsing,
            address=partial(_address, name, browsing),
            is_still=is_still,
            refresh_seconds=REFRESH_SECONDS,
        )

    @get(f"{_ONE}/message")
    async def message_form(
        self, request: AdminRequest, admin: GivenAdmin, name: InPath
    ) -> AdminAnswer:
        """The form of a message to everyone at a step."""
        seen = await admin.monitor.overview(name, Browsing())
        return _page(request, admin, "study_message", seen=seen)

    @get(_SOMEONE)
    async def participant(
        self, request: AdminRequest, admin: GivenAdmin, name: InPath, who: InPath
    ) -> AdminAnswer:
        """One participant."""
        seen = await admin.monitor.participant(name, who)
        return _page(request, admin, "study_participant", seen=seen)

    @get(f"{_SOMEONE}/forget")
    async def forget_form(
        self, request: AdminRequest, admin: GivenAdmin, name: InPath, who: InPath
    ) -> AdminAnswer:
        """The question whether a participant is really to be deleted."""
        seen = await admin.monitor.participant(name, who)
        return _page(request, admin, "study_forget", seen=seen)

    # Doing

    @post(f"{_ONE}/message", status_code=200)
    async def message_step(
        self, request: AdminRequest, admin: GivenAdmin, name: InPath
    ) -> AdminAnswer:
        """Tell something to everyone at a step."""
        form = parse_form(await read_form(request), StepMessage)
        count = await admin.monitor.message_step(name, form.step, form.text)
        return _done(f"{STUDIES}/{name}", "message", told=count)

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
    done, told = request.query_params.get("done", ""), request.query_params.get("told", "")
    return admin.page(
        request,
        name,
        path=STUDIES,
        money=money,
        notice=NOTICES.get(done, ""),
        told=told if _NUMBER.fullmatch(told) else "",
        **values,
    )


def _done(address: str, deed: str, **values: object) -> AdminAnswer:
    return Redirect(f"{address}?{urlencode({'done': deed, **values})}", status_code=303)


def _browsing(request: AdminRequest) -> Browsing:
    """What the address says of the table; what makes no sense is left out."""
    query, usual = request.query_params, Browsing()
    sort, number = query.get("sort", ""), query.get("page", "")
    return Browsing(
        sort=sort if sort in SORTS else usual.sort,
        is_down=query.get("order", "down") != "up",
        search=query.get("search", "").strip()[:_MOST_SEARCHED],
        page=int(number) if _NUMBER.fullmatch(number) else 1,
    )


def _address(name: str, browsing: Browsing, is_still: bool, sort: str = "", number: int = 0) -> str:
    """The address of the table as it is, sorted by something else, or of another page."""
    is_down = browsing.is_down if sort in ("", browsing.sort) else False
    if sort == browsing.sort:
        is_down = not is_down
    query = {
        "sort": sort or browsing.sort,
        "order": "down" if is_down else "up",
        "page": str(number or ""),
        "search": browsing.search,
        "still": "yes" if is_still else "",
    }
    return f"{STUDIES}/{name}?{urlencode({key: value for key, value in query.items() if value})}"
