"""Which parts of some work are to be done, under way and done; results leave it in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Generic

from cerealbar.crew.work import Delivery, LostPartError, Part, Result, attempt

MAX_DEATHS = 3
"""How many workers may die of a part."""
AHEAD = 4
"""How many parts are asked for at a time, for each worker."""


class Agenda(Generic[Part, Result]):
    """The parts of one piece of work."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._coming = enumerate(parts)
        self._again: deque[int] = deque()
        self._open: dict[int, Part] = {}
        self._deaths: dict[int, int] = {}
        self._done: dict[int, Delivery[Result]] = {}
        self._next = 0

    def part(self, number: int) -> Part:
        """A part that is under way."""
        return self._open[number]

    def take(self, most: int) -> int | None:
        """A part to begin with, unless `most` are asked for already."""
        if self._again:
            return self._again.popleft()
        if len(self._open) >= most:
            return None
        for number, part in self._coming:
            self._open[number] = part
            return number
        return None

    def begin_here(self, function: Callable[[Part], Result]) -> None:
        """Do the first part in this process.

        So it can be told what is compiled for it, and workers find that in the cache.
        """
        if (number := self.take(1)) is not None:
            self.deliver(number, attempt(function, self.part(number)))

    def deliver(self, number: int, delivery: Delivery[Result]) -> None:
        """A part is done."""
        self._done[number] = delivery

    def lose(self, number: int) -> None:
        """The worker of a part has died: it is to be done again."""
        deaths = self._deaths[number] = self._deaths.get(number, 0) + 1
        if deaths < MAX_DEATHS:
            self._again.append(number)
            return
        error = LostPartError(
            f"part {number} ({self._open[number]}) cannot be done: "
            f"{deaths} workers died while they did it"
        )
        self.deliver(number, Delivery(error=error))

    def results(self) -> Iterator[Result]:
        """The results whose turn it is.

        Raises:
            Exception: the error of a part whose turn it is.
        """
        while self._next in self._done:
            number = self._next
            self._next += 1
            self._deaths.pop(number, None)
            yield self._done.pop(number).take(number, self._open.pop(number))

    def work_off(self, begin: Callable[[], bool], wait: Callable[[], None]) -> Iterator[Result]:
        """All results, as they come.

        `begin` hands over what may be begun and says whether anything is under way; `wait` waits
        until something has come of it.
        """
        while True:
            is_busy = begin()
            count = 0
            for result in self.results():
                count += 1
                yield result
            if count == 0 and not is_busy:
                return
            if count == 0:
                wait()
