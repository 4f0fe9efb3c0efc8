"""The hall: all rooms, who gets into which, and what happens to those that nobody needs."""

import asyncio
import contextlib
import random
from collections.abc import Iterator

from cerealbar.agents import UnknownPlayerError
from cerealbar.game import MAX_SEED, PLAYERS, CerealBarError, Game, MapError, PlayerWord
from cerealbar.records import GameEnd, Participant, RecordedRules
from cerealbar.server.logs import Log
from cerealbar.server.partners import AgentFailedError
from cerealbar.server.rooms.clock import GameClock
from cerealbar.server.rooms.house import House
from cerealbar.server.rooms.journal import Journal
from cerealbar.server.rooms.people import agent, person
from cerealbar.server.rooms.recovery import restore
from cerealbar.server.rooms.refusals import RoomRefusedError
from cerealbar.server.rooms.room import Room
from cerealbar.server.store import StoredGame, StoreError
from cerealbar.server.tokens import new_game_id
from cerealbar.wire.lobby import Lobby, OpenRoom, Seated, SeatGiven, TakeSeat
from cerealbar.wire.messages import OTHER
from cerealbar.wire.words import VERSION

TAKEN = 409
"""The HTTP status of a seat that someone else has."""
BEAT_SECONDS = 0.5
SWEEP_SECONDS = 5.0
_ROLES = tuple(PLAYERS)
_log = Log("rooms")


