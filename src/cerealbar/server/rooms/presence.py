"""Who is in a room, and its clock, which runs while both players are here."""

import random
from functools import partial
from typing import TYPE_CHECKING

from cerealbar.game import PlayerWord
from cerealbar.records import Participant, Paused, Resumed, SeatTaken
from cerealbar.server.logs import Log
from cerealbar.server.partners.asking import AgentFailedError
from cerealbar.server.partners.driver import Driver
from cerealbar.server.rooms.checks import MAX_PAUSES, RoomRefusedError
from cerealbar.server.rooms.clock import GameClock
from cerealbar.server.rooms.seats import RoomConnection, RoomSeat, agent
from cerealbar.server.store import AGENT
from cerealbar.server.supervision import RETRY_SECONDS
from cerealbar.wire.messages import OTHER, Goodbye

if TYPE_CHECKING:  # which has its presence
    from cerealbar.server.rooms.room import Room

SLACK_SECONDS = 0.05
"""So that time is surely up when a timer says so."""
READY_SECONDS = 120.0
"""How long a person can hold the beginning of a game in which both players are."""
HELP_SECONDS = 300.0
"""For which the help can stop the clock in one game, all readings together."""
COMING_SECONDS = (0.3, 3.0)
"""Between taking a seat and being there: a page is loaded."""
GETTING_READY_SECONDS = (1.5, 6.0)
"""Between being there and being ready, for whoever knows the game."""
READING_SECONDS = (6.0, 30.0)
"""For whoever reads the help first."""
READERS = 0.4
"""The share of agents that seem to."""
_log = Log("rooms")


