"""A study's server as a page talks to it: asked again until it accepts or refuses."""

import time
from collections.abc import Callable
from typing import TypeVar

from cerealbar.remote.errors import RequestError, UnreachableError
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.seats import ask
from cerealbar.wire.visits import AnswerStep, AskVisit, EnterStudy, VisitGiven, VisitShown

PATIENCE_SECONDS = 120.0
"""After which a request counts as never answered."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.25, 5.0
PASSING = frozenset({429, 502, 503, 504})
"""Too many requests, and what servers say that are being started."""
Given = TypeVar("Given")


class StudyClient:
    """Where one person's requests go.

    Each raises RequestError if it is refused, and UnreachableError without an answer for too long.
    """

    def __init__(
        self,
        address: str,
        diary: Diary,
        *,
        patience_seconds: float = PATIENCE_SECONDS,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.address, self._diary, self._patience = address, diary, patience_seconds
        self._now, self._sleep = now, sleep

    def enter(self, wish: EnterStudy) -> VisitGiven:
        """Come to a study."""
        return self._insist("enter", wish, VisitGiven)

    def visit(self, token: str) -> VisitShown:
        """The step one is at."""
        return self._insist("visit", AskVisit(token=token), VisitShown)

    def answer(self, wish: AnswerStep) -> VisitShown:
        """The step one comes to."""
        return self._insist("answer", wish, VisitShown)

    def _insist(self, path: str, wish: object, kind: type[Given]) -> Given:
        deadline, pause = self._now() + self._patience, FIRST_PAUSE_SECONDS
        while True:
            try:
                return ask(self.address, f"/api/study/{path}", wish, kind)
            except UnreachableError:
                if self._now() + pause > deadline:
                    raise
            except RequestError as refusal:
                if refusal.status not in PASSING or self._now() + pause > deadline:
                    raise
                self._diary.refuse(refusal.status, refusal.reason, "passing")
            self._diary.retried += 1
            self._sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
