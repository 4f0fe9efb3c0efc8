"""The pages of studies for admins: answers to their requests, and the routes to them."""

import re
from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from litestar import Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from cerealbar.server.admin.desk import (
    PATH,
    REFRESH_SECONDS,
    AdminAnswer,
    AdminRequest,
    Desk,
    page,
    read_form,
    refusal,
    to_login,
)
from cerealbar.server.admin.floor import Floor
from cerealbar.server.admin.study_forms import (
    PARTICIPANT_FORMS,
    STUDY_FORMS,
    FormError,
    StepMessageForm,
    parse_form,
)
from cerealbar.server.logs import Log
from cerealbar.server.store import Store, StoreError
from cerealbar.server.store.game_rows import newest_errors
from cerealbar.server.visits.listing import SORTS, Browsing
from cerealbar.server.visits.monitor import Monitor, MonitorError
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
_ERRORS_SHOWN = 5
_MOST_SEARCHED = 40
_NUMBER = re.compile(r"[0-9]{1,6}")
_log = Log("admin")


class StudyCounter:
    """Serves admins who look after studies."""

    def __init__(
        self, desk: Desk, monitor: Monitor, floor: Floor, store: Callable[[], Store]
    ) -> None:
        self._desk, self._monitor, self._floor, self._store = desk, monitor, floor, store

    async def admit(self, request: AdminRequest) -> AdminAnswer | None:
        """What is answered to whoever is outside, or sends a form that is not ours."""
        if not await self._desk.session(request):
            return to_login()
        if request.method == "POST" and not self._desk.is_our_form(
            request, await read_form(request)
        ):
            return refusal("The form is out of date. Load it again.", 403)
        return None

    # Seeing

    async def show_studies(self, request: AdminRequest) -> AdminAnswer:
        """The studies of the server."""
        names = sorted(self._monitor.studies)
        overviews = [await self._monitor.overview(name, Browsing()) for name in names]
        return await self._page(request, "studies", overviews=overviews)

    async def show_study(self, request: AdminRequest, name: str) -> AdminAnswer:
        """A study as it goes on."""
        browsing = _browsing(request)
        is_still = bool(browsing.search) or "still" in request.query_params
        return await self._page(
            request,
            "study",
            seen=await self._monitor.overview(name, browsing),
            browsing=browsing,
            address=partial(_address, name, browsing),
            is_still=is_still,
            errors=await self._store().read(newest_errors, _ERRORS_SHOWN),
            refresh_seconds=REFRESH_SECONDS,
        )

    async def show_message(self, request: AdminRequest, name: str) -> AdminAnswer:
        """The form of a message to everyone at a step."""
        seen = await self._monitor.overview(name, Browsing())
        return await self._page(request, "study_message", seen=seen)

    async def show_participant(
        self, request: AdminRequest, name: str, participant_id: str, template: str
    ) -> AdminAnswer:
        """One participant, or the question whether it is really to be deleted."""
        seen = await self._monitor.participant(name, participant_id)
        return await self._page(request, template, seen=seen)

    async def _page(self, request: AdminRequest, name: str, **values: object) -> AdminAnswer:
        session = await self._desk.session(request)
        done, told = request.query_params.get("done", ""), request.query_params.get("told", "")
        return page(
            name,
            200,
            path=STUDIES,
            floor=self._floor,
            money=money,
            form_token=self._desk.form_token(session or ""),
            notice=NOTICES.get(done, ""),
            told=told if _NUMBER.fullmatch(told) else "",
            **values,
        )

    # Doing

    async def change_study(self, request: AdminRequest, name: str, deed: str) -> AdminAnswer:
        """Store a decision for everyone in a study."""
        form = parse_form(await read_form(request), STUDY_FORMS[deed])
        await self._monitor.decide(name, form.entry())
        return _done(f"{STUDIES}/{name}", deed)

    async def message_step(self, request: AdminRequest, name: str) -> AdminAnswer:
        """Tell something to everyone at a step."""
        form = parse_form(await read_form(request), StepMessageForm)
        count = await self._monitor.message_step(name, form.step, form.text)
        return _done(f"{STUDIES}/{name}", "message", told=count)

    async def change_participant(
        self, request: AdminRequest, name: str, participant_id: str, deed: str
    ) -> AdminAnswer:
        """Store what is decided about a participant."""
        if deed not in PARTICIPANT_FORMS:
            raise MonitorError(f"nobody can {deed!r} a participant")
        form = parse_form(await read_form(request), PARTICIPANT_FORMS[deed])
        await self._monitor.note(name, participant_id, form.entry())
        return _done(f"{STUDIES}/{name}/participants/{participant_id}", deed)

    async def forget(self, name: str, participant_id: str) -> AdminAnswer:
        """Delete a participant."""
        await self._monitor.forget(name, participant_id)
        _log.info("participant deleted", study=name, participant=participant_id)
        return _done(f"{STUDIES}/{name}", "forget")


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


