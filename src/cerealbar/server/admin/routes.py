"""The routes of the admin pages: one for everyone, to log in, and all others behind one guard."""

from collections.abc import Awaitable, Callable

from litestar import Controller, Request, Router, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.response import Redirect

from cerealbar.server.admin.access import SESSION_SECONDS
from cerealbar.server.admin.games import GamesController
from cerealbar.server.admin.pages import (
    COOKIE,
    LOGIN,
    PATH,
    PRIVATE,
    Admin,
    AdminAnswer,
    AdminRequest,
    AnyConnection,
    page,
    read_form,
    refuse_form,
)
from cerealbar.server.admin.studies import StudiesController
from cerealbar.server.logs import Log, address_tag
from cerealbar.server.origins import address, is_secure, scope_of

_log = Log("admin")


class LoginController(Controller):
    """Opens sessions."""

    path = "/login"

    @get("/")
    async def show_form(self, request: AdminRequest, admin: NamedDependency[Admin]) -> AdminAnswer:
        """The form, with a cookie to which it is tied."""
        if await admin.is_inside(request):
            return Redirect(PATH, status_code=303)
        return _form(request, admin)

    @post("/", status_code=200)
    async def log_in(self, request: AdminRequest, admin: NamedDependency[Admin]) -> AdminAnswer:
        """A session for whoever has the password."""
        if not await admin.is_our_form(request):
            return refuse_form()
        place = address(scope_of(request), admin.settings)
        password = (await read_form(request)).get("password", "")
        is_right = await admin.passwords.admits(place, password)
        if is_right:
            _log.info("admin logged in", address=address_tag(place))
            answer = Redirect(PATH, status_code=303)
            return _with_cookie(answer, request, admin, await admin.sessions.open())
        _log.warning("admin login failed", address=address_tag(place))
        if is_right is None:
            wait = max(1, round(admin.passwords.seconds_to_wait(place)))
            late = _form(request, admin, f"Too many attempts. Wait {wait} s.", 429)
            late.headers["retry-after"] = str(wait)
            return late
        return _form(request, admin, "That is not the password.", 403)


def _form(request: AdminRequest, admin: Admin, problem: str = "", status: int = 200) -> AdminAnswer:
    visit = admin.sessions.new_id()
    form = page("login", status, form_token=admin.sessions.form_token(visit), problem=problem)
    return _with_cookie(form, request, admin, visit)


def _with_cookie(
    answer: AdminAnswer, request: AdminRequest, admin: Admin, session: str
) -> AdminAnswer:
    answer.set_cookie(
        Cookie(
            key=COOKIE,
            value=session,
            path=PATH,
            max_age=SESSION_SECONDS,
            httponly=True,
            samesite="strict",
            secure=is_secure(scope_of(request), admin.settings),
        )
    )
    return answer


def guard(admin: Admin) -> Callable[[AnyConnection, BaseRouteHandler], Awaitable[None]]:
    """Lets pass whoever is logged in and, if they send something, sends a form made for them."""

    async def check(request: AnyConnection, _: BaseRouteHandler) -> None:
        if not await admin.is_inside(request):
            raise NotAuthorizedException
        assert isinstance(request, Request)
        if request.method != "GET" and not await admin.is_our_form(request):
            raise PermissionDeniedException

    return check


def lead_to_login(*_: object) -> AdminAnswer:
    """The way to the form, for whoever is outside."""
    return Redirect(LOGIN, status_code=303, headers=PRIVATE)


def admin_router(admin: Admin) -> Router:
    """All pages of admins."""
    inside = Router(
        "/",
        route_handlers=[GamesController, StudiesController],
        guards=[guard(admin)],
        exception_handlers={
            NotAuthorizedException: lead_to_login,
            PermissionDeniedException: refuse_form,
        },
    )
    return Router(
        PATH,
        route_handlers=[LoginController, inside],
        dependencies={"admin": Provide(lambda: admin, sync_to_thread=False)},
    )
