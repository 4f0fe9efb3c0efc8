"""The other processes on the same database: what goes on there, and seats that they give.

With SQLite there are none, and all of this comes to nothing.
"""

import asyncio
import contextlib
import secrets
from collections import Counter
from functools import partial
from typing import TypeAlias

import msgspec

from cerealbar.game import PlayerWord
from cerealbar.records import Participant
from cerealbar.server.logs import Log
from cerealbar.server.rooms.checks import NoSeatError, RoomRefusedError
from cerealbar.server.rooms.matching import give_seat, seeking
from cerealbar.server.rooms.registry import RoomRegistry
from cerealbar.server.rooms.room import Room
from cerealbar.server.rooms.seats import SeatPlace
from cerealbar.server.store import Elsewhere, Ownership, StoreError
from cerealbar.server.supervision import Outage
from cerealbar.wire.lobby import Mode
from cerealbar.wire.messages import PlayerShown, RoomStatus

ASK_SECONDS = 2.0
"""How long another process may take to give someone a seat."""
_BUSY = 503
_log = Log("peers")


class SeatAsked(msgspec.Struct, frozen=True, kw_only=True, tag="seat-asked"):
    """A process asks the owner of a game to give someone a seat."""

    number: str
    to: str
    game_id: str
    role: PlayerWord | None
    """None for whichever is open."""
    participant: Participant


class SeatAnswered(msgspec.Struct, frozen=True, kw_only=True, tag="seat-answered"):
    """What came of that: the role, or why there is none."""

    number: str
    role: PlayerWord | None = None
    holder: int = 0
    status: int = _BUSY
    reason: str = ""


class SeatLeft(msgspec.Struct, frozen=True, kw_only=True, tag="seat-left"):
    """Somebody has left a seat of a game for good, and told another process than its owner."""

    to: str
    game_id: str
    role: PlayerWord
    holder: int


News: TypeAlias = SeatAsked | SeatAnswered | SeatLeft
_decode = msgspec.json.Decoder(News).decode
CHANGED = ""
"""Tells that games are free to be taken over, that people wait who did not, or that something may
have been missed."""


class LiveGame(msgspec.Struct, frozen=True, kw_only=True):
    """A room that is not over, as admins see it."""

    game_id: str
    mode: Mode
    status: RoomStatus
    leader: PlayerShown
    follower: PlayerShown
    score: int
    turn: PlayerWord
    half_turns_left: int | None
    watchers: int
    age_seconds: float
    problem: str = ""

    @property
    def waiting(self) -> dict[PlayerWord, PlayerShown]:
        """The people who wait in it for a game to begin, by role."""
        seats: dict[PlayerWord, PlayerShown] = {"leader": self.leader, "follower": self.follower}
        return {
            role: seat
            for role, seat in seats.items()
            if self.status == "waiting" and seat.kind == "person" and seat.is_here
        }


def live_game(room: Room) -> LiveGame:
    """A room as it is now."""
    failed = [seat for seat in room.seats.values() if seat.failure]
    return LiveGame(
        game_id=room.game_id,
        mode=room.spec.mode,
        status=room.status,
        leader=room.seats["leader"].show(),
        follower=room.seats["follower"].show(),
        score=room.game.score,
        turn=room.game.turn.word,
        half_turns_left=room.game.half_turns_left,
        watchers=len(room.watchers),
        age_seconds=max(0.0, room.services.wall() - room.stored.created),
        problem=" ".join(f"{seat.problem} {seat.failure}" for seat in failed),
    )


class ProcessTold(msgspec.Struct, frozen=True, kw_only=True):
    """What a process tells the others of its rooms."""

    rooms: int
    playing: int
    live: list[LiveGame]


