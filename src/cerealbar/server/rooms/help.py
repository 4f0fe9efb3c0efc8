"""How long help may stop the clock of a game."""

from cerealbar.server.rooms.clock import Now

HELP_SECONDS = 300.0
"""In one game, all readings together."""


class HelpTime:
    """The time that is left for reading; the help counts as closed when it is used up."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._left = HELP_SECONDS
        self._since: float | None = None

    @property
    def seconds_left(self) -> float:
        """For which the help can still stop the clock."""
        passed = 0.0 if self._since is None else self._now() - self._since
        return max(0.0, self._left - passed)

    @property
    def is_open(self) -> bool:
        """Whether it stops the clock."""
        return self._since is not None and self.seconds_left > 0

    def open(self) -> bool:
        """Begin to read; false if no time is left."""
        if self.seconds_left > 0 and self._since is None:
            self._since = self._now()
        return self.is_open

    def close(self) -> None:
        """Read no more."""
        self._left, self._since = self.seconds_left, None