class Presence:
    """Lets people and agents come and go, under the lock of their room."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._rng = random.Random()  # noqa: S311  # nothing hangs on guessing a pause
        self._reading = GameClock(room.services.now)
        """Runs while someone reads the help."""
        self._ready_by: float | None = None
        """When the game begins at the latest, once both are here and one is not ready."""

    async def sit(self, role: PlayerWord, participant: Participant) -> None:
        """Someone takes a seat.

        Raises:
            RoomRefusedError: the seat is taken, or it could not be stored.
        """
        room = self._room
        async with room.lock:
            if room.seats[role].kind != "nobody" or room.end is not None:
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
        async with self._room.lock:
            offers = self._room.offers(other)
            if name not in offers:
                known = ", ".join(offers) or "none, as the partner is here"
                raise RoomRefusedError(
                    "not-allowed", f"{name!r} cannot take the {other}'s seat: who can: {known}"
                )
            await self._give(other, agent(name))

    async def vacate_unused(self, seconds: float) -> None:
        """Free the seats of people who did not come in time to a game that has not begun."""
        room = self._room
        async with room.lock:
            if room.journal.has_begun or room.end is not None or room.spec.mode == "both":
                return
            for seat in room.seats.values():
                if seat.is_unused and room.seconds_away(seat) > seconds:
                    seat.kind = "nobody"
                    await self._settle()

    async def _give(self, role: PlayerWord, participant: Participant) -> None:
        await self._room.journal.append(SeatTaken(self._room.clock.at, role, participant))
        self.give_seat(role, participant)
        await self._settle()

    def give_seat(self, role: PlayerWord, participant: Participant) -> None:
        """Give a seat to someone, without storing it."""
        room = self._room
        seat = room.seats[role]
        if seat.driver is not None:
            seat.driver.stop(room.number)
        seat.take(participant, room.services.now())
        if participant.kind == AGENT:
            seat.driver = room.driver(role, participant.name)
            if room.spec.is_blind:
                seat.comes_at = room.services.now() + self._rng.uniform(*COMING_SECONDS)

    async def connect(
        self,
        role: PlayerWord,
        connection: RoomConnection,
        holder: int = 0,
        *,
        is_ready: bool = True,
    ) -> bool:
        """A person takes up the seat; false if it is no longer this holder's."""
        room = self._room
        async with room.lock:
            if room.moved is not None:
                connection.close(room.moved)
                return True
            seat = room.seats[role]
            if seat.holder != holder or seat.kind == "agent":
                return False
            seat.kind = "person"  # also if the seat was free again, and nobody took it
            seat.is_ready = is_ready or room.tutorial is not None
            self._reading.stop()
            if seat.connection is not None:
                reason = "this seat was opened elsewhere, in another window perhaps"
                seat.connection.close(Goodbye(code="replaced", reason=reason))
            if seat.was_here:
                room.services.metrics.reconnects.inc()
            seat.connection, seat.was_here, seat.ready_at = connection, True, None
            if seat.is_ready:
                self._get_ready(seat)
            await self._settle(welcomed=seat)
            return True

    async def ready(self, role: PlayerWord) -> None:
        """A person says that the game may begin."""
        room = self._room
        async with room.lock:
            room.seats[role].is_ready, room.seats[role].ready_at = True, None
            await self._settle()

    async def read_help(self, role: PlayerWord, *, is_open: bool) -> None:
        """A person without human partner opens or closes the help, which stops the clock.

        Raises:
            RoomRefusedError: another person would have to wait, or it stood still for too long.
        """
        room, partner = self._room, self._room.seats[OTHER[role]]
        async with room.lock:
            if not is_open:
                self._reading.stop()
            elif room.spec.is_blind or (partner.kind == "person" and room.spec.mode != "both"):
                raise RoomRefusedError("not-allowed", "the clock goes on: your partner would wait")
            elif self._is_helped:
                return
            elif self._help_left <= 0:
                raise RoomRefusedError("not-allowed", "the clock goes on: it stood still for long")
            else:
                self._reading.start()
            await self._settle()

    @property
    def _help_left(self) -> float:
        """Seconds for which the help can still stop the clock."""
        return max(0.0, HELP_SECONDS - self._reading.at)

    @property
    def _is_helped(self) -> bool:
        """Whether the help stops the clock."""
        return self._reading.is_running and self._help_left > 0

    async def watch(self, connection: RoomConnection) -> None:
        """Someone begins to watch."""
        room = self._room
        async with room.lock:
            if room.moved is not None:
                connection.close(room.moved)
                return
            room.audience.welcome_watcher(connection)
            room.watchers.append(connection)

    async def disconnect(self, connection: RoomConnection) -> None:
        """A connection is gone."""
        room = self._room
        async with room.lock:
            room.watchers = [watcher for watcher in room.watchers if watcher is not connection]
            for seat in room.seats.values():
                if seat.connection is connection:
                    seat.connection = None
                    seat.away_since = room.services.now()
                    self._reading.stop()
                    await self._settle()

    async def fail(self, role: PlayerWord, reason: str) -> None:
        """An agent plays no more; the game waits until another takes its seat.

        Players are not told the reason, which may hold what they must not know.
        """
        room = self._room
        seat = room.seats[role]
        name = seat.participant.name
        room.services.metrics.agent_failures.labels(name).inc()
        _log.warning("agent failed", game=room.game_id, seat=role, agent=name, reason=reason[:500])
        async with room.lock:
            seat.failure = reason or "for no reason"
            seat.away_since = room.services.now()
            await self._settle()

    async def _settle(self, welcomed: RoomSeat | None = None) -> None:
        """Let the clock run exactly while both players are here and ready, and tell everyone.

        Whoever comes and goes all the time stops it no more.
        """
        room = self._room
        if room.moved is not None:
            return
        for seat in room.seats.values():
            if seat.ready_at is not None and room.services.now() >= seat.ready_at:
                seat.is_ready, seat.ready_at = True, None
        are_here = all(seat.is_here for seat in room.seats.values())
        are_loaded = are_here and self._are_loaded()
        can_play = are_loaded and self._may_begin() and not self._is_helped
        can_run = can_play or room.journal.counts[Paused] >= MAX_PAUSES
        if can_run != room.clock.is_running and room.end is None:
            await self._switch_clock(can_run)
            room.audience.tell(besides=welcomed)
        if welcomed is not None:
            room.audience.welcome(welcomed)
        room.audience.tell_room(besides=welcomed)
        self._await_change(can_run)
        self._await_agents()
        room.go_on()

    def _await_change(self, can_run: bool) -> None:
        """See to it that this is done again when nothing holds the clock any more, or whoever is
        away can be replaced."""
        room = self._room
        now, seats = room.services.now(), room.seats.values()
        waits = [max(0.0, seat.ready_at - now) for seat in seats if seat.ready_at is not None]
        if self._is_helped:
            waits.append(self._help_left)
        if self._ready_by is not None and self._ready_by > now:
            waits.append(self._ready_by - now)
        if can_run and not room.clock.is_running:  # as it could not be stored
            waits.append(RETRY_SECONDS)
        kinds = ("person", "agent") if room.spec.is_blind else ("person",)
        away = [seat for seat in seats if seat.kind in kinds and not seat.is_here]
        grace = room.spec.treatment.grace_seconds
        waits += [wait for seat in away if (wait := grace - room.seconds_away(seat)) > 0]
        room.timers.clear_alarm(self.settle)
        if waits and room.end is None:
            room.timers.set_alarm(min(waits) + SLACK_SECONDS, self.settle)

    def _are_loaded(self) -> bool:
        """Whether all agents can be asked; those who cannot are loaded, as after a restart."""
        room = self._room
        for seat in room.seats.values():
            if seat.driver is None or seat.is_loading:
                continue
            if not room.services.agents.is_loaded(seat.driver.agent):
                seat.is_loading = True
                room.timers.later(0, partial(self._load, seat, seat.driver))
        return not any(seat.is_loading for seat in room.seats.values())

    async def _load(self, seat: RoomSeat, driver: Driver) -> None:
        try:
            await self._room.services.agents.load(driver.agent)
        except AgentFailedError as failure:
            if seat.driver is driver:  # and nobody else has the seat meanwhile
                await self.fail(seat.role, str(failure))
            return
        if seat.driver is driver:
            seat.is_loading = False
            await self.settle()

    def _may_begin(self) -> bool:
        """Whether nobody who is here holds the beginning of the game, or did so for too long."""
        room = self._room
        if room.journal.has_begun or all(seat.is_ready for seat in room.seats.values()):
            return True
        now = room.services.now()
        if self._ready_by is None:
            self._ready_by = now + READY_SECONDS
        return now >= self._ready_by

    async def _switch_clock(self, can_run: bool) -> None:
        clock = self._room.clock
        try:
            await self._room.journal.append(Resumed(clock.at) if can_run else Paused(clock.at))
        except RoomRefusedError:
            if can_run:
                return
        if can_run:
            clock.start()
        else:
            clock.stop()

    async def settle(self) -> None:
        """Look again whether the clock is to run."""
        async with self._room.lock:
            await self._settle()

    # Agents of blind games come as people do: late, not ready at once, and away after a restart.
    # Who is ready at once gets ready after a while, person or agent, so that this tells nothing.

    def _get_ready(self, seat: RoomSeat) -> None:
        """Someone is there who says to be ready; so all agents do."""
        room = self._room
        if not room.spec.is_blind or room.journal.has_begun:
            return
        is_reader = seat.kind == "agent" and self._rng.random() < READERS
        pause = self._rng.uniform(*(READING_SECONDS if is_reader else GETTING_READY_SECONDS))
        seat.is_ready, seat.ready_at = False, room.services.now() + pause

    def skip_arrivals(self) -> None:
        """Agents that have seats were there before whoever comes now."""
        for seat in self._room.seats.values():
            seat.comes_at = None
        self._await_agents()

    def _await_agents(self) -> None:
        """See to it that agents come in time."""
        room = self._room
        now = room.services.now()
        waits = [seat.comes_at - now for seat in room.seats.values() if seat.comes_at is not None]
        if room.awaited_role is not None:
            left = room.wait_seconds_left
            waits.append(left if left > 0 else RETRY_SECONDS)
        room.timers.clear_alarm(self.let_agents_come)
        if waits and room.end is None:
            room.timers.set_alarm(max(0.0, min(waits)), self.let_agents_come)

    async def let_agents_come(self) -> None:
        """Let an agent take the free seat if its time has come, or be there.

        Raises:
            RoomRefusedError: it could not be stored.
        """
        room = self._room
        if (role := room.awaited_role) is not None and room.wait_seconds_left <= 0:
            await self._seat_awaited(role)
        for seat in room.seats.values():
            if seat.comes_at is not None and room.services.now() >= seat.comes_at:
                await self._arrive(seat)
        self._await_agents()

    async def _seat_awaited(self, role: PlayerWord) -> None:
        room = self._room
        place, services = room.spec.study, room.services
        assert place is not None, "rooms of studies alone await agents"
        try:
            await services.agents.load(services.roster.agent(role, place.agent))
        except AgentFailedError as failure:  # another try may go well
            services.metrics.agent_failures.labels(place.agent).inc()
            _log.warning("agent cannot come", game=room.game_id, reason=str(failure)[:300])
            return
        async with room.lock:
            if room.awaited_role == role:  # also now that nobody can come or go
                await self._give(role, agent(place.agent))

    async def _arrive(self, seat: RoomSeat) -> None:
        assert seat.driver is not None, "only agents come so"
        try:
            await self._room.services.agents.load(seat.driver.agent)
        except AgentFailedError as failure:
            seat.comes_at = None
            await self.fail(seat.role, str(failure))
            return
        if seat.comes_at is not None:
            seat.comes_at = None
            self._get_ready(seat)
            await self.settle()
