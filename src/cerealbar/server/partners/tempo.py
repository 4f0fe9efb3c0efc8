"""How long agents take, so that people can follow them, or take them for people."""

import random
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Tempo:
    """The pauses of an agent, in seconds, each by chance."""

    step: tuple[float, float] = (0.0, 0.0)
    """The shortest and the longest before an action."""
    word: float = 0.0
    """For reading a word of an instruction, give or take half."""
    letter: float = 0.0
    """For typing a letter of one, likewise."""
    rng: random.Random = field(default_factory=random.Random)

    def acting(self) -> float:
        """The pause before an action."""
        return self.rng.uniform(*self.step)

    def reading(self, text: str) -> float:
        """The pause before an instruction is begun."""
        return self._about(self.word * len(text.split()))

    def typing(self, text: str) -> float:
        """The pause before an instruction is sent."""
        return self._about(self.letter * len(text))

    def _about(self, seconds: float) -> float:
        return seconds * self.rng.uniform(0.5, 1.5)
