"""Who is in a room: its seats and watchers, and the clock that runs while both players are here."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

from cerealbar.game import PLAYERS, Game, PlayerWord
from cerealbar.records import GameEnd, Participant, Paused, Resumed, SeatTaken
from cerealbar.server.logs import Log
from cerealbar.server.partners.asking import AgentFailedError
from cerealbar.server.partners.driver import DrivenRoom, Driver
from cerealbar.server.partners.roster import needs_met
from cerealbar.server.partners.tempo import Tempo
from cerealbar.server.rooms.attendance import Attendance
from cerealbar.server.rooms.broadcast import Audience
from cerealbar.server.rooms.checks import MAX_PAUSES
from cerealbar.server.rooms.clock import GameClock
from cerealbar.server.rooms.errors import RoomRefusedError
from cerealbar.server.rooms.help import HelpTime
from cerealbar.server.rooms.identity import agent
from cerealbar.server.rooms.journal import Journal
from cerealbar.server.rooms.seats import RoomConnection, RoomSeat, SeatPlace
from cerealbar.server.rooms.services import Services
from cerealbar.server.rooms.timers import Timers
from cerealbar.server.store import AGENT, RoomSpec, StoredGame
from cerealbar.server.supervision import RETRY_SECONDS
from cerealbar.studies.tutorials import TutorialWalk
from cerealbar.views import Plan
from cerealbar.wire.messages import OTHER, Goodbye, RoomStatus

SLACK_SECONDS = 0.05
"""So that time is surely up when a timer says so."""
READY_SECONDS = 120.0
"""How long a person can hold the beginning of a game in which both players are."""
_log = Log("rooms")


class Presence(ABC):
    """A room as those know it who come and go; what is played there, `Room` adds."""

    def __init__(
        self, stored: StoredGame, services: Services, game: Game, clock: GameClock, journal: Journal
    ) -> None:
        self.stored, self.services = stored, services
        self.game, self.clock, self.journal = game, clock, journal
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
        self.sight = stored.spec.treatment.people_see
        self.agent_sight = stored.spec.treatment.agents_see
        self.moved: Goodbye | None = None
        """What everyone is told, once another process has the game."""
        self.timers = Timers(services.supervisor)
        self.help = HelpTime(services.now)
        self.attendance = Attendance(self)
        self._ready_by: float | None = None
        """When the game begins at the latest, once both are here and one is not ready."""
        self._lock = asyncio.Lock()
        self.audience = Audience(self)

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

    @abstractmethod
    def _go_on(self) -> None:
        """The clock, the seats or the game have changed."""

    @property
    @abstractmethod
    def _driven(self) -> DrivenRoom:
        """The room as drivers need it."""

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

    async def sit_if(
        self, judge: Callable[[], bool], role: PlayerWord, participant: Participant
    ) -> None:
        """Someone takes a free seat, if that is still to be when nobody can come or go.

        Raises:
            RoomRefusedError: it could not be stored.
        """
        async with self._lock:
            if judge():
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
        if self.end is not None or seat.is_here or self.spec.mode == "both":
            return ()
        if not self.spec.treatment.offers_agents:
            return ()
        if seat.kind == "person" and self._seconds_away(seat) < self.spec.treatment.grace_seconds:
            return ()  # perhaps the page is loading again
        failed = seat.participant.name if seat.failure else None
        given = needs_met(self.agent_sight)
        return tuple(name for name in self.services.roster.names(role, given) if name != failed)

    def place(self, role: PlayerWord) -> SeatPlace:
        """A seat as whoever holds it now was given it."""
        return SeatPlace(role, self.seats[role].holder)

    def _seconds_away(self, seat: RoomSeat) -> float:
        return self.services.now() - seat.away_since

    def is_awaited(self, seconds: float) -> bool:
        """Whether a person has a seat who was never here, but may still come in time."""
        return any(
            seat.is_unused and self._seconds_away(seat) <= seconds for seat in self.seats.values()
        )

    async def vacate_unused(self, seconds: float) -> None:
        """Free the seats of people who did not come in time to a game that has not begun."""
        async with self._lock:
            if self.journal.has_begun or self.end is not None or self.spec.mode == "both":
                return
            for seat in self.seats.values():
                if seat.is_unused and self._seconds_away(seat) > seconds:
                    seat.kind = "nobody"
                    await self._settle()

    async def _give(self, role: PlayerWord, participant: Participant) -> None:
        await self.journal.append(SeatTaken(self.clock.at, role, participant))
        self.seat(role, participant)
        await self._settle()

    def seat(self, role: PlayerWord, participant: Participant) -> None:
        """Give a seat to someone, without storing it."""
        seat = self.seats[role]
        if seat.driver is not None:
            seat.driver.stop(self.number)
        seat.take(participant, self.services.now())
        if participant.kind == AGENT:
            seat.driver = Driver(
                self._driven,
                role,
                participant.name,
                self.services.roster.source(role, participant.name),
                self.services.agents,
                self._tempo,
                self.spec.treatment.steps_per_instruction,
                self.services.supervisor,
            )
            self.attendance.sit(seat)

    @property
    def _tempo(self) -> Tempo:
        treatment = self.spec.treatment
        return Tempo(treatment.pace, treatment.reading_seconds, treatment.typing_seconds)

    async def connect(
        self,
        role: PlayerWord,
        connection: RoomConnection,
        holder: int = 0,
        *,
        is_ready: bool = True,
    ) -> bool:
        """A person takes up the seat; false if it is no longer this holder's."""
        async with self._lock:
            if self.moved is not None:
                connection.close(self.moved)
                return True
            seat = self.seats[role]
            if seat.holder != holder or seat.kind == "agent":
                return False
            seat.kind = "person"  # also if the seat was free again, and nobody took it
            seat.is_ready = is_ready or self.tutorial is not None
            self.help.close()
            if seat.connection is not None:
                self.audience.dismiss(seat.connection)
            if seat.was_here:
                self.services.metrics.reconnects.inc()
            seat.connection, seat.was_here, seat.ready_at = connection, True, None
            if seat.is_ready:
                self.attendance.come(seat)
            await self._settle(welcomed=seat)
            return True

    async def ready(self, role: PlayerWord) -> None:
        """A person says that the game may begin."""
        async with self._lock:
            self.seats[role].is_ready, self.seats[role].ready_at = True, None
            await self._settle()

    async def read_help(self, role: PlayerWord, *, is_open: bool) -> None:
        """A person without human partner opens or closes the help, which stops the clock.

        Raises:
            RoomRefusedError: another person would have to wait, or it stood still for too long.
        """
        async with self._lock:
            if not is_open:
                self.help.close()
            elif self._has_human_partner(role):
                raise RoomRefusedError("not-allowed", "the clock goes on: your partner would wait")
            elif self.help.is_open:
                return
            elif not self.help.open():
                raise RoomRefusedError("not-allowed", "the clock goes on: it stood still for long")
            await self._settle()

    def _has_human_partner(self, role: PlayerWord) -> bool:
        """Whether a player has to take the other for another person."""
        is_person = self.seats[OTHER[role]].kind == "person"
        return self.spec.is_blind or (is_person and self.spec.mode != "both")

    async def watch(self, connection: RoomConnection) -> None:
        """Someone begins to watch."""
        async with self._lock:
            if self.moved is not None:
                connection.close(self.moved)
                return
            self.audience.welcome_watcher(connection)
            self.watchers.append(connection)

    async def disconnect(self, connection: RoomConnection) -> None:
        """A connection is gone."""
        async with self._lock:
            self.watchers = [watcher for watcher in self.watchers if watcher is not connection]
            for seat in self.seats.values():
                if seat.connection is connection:
                    seat.connection = None
                    seat.away_since = self.services.now()
                    self.help.close()
                    await self._settle()

    async def fail(self, role: PlayerWord, reason: str) -> None:
        """An agent plays no more; the game waits until another takes its seat.

        Players are not told the reason, which may hold what they must not know.
        """
        seat = self.seats[role]
        name = seat.participant.name
        self.services.metrics.agent_failures.labels(name).inc()
        _log.warning("agent failed", game=self.game_id, seat=role, agent=name, reason=reason[:500])
        async with self._lock:
            seat.failure = reason or "for no reason"
            seat.away_since = self.services.now()
            await self._settle()

    async def _settle(self, welcomed: RoomSeat | None = None) -> None:
        """Let the clock run exactly while both players are here and ready, and tell everyone.

        Whoever comes and goes all the time stops it no more.
        """
        if self.moved is not None:
            return
        self.attendance.note()
        are_here = all(seat.is_here for seat in self.seats.values())
        are_loaded = are_here and self._are_loaded()
        can_play = are_loaded and self._may_begin() and not self.help.is_open
        can_run = can_play or self.journal.pauses >= MAX_PAUSES
        if can_run != self.clock.is_running and self.end is None:
            await self._switch_clock(can_run)
            self.audience.tell_situation(besides=welcomed)
        if welcomed is not None:
            self.audience.welcome(welcomed)
        self.audience.tell_room(besides=welcomed)
        self._await_return()
        self._await_switch(can_run)
        self.attendance.wait()
        self._go_on()

    def _await_switch(self, can_run: bool) -> None:
        """See to it that the clock is switched when nothing holds it any more."""
        waits = [self.help.seconds_left + SLACK_SECONDS] if self.help.is_open else []
        waits += [max(0.0, wait) + SLACK_SECONDS for wait in self.attendance.readiness()]
        if self._ready_by is not None and (wait := self._ready_by - self.services.now()) > 0:
            waits.append(wait + SLACK_SECONDS)
        if can_run and not self.clock.is_running:  # as it could not be stored
            waits.append(RETRY_SECONDS)
        self.timers.clear_alarm(self.settle)
        if waits and self.end is None:
            self.timers.set_alarm(min(waits), self.settle)

    def _are_loaded(self) -> bool:
        """Whether all agents can be asked; those who cannot are loaded, as after a restart."""
        for seat in self.seats.values():
            if seat.driver is not None and not (seat.is_loading or seat.driver.is_loaded):
                seat.is_loading = True
                self.timers.later(0, partial(self._load, seat, seat.driver))
        return not any(seat.is_loading for seat in self.seats.values())

    async def _load(self, seat: RoomSeat, driver: Driver) -> None:
        try:
            await driver.load()
        except AgentFailedError as failure:
            if seat.driver is driver:  # and nobody else has the seat meanwhile
                await self.fail(seat.role, str(failure))
            return
        if seat.driver is driver:
            seat.is_loading = False
            await self.settle()

    def _await_return(self) -> None:
        """Once whoever is away can be replaced, see to it that everyone is told."""
        kinds = ("person", "agent") if self.spec.is_blind else ("person",)
        away = [seat for seat in self.seats.values() if seat.kind in kinds and not seat.is_here]
        grace = self.spec.treatment.grace_seconds
        waits = [wait for seat in away if (wait := grace - self._seconds_away(seat)) > 0]
        if waits and self.end is None:
            self.timers.set_alarm(min(waits) + SLACK_SECONDS, self._tell_offers)

    async def _tell_offers(self) -> None:
        async with self._lock:
            self.audience.tell_room()
            self._await_return()  # a timer may be early, and the other player away, too

    def _may_begin(self) -> bool:
        """Whether nobody who is here holds the beginning of the game, or did so for too long."""
        if self.journal.has_begun or all(seat.is_ready for seat in self.seats.values()):
            return True
        now = self.services.now()
        if self._ready_by is None:
            self._ready_by = now + READY_SECONDS
        return now >= self._ready_by

    async def _switch_clock(self, can_run: bool) -> None:
        at = self.clock.at
        try:
            await self.journal.append(Resumed(at) if can_run else Paused(at))
        except RoomRefusedError:
            if can_run:
                return
        if can_run:
            self.clock.start()
        else:
            self.clock.stop()

    async def settle(self) -> None:
        """Look again whether the clock is to run."""
        async with self._lock:
            await self._settle()
