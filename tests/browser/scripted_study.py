"""A real server on loopback whose studies go through pages that a test wrote down.

Everything is parsed and sent as the server's own routes do it; only the course is fixed.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import uvicorn
from litestar import Litestar, Response, post
from litestar.exceptions import HTTPException
from litestar.params import JSONBody

from cerealbar.server.client_files import page_routes, read_pages
from cerealbar.server.middleware import guarded
from cerealbar.server.problems import problem, tell_problem
from cerealbar.server.settings import Settings
from cerealbar.server.traffic import Traffic
from cerealbar.wire.visits import (
    AnswerStep,
    AskVisit,
    EnterStudy,
    Reply,
    Shown,
    VisitGiven,
    VisitShown,
)

TITLE = "Talking about cards"
UNHURRIED = Settings(requests_per_minute=100_000, posts_per_minute=100_000)


class ScriptedStudy:
    """One participant's visit: pages in their order, and what was replied to each."""

    def __init__(self, pages: Sequence[Shown], messages: Sequence[str] = ()) -> None:
        self.pages, self.messages = list(pages), tuple(messages)
        self.at = 0
        self.window = 0
        self.entered: list[EnterStudy] = []
        self.replies: list[Reply] = []
        self.attempts = 0
        """How often something was replied, also in vain."""
        self.is_preview = False
        self.refusals: list[int] = []
        """Statuses with which the next requests are refused."""
        self.url = ""

    @property
    def stage(self) -> VisitShown:
        """Where the participant is."""
        return VisitShown(
            study="pilot",
            title=TITLE,
            contact="study@example.org",
            step=f"step-{self.at + 1}",
            number=self.at + 1,
            of=len(self.pages),
            shown=self.pages[self.at],
            messages=self.messages,
        )

    def enter(self, wish: EnterStudy) -> VisitGiven:
        """Another window."""
        self.entered.append(wish)
        if self.is_preview:
            return VisitGiven(token="", is_preview=True, title=TITLE)
        self.window += 1
        return VisitGiven(token=f"window-{self.window}")

    def why_not(self, token: str, step: str | None = None) -> Response[bytes] | None:
        """The refusal of a request, if it is refused."""
        if self.refusals:
            return problem(self.refusals.pop(0), "this was refused on purpose")
        if token != f"window-{self.window}":
            return problem(409, "you have gone on in another window")
        if step is not None and step != self.stage.step:
            return problem(409, "you are at another step already")
        return None

    def answer(self, wish: AnswerStep) -> VisitShown:
        """The next page."""
        self.replies.append(wish.reply)
        self.at += 1
        return self.stage

    def app(self) -> Any:  # Any: an ASGI application
        """The pages of the client, and the routes of studies."""

        @post("/api/study/enter", status_code=200, sync_to_thread=False)
        def enter(data: JSONBody[EnterStudy]) -> VisitGiven:
            return self.enter(data)

        @post("/api/study/visit", status_code=200, sync_to_thread=False)
        def visit(data: JSONBody[AskVisit]) -> VisitShown | Response[bytes]:
            return self.why_not(data.token) or self.stage

        @post("/api/study/answer", status_code=200, sync_to_thread=False)
        def answer(data: JSONBody[AnswerStep]) -> VisitShown | Response[bytes]:
            self.attempts += 1
            return self.why_not(data.token, data.step) or self.answer(data)

        app = Litestar(
            [*page_routes(read_pages()), enter, visit, answer],
            openapi_config=None,
            logging_config=None,
            exception_handlers={HTTPException: tell_problem},
        )
        return guarded(app, Traffic(UNHURRIED))


def in_front_of(inner: Any, study: ScriptedStudy) -> Any:  # Any: ASGI applications
    """An application in which the study is scripted, and all else is as another has it."""
    studies = study.app()

    async def app(scope: Any, receive: Any, send: Any) -> None:  # Any: as ASGI has it
        is_study = scope["type"] == "http" and scope["path"].startswith("/api/study/")
        await (studies if is_study else inner)(scope, receive, send)

    return app


class LoopbackServer:
    """An ASGI application on a port of this machine, which can be stopped and come back."""

    def __init__(self, app: Any) -> None:  # Any: an ASGI application
        self._app, self.port = app, 0
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> str:
        """Serve, on the same port as before; where."""
        config = uvicorn.Config(self._app, port=self.port, log_config=None, lifespan="on")
        bound = config.bind_socket()
        bound.listen()  # whoever comes before the application has started waits for it
        self.port = bound.getsockname()[1]
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([bound],))
        self._thread.start()
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Answer nothing any more."""
        if self._server is None or self._thread is None:
            return
        self._server.should_exit = True
        self._thread.join()
        self._server = None


@contextmanager
def served(study: ScriptedStudy, app: Any = None) -> Iterator[LoopbackServer]:  # Any: as above
    """The study on loopback, until the end of the test."""
    server = LoopbackServer(app or study.app())
    study.url = server.start()
    try:
        yield server
    finally:
        server.stop()
