"""Seats: who plays a role in a room, and over which connection.

People and programs have an id that tells nothing about them, agents their name.
"""

import hmac
import unicodedata
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cerealbar import __version__
from cerealbar.game import CELLS, PlayerWord
from cerealbar.records import Participant
from cerealbar.server.partners.driver import Driver
from cerealbar.server.store import AGENT, HUMAN, PROGRAM, SCRIPT, Elsewhere
from cerealbar.server.tokens import new_id
from cerealbar.wire.lobby import OpenRoom, TakeSeat
from cerealbar.wire.messages import Goodbye, PlayerShown

_JOINERS = "\u200c\u200d"
"""Characters without a shape of their own that names in some scripts need."""
AGAIN = Goodbye(code="elsewhere", reason="the game cannot be reached just now; come back soon")


def sent_on(found: Elsewhere) -> Goodbye:
    """What is said to whoever comes to a process that does not have the game."""
    address = f"/at/{found.process}/socket/{found.game_id}" if found.process else ""
    reason = "another process of this server has the game"
    return Goodbye(code="elsewhere", reason=reason, address=address)


class RoomConnection(Protocol):
    """A socket, as a room sees it; neither method waits."""

    def send(self, message: bytes) -> None:
        """Send a message after those before it."""
        ...

    def close(self, goodbye: Goodbye) -> None:
        """Say goodbye and close."""
        ...


class SeatPlace(NamedTuple):
    """A seat of a room as it was given to someone."""

    role: PlayerWord
    holder: int
    """How many held it before."""


@dataclass(slots=True)
class RoomSeat:
    """A player's place in a room."""

    role: PlayerWord
    kind: Literal["nobody", "person", "agent"] = "nobody"
    participant: Participant = field(default_factory=Participant)
    connection: RoomConnection | None = None
    shown: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(CELLS, np.bool_))
    """Which tiles this connection was sent."""
    is_ready: bool = True
    """Whether the game may begin, for whoever sits here."""
    ready_at: float | None = None
    """When whoever is here is to be ready, by the server's clock, if that is to take a while."""
    comes_at: float | None = None
    """When the agent is to be here, likewise."""
    was_here: bool = False
    """Whether this person was connected before."""
    away_since: float = 0.0
    """When the person was last here, by the server's clock."""
    holder: int = -1
    """How many held the seat before whoever holds it; below 0 if nobody ever did."""
    driver: Driver | None = None
    is_loading: bool = False
    """Whether the agent is being loaded, for which the clock waits."""
    failure: str = ""
    """Why the agent no longer plays; not for players to know."""

    @property
    def is_here(self) -> bool:
        """Whether the seat can act: a connected person, or an agent that works."""
        if self.kind == "agent":
            return not self.failure and self.comes_at is None
        return self.connection is not None

    def take(self, participant: Participant, now: float) -> None:
        """Someone sits down."""
        self.kind = "agent" if participant.kind in (AGENT, SCRIPT) else "person"
        self.participant = participant
        self.holder += 1
        self.connection, self.was_here, self.away_since = None, False, now
        self.driver, self.failure, self.is_ready = None, "", True
        self.is_loading = False
        self.ready_at = self.comes_at = None

    @property
    def is_unused(self) -> bool:
        """Whether it is the seat of a person who was never here."""
        return self.kind == "person" and not self.was_here

    @property
    def problem(self) -> str:
        """What players are told is wrong."""
        return f"The {self.role} {self.participant.name!r} has failed." if self.failure else ""

    def show(self, *, is_blind: bool = False) -> PlayerShown:
        """The seat as it is sent; in a blind game it does not tell people from agents."""
        name = self.participant.name if self.kind != "nobody" and not is_blind else ""
        return PlayerShown(
            name=name,
            kind="somebody" if is_blind and self.kind != "nobody" else self.kind,
            is_here=self.is_here,
            is_ready=self.kind != "nobody" and self.is_ready and not self.is_loading,
        )


# Who can have one


def person(asked: OpenRoom | TakeSeat, secret: bytes) -> Participant:
    """Who wants to play; the same browser has the same id in all games of a server."""
    if asked.person:
        digest = hmac.digest(secret, f"person {asked.person}".encode(), "sha256")
        number = digest[:8].hex()
    else:
        number = new_id()
    kind = PROGRAM if asked.is_program else HUMAN
    return Participant(kind=kind, name=shown_name(asked.name), id=number)


def shown_name(typed: str) -> str:
    """A name as it can be shown anywhere: one line, without control and direction characters."""
    kept = (
        letter if letter in _JOINERS or not unicodedata.category(letter).startswith("C") else " "
        for letter in unicodedata.normalize("NFC", typed)
    )
    name = " ".join("".join(kept).split())
    return name if any(letter.isprintable() and not letter.isspace() for letter in name) else ""


def agent(name: str) -> Participant:
    """An agent of the server's roster."""
    return Participant(kind=AGENT, name=name, version=__version__)
