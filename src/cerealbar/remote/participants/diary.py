"""What a simulated person tells of a visit: where it was, what it was refused, how it ended."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from cerealbar.game import PlayerWord
from cerealbar.wire.visits import EndWord
from cerealbar.wire.words import GameEndWord

VisitEnd: TypeAlias = EndWord | Literal["dropped-out", "not-admitted"]
"""How a visit ended: as the study says, by going away, or before it began."""


@dataclass(frozen=True, slots=True)
class RefusalMet:
    """Something that a server refused."""

    step: str
    status: str
    """HTTP's, or the socket's word."""
    reason: str
    is_provoked: bool = False
    """Whether the person did what nobody should, and had to be refused."""
    is_passing: bool = False
    """Whether the page would have tried again by itself."""


@dataclass(frozen=True, slots=True)
class GameMet:
    """A game, or a tutorial, from taking the seat until leaving it."""

    step: str
    role: PlayerWord
    end: GameEndWord | None
    """None if the person left before."""
    score: int
    waited_seconds: float
    """Before it began."""
    seconds: float


@dataclass(slots=True)
class Diary:
    """All that one person remembers."""

    number: int
    now: Callable[[], float] = time.monotonic
    stays: list[tuple[str, float]] = field(default_factory=list)
    """The steps in order, each with the seconds spent at it; one may come again."""
    games: list[GameMet] = field(default_factory=list)
    refusals: list[RefusalMet] = field(default_factory=list)
    retried: int = 0
    """Requests that were answered at a later try."""
    unanswered: list[str] = field(default_factory=list)
    """Requests that never were."""
    errors: list[str] = field(default_factory=list)
    """What should not have been so."""
    deeds: list[str] = field(default_factory=list)
    """What it did that a good participant does not."""
    end: VisitEnd | None = None
    code: str = ""
    step: str = "entering"
    """Where it is."""
    _since: float | None = None

    def reach(self, step: str) -> None:
        """Note the step at which the person is now."""
        if step != self.step or self._since is None:
            self.leave()
            self.step, self._since = step, self.now()

    def leave(self) -> None:
        """Note that the person is done with its step, or goes away."""
        if self._since is not None:
            self.stays.append((self.step, self.now() - self._since))
        self._since = None

    def refuse(
        self,
        status: object,
        reason: str,
        *,
        is_provoked: bool = False,
        is_passing: bool = False,
    ) -> None:
        """Note that something was refused."""
        self.refusals.append(RefusalMet(self.step, str(status), reason, is_provoked, is_passing))

    def complain(self, text: str) -> None:
        """Note something that should not have been so."""
        self.errors.append(f"person {self.number} at {self.step}: {text}")

    def do(self, deed: str) -> None:
        """Note a deed of those that a good participant does not do."""
        self.deeds.append(deed)