class HallError(CerealBarError, ValueError):
    """A wish that the hall cannot fulfil, with the HTTP status that says so."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Hall:
    """All rooms of a server."""

    def __init__(
        self,
        house: House,
        *,
        away_seconds: float,
        waiting_seconds: float,
        max_games: int,
        max_watch_delay_seconds: float = 600.0,
    ) -> None:
        self.house = house
        self.rooms: dict[str, Room] = {}
        self._away_seconds, self._waiting_seconds = away_seconds, waiting_seconds
        self._max_games, self._max_watch_delay = max_games, max_watch_delay_seconds
        self._rng = random.SystemRandom()
        self._loading = asyncio.Lock()

    # Getting in

    def lobby(self) -> Lobby:
        """What can be played here now."""
        roster = self.house.roster
        waiting = [self._open_role(room) for room in self._matchable()]
        return Lobby(
            version=VERSION,
            followers=roster.names("follower"),
            leaders=roster.names("leader"),
            waiting_leaders=waiting.count("follower"),
            waiting_followers=waiting.count("leader"),
            games=sum(room.status in ("playing", "paused") for room in self.rooms.values()),
        )

    async def open(self, wish: OpenRoom) -> Seated:
        """Seats for whoever wants to play.

        Raises:
            HallError: it is not possible.
        """
        if wish.mode == "match" and (matched := await self._match(wish)) is not None:
            return matched
        if len(self.rooms) >= self._max_games:
            raise HallError(503, "too many games are being played here: try again later")
        if wish.watch_delay_seconds > self._max_watch_delay:
            most = f"{self._max_watch_delay:g} seconds are the most"
            raise HallError(400, f"watchers cannot be {wish.watch_delay_seconds:g} s late: {most}")
        role = self._rng.choice(_ROLES) if wish.role == "any" else wish.role
        someone = person(wish, self.house.store.secret)
        partner = someone if wish.mode == "both" else await self._agent(wish, OTHER[role])
        room = await self._new_room(wish)
        await self._sit(room, role, someone)
        if partner is not None:
            with _explaining_refusals():
                await room.sit(OTHER[role], partner)
        self.rooms[room.game_id] = room
        _log.info("room opened", game=room.game_id, mode=wish.mode)
        roles = (role,) if wish.mode != "both" else _ROLES
        return self._seated(room, *roles)

    async def take_seat(self, wish: TakeSeat) -> Seated:
        """The open seat of a friend's room.

        Raises:
            HallError: there is none.
        """
        found = self.house.tokens.read(wish.invite)
        room = self.rooms.get(found[0]) if found and found[1] == "invite" else None
        if room is None or room.end is not None:
            raise HallError(404, "this invitation is not, or no longer, valid")
        return await self._sit(room, self._open_role(room), person(wish, self.house.store.secret))

    async def _sit(self, room: Room, role: PlayerWord | None, someone: Participant) -> Seated:
        if role is None:
            raise HallError(TAKEN, "someone has taken this seat already")
        with _explaining_refusals():
            await room.sit(role, someone)
        return self._seated(room, role)

    def _seated(self, room: Room, *roles: PlayerWord) -> Seated:
        tokens = self.house.tokens
        seats = (SeatGiven(role=role, token=tokens.make(room.game_id, role)) for role in roles)
        return Seated(seats=tuple(seats))

    async def _agent(self, wish: OpenRoom, role: PlayerWord) -> Participant | None:
        """The agent that takes the other seat at once, if one is wanted."""
        if wish.mode != "agent":
            return None
        roster = self.house.roster
        try:
            found = agent(roster.check(role, wish.agent or roster.default(role)))
            await self.house.agents.start()  # so that the clock does not run while agents get ready
            return found
        except UnknownPlayerError as error:
            raise HallError(400, str(error)) from None
        except AgentFailedError as error:
            raise HallError(503, str(error)) from None

    async def _new_room(self, wish: OpenRoom) -> Room:
        house = self.house
        seed, game = self._new_game(wish.seed)
        stored = StoredGame(
            game_id=new_game_id(),
            created=house.wall(),
            mode=wish.mode,
            seed=seed,
            rules=RecordedRules.from_rules(house.rules),
            watch_delay_seconds=wish.watch_delay_seconds,
            sight=house.sight,
            agent_sight=house.agent_sight,
            pace=house.pace_seconds,
        )
        try:
            await house.store.add_game(stored)
        except StoreError as error:
            raise HallError(503, f"the server cannot store games: {error}") from None
        journal = Journal(house, stored.game_id)
        return Room(stored, house, game, GameClock(house.now), journal)

    def _new_game(self, seed: int | None) -> tuple[int, Game]:
        if seed is not None:
            try:
                return seed, Game(seed, self.house.rules)
            except MapError as error:
                raise HallError(400, str(error)) from None
        while True:
            with contextlib.suppress(MapError):  # a few seeds have no map
                drawn = self._rng.randrange(MAX_SEED + 1)
                return drawn, Game(drawn, self.house.rules)

    async def _match(self, wish: OpenRoom) -> Seated | None:
        """A seat in the room that has waited longest for someone like this."""
        someone = person(wish, self.house.store.secret)
        for room in tuple(self._matchable()):
            role = self._open_role(room)
            if wish.role in ("any", role):
                try:
                    return await self._sit(room, role, someone)
                except HallError as error:
                    if error.status != TAKEN:
                        raise
        return None

    def _matchable(self) -> Iterator[Room]:
        """Rooms in which a person sits and waits for anyone."""
        for room in self.rooms.values():
            is_waiting = room.stored.mode == "match" and room.end is None
            if is_waiting and self._open_role(room) and not room.is_deserted:
                yield room

    @staticmethod
    def _open_role(room: Room) -> PlayerWord | None:
        return next((seat.role for seat in room.seats.values() if seat.kind == "nobody"), None)

    # Finding

    async def find(self, game_id: str) -> Room | None:
        """The room of a game, from the store if it has been closed."""
        room = self.rooms.get(game_id)
        if room is not None:
            return room
        async with self._loading:
            if game_id in self.rooms:
                return self.rooms[game_id]
            found = await self.house.store.game(game_id)
            if found is None:
                return None
            self.rooms[game_id] = restore(*found, self.house, None)
            return self.rooms[game_id]

    async def probe(self) -> None:
        """Ask the database for anything.

        Raises:
            StoreError: it does not answer.
        """
        await self.house.store.errors(1)

    # Keeping house

    def recover(self) -> int:
        """Open the rooms of all games that were being played; returns how many."""
        alive = self.house.store.last_beat()
        for stored, entries in self.house.store.running():
            try:
                self.rooms[stored.game_id] = restore(stored, entries, self.house, alive)
            except CerealBarError as error:
                _log.error("game cannot be restored", error, game=stored.game_id)
        return len(self.rooms)

    async def keep(self) -> None:
        """Keep the heartbeat and sweep, until cancelled."""
        swept = self.house.now()
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if any(room.clock.is_running for room in self.rooms.values()):
                with contextlib.suppress(StoreError):  # the next beat will do
                    await self.house.store.beat(self.house.wall())
            if self.house.now() - swept >= SWEEP_SECONDS:
                swept = self.house.now()
                await self.sweep()

    async def sweep(self) -> None:
        """End games that people have left, and close rooms that nobody is in."""
        now = self.house.now()
        for room in list(self.rooms.values()):
            if room.end is None and (how := self._desertion(room, now)) is not None:
                with contextlib.suppress(RoomRefusedError):
                    await room.stop(how)
                    _log.info("game left", game=room.game_id, how=how.value)
            if room.end is not None and room.is_deserted:
                self.rooms.pop(room.game_id, None)
        self._count()

    def _desertion(self, room: Room, now: float) -> GameEnd | None:
        """How the game ends if someone was away for too long."""
        has_begun = room.journal.has_begun
        limit = self._away_seconds if has_begun else self._waiting_seconds
        gone = [
            seat.role
            for seat in room.seats.values()
            if seat.kind == "person" and not seat.is_here and now - seat.away_since > limit
        ]
        if not gone:
            return None
        people = [seat for seat in room.seats.values() if seat.kind == "person"]
        if not has_begun or (len(people) > 1 and len(gone) == len(people)):
            return GameEnd.ABANDONED
        return GameEnd.LEADER_LEFT if gone == ["leader"] else GameEnd.FOLLOWER_LEFT

    def _count(self) -> None:
        statuses = [room.status for room in self.rooms.values()]
        for status in ("waiting", "playing", "paused", "over"):
            self.house.metrics.games.labels(status).set(statuses.count(status))

    async def close(self) -> None:
        """Stop all clocks and store that, so that every game can go on after a restart."""
        for room in self.rooms.values():
            await room.close()


@contextlib.contextmanager
def _explaining_refusals() -> Iterator[None]:
    """Turn what a room refuses into what HTTP says."""
    try:
        yield
    except RoomRefusedError as refusal:
        raise HallError(503 if refusal.code == "not-stored" else TAKEN, str(refusal)) from None
