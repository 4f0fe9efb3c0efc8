"""How long simulated people take outside of games, at any speed."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

WORDS_PER_SECOND = 4.0
CHARACTERS_PER_SECOND = 5.0
_SPREAD = 0.4
"""Standard deviation of the logarithm of each time."""


@dataclass(frozen=True, slots=True)
class Leisure:
    """The pauses of one person."""

    rng: random.Random
    speed: float = 1.0
    """How many times quicker than people all of it is."""
    slowness: float = 1.0
    """How many times longer than others this person takes."""
    sleep: Callable[[float], None] = time.sleep

    def pause(self, seconds: float) -> None:
        """Take about so long."""
        drawn = seconds * self.rng.lognormvariate(0.0, _SPREAD) * self.slowness
        self.sleep(drawn / self.speed)

    def read(self, text: str) -> None:
        """Take the time to read something."""
        self.pause(1.0 + len(text.split()) / WORDS_PER_SECOND)

    def write(self, text: str) -> None:
        """Take the time to type something."""
        self.pause(2.0 + len(text) / CHARACTERS_PER_SECOND)
