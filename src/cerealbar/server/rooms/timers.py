"""What a room does later: alarms, and work in the background."""

import asyncio

from cerealbar.server.supervision import Supervisor, Work


class Timers:
    """Alarms, one for each thing to do, and tasks; all of them end with the room."""

    def __init__(self, supervisor: Supervisor, where: str = "rooms") -> None:
        self._supervisor, self._where = supervisor, where
        self._alarms: dict[Work, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def later(self, seconds: float, work: Work) -> None:
        """Do something in a while, without waiting for it; again if it fails."""
        task = self._supervisor.insist(self._where, work, seconds)
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
