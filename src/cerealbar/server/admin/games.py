"""The pages of games for admins: what goes on, what is over, and downloads."""

import asyncio
import re
import tempfile
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Response, Stream

from cerealbar.records import About, Corpus
from cerealbar.records.codec import encode_game
from cerealbar.server.admin.pages import (
    COOKIE,
    LOGIN,
    PATH,
    REFRESH_SECONDS,
    Admin,
    AdminAnswer,
    AdminRequest,
    download,
    refusal,
)
from cerealbar.server.jobs import Job
from cerealbar.server.store import NoSuchGameError, Reader, StoreError
from cerealbar.server.store.game_rows import newest_games

FOLDER = "cerealbar-games"
_ABOUT = About(
    name="games of a server",
    description="Games that were played in the browser.",
    command="downloaded from the admin pages",
)
PACKING_SECONDS = 900.0
_PIECE_BYTES = 1 << 18


def pack_corpus(database: str, scratch: str) -> str:
    """The path of an archive of a database's games, in a folder that is there; blocks."""
    folder = Path(scratch) / FOLDER
    reader = Reader.open(database)
    try:
        with Corpus.create(folder, _ABOUT).writer(durable=False) as writer:
            for record in reader.records():
                writer.append(record)
    finally:
        reader.close()
    archive_path = Path(scratch) / f"{FOLDER}.zip"
    with zipfile.ZipFile(archive_path, "w", zipfile.ZIP_STORED) as archive:  # games are compressed
        for path in sorted(folder.iterdir()):
            archive.write(path, f"{FOLDER}/{path.name}")
    return str(archive_path)


PACKING = Job(pack_corpus, PACKING_SECONDS)


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """The file piece by piece; it is closed in the end, also if nobody wants the rest."""
    rest = _pieces(file)
    return chain([next(rest, b"")], rest)  # begun, so that it closes the file when it is dropped


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE_BYTES):
            yield piece


PAGE_GAMES = 25
_GAME_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_MOMENT = re.compile(r"[0-9]{1,11}(\.[0-9]{1,9})?")


class GamesController(Controller):
    """Shows games."""

    @get("/")
    async def now(self, request: AdminRequest, admin: NamedDependency[Admin]) -> AdminAnswer:
        """What goes on now."""
        games = admin.live()
        return admin.page(
            request,
            "now",
            path=PATH,
            playing=[game for game in games if game.status != "waiting"],
            waiting=[game for game in reversed(games) if game.waiting],
            watching=sum(game.watchers for game in games),
            refresh_seconds=REFRESH_SECONDS,
        )

    @get("/games")
    async def games(self, request: AdminRequest, admin: NamedDependency[Admin]) -> AdminAnswer:
        """Past games, those before a moment if the address names one."""
        before = request.query_params.get("before")
        if before is not None and not _MOMENT.fullmatch(before):
            return refusal("There is no such page.", 404)
        found = await admin.store.read(
            newest_games, limit=PAGE_GAMES, before=None if before is None else float(before)
        )
        return admin.page(
            request,
            "past",
            path=f"{PATH}/games",
            games=[game for game in found.games if game.ended is not None],
            older=found.older,
        )

    @get("/games/{game_id:str}/record.json")
    async def record(self, admin: NamedDependency[Admin], game_id: FromPath[str]) -> AdminAnswer:
        """A game that is over, as JSON."""
        if not _GAME_ID.fullmatch(game_id):
            raise NotFoundException("there is no such game")
        try:
            record = await admin.store.record(game_id)
        except NoSuchGameError as error:
            raise NotFoundException(str(error)) from None
        except StoreError as error:
            return refusal(f"It cannot be had: {error}", 409)
        answer = Response(encode_game(record), media_type="application/json")
        return download(answer, f"cerealbar-{record.game_id}.json")

    @get("/corpus.zip")
    async def corpus(self, admin: NamedDependency[Admin]) -> AdminAnswer:
        """All games that are over, as a corpus."""
        async with admin.packing:
            with tempfile.TemporaryDirectory(prefix="cerealbar-") as scratch:
                path = await admin.jobs.do(PACKING, admin.settings.database, scratch)
                file = await asyncio.to_thread(Path(path).open, "rb")  # gone when it is closed
        return download(Stream(pieces(file), media_type="application/zip"), f"{FOLDER}.zip")

    @post("/logout", status_code=200)
    async def log_out(self, request: AdminRequest, admin: NamedDependency[Admin]) -> AdminAnswer:
        """The end of a session."""
        await admin.sessions.close(request.cookies[COOKIE])
        answer = Redirect(LOGIN, status_code=303)
        answer.delete_cookie(COOKIE, path=PATH)
        return answer
