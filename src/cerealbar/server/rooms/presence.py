"""Who is in a room: its seats and watchers, and the clock that runs while both players are here."""

import asyncio
from abc import ABC, abstractmethod

from cerealbar.game import PLAYERS, Game, PlayerWord
from cerealbar.records import GameEnd, Participant, Paused, Resumed, SeatTaken
from cerealbar.server.logs import Log
from cerealbar.server.partners import AgentTable, Driver
from cerealbar.server.partners.driver import human_pause
from cerealbar.server.rooms.broadcast import Audience
from cerealbar.server.rooms.clock import GameClock
from cerealbar.server.rooms.house import House
from cerealbar.server.rooms.journal import Journal
from cerealbar.server.rooms.limits import MAX_PAUSES
from cerealbar.server.rooms.people import agent
from cerealbar.server.rooms.refusals import RoomRefusedError
from cerealbar.server.rooms.seats import Connection, RoomSeat
from cerealbar.server.rooms.timers import Timers
from cerealbar.server.store import StoredGame
from cerealbar.views import SIGHTS, VIEWS, Plan
from cerealbar.wire.messages import OTHER, RoomStatus

RETRY_SECONDS = 1.0
"""How long to wait when something could not be stored."""
_log = Log("rooms")


class Presence(ABC):
    """A room as those know it who come and go; what is played there, `Room` adds."""

    def __init__(
        self, stored: StoredGame, house: House, game: Game, clock: GameClock, journal: Journal
    ) -> None:
        self.stored, self.house = stored, house
        self.game, self.clock, self.journal = game, clock, journal
        self.seats: dict[PlayerWord, RoomSeat] = {role: RoomSeat(role) for role in PLAYERS}
        self.watchers: list[Connection] = []
        self.end: GameEnd | None = None
        self.plan: Plan | None = None
        """What the follower means to do, while that is not out of date."""
        self.sight = SIGHTS.get(stored.sight, SIGHTS[house.sight])
        self.agent_sight = VIEWS.get(stored.agent_sight, VIEWS[house.agent_sight])
        self.timers = Timers()
        self._lock = asyncio.Lock()
        self.audience = Audience(self)

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.stored.game_id

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

    @abstractmethod
    def _table(self) -> AgentTable:
        """The room as an agent sees it."""

    @abstractmethod
    def _go_on(self) -> None:
        """The clock, the seats or the game have changed."""

    async def sit(self, role: PlayerWord, participant: Participant) -> None:
        """Someone takes a seat.

        Raises:
            RoomRefusedError: the seat is taken, or it could not be stored.
        """
        async with self._lock:
            if self.seats[role].kind != "nobody" or self.end is not None:
                raise RoomRefusedError(
                    "not-allowed", f"someone has taken the {role}'s seat already"
                )
            await self._give(role, participant)

    async def replace(self, role: PlayerWord, name: str) -> None:
        """An agent takes the place of the partner of whoever asks.

        Raises:
            RoomRefusedError: the partner is here, or there is no such agent.
        """
        other = OTHER[role]
        async with self._lock:
            offers = self.offers(other)
            if name not in offers:
                known = ", ".join(offers) or "none, as the partner is here"
                raise RoomRefusedError(
                    "not-allowed", f"{name!r} cannot take the {other}'s seat: who can: {known}"
                )
            await self._give(other, agent(name))

    def offers(self, role: PlayerWord) -> tuple[str, ...]:
        """Which agents can take a seat now."""
        seat = self.seats[role]
        if self.end is not None or seat.is_here or self.stored.mode == "both":
            return ()
        failed = seat.participant.name if seat.failure else None
        return tuple(name for name in self.house.roster.names(role) if name != failed)

    async def _give(self, role: PlayerWord, participant: Participant) -> None:
        await self.journal.append(SeatTaken(self.clock.at, role, participant))
        self.seat(role, participant)
        await self._settle()

    def seat(self, role: PlayerWord, participant: Participant) -> None:
        """Give a seat to someone, without storing it."""
        seat = self.seats[role]
        if seat.driver is not None:
            seat.driver.stop()
        seat.take(participant, self.house.now())
        if seat.kind == "agent":
            seat.driver = Driver(
                self._table(),
                role,
                participant.name,
                self.house.roster.source(role, participant.name),
                self.house.agents,
                human_pause(self.stored.pace or self.house.pace_seconds),
                self.house.steps_per_instruction,
            )

    async def connect(self, role: PlayerWord, connection: Connection) -> bool:
        """A person takes up the seat; false if the seat is no longer a person's."""
        async with self._lock:
            seat = self.seats[role]
            if seat.kind != "person":
                return False
            if seat.connection is not None:
                self.audience.dismiss(seat.connection)
            if seat.was_here:
                self.house.metrics.reconnects.inc()
            seat.connection, seat.was_here = connection, True
            await self._settle(welcomed=seat)
            return True

    async def watch(self, connection: Connection) -> None:
        """Someone begins to watch."""
        async with self._lock:
            self.audience.welcome_watcher(connection)
            self.watchers.append(connection)

    async def disconnect(self, connection: Connection) -> None:
        """A connection is gone."""
        async with self._lock:
            self.watchers = [watcher for watcher in self.watchers if watcher is not connection]
            for seat in self.seats.values():
                if seat.connection is connection:
                    seat.connection = None
                    seat.away_since = self.house.now()
                    await self._settle()

    async def fail(self, role: PlayerWord, reason: str) -> None:
        """An agent plays no more; the game waits until another takes its seat.

        Players are not told the reason, which may hold what they must not know.
        """
        seat = self.seats[role]
        name = seat.participant.name
        self.house.metrics.agent_failures.labels(name).inc()
        _log.warning("agent failed", game=self.game_id, seat=role, agent=name, reason=reason[:300])
        async with self._lock:
            seat.failure = reason or "for no reason"
            await self._settle()

    async def _settle(self, welcomed: RoomSeat | None = None) -> None:
        """Let the clock run exactly while both players are here, and tell everyone.

        Whoever comes and goes all the time stops it no more.
        """
        are_here = all(seat.is_here for seat in self.seats.values())
        can_run = are_here or self.journal.pauses >= MAX_PAUSES
        if can_run != self.clock.is_running and self.end is None:
            await self._switch_clock(can_run)
            self.audience.tell_situation(besides=welcomed)
        if welcomed is not None:
            self.audience.welcome(welcomed)
        self.audience.tell_room(besides=welcomed)
        self._go_on()

    async def _switch_clock(self, can_run: bool) -> None:
        at = self.clock.at
        try:
            await self.journal.append(Resumed(at) if can_run else Paused(at))
        except RoomRefusedError:
            if can_run:
                self.timers.later(RETRY_SECONDS, self._resettle)
                return
        if can_run:
            self.clock.start()
        else:
            self.clock.stop()

    async def _resettle(self) -> None:
        async with self._lock:
            await self._settle()
