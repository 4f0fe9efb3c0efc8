"""How fast a program may talk: never so fast that the server refuses to listen."""

import time
from collections.abc import Callable

PER_SECOND, BURST = 20.0, 50.0
"""Just below what servers allow unless they are set otherwise."""


class MessagePace:
    """Lets messages pass at a steady rate, and a burst of them after a silence."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._now, self._sleep = now, sleep
        self._due = now()
        """When all messages so far would have passed, one after the other."""

    def wait(self) -> None:
        """Return when one more message may be sent."""
        now = self._now()
        self._due = max(now, self._due) + 1 / PER_SECOND
        ahead = self._due - now - BURST / PER_SECOND
        if ahead > 0:
            self._sleep(ahead)
