"""The rooms that a process has: found, restored, taken over from others, and swept."""

import asyncio
import contextlib
from functools import partial

from cerealbar.game import CerealBarError, PlayerWord
from cerealbar.records import GameEnd
from cerealbar.server.logs import Log
from cerealbar.server.rooms.checks import RoomRefusedError
from cerealbar.server.rooms.recovery import restore
from cerealbar.server.rooms.room import Room
from cerealbar.server.rooms.seats import AGAIN, RoomSeat, sent_on
from cerealbar.server.rooms.state import Services
from cerealbar.server.settings import Settings
from cerealbar.server.store import Elsewhere, Ownership, OwnGame, StoreError, UnavailableError
from cerealbar.server.supervision import Outage

BEAT_SECONDS = 0.5
SWEEP_SECONDS = 5.0
MOST_SILENT_SECONDS = 3 * SWEEP_SECONDS
"""Since the last heartbeat, of a server that calls itself well."""
CLAIMS_AT_ONCE = 50
"""Games that a process takes over in one go, so that several share them."""
_log = Log("rooms")


class Timeouts:
    """How long rooms wait for people, in seconds."""

    def __init__(self, settings: Settings) -> None:
        self.arrival = settings.arrival_seconds
        """For whoever was given a seat."""
        self.waiting = 60 * settings.waiting_minutes
        """For whoever was here, in a game that has not begun."""
        self.away = 60 * settings.away_minutes
        """For whoever plays."""

    def desertion(self, room: Room, now: float) -> GameEnd | None:
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

    def _is_gone(self, room: Room, seat: RoomSeat, now: float) -> bool:
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

    def _failed(self, room: Room, now: float) -> list[PlayerWord]:
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


