"""A game's clock, which stands still while someone is away, and the alarms of its room."""

import asyncio
from collections.abc import Callable

from cerealbar.server.supervision import Supervisor, Work

Now = Callable[[], float]
"""Seconds since whenever, never going back."""


class GameClock:
    """How long a game has been played, and its present turn."""

    def __init__(self, now: Now, at: float = 0.0, turn_began: float = 0.0) -> None:
        self._now = now
        self._at = at
        self._since: float | None = None
        self._turn_began = turn_began

    @property
    def is_running(self) -> bool:
        """Whether time passes."""
        return self._since is not None

    @property
    def at(self) -> float:
        """Seconds played."""
        return self._at if self._since is None else self._at + self._now() - self._since

    @property
    def turn_seconds(self) -> float:
        """Seconds used of this turn."""
        return self.at - self._turn_began

    def start(self) -> None:
        """Let time pass."""
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        """Let time stand still."""
        self._at, self._since = self.at, None

    def begin_turn(self, at: float) -> None:
        """The turn begins at this second of play."""
        self._turn_began = at


class Timers:
    """Alarms, one for each thing to do, and tasks; all of them end with the room."""

    def __init__(self, supervisor: Supervisor) -> None:
        self._supervisor = supervisor
        self._alarms: dict[Work, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def later(self, seconds: float, work: Work) -> None:
        """Do something in a while, without waiting for it; again if it fails."""
        task = self._supervisor.insist("rooms", work, seconds)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def set_alarm(self, seconds: float, work: Work) -> None:
        """Do something in a while, unless its alarm is set again or cleared before."""
        self.clear_alarm(work)
        loop = asyncio.get_running_loop()
        self._alarms[work] = loop.call_later(seconds, lambda: self.later(0, work))

    def clear_alarm(self, work: Work) -> None:
        """Do something no more."""
        if (alarm := self._alarms.pop(work, None)) is not None:
            alarm.cancel()

    def cancel(self) -> None:
        """Do nothing more."""
        for alarm in self._alarms.values():
            alarm.cancel()
        self._alarms.clear()
        for task in tuple(self._tasks):
            task.cancel()