# Routes


def study_router(desk: StudyCounter) -> Router:
    """The routes to the pages of studies."""
    one, someone = "/{name:str}", "/{name:str}/participants/{who:str}"

    async def admit(request: AdminRequest) -> AdminAnswer | None:
        return await desk.admit(request)

    @get("/")
    async def studies(request: AdminRequest) -> AdminAnswer:
        return await desk.show_studies(request)

    @get(one)
    async def study(request: AdminRequest, name: FromPath[str]) -> AdminAnswer:
        return await desk.show_study(request, name)

    @get(f"{one}/message")
    async def message_form(request: AdminRequest, name: FromPath[str]) -> AdminAnswer:
        return await desk.show_message(request, name)

    @post(f"{one}/message", status_code=200)
    async def message(request: AdminRequest, name: FromPath[str]) -> AdminAnswer:
        return await desk.message_step(request, name)

    @post(f"{one}/recruiting", status_code=200)
    async def recruiting(request: AdminRequest, name: FromPath[str]) -> AdminAnswer:
        return await desk.change_study(request, name, "recruiting")

    @post(f"{one}/pool", status_code=200)
    async def pool(request: AdminRequest, name: FromPath[str]) -> AdminAnswer:
        return await desk.change_study(request, name, "pool")

    @get(someone)
    async def participant(
        request: AdminRequest, name: FromPath[str], who: FromPath[str]
    ) -> AdminAnswer:
        return await desk.show_participant(request, name, who, "study_participant")

    @get(f"{someone}/forget")
    async def forget_form(
        request: AdminRequest, name: FromPath[str], who: FromPath[str]
    ) -> AdminAnswer:
        return await desk.show_participant(request, name, who, "study_forget")

    @post(f"{someone}/forget", status_code=200)
    async def forget(name: FromPath[str], who: FromPath[str]) -> AdminAnswer:
        return await desk.forget(name, who)

    @post(f"{someone}/{{deed:str}}", status_code=200)
    async def change(
        request: AdminRequest, name: FromPath[str], who: FromPath[str], deed: FromPath[str]
    ) -> AdminAnswer:
        return await desk.change_participant(request, name, who, deed)

    return Router(
        STUDIES,
        route_handlers=[
            *(studies, study, message_form, message, recruiting, pool),
            *(participant, forget_form, forget, change),
        ],
        before_request=admit,
        exception_handlers={
            MonitorError: _tell_missing,
            FormError: _tell_form,
            StoreError: _tell_unavailable,
        },
    )


def _tell_missing(_: AdminRequest, error: MonitorError) -> AdminAnswer:
    return refusal(f"It cannot be done: {error}.", 404)


def _tell_form(_: AdminRequest, error: FormError) -> AdminAnswer:
    return refusal(str(error), 400)


def _tell_unavailable(_: AdminRequest, error: StoreError) -> AdminAnswer:
    _log.warning("study cannot be looked after", reason=str(error))
    return refusal("The database cannot be used now. See what was stored, and try again.", 503)
