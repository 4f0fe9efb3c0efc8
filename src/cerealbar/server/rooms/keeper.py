"""The rooms that a process has: found, restored, taken over from others, and swept."""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

import msgspec

from cerealbar.game import CerealBarError, PlayerWord
from cerealbar.records import Participant
from cerealbar.server.logs import Log
from cerealbar.server.outages import Outage
from cerealbar.server.rooms.house import House
from cerealbar.server.rooms.installation import Installation, floor_text
from cerealbar.server.rooms.patience import Patience
from cerealbar.server.rooms.recovery import restore
from cerealbar.server.rooms.refusals import RoomRefusedError
from cerealbar.server.rooms.room import Room
from cerealbar.server.rooms.seats import AGAIN, SeatPlace, sent_on
from cerealbar.server.store import Elsewhere, LeasedGame, StoreError, UnavailableError
from cerealbar.server.supervision import Work

BEAT_SECONDS = 0.5
SWEEP_SECONDS = 5.0
_log = Log("rooms")


class Keeper(ABC):
    """Keeps the rooms of a process; who gets into them, `Hall` adds."""

    def __init__(self, house: House, patience: Patience) -> None:
        self.house, self.patience = house, patience
        self.rooms: dict[str, Room] = {}
        self.openers: dict[str, str] = {}
        """By game: the address from which the room was opened; nobody stores it."""
        self._loading = asyncio.Lock()
        """Only whoever has it takes or restores games, so that each is taken and restored once."""
        self._claimed: dict[str, LeasedGame] = {}
        """Games that are ours, and not restored yet."""
        self._is_closing = False
        self._outage = Outage("heartbeat")
        self.installation = Installation(
            house.store, house.supervisor, self._give_seat, self.leave_seat
        )
        self.describe: Callable[[], msgspec.Struct | None] = lambda: None
        """What is told to other processes of our rooms, for their admin pages."""
        house.store.when_lost = self._lose

    @property
    def playing(self) -> int:
        """In how many rooms people play."""
        return sum(room.status in ("playing", "paused") for room in self.rooms.values())

    @abstractmethod
    async def _give_seat(
        self, game_id: str, role: PlayerWord | None, someone: Participant
    ) -> SeatPlace:
        """A seat of a room of ours, for someone who came to another process."""

    @abstractmethod
    def _seeking(self) -> dict[str, str]:
        """Whom people in our rooms wait for, by game."""

    async def leave_seat(self, game_id: str, seat: SeatPlace) -> None:
        """Whoever has a seat leaves it for good, which ends the game; also if it is over, or the
        seat is another's by now.

        Raises:
            StoreError: it could not be stored.
        """
        found = await self.find(game_id)
        if isinstance(found, Elsewhere):
            await self.installation.tell_left(game_id, found.owner, seat)
        elif found is not None and found.end is None and found.place(seat.role) == seat:
            with contextlib.suppress(RoomRefusedError):  # then it will be seen that nobody is here
                await found.leave(seat.role)

    async def find(self, game_id: str) -> Room | Elsewhere | None:
        """The room of a game, from the store if it has been closed; or who else has it.

        Raises:
            StoreError: nobody can know.
        """
        room = self.rooms.get(game_id)
        if room is not None:
            return room
        async with self._loading:
            if game_id in self.rooms:
                return self.rooms[game_id]
            claim = await self._claim(game_id)
            if not isinstance(claim, LeasedGame):
                return claim
            room = await self._load(claim)
        if room is not None:
            await room.store_pause()
        return room

    async def _claim(self, game_id: str) -> LeasedGame | Elsewhere | None:
        """Own a game that no living process has, while nothing else is taken or restored."""
        if self._is_closing:
            return Elsewhere(game_id, "", "")
        if game_id not in self._claimed:
            claim = await self.house.store.claim(game_id)
            if not isinstance(claim, LeasedGame):
                return claim
            self._claimed[game_id] = claim
        return self._claimed[game_id]

    async def _load(self, claim: LeasedGame) -> Room | None:
        """The room of a game that is claimed."""
        found = await self.house.store.game(claim.game_id)
        if self._claimed.pop(claim.game_id, None) is None:
            raise UnavailableError(f"game {claim.game_id} was lost while it was restored")
        if found is None:
            return None
        room = restore(*found, self.house, claim.alive)
        self.rooms[claim.game_id] = room
        return room

    async def probe(self) -> None:
        """See that games can be stored.

        Raises:
            StoreError: they cannot.
        """
        await self.house.store.probe(self.house.wall())

    async def recover(self) -> int:
        """Open the rooms of all games that no process has; returns how many there are here."""
        await self.house.store.join(self.house.wall())
        await self._take_over()
        return len(self.rooms)

    async def _take_over(self) -> int:
        """Own the games that no living process has, and restore them; how many there were."""
        count = 0
        while claims := await self._claim_abandoned():
            count += len(claims)
        claimed = tuple(self._claimed.values())  # all are ours before the first is restored
        for claim in claimed:
            await self._restore(claim)
        rooms = [self.rooms[claim.game_id] for claim in claimed if claim.game_id in self.rooms]
        await asyncio.gather(*(room.store_pause() for room in rooms))
        return count

    async def _claim_abandoned(self) -> list[LeasedGame]:
        async with self._loading:
            claims = [] if self._is_closing else await self.installation.claims()
            for claim in claims:
                self._lose(claim.game_id)  # who had it meanwhile may have played on
                self._claimed[claim.game_id] = claim
            return claims

    async def _restore(self, claim: LeasedGame) -> None:
        async with self._loading:
            if claim.game_id not in self._claimed:
                return  # someone came for it meanwhile
            try:
                await self._load(claim)
            except UnavailableError:
                raise
            except CerealBarError as error:
                self._claimed.pop(claim.game_id, None)
                _log.error("game cannot be restored", error, game=claim.game_id)

    async def keep(self) -> None:
        """Keep the heartbeat and sweep, until cancelled; neither waits for the other."""
        await asyncio.gather(
            self._again_and_again("heartbeat", self._beat, BEAT_SECONDS),
            self._again_and_again("sweep", self.sweep, SWEEP_SECONDS),
        )

    async def _again_and_again(self, where: str, work: Work, seconds: float) -> None:
        while True:
            await self.house.supervisor.attempt(where, work())
            await asyncio.sleep(seconds)

    async def _beat(self) -> None:
        is_shared = self.installation.is_shared
        if is_shared or any(room.clock.is_running for room in self.rooms.values()):
            with self._outage.watched(StoreError):  # the next beat will do
                await self.house.store.beat(self.house.wall())

    async def look_around(self) -> None:
        """Take over what others have left and lose what they have taken, until cancelled."""
        pause, outage = self.house.store.lease_seconds / 6, Outage("looking around")
        while self.installation.is_shared:
            with outage.watched(StoreError):  # the next look will do
                await self._look_around()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.installation.changed.wait(), pause)
            self.installation.changed.clear()

    async def _look_around(self) -> None:
        store, here = self.house.store, self.installation
        for game_id in await store.find_lost():
            self._lose(game_id)
        if count := await self._take_over():
            _log.info("games taken over", games=count)
        # Not of a room that is stored and about to be opened: it says itself whom it seeks.
        await here.tell_seeking(dict.fromkeys(self.rooms) | self._seeking())
        floor = floor_text(len(self.rooms), self.playing, self.describe())
        await store.beat(self.house.wall(), floor)
        await here.look_around()

    def _lose(self, game_id: str) -> None:
        """Another process has taken a game over: send everyone on."""
        self._claimed.pop(game_id, None)
        room = self.rooms.pop(game_id, None)
        if room is not None:
            room.journal.close()
            self.house.supervisor.start("moving", partial(self._send_on, room))

    async def _send_on(self, room: Room) -> None:
        goodbye = AGAIN
        async with self._loading:
            if room.game_id not in self.rooms:  # or someone came for it before us
                with contextlib.suppress(StoreError):
                    found = await self._claim(room.game_id)
                    goodbye = sent_on(found) if isinstance(found, Elsewhere) else AGAIN
        room.move(goodbye)
        _log.info("game taken over by another process", game=room.game_id)

    async def sweep(self) -> None:
        """End games that people have left, and close rooms that nobody is in."""
        for room in list(self.rooms.values()):
            await self.house.supervisor.attempt("sweep", self._sweep(room))
        await self._close_deserted()
        self.openers = {key: who for key, who in self.openers.items() if key in self.rooms}
        self._count()

    async def _sweep(self, room: Room) -> None:
        with contextlib.suppress(RoomRefusedError):  # the next sweep will do
            await room.attendance.go_on()
            how = await room.stop_if(lambda: self.patience.desertion(room, self.house.now()))
            if how is not None:
                _log.info("game left", game=room.game_id, how=how.value)
        if room.end is None:
            await room.vacate_unused(self.patience.arrival)
            await room.store_pause()

    async def _close_deserted(self) -> None:
        """Close rooms of games that are over; who wants one meanwhile waits until it is free."""
        async with self._loading:
            rooms = self.rooms.values()
            closed = [room for room in rooms if room.end is not None and room.is_deserted]
            for room in closed:
                del self.rooms[room.game_id]
                room.moved = AGAIN  # for whoever has found it, and comes now
            with contextlib.suppress(StoreError):  # whoever wants one takes it
                await self.house.store.release([room.game_id for room in closed])

    def _count(self) -> None:
        statuses = [room.status for room in self.rooms.values()]
        for status in ("waiting", "playing", "paused", "over"):
            self.house.metrics.games.labels(status).set(statuses.count(status))

    async def hand_on(self) -> None:
        """Let other processes have all games at once, if there are any."""
        self._is_closing = True
        if not self.installation.is_shared:
            return
        async with self._loading:
            await self.close()
            left, self.rooms, self._claimed = [*self.rooms, *self._claimed], {}, {}
            with contextlib.suppress(StoreError):  # then the others wait until the leases end
                await self.house.store.release(left)
        await self.installation.announce()

    async def close(self) -> None:
        """Stop all clocks and store that, so that every game can go on after a restart."""
        await asyncio.gather(*(room.close() for room in self.rooms.values()))
