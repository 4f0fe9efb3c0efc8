"""What all pages of admins share: whoever is not logged in is led to the form, and what is sent
comes from a form that was made for its sender."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.response import Template

from cerealbar.server.admin.access import Passwords, Sessions
from cerealbar.server.jobs import JobPool
from cerealbar.server.rooms.peers import LiveGame
from cerealbar.server.settings import Settings
from cerealbar.server.store import Store
from cerealbar.server.templates import FOLDER as TEMPLATES
from cerealbar.server.tokens import Tokens
from cerealbar.server.visits.monitor import Monitor

COOKIE = "cerealbar_admin"
PATH = "/admin"
LOGIN = f"{PATH}/login"
REFRESH_SECONDS = 10
PRIVATE = {"cache-control": "no-store"}

AdminRequest = Request[Any, Any, Any]
AdminAnswer = Response[Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Admin:
    """What the pages of admins are made from."""

    passwords: Passwords
    sessions: Sessions
    live: Callable[[], Sequence[LiveGame]]
    """The games that are not over."""
    tokens: Tokens
    """With which pages show a game."""
    store: Store
    settings: Settings
    jobs: JobPool
    monitor: Monitor
    packing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a corpus is packed."""

    def page(self, request: AdminRequest, name: str, **values: object) -> AdminAnswer:
        """A page for someone who is logged in."""
        token = self.sessions.form_token(request.cookies[COOKIE])
        return page(name, 200, form_token=token, tokens=self.tokens, **values)

    async def is_inside(self, request: AnyConnection) -> bool:
        """Whether someone who is logged in asks."""
        return await self.sessions.is_open(request.cookies.get(COOKIE))

    async def is_our_form(self, request: AdminRequest) -> bool:
        """Whether a form that is sent was made for its sender."""
        form = await read_form(request)
        return self.sessions.is_form_token(request.cookies.get(COOKIE), form.get("form"))


def refuse_form(*_: object) -> AdminAnswer:
    """The answer to a form that was made for someone else, or long ago."""
    return refusal("The form is out of date. Load it again.", 403)


async def read_form(request: AdminRequest) -> dict[str, str]:
    """The fields of a form; empty if the body is no form."""
    body = await request.body()
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=10))
    except ValueError:
        return {}


def page(name: str, status: int = 200, **values: object) -> AdminAnswer:
    """A page of a template, which is kept nowhere."""
    return Template(
        f"{TEMPLATES}/admin/{name}.html", context=values, status_code=status, headers=PRIVATE
    )


def refusal(reason: str, status: int) -> AdminAnswer:
    """A page that says why something cannot be."""
    return page("refusal", status, reason=reason)


def download(answer: AdminAnswer, name: str) -> AdminAnswer:
    """An answer as a file, which is kept nowhere but there."""
    answer.headers["content-disposition"] = f'attachment; filename="{name}"'
    answer.headers.update(PRIVATE)
    return answer
