"""What watchers are told late, within bounds."""

from collections import deque
from collections.abc import Iterator

from cerealbar.wire.messages import FromServer, encode

MAX_LATE_BYTES = 1_000_000
"""Of messages that wait in one room for their time to come."""


class LateNews:
    """Messages that wait for as long as a room's watchers are behind.

    Each tells all that there is to know of its kind, so that those between two others can be left
    out when there are too many.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held: deque[tuple[float, type[FromServer], bytes]] = deque()
        self._bytes = 0

    def hold(self, now: float, message: FromServer) -> None:
        """Keep a message until its time has come."""
        kind, data = type(message), encode(message)
        self._bytes += len(data)
        while self._bytes > MAX_LATE_BYTES and self._leave_out(kind):
            pass
        self._held.append((now + self._seconds, kind, data))

    def _leave_out(self, kind: type[FromServer]) -> bool:
        """Forget the newest message of a kind; false if there is none."""
        for place in range(len(self._held) - 1, -1, -1):
            if self._held[place][1] is kind:
                self._bytes -= len(self._held[place][2])
                del self._held[place]
                return True
        return False

    def due(self, now: float) -> Iterator[tuple[type[FromServer], bytes]]:
        """The messages whose time has come; they wait no longer."""
        while self._held and self._held[0][0] <= now:
            _, kind, data = self._held.popleft()
            self._bytes -= len(data)
            yield kind, data

    @property
    def next_due(self) -> float | None:
        """When the time of the next message comes."""
        return self._held[0][0] if self._held else None
