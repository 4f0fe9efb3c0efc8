"""Answers to the requests of admins: who is let in, and what they are shown."""

import asyncio
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any
from urllib.parse import parse_qsl

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Stream, Template

from cerealbar.records.codec import encode_game
from cerealbar.server.admin.archive import FOLDER, Pack, pieces
from cerealbar.server.admin.floor import Floor
from cerealbar.server.admin.gate import SESSION_SECONDS, Gate, Sessions
from cerealbar.server.logs import AddressTags, Log
from cerealbar.server.origins import address, is_secure
from cerealbar.server.settings import Settings
from cerealbar.server.store import NoSuchGameError, Store, StoreError
from cerealbar.server.store.game_rows import newest_errors, newest_games
from cerealbar.server.templates import FOLDER as TEMPLATES

COOKIE = "cerealbar_admin"
PATH = "/admin"
_ERRORS_NOW, _ERRORS_ALL = 5, 200
_GAME_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_MOMENT = re.compile(r"[0-9]{1,11}(\.[0-9]{1,9})?")
_PRIVATE = {"cache-control": "no-store"}
REFRESH_SECONDS = 10
PAGE_GAMES = 25
_log = Log("admin")

AdminRequest = Request[Any, Any, Any]
AdminAnswer = Response[Any]


class Desk:
    """Serves admins."""

    def __init__(
        self,
        gate: Gate,
        sessions: Sessions,
        floor: Floor,
        store: Callable[[], Store],
        settings: Settings,
        pack: Pack,
    ) -> None:
        self._gate, self._sessions, self._floor = gate, sessions, floor
        self._store, self._settings, self._pack = store, settings, pack
        self._tags = AddressTags()
        self._packing = asyncio.Lock()

    # Coming in and going out.

    async def show_login(self, request: AdminRequest) -> AdminAnswer:
        """The form, with a cookie to which it is tied."""
        if await self.session(request):
            return Redirect(PATH, status_code=303)
        return self._login_form(request)

    async def log_in(self, request: AdminRequest) -> AdminAnswer:
        """A session for whoever has the password."""
        form = await read_form(request)
        if not self.is_our_form(request, form):
            return refusal("The form is out of date. Load it again.", 403)
        place = address(_scope(request), self._settings)
        admitted = await self._gate.admits(place, form.get("password", ""))
        if admitted:
            _log.info("admin logged in", address=self._tags.tag(place))
            return self._with_cookie(
                Redirect(PATH, status_code=303), request, await self._sessions.open()
            )
        _log.warning("admin login failed", address=self._tags.tag(place))
        if admitted is None:
            wait = max(1, round(self._gate.seconds_to_wait(place)))
            answer = self._login_form(request, f"Too many attempts. Wait {wait} s.", 429)
            answer.headers["retry-after"] = str(wait)
            return answer
        return self._login_form(request, "That is not the password.", 403)

    async def log_out(self, request: AdminRequest) -> AdminAnswer:
        """The end of a session."""
        session = await self.session(request)
        if not session or not self.is_our_form(request, await read_form(request)):
            return refusal("The form is out of date. Load it again.", 403)
        await self._sessions.close(session)
        answer = Redirect(f"{PATH}/login", status_code=303)
        answer.delete_cookie(COOKIE, path=PATH)
        return answer

    def _login_form(
        self, request: AdminRequest, problem: str = "", status: int = 200
    ) -> AdminAnswer:
        visit = self._sessions.new_id()
        token = self.form_token(visit)
        form = page("login", status, form_token=token, problem=problem)
        return self._with_cookie(form, request, visit)

    async def session(self, request: AdminRequest) -> str | None:
        """The session of whoever asks; None if there is none."""
        session = request.cookies.get(COOKIE)
        return session if await self._sessions.is_open(session) else None

    def form_token(self, session: str) -> str:
        """What the forms of a session send along."""
        return self._sessions.form_token(session)

    def is_our_form(self, request: AdminRequest, form: Mapping[str, str]) -> bool:
        """Whether a form was made for whoever sends it."""
        return self._sessions.is_form_token(request.cookies.get(COOKIE), form.get("form"))

    def _with_cookie(self, answer: AdminAnswer, request: AdminRequest, session: str) -> AdminAnswer:
        answer.set_cookie(
            Cookie(
                key=COOKIE,
                value=session,
                path=PATH,
                max_age=SESSION_SECONDS,
                httponly=True,
                samesite="strict",
                secure=is_secure(_scope(request), self._settings),
            )
        )
        return answer

    # What is shown inside; whoever is outside is led to the form.

    async def show_now(self, request: AdminRequest) -> AdminAnswer:
        """What goes on now."""
        if not (session := await self.session(request)):
            return to_login()
        errors = await self._store().read(newest_errors, _ERRORS_NOW)
        games = self._floor.live_games()
        return page(
            "now",
            path=PATH,
            form_token=self.form_token(session),
            floor=self._floor,
            playing=[game for game in games if game.status != "waiting"],
            waiting=self._floor.waiting(),
            watching=sum(game.watchers for game in games),
            errors=errors,
            refresh_seconds=REFRESH_SECONDS,
        )

    async def show_games(self, request: AdminRequest) -> AdminAnswer:
        """Past games, those before a moment if the address names one."""
        if not (session := await self.session(request)):
            return to_login()
        before = request.query_params.get("before")
        if before is not None and not _MOMENT.fullmatch(before):
            return refusal("There is no such page.", 404)
        found = await self._store().read(
            newest_games, limit=PAGE_GAMES, before=None if before is None else float(before)
        )
        return page(
            "past",
            path=f"{PATH}/games",
            form_token=self.form_token(session),
            floor=self._floor,
            games=[game for game in found.games if game.ended is not None],
            older=found.older,
        )

    async def show_errors(self, request: AdminRequest) -> AdminAnswer:
        """What went wrong."""
        if not (session := await self.session(request)):
            return to_login()
        errors = await self._store().read(newest_errors, _ERRORS_ALL)
        token = self.form_token(session)
        return page("errors", path=f"{PATH}/errors", form_token=token, errors=errors)

    async def download_record(self, request: AdminRequest, game_id: str) -> AdminAnswer:
        """A game that is over, as JSON."""
        if not await self.session(request):
            return to_login()
        if not _GAME_ID.fullmatch(game_id):
            raise NotFoundException("there is no such game")
        try:
            record = await self._store().record(game_id)
        except NoSuchGameError as error:
            raise NotFoundException(str(error)) from None
        except StoreError as error:
            return refusal(f"It cannot be had: {error}", 409)
        name = f"cerealbar-{record.game_id}.json"
        return _download(Response(encode_game(record), media_type="application/json"), name)

    async def download_corpus(self, request: AdminRequest) -> AdminAnswer:
        """All games that are over, as a corpus."""
        if not await self.session(request):
            return to_login()
        async with self._packing:
            file = await self._packed()
        return _download(Stream(pieces(file), media_type="application/zip"), f"{FOLDER}.zip")

    async def _packed(self) -> IO[bytes]:
        """A file, gone when it is closed, with a corpus of the games."""
        with tempfile.TemporaryDirectory(prefix="cerealbar-") as scratch:
            path = await self._pack(self._settings.database, scratch)
            return await asyncio.to_thread(lambda: Path(path).open("rb"))


def _scope(request: AdminRequest) -> dict[str, Any]:
    scope: Any = request.scope
    return scope  # type: ignore[no-any-return]  # Litestar's type of it is closed


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
        f"{TEMPLATES}/admin/{name}.html", context=values, status_code=status, headers=_PRIVATE
    )


def refusal(reason: str, status: int) -> AdminAnswer:
    """A page that says why something cannot be."""
    return page("refusal", status, reason=reason)


def to_login() -> AdminAnswer:
    """The way to the form, for whoever is outside."""
    return Redirect(f"{PATH}/login", status_code=303, headers=_PRIVATE)


def _download(answer: AdminAnswer, name: str) -> AdminAnswer:
    answer.headers["content-disposition"] = f'attachment; filename="{name}"'
    answer.headers.update(_PRIVATE)
    return answer
