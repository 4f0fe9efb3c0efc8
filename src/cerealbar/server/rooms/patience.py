"""How long people may be away, and how a game ends that they have left."""

from dataclasses import dataclass

from cerealbar.records import GameEnd
from cerealbar.server.rooms.presence import Presence


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a hall waits for people, in seconds."""

    arrival: float = 60.0
    """For whoever was given a seat."""
    waiting: float = 1800.0
    """For whoever was here, in a game that has not begun."""
    away: float = 600.0
    """For whoever plays."""

    def desertion(self, room: Presence, now: float) -> GameEnd | None:
        """How the game ends if someone was away for too long."""
        people = [seat for seat in room.seats.values() if seat.kind == "person"]
        if not people:
            return GameEnd.ABANDONED  # its server died before anyone sat down
        has_begun, was_here = room.journal.has_begun, any(seat.was_here for seat in people)
        limit = self.away if has_begun else self.waiting if was_here else self.arrival
        gone = [seat.role for seat in people if not seat.is_here and now - seat.away_since > limit]
        is_all = len(gone) == len(people)
        if not gone or (not was_here and not has_begun and not is_all):
            return None
        if not has_begun or (len(people) > 1 and is_all):
            return GameEnd.ABANDONED
        return GameEnd.LEADER_LEFT if gone == ["leader"] else GameEnd.FOLLOWER_LEFT