class Peers:
    """What the processes of an installation tell each other."""

    def __init__(self, registry: RoomRegistry) -> None:
        self._registry, self._store = registry, registry.services.store
        self._asked: dict[str, asyncio.Future[SeatAnswered]] = {}
        self.others: list[ProcessTold] = []
        """What goes on in the other processes."""
        self.sought: Counter[str] = Counter()
        """Whom people in the other processes wait for."""
        self.changed = asyncio.Event()
        """Is set when another process has news for the lobby, or games to take over."""

    # Keeping up

    async def look_around(self) -> None:
        """Take over what others have left, and see what goes on there, until cancelled."""
        pause, outage = self._store.lease_seconds / 6, Outage("looking around")
        while self._store.is_shared:
            with outage.watched(StoreError):  # the next look will do
                await self._look_around()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), pause)
            self.changed.clear()

    async def _look_around(self) -> None:
        store, registry = self._store, self._registry
        since_loss = registry.services.now() - registry.lost_at
        # After an outage everyone comes back, and nobody shall have everything for being quick.
        if since_loss >= store.lease_seconds and (count := await registry.take_over()):
            _log.info("games taken over", games=count)
        # Not of a room that is stored and about to be opened: it says itself whom it seeks.
        sought = dict.fromkeys(registry.rooms) | seeking(registry)
        if await store.own(Ownership.tell_seeking, sought):
            await self.announce()
        await store.beat(registry.services.wall(), _text(self._told()))
        self.others = []
        for text in await store.own(Ownership.look):
            with contextlib.suppress(msgspec.MsgspecError):  # of another version
                self.others.append(msgspec.json.decode(text, type=ProcessTold))
        waiting = await store.own(Ownership.seeking)
        self.sought = Counter(sought for _, owner, sought in waiting if owner != store.owner_id)

    def _told(self) -> ProcessTold:
        """What is told of our rooms."""
        rooms = self._registry.rooms.values()
        live = [live_game(room) for room in rooms if room.end is None]
        return ProcessTold(rooms=len(rooms), playing=self._registry.playing, live=live)

    def live_games(self) -> list[LiveGame]:
        """The rooms of all processes that are not over, the newest first."""
        found = [game for told in (self._told(), *self.others) for game in told.live]
        return sorted(found, key=lambda game: game.age_seconds)

    async def announce(self) -> None:
        """Let the others look around at once."""
        if self._store.is_shared:
            with contextlib.suppress(StoreError):  # they will see for themselves
                await self._store.tell(CHANGED)

    # Asking

    async def ask_seat(
        self, game_id: str, owner: str, role: PlayerWord | None, someone: Participant
    ) -> SeatPlace:
        """A seat of a game of ours or of another process.

        Raises:
            NoSeatError: it cannot be had.
        """
        if owner in ("", self._store.owner_id):
            return await give_seat(self._registry, game_id, role, someone)
        number = secrets.token_hex(8)
        answer: asyncio.Future[SeatAnswered] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        asked = SeatAsked(
            number=number,
            to=owner,
            game_id=game_id,
            role=role,
            participant=someone,
        )
        try:
            await self._store.tell(_text(asked))
            told = await asyncio.wait_for(answer, ASK_SECONDS)
        except (TimeoutError, StoreError):
            raise NoSeatError(_BUSY, "the process that has this game does not answer") from None
        finally:
            del self._asked[number]
        if told.role is None:
            raise NoSeatError(told.status, told.reason)
        return SeatPlace(told.role, told.holder)

    async def leave_seat(self, game_id: str, seat: SeatPlace) -> None:
        """Whoever has a seat leaves it for good, which ends the game; also if it is over, or the
        seat is another's by now.

        Raises:
            StoreError: it could not be stored.
        """
        found = await self._registry.find(game_id)
        if isinstance(found, Elsewhere):
            left = SeatLeft(to=found.owner, game_id=game_id, role=seat.role, holder=seat.holder)
            with contextlib.suppress(StoreError):  # the owner will see that nobody is there
                await self._store.tell(_text(left))
        elif found is not None and found.end is None and found.place(seat.role) == seat:
            with contextlib.suppress(RoomRefusedError):  # then it will be seen that nobody is here
                await found.leave(seat.role)

    async def listen(self) -> None:
        """Hear what the others tell, until cancelled."""
        await self._store.listen(self._hear)

    def _hear(self, text: str) -> None:
        if text == CHANGED:
            self.changed.set()
            return
        try:
            news = _decode(text)
        except msgspec.MsgspecError:  # of another version
            return
        supervisor, own = self._registry.services.supervisor, self._store.owner_id
        match news:
            case SeatAsked(to=to) if to == own:
                supervisor.start("seats", partial(self._answer, news))
            case SeatLeft(to=to) if to == own:
                seat = SeatPlace(news.role, news.holder)
                supervisor.start("seats", partial(self.leave_seat, news.game_id, seat))
            case SeatAnswered(number=number) if number in self._asked:
                if not self._asked[number].done():
                    self._asked[number].set_result(news)

    async def _answer(self, asked: SeatAsked) -> None:
        number = asked.number
        try:
            seat = await give_seat(self._registry, asked.game_id, asked.role, asked.participant)
            answer = SeatAnswered(number=number, role=seat.role, holder=seat.holder)
        except NoSeatError as error:
            answer = SeatAnswered(number=number, status=error.status, reason=str(error))
        try:
            await self._store.tell(_text(answer))
        except StoreError as error:
            _log.warning("another process was not answered", reason=str(error))


def _text(told: News | ProcessTold) -> str:
    return msgspec.json.encode(told).decode()