class RoomRegistry:
    """The rooms of a process, by game."""

    def __init__(self, services: Services, timeouts: Timeouts) -> None:
        self.services, self.timeouts = services, timeouts
        self.rooms: dict[str, Room] = {}
        self.openers: dict[str, str] = {}
        """By game: the address from which the room was opened; nobody stores it."""
        self._loading = asyncio.Lock()
        """Only whoever has it takes or restores games, so that each is taken and restored once."""
        self._is_closing = False
        self._outage = Outage("heartbeat")
        self._last_beat = float("-inf")
        self._losses = 0
        """How often all games were lost."""
        self.lost_at = float("-inf")
        """When the connection was lost that owned all games."""
        services.store.when_lost = self._lose_all

    @property
    def playing(self) -> int:
        """In how many rooms people play."""
        return sum(room.status in ("playing", "paused") for room in self.rooms.values())

    # Finding and restoring

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
            if not isinstance(claim, OwnGame):
                return claim
            room = await self._restore(claim)
        if room is not None:
            await room.store_pause()
        return room

    async def _claim(self, game_id: str) -> OwnGame | Elsewhere | None:
        """Own a game that no living process has, while nothing else is taken or restored."""
        if self._is_closing:
            return Elsewhere(game_id, "", "")
        return await self.services.store.own(Ownership.claim, game_id)

    async def _restore(self, claim: OwnGame) -> Room | None:
        """The room of a game that is ours since a moment."""
        losses, found = self._losses, await self.services.store.game(claim.game_id)
        if self._losses != losses:
            raise UnavailableError(f"game {claim.game_id} was lost while it was restored")
        if found is None:
            return None
        room = restore(*found, self.services, claim.alive)
        self.rooms[claim.game_id] = room
        return room

    async def recover(self) -> int:
        """Open the rooms of all games that no process has; returns how many there are here."""
        await self.beat()
        await self.take_over()
        return len(self.rooms)

    async def take_over(self) -> int:
        """Own the games that no living process has, and restore them; how many there were."""
        count = 0
        while claims := await self._take_some():
            count += len(claims)
        return count

    async def _take_some(self) -> list[OwnGame]:
        async with self._loading:
            if self._is_closing:
                return []
            claims = await self.services.store.own(Ownership.claim_abandoned, CLAIMS_AT_ONCE)
            rooms = [room for claim in claims if (room := await self._restore_or_tell(claim))]
        await asyncio.gather(*(room.store_pause() for room in rooms))
        return claims

    async def _restore_or_tell(self, claim: OwnGame) -> Room | None:
        try:
            return await self._restore(claim)
        except UnavailableError:
            raise
        except CerealBarError as error:
            _log.error("game cannot be restored", error, game=claim.game_id)
            return None

    # Losing

    def _lose_all(self) -> None:
        """No game is ours any more: send everyone on, or back to what is restored."""
        lost, self.rooms = self.rooms, {}
        self._losses += 1
        self.lost_at = self.services.now()
        for room in lost.values():
            room.journal.close()
            self.services.supervisor.start("moving", partial(self._send_on, room))

    async def _send_on(self, room: Room) -> None:
        goodbye = AGAIN
        async with self._loading:
            if room.game_id not in self.rooms:  # or someone came for it before us
                with contextlib.suppress(StoreError):
                    found = await self._claim(room.game_id)
                    goodbye = sent_on(found) if isinstance(found, Elsewhere) else AGAIN
        room.move(goodbye)
        _log.info("game lost with its connection to the database", game=room.game_id)

    # Keeping

    async def keep(self) -> None:
        """Keep the heartbeat and sweep, until cancelled; neither waits for the other."""
        repeat = self.services.supervisor.repeat
        await asyncio.gather(
            repeat("heartbeat", self._beat_if_needed, BEAT_SECONDS),
            repeat("sweep", self.sweep, SWEEP_SECONDS),
        )

    async def _beat_if_needed(self) -> None:
        """Say that we live, at once if anyone else or a clock counts on it, else now and then."""
        is_running = any(room.clock.is_running for room in self.rooms.values())
        is_due = self.services.now() - self._last_beat >= SWEEP_SECONDS
        if self.services.store.is_shared or is_running or is_due:
            with self._outage.watched(StoreError):  # the next beat will do
                await self.beat()

    async def beat(self) -> None:
        """Store that we live.

        Raises:
            StoreError: nothing can be stored.
        """
        await self.services.store.beat(self.services.wall())
        self._last_beat = self.services.now()

    async def probe(self) -> None:
        """See that games can be stored, as the last heartbeat was.

        Raises:
            UnavailableError: they cannot.
        """
        if self._outage.is_on or self.services.now() - self._last_beat > MOST_SILENT_SECONDS:
            raise UnavailableError("the last heartbeat could not be stored")

    async def sweep(self) -> None:
        """End games that people have left, and close rooms that nobody is in."""
        for room in list(self.rooms.values()):
            await self.services.supervisor.attempt("sweep", self._sweep(room))
        await self._close_deserted()
        self.openers = {key: who for key, who in self.openers.items() if key in self.rooms}
        self._count()

    async def _sweep(self, room: Room) -> None:
        with contextlib.suppress(RoomRefusedError):  # the next sweep will do
            await room.presence.let_agents_come()
            how = await room.stop_if(lambda: self.timeouts.desertion(room, self.services.now()))
            if how is not None:
                _log.info("game left", game=room.game_id, how=how.value)
        if room.end is None:
            await room.presence.vacate_unused(self.timeouts.arrival)
            await room.store_pause()

    async def _close_deserted(self) -> None:
        """Close rooms of games that are over; who wants one meanwhile waits until it is free."""
        async with self._loading:
            rooms = self.rooms.values()
            closed = [room for room in rooms if room.end is not None and room.is_deserted]
            for room in closed:
                del self.rooms[room.game_id]
                room.journal.close()
                room.moved = AGAIN  # for whoever has found it, and comes now
            with contextlib.suppress(StoreError):  # whoever wants one takes it
                await self.services.store.own(Ownership.release, [room.game_id for room in closed])

    def _count(self) -> None:
        statuses = [room.status for room in self.rooms.values()]
        for status in ("waiting", "playing", "paused", "over"):
            self.services.metrics.games.labels(status).set(statuses.count(status))

    async def hand_on(self) -> None:
        """Let other processes have all games, if there are any."""
        self._is_closing = True
        if not self.services.store.is_shared:
            return
        async with self._loading:
            await self.close()
            left, self.rooms = list(self.rooms), {}
            with contextlib.suppress(StoreError):  # then they are free when the connection ends
                await self.services.store.own(Ownership.release, left)

    async def close(self) -> None:
        """Stop all clocks and store that, so that every game can go on after a restart."""
        await asyncio.gather(*(room.close() for room in self.rooms.values()))
