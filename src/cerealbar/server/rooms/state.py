"""What a room is: one game with its journal, clock and seats.

Who comes and goes is in `presence.py`, whatever else changes it in `room.py`.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cerealbar.game import PLAYERS, Game, PlayerWord
from cerealbar.records import GameEnd, GameEnded, Paused, Resumed
from cerealbar.server.logs import Log
from cerealbar.server.metrics import Metrics
from cerealbar.server.partners.pool import AgentPool
from cerealbar.server.partners.roster import Roster, needs_met
from cerealbar.server.rooms.checks import RoomRefusedError
from cerealbar.server.rooms.clock import GameClock, Now
from cerealbar.server.rooms.seats import RoomConnection, RoomSeat, SeatPlace
from cerealbar.server.store import (
    JournalEntry,
    RoomSpec,
    Store,
    StoredEntry,
    StoredGame,
    StoreError,
)
from cerealbar.server.supervision import Supervisor
from cerealbar.server.tokens import Tokens
from cerealbar.studies.tutorials import TutorialWalk
from cerealbar.views import SIGHTS, Plan
from cerealbar.wire.messages import OTHER, AwayShown, Goodbye, RoomStatus

LATE_SECONDS = 60.0
"""By which an agent may come too late, before nobody waits for it any more."""
CANNOT_STORE = (
    "the server cannot store anything now: try again in a minute, and if it is still so, tell"
    " whoever runs it"
)
"""What visitors are told; the reason, which may name machines, is for the log."""
_log = Log("rooms")


@dataclass(frozen=True, slots=True)
class Services:
    """The services that rooms use; time enters here. How a game is played, its spec says."""

    store: Store
    tokens: Tokens
    metrics: Metrics
    agents: AgentPool
    roster: Roster
    supervisor: Supervisor
    now: Now
    """Seconds for clocks, never going back."""
    wall: Callable[[], float]
    """The date, in seconds since 1970."""
    ended: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    """Games of studies that have ended here, to be noted for those who had seats in them."""


class Journal:
    """Appends entries to the store, and knows how many there are."""

    def __init__(
        self, services: Services, game_id: str, entries: Sequence[StoredEntry] = ()
    ) -> None:
        self._services, self._game_id = services, game_id
        self._number = 0
        self._is_closed = False
        self.counts = Counter[type[JournalEntry]]()
        """How many entries of each kind are stored."""
        self.is_running = False
        """Whether the clock runs, as far as is stored."""
        self._count(*(stored.entry for stored in entries))

    def _count(self, *entries: JournalEntry) -> None:
        self._number += len(entries)
        self.counts.update(map(type, entries))
        for entry in entries:
            if isinstance(entry, Resumed | Paused | GameEnded):
                self.is_running = isinstance(entry, Resumed)

    @property
    def has_begun(self) -> bool:
        """Whether both players have been there once."""
        return self.counts[Resumed] > 0

    async def append(self, *entries: JournalEntry) -> None:
        """Store entries for good.

        Raises:
            RoomRefusedError: none of them is stored.
        """
        if self._is_closed:
            raise RoomRefusedError("not-stored", CANNOT_STORE)
        services, wall = self._services, self._services.wall()
        numbered = [
            StoredEntry(number, wall, entry) for number, entry in enumerate(entries, self._number)
        ]
        try:
            with services.metrics.append_seconds.time():
                await services.store.append(self._game_id, numbered)
        except StoreError as error:
            _log.warning("cannot store", game=self._game_id, reason=str(error))
            raise RoomRefusedError("not-stored", CANNOT_STORE) from None
        self._count(*entries)

    def close(self) -> None:
        """Store nothing more: entries that this journal does not know of may follow."""
        self._is_closed = True


class RoomState:
    """What is known of a room, and what follows from it."""

    def __init__(
        self, stored: StoredGame, services: Services, game: Game, entries: Sequence[StoredEntry]
    ) -> None:
        """A room whose clock stands at 0; `entries` are what is stored of its game."""
        self.stored, self.services = stored, services
        self.game, self.clock = game, GameClock(services.now)
        self.journal = Journal(services, stored.game_id, entries)
        self.seats: dict[PlayerWord, RoomSeat] = {role: RoomSeat(role) for role in PLAYERS}
        self.watchers: list[RoomConnection] = []
        self.end: GameEnd | None = None
        self.plan: Plan | None = None
        """What the follower means to do, while that is not out of date."""
        self.understood: dict[int, str] = {}
        """What the follower made of instructions, by number."""
        lesson = stored.spec.tutorial
        self.tutorial = None if lesson is None else TutorialWalk.begin(lesson, game)
        """How far whoever learns has come, in a tutorial."""
        self.sight = SIGHTS[stored.spec.treatment.sight]
        self.agent_sight = stored.spec.treatment.agents_see
        self.moved: Goodbye | None = None
        """What everyone is told, once another process has the game."""

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.stored.game_id

    @property
    def number(self) -> int:
        """The game's id as agents know it."""
        return int(self.game_id, 16)

    @property
    def spec(self) -> RoomSpec:
        """How the game is played, by whom, and on which map."""
        return self.stored.spec

    @property
    def status(self) -> RoomStatus:
        """How the room stands."""
        if self.end is not None:
            return "over"
        if any(seat.kind == "nobody" for seat in self.seats.values()):
            return "waiting"
        if self.clock.is_running:
            return "playing"
        return "paused" if self.journal.has_begun else "waiting"

    @property
    def seconds_left(self) -> float:
        """Of this turn."""
        limit = self.game.rules.seconds(self.game.turn)
        return max(0.0, limit - self.clock.turn_seconds)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is connected."""
        seats = self.seats.values()
        return not self.watchers and all(seat.connection is None for seat in seats)

    @property
    def open_role(self) -> PlayerWord | None:
        """The role whose seat nobody has."""
        return next((seat.role for seat in self.seats.values() if seat.kind == "nobody"), None)

    @property
    def people(self) -> list[RoomSeat]:
        """The seats that people have."""
        return [seat for seat in self.seats.values() if seat.kind == "person"]

    def offers(self, role: PlayerWord) -> tuple[str, ...]:
        """Which agents can take a seat now."""
        seat = self.seats[role]
        if self.end is not None or seat.is_here or self.spec.mode == "both":
            return ()
        if not self.spec.treatment.offers_agents:
            return ()
        if seat.kind == "person" and self.seconds_away(seat) < self.spec.treatment.grace_seconds:
            return ()  # perhaps the page is loading again
        failed = seat.participant.name if seat.failure else None
        given = needs_met(self.agent_sight)
        return tuple(name for name in self.services.roster.names(role, given) if name != failed)

    def place(self, role: PlayerWord) -> SeatPlace:
        """A seat as whoever holds it now was given it."""
        return SeatPlace(role, self.seats[role].holder)

    def seconds_away(self, seat: RoomSeat) -> float:
        """For which nobody has been in a seat."""
        return self.services.now() - seat.away_since

    def away(self, role: PlayerWord) -> AwayShown | None:
        """For how long a player is away from the game; None if it is here, or there is no game."""
        seat = self.seats[role]
        if not self.journal.has_begun or self.end is not None or seat.is_here:
            return None
        return AwayShown(
            seconds=round(self.seconds_away(seat), 2),
            limit_seconds=self.spec.treatment.grace_seconds,
        )

    def leaver(self, role: PlayerWord) -> PlayerWord:
        """Who has left the game that a player leaves: the partner, if that was away for too long
        before."""
        own, away = self.away(role), self.away(OTHER[role])
        if away is None or away.seconds < away.limit_seconds:
            return role
        return role if own is not None and own.seconds >= away.seconds else OTHER[role]

    def is_awaited(self, seconds: float) -> bool:
        """Whether a person has a seat who was never here, but may still come in time."""
        return any(
            seat.is_unused and self.seconds_away(seat) <= seconds for seat in self.seats.values()
        )

    # Waiting for an agent to take a seat, in games of studies

    @property
    def awaited_role(self) -> PlayerWord | None:
        """The seat that an agent is to take, if nobody does."""
        place = self.spec.study
        is_awaited = place is not None and place.agent and self.end is None and self.moved is None
        return self.open_role if is_awaited and self.people else None

    @property
    def wait_seconds_left(self) -> float:
        """Until the wait for a partner is over."""
        place = self.spec.study
        waited = self.services.wall() - self.stored.created
        return (0.0 if place is None else place.wait_seconds) - waited

    @property
    def is_wait_over(self) -> bool:
        """Whether the wait is over, and nobody has come."""
        place = self.spec.study
        if place is None or self.open_role is None:
            return False
        return self.wait_seconds_left <= (-LATE_SECONDS if place.agent else 0.0)
