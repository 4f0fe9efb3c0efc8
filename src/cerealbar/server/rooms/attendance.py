"""How the agents of blind games come: late, not ready at once, and away after a restart, as people.

Who is ready at once gets ready after a while, person or agent, so that this tells nothing either.
"""

import random

from cerealbar.server.rooms.seats import RoomSeat
from cerealbar.server.rooms.state import RoomState

COMING_SECONDS = (0.3, 3.0)
"""Between taking a seat and being there: a page is loaded."""
READY_SECONDS = (1.5, 6.0)
"""Between being there and being ready, for whoever knows the game."""
READING_SECONDS = (6.0, 30.0)
"""For whoever reads the help first."""
READERS = 0.4
"""The share of agents that seem to."""


class Attendance:
    """When whoever comes into a room is there, and ready."""

    def __init__(self, room: RoomState) -> None:
        self._room = room
        self._rng = random.Random()  # noqa: S311  # nothing hangs on guessing a pause

    def sit(self, seat: RoomSeat) -> None:
        """An agent has a seat, and comes soon."""
        if self._room.spec.is_blind:
            seat.comes_at = self._room.services.now() + self._rng.uniform(*COMING_SECONDS)

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
