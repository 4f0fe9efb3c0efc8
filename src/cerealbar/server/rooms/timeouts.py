"""How long people may be away, and how a game ends that they have left."""

from cerealbar.game import PlayerWord
from cerealbar.records import GameEnd
from cerealbar.server.rooms.seats import RoomSeat
from cerealbar.server.rooms.state import RoomState
from cerealbar.server.settings import Settings


class Timeouts:
    """How long rooms wait for people, in seconds."""

    def __init__(self, settings: Settings) -> None:
        self.arrival = settings.arrival_seconds
        """For whoever was given a seat."""
        self.waiting = 60 * settings.waiting_minutes
        """For whoever was here, in a game that has not begun."""
        self.away = 60 * settings.away_minutes
        """For whoever plays."""

    def desertion(self, room: RoomState, now: float) -> GameEnd | None:
        """How the game ends if someone was away for too long."""
        people, has_begun = room.people, room.journal.has_begun
        if not people or (not has_begun and room.is_wait_over):
            return GameEnd.ABANDONED  # its server died before anyone sat down, or nobody came
        was_here = any(seat.was_here for seat in people)
        gone = [seat.role for seat in people if self._is_gone(room, seat, now)]
        if not was_here and not has_begun and len(gone) < len(people):
            gone = []  # the other may still come
        gone += self._failed(room, now)
        if not gone:
            return None
        if not has_begun or len(gone) > 1:
            return GameEnd.ABANDONED
        return GameEnd.LEADER_LEFT if gone == ["leader"] else GameEnd.FOLLOWER_LEFT

    def _is_gone(self, room: RoomState, seat: RoomSeat, now: float) -> bool:
        """Whether a person was away for too long; who never came loses the seat and nothing else,
        while the other is there."""
        was_here = any(other.was_here for other in room.people)
        is_quick = room.spec.study is not None or not was_here
        limit = self.arrival if is_quick else self.waiting
        if room.journal.has_begun:
            limit = self.away
        elif was_here and not seat.was_here:
            return False
        return not seat.is_here and now - seat.away_since > limit

    def _failed(self, room: RoomState, now: float) -> list[PlayerWord]:
        """Agents whose failure ends the game, as no other may take the seat: at once, or after as
        long a time as people may be away if nobody is to know."""
        limit = self.away if room.journal.has_begun else self.arrival
        limit = limit if room.spec.is_blind else 0.0
        return [
            seat.role
            for seat in room.seats.values()
            if seat.failure
            and not room.spec.treatment.offers_agents
            and now - seat.away_since >= limit
        ]
