"""Seats: who plays a role in a room, and over which connection."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import CELLS, PlayerWord
from cerealbar.records import Participant
from cerealbar.server.partners import Driver
from cerealbar.server.store import AGENT
from cerealbar.wire.messages import Goodbye, PlayerShown


class Connection(Protocol):
    """A socket, as a room sees it; neither method waits."""

    def send(self, message: bytes) -> None:
        """Send a message after those before it."""
        ...

    def close(self, goodbye: Goodbye) -> None:
        """Say goodbye and close."""
        ...


@dataclass(slots=True)
class RoomSeat:
    """A player's place in a room."""

    role: PlayerWord
    kind: Literal["nobody", "person", "agent"] = "nobody"
    participant: Participant = field(default_factory=Participant)
    connection: Connection | None = None
    shown: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(CELLS, np.bool_))
    """Which tiles this connection was sent."""
    was_here: bool = False
    """Whether this person was connected before."""
    away_since: float = 0.0
    """When the person was last here, by the server's clock."""
    driver: Driver | None = None
    failure: str = ""
    """Why the agent no longer plays; not for players to know."""

    @property
    def is_here(self) -> bool:
        """Whether the seat can act: a connected person, or an agent that works."""
        if self.kind == "agent":
            return not self.failure
        return self.connection is not None

    def take(self, participant: Participant, now: float) -> None:
        """Someone sits down."""
        self.kind = "agent" if participant.kind == AGENT else "person"
        self.participant = participant
        self.connection, self.was_here, self.away_since = None, False, now
        self.driver, self.failure = None, ""

    @property
    def problem(self) -> str:
        """What players are told is wrong."""
        return f"The {self.role} {self.participant.name!r} has failed." if self.failure else ""

    def show(self) -> PlayerShown:
        """The seat as it is sent."""
        return PlayerShown(name=self.participant.name, kind=self.kind, is_here=self.is_here)
