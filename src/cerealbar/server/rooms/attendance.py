"""How the agents of blind games come: late, not ready at once, and away after a restart, as people.

Who is ready at once gets ready after a while, person or agent, so that this tells nothing either.
"""

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cerealbar.game import PlayerWord
from cerealbar.server.logs import Log
from cerealbar.server.partners.asking import AgentFailedError
from cerealbar.server.rooms.identity import agent
from cerealbar.server.rooms.seats import RoomSeat
from cerealbar.server.supervision import RETRY_SECONDS

if TYPE_CHECKING:
    from cerealbar.server.rooms.presence import Presence

COMING_SECONDS = (0.3, 3.0)
"""Between taking a seat and being there: a page is loaded."""
READY_SECONDS = (1.5, 6.0)
"""Between being there and being ready, for whoever knows the game."""
READING_SECONDS = (6.0, 30.0)
"""For whoever reads the help first."""
READERS = 0.4
"""The share of agents that seem to."""
LATE_SECONDS = 60.0
"""By which an agent may come too late, before nobody waits for it any more."""
_log = Log("rooms")


class Attendance:
    """Who comes into a room when."""

    def __init__(self, room: "Presence") -> None:
        self._room = room
        self._rng = random.Random()  # noqa: S311  # nothing hangs on guessing a pause

    # Noting

    def sit(self, seat: RoomSeat) -> None:
        """An agent has a seat, and comes soon."""
        if self._room.spec.is_blind:
            seat.comes_at = self._room.services.now() + self._rng.uniform(*COMING_SECONDS)

    def skip(self) -> None:
        """Agents that have seats were there before whoever comes now."""
        for seat in self._room.seats.values():
            seat.comes_at = None

    def come(self, seat: RoomSeat) -> None:
        """Someone is there who says to be ready; so all agents do."""
        if not self._room.spec.is_blind or self._room.journal.has_begun:
            return
        is_reader = seat.kind == "agent" and self._rng.random() < READERS
        pause = self._rng.uniform(*(READING_SECONDS if is_reader else READY_SECONDS))
        seat.is_ready, seat.ready_at = False, self._room.services.now() + pause

    def note(self) -> None:
        """Whoever was to be ready by now is."""
        for seat in self._room.seats.values():
            if seat.ready_at is not None and self._room.services.now() >= seat.ready_at:
                seat.is_ready, seat.ready_at = True, None

    # Waiting

    @property
    def role(self) -> PlayerWord | None:
        """The seat that an agent is to take, if nobody does."""
        place, room = self._room.spec.study, self._room
        is_awaited = place is not None and place.agent and room.end is None and room.moved is None
        return room.open_role if is_awaited and room.people else None

    @property
    def seconds_left(self) -> float:
        """Until the wait for a partner is over."""
        place = self._room.spec.study
        waited = self._room.services.wall() - self._room.stored.created
        return (0.0 if place is None else place.wait_seconds) - waited

    @property
    def is_over(self) -> bool:
        """Whether the wait is over, and nobody has come."""
        place = self._room.spec.study
        if place is None or self._room.open_role is None:
            return False
        return self.seconds_left <= (-LATE_SECONDS if place.agent else 0.0)

    def readiness(self) -> Iterator[float]:
        """In how many seconds people and agents are to be ready."""
        for seat in self._room.seats.values():
            if seat.ready_at is not None:
                yield seat.ready_at - self._room.services.now()

    def wait(self) -> None:
        """See to it that agents come in time."""
        now = self._room.services.now()
        seats = self._room.seats.values()
        waits = [seat.comes_at - now for seat in seats if seat.comes_at is not None]
        if self.role is not None:
            waits.append(self.seconds_left if self.seconds_left > 0 else RETRY_SECONDS)
        self._room.timers.clear_alarm(self.go_on)
        if waits and self._room.end is None:
            self._room.timers.set_alarm(max(0.0, min(waits)), self.go_on)

    # Coming

    async def go_on(self) -> None:
        """Let an agent take the free seat if its time has come, or be there.

        Raises:
            RoomRefusedError: it could not be stored.
        """
        if (role := self.role) is not None and self.seconds_left <= 0:
            await self._take(role)
        now = self._room.services.now()
        for seat in self._room.seats.values():
            if seat.comes_at is not None and now >= seat.comes_at:
                await self._arrive(seat)
        self.wait()

    async def _take(self, role: PlayerWord) -> None:
        place = self._room.spec.study
        assert place is not None, "rooms of studies alone await agents"
        services = self._room.services
        try:
            await services.agents.load(services.roster.agent(role, place.agent))
        except AgentFailedError as failure:  # another try may go well
            services.metrics.agent_failures.labels(place.agent).inc()
            _log.warning("agent cannot come", game=self._room.game_id, reason=str(failure)[:300])
            return
        await self._room.sit_if(lambda: self.role == role, role, agent(place.agent))

    async def _arrive(self, seat: RoomSeat) -> None:
        assert seat.driver is not None, "only agents come so"
        try:
            await seat.driver.load()
        except AgentFailedError as failure:
            seat.comes_at = None
            await self._room.fail(seat.role, str(failure))
            return
        if seat.comes_at is not None:
            seat.comes_at = None
            self.come(seat)
            await self._room.settle()
