"""A server that is being prepared: what is done, and what it answers meanwhile."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from cerealbar import __version__
from cerealbar.server.gates.refusal import (
    App,
    Receive,
    Send,
    TurnedAwayError,
    refuse_socket,
    send_problem,
)
from cerealbar.server.origins import Scope
from cerealbar.server.pages import STATIC, is_page
from cerealbar.wire.starting import Starting, StartStep

PAGE = "preparing.html"
_PLAIN_PAGE = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>CerealBar</title>
<h1>The game is being prepared</h1>
</html>
"""
HOW_FAR = "/api/preparing"
"""Where the page asks; there is no such address when all is prepared."""
_OPEN = ("/assets/", "/icon.svg", "/metrics")
"""What is answered already."""
_REFUSAL = TurnedAwayError(503, "the server is being prepared: try again in a moment")


class Preparation:
    """The steps to a server that can be used."""

    def __init__(self, **totals: tuple[str, int]) -> None:
        self._steps = {key: StartStep(title, 0, total) for key, (title, total) in totals.items()}
        self.is_ready = False
        self.tell: Callable[[str, float], None] = lambda title, share: None
        """Hears what is being done, and how much of all is."""

    def move(self, key: str, done: int, total: int | None = None) -> None:
        """So much of a step is done."""
        before = self._steps[key]
        step = StartStep(before.title, done, before.total if total is None else total)
        self._steps[key] = step
        everything = sum(known.total for known in self._steps.values())
        self.tell(step.title, sum(known.done for known in self._steps.values()) / everything)

    def shown(self) -> Starting:
        """How far it is, as it is sent."""
        return Starting(status="starting", version=__version__, steps=tuple(self._steps.values()))


class Doorway:
    """An ASGI app in front of another: until all is prepared, it says how far that is."""

    def __init__(self, app: App, preparation: Preparation, folder: Path = STATIC) -> None:
        self._app, self._preparation = app, preparation
        page = folder / PAGE
        self._page = page.read_bytes() if page.is_file() else _PLAIN_PAGE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or hold a socket."""
        if self._preparation.is_ready or scope["path"].startswith(_OPEN):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await refuse_socket(scope, receive, send, _REFUSAL)
        elif scope["path"] in ("/health", HOW_FAR):
            status = 200 if scope["path"] == HOW_FAR else 503
            shown = msgspec.json.encode(self._preparation.shown())
            await _send(send, status, shown, b"application/json")
        elif is_page(scope["path"]):
            await _send(send, 503, self._page, b"text/html; charset=utf-8")
        else:
            await send_problem(send, _REFUSAL)


async def _send(send: Send, status: int, body: bytes, kind: bytes) -> None:
    headers: list[Any] = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"2"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
