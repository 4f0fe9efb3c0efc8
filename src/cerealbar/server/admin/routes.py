"""The routes of the admin pages: one for everyone, to log in, and all others behind one guard."""

from litestar import Router
from litestar.di import Provide
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException

from cerealbar.server.admin.games import GamesController
from cerealbar.server.admin.login import LoginController
from cerealbar.server.admin.pages import PATH, Admin, guard, lead_to_login, refuse_form
from cerealbar.server.admin.studies import StudiesController


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
