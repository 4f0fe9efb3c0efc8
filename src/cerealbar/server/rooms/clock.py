"""A game's clock: seconds of play, which stand still while someone is away."""

from collections.abc import Callable

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
