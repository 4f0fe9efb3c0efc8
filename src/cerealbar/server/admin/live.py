"""What goes on in the server now, in all its processes, for the admin pages."""

import contextlib
from collections.abc import Iterator, Sequence

import msgspec

from cerealbar.game import PlayerWord
from cerealbar.server.rooms import Room, RoomRouter
from cerealbar.server.rooms.seats import RoomSeat
from cerealbar.wire.messages import PlayerShown


class LiveGame(msgspec.Struct, frozen=True, kw_only=True):
    """A room that is not over."""

    game_id: str
    status: str
    """`waiting`, `playing` or `paused`."""
    leader: PlayerShown
    follower: PlayerShown
    score: int
    turn: PlayerWord
    half_turns_left: int | None
    watchers: int
    age_seconds: float
    problem: str = ""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A person who waits for a partner."""

    game_id: str
    name: str
    role: str
    """The role that they will play."""
    mode: str
    """`match` for anyone, `friend` for whom they invited."""
    seconds: float


class ProcessShown(msgspec.Struct, frozen=True, kw_only=True):
    """What goes on in one process."""

    live: list[LiveGame] = []
    waiting: list[Waiting] = []


class LiveGames:
    """The rooms of all processes."""

    def __init__(self, router: RoomRouter) -> None:
        self._router = router
        self.tokens = router.services.tokens
        """With which pages show a game."""
        router.peers.describe = self._here

    def live_games(self) -> Sequence[LiveGame]:
        """Rooms that are not over, the newest first."""
        found = [game for shown in self._processes() for game in shown.live]
        return sorted(found, key=lambda game: game.age_seconds)

    def waiting(self) -> Sequence[Waiting]:
        """People who wait, the longest first."""
        found = [waiting for shown in self._processes() for waiting in shown.waiting]
        return sorted(found, key=lambda waiting: -waiting.seconds)

    def _processes(self) -> Iterator[ProcessShown]:
        yield self._here()
        for other in self._router.peers.others:
            with contextlib.suppress(msgspec.MsgspecError):  # of another version
                yield msgspec.json.decode(other.shown, type=ProcessShown)

    def _here(self) -> ProcessShown:
        rooms = [room for room in self._router.registry.rooms.values() if room.end is None]
        return ProcessShown(
            live=[self._live(room) for room in rooms],
            waiting=[
                self._waits(room, seat)
                for room in rooms
                if room.status == "waiting"
                for seat in room.seats.values()
                if seat.kind == "person" and seat.is_here
            ],
        )

    def _live(self, room: Room) -> LiveGame:
        return LiveGame(
            game_id=room.game_id,
            status=room.status,
            leader=room.seats["leader"].show(),
            follower=room.seats["follower"].show(),
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
        return max(0.0, self._router.services.wall() - room.stored.created)
