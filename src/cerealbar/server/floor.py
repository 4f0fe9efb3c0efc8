"""What goes on in the server now, for the admin pages."""

import contextlib
from collections.abc import Iterator, Sequence

import msgspec

from cerealbar.server.admin.floor import LiveGame, LiveSeat, Waiting
from cerealbar.server.rooms import Hall, Room
from cerealbar.server.rooms.seats import RoomSeat


class FloorShown(msgspec.Struct, frozen=True, kw_only=True):
    """What goes on in one process."""

    live: list[LiveGame] = []
    waiting: list[Waiting] = []


class HallFloor:
    """The halls of all processes as the admin pages see them."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        hall.peers.describe = self._here

    def live_games(self) -> Sequence[LiveGame]:
        """Rooms that are not over, the newest first."""
        found = [game for floor in self._floors() for game in floor.live]
        return sorted(found, key=lambda game: game.age_seconds)

    def waiting(self) -> Sequence[Waiting]:
        """People who wait, the longest first."""
        found = [waiting for floor in self._floors() for waiting in floor.waiting]
        return sorted(found, key=lambda waiting: -waiting.seconds)

    def _floors(self) -> Iterator[FloorShown]:
        yield self._here()
        for other in self._hall.peers.others:
            with contextlib.suppress(msgspec.MsgspecError):  # of another version
                yield msgspec.json.decode(other.shown, type=FloorShown)

    def _here(self) -> FloorShown:
        rooms = [room for room in self._hall.registry.rooms.values() if room.end is None]
        return FloorShown(live=[self._live(room) for room in rooms], waiting=self._waiting())

    def _waiting(self) -> list[Waiting]:
        rooms = self._hall.registry.rooms.values()
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
            mode=room.spec.mode,
            seconds=self._age(room),
        )

    def _age(self, room: Room) -> float:
        return max(0.0, self._hall.house.wall() - room.stored.created)


def _seat(seat: RoomSeat) -> LiveSeat:
    shown = seat.show()
    return LiveSeat(name=shown.name, kind=shown.kind, is_here=shown.is_here)
