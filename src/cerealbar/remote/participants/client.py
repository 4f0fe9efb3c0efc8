"""A study's server as a page talks to it: asked again until it accepts or refuses."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from cerealbar.remote.errors import RequestError, UnreachableError
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.seats import ask

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.25, 5.0
PASSING = frozenset({429, 502, 503, 504})
"""Too many requests, and what servers say that are being started."""
Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class StudyClient:
    """Where one person's requests go."""

    address: str
    diary: Diary
    patience_seconds: float = 120.0
    """After which a request counts as never answered."""
    sleep: Callable[[float], None] = time.sleep

    def ask(self, path: str, wish: object, kind: type[Given]) -> Given:
        """What the server answers.

        Raises:
            RequestError: it refuses.
            UnreachableError: it has not answered for too long.
        """
        deadline, pause = self.diary.now() + self.patience_seconds, FIRST_PAUSE_SECONDS
        while True:
            try:
                return ask(self.address, f"/api/study/{path}", wish, kind)
            except UnreachableError:
                if self.diary.now() + pause > deadline:
                    raise
            except RequestError as refusal:
                if refusal.status not in PASSING or self.diary.now() + pause > deadline:
                    raise
                self.diary.refuse(refusal.status, refusal.reason, "passing")
            self.diary.retried += 1
            self.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
