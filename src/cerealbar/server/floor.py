"""What goes on in the server now, for the admin pages."""

from collections.abc import Sequence

from cerealbar.server.admin.floor import LiveGame, LiveSeat, Waiting
from cerealbar.server.rooms import Hall, Room
from cerealbar.server.rooms.seats import RoomSeat


class HallFloor:
    """The hall as the admin pages see it."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def live_games(self) -> Sequence[LiveGame]:
        """Rooms that are not over, the newest first."""
        rooms = [room for room in self._hall.rooms.values() if room.end is None]
        return [self._live(room) for room in reversed(rooms)]

    def waiting(self) -> Sequence[Waiting]:
        """People who wait, the longest first."""
        rooms = self._hall.rooms.values()
        waiting = [room for room in rooms if room.status == "waiting" and room.end is None]
        return [
            self._waits(room, seat)
            for room in waiting
            for seat in room.seats.values()
            if seat.kind == "person" and seat.is_here
        ]

    def replay_token(self, game_id: str) -> str:
        """The token of a game's replay."""
        return self._hall.house.tokens.make(game_id, "replay")

    def watch_token(self, game_id: str) -> str:
        """The token with which a game can be watched."""
        return self._hall.house.tokens.make(game_id, "watch")

    def _live(self, room: Room) -> LiveGame:
        return LiveGame(
            game_id=room.game_id,
            status=room.status,
            leader=_seat(room.seats["leader"]),
            follower=_seat(room.seats["follower"]),
            score=room.game.score,
            turn=room.game.turn.word,
            half_turns_left=room.game.half_turns_left,
            watchers=len(room.watchers),
            age_seconds=self._age(room),
            problem=" ".join(
                f"{seat.problem} {seat.failure}" for seat in room.seats.values() if seat.failure
            ),
        )

    def _waits(self, room: Room, seat: RoomSeat) -> Waiting:
        return Waiting(
            game_id=room.game_id,
            name=seat.participant.name,
            role=seat.role,
            mode=room.stored.mode,
            seconds=self._age(room),
        )

    def _age(self, room: Room) -> float:
        return max(0.0, self._hall.house.wall() - room.stored.created)


def _seat(seat: RoomSeat) -> LiveSeat:
    shown = seat.show()
    return LiveSeat(name=shown.name, kind=shown.kind, is_here=shown.is_here)
