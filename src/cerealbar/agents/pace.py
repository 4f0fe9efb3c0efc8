"""How long simulated people take: to read, think, type and step."""

import random
from dataclasses import dataclass

from cerealbar.game import Action, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds of a typical person; each player of each game is a little faster or slower."""

    step: float = 0.55
    """A step; never under `FASTEST_STEP`."""
    plan: float = 13.0
    """What the leader does before anything else in a turn: look and decide."""
    look: float = 1.2
    """What the follower does before anything else in a turn."""
    phrase: float = 2.0
    """Finding the words of an instruction."""
    characters: float = 6.0
    """Characters typed in a second."""
    words: float = 4.5
    """Words read in a second."""
    end: float = 1.0
    """Pressing a button: end of turn, done."""
    spread: float = 0.3
    """Standard deviation of the logarithm of each time."""
    persons: float = 0.12
    """The same between persons."""


FASTEST_STEP = 0.3
HUMAN_PACE = Pace()


class Stopwatch:
    """The time in one game, and how long each action takes."""

    def __init__(self, pace: Pace | None, rng: random.Random) -> None:
        self._pace = pace
        self._rng = rng
        self._person = [1.0, 1.0]
        if pace is not None:
            self._person = [rng.lognormvariate(0.0, pace.persons) for _ in Player]
        self.at = 0.0
        self.turn_began = 0.0
        self._words = 0
        self._is_fresh = True

    def begin_turn(self) -> None:
        """A turn begins now."""
        self.turn_began = self.at
        self._is_fresh = True

    def show(self, text: str) -> None:
        """The follower sees a new instruction."""
        self._words = text.count(" ") + 1

    def pass_time(self, player: Player, action: Action, text: str, limit: float) -> bool:
        """Let the time of an action pass; returns False, at the limit, if the turn has no more."""
        pace = self._pace
        if pace is None:
            return True
        seconds = self._seconds(pace, player, action, text) * self._person[player]
        self._is_fresh = False
        if self.at + seconds > self.turn_began + limit:
            self.at = round(self.turn_began + limit, 3)
            return False
        self.at = round(self.at + seconds, 3)
        return True

    def _seconds(self, pace: Pace, player: Player, action: Action, text: str) -> float:
        vary = self._rng.lognormvariate(0.0, pace.spread)
        seconds = 0.0
        if self._is_fresh:
            seconds += vary * (pace.plan if player is Player.LEADER else pace.look)
        if player is Player.FOLLOWER and self._words:
            seconds += self._words / pace.words
            self._words = 0
        if action is Action.INSTRUCT:
            return seconds + vary * pace.phrase + len(text) / pace.characters
        if action is Action.DONE:
            return seconds + vary * pace.end
        return seconds + max(FASTEST_STEP, vary * pace.step)
