"""What a room does later: one alarm, and work in the background."""

import asyncio
from collections.abc import Callable, Coroutine

Work = Callable[[], Coroutine[object, object, None]]


class Timers:
    """An alarm that can be set again, and tasks; all of them end with the room."""

    def __init__(self) -> None:
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def later(self, seconds: float, work: Work) -> None:
        """Do something in a while, without waiting for it."""

        async def wait() -> None:
            await asyncio.sleep(seconds)
            await work()

        task = asyncio.get_running_loop().create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def set_alarm(self, seconds: float, work: Work) -> None:
        """Do something in a while, unless the alarm is set again or cleared before."""
        self.clear_alarm()
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(seconds, lambda: self.later(0, work))

    def clear_alarm(self) -> None:
        """Set no alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def cancel(self) -> None:
        """Do nothing more."""
        self.clear_alarm()
        for task in tuple(self._tasks):
            task.cancel()
