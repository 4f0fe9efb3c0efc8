"""Who gets into which room."""

import random
from collections import Counter
from collections.abc import Callable

from cerealbar import __version__
from cerealbar.game import PLAYERS, Deed, Game, PlayerWord
from cerealbar.records import Participant, SeatTaken, deed_event
from cerealbar.server.logs import Log
from cerealbar.server.partners.asking import AgentFailedError
from cerealbar.server.rooms.checks import NoSeatError
from cerealbar.server.rooms.matching import (
    is_for_anyone,
    seeking,
    seeks_people,
    sought,
    sought_role,
)
from cerealbar.server.rooms.peers import Peers
from cerealbar.server.rooms.planning import RoomPlanner, StudySeatRequest
from cerealbar.server.rooms.registry import RoomRegistry, Timeouts
from cerealbar.server.rooms.room import Room
from cerealbar.server.rooms.seats import SeatPlace, agent, person
from cerealbar.server.rooms.state import CANNOT_STORE, Services
from cerealbar.server.settings import Settings
from cerealbar.server.store import (
    SCRIPT,
    Elsewhere,
    Ownership,
    RoomSpec,
    StoredEntry,
    StoredGame,
    StoreError,
    Treatment,
)
from cerealbar.server.tokens import new_id
from cerealbar.studies.tutorials import Tutorial
from cerealbar.wire.lobby import Lobby, OpenRoom, Seated, SeatGiven, TakeSeat
from cerealbar.wire.messages import OTHER
from cerealbar.wire.words import VERSION

MATCH_SECONDS = 5.0
"""How long rooms are asked for a seat, as nobody else is matched meanwhile."""
_ROLES = tuple(PLAYERS)
_log = Log("rooms")


class RoomRouter:
    """The ways into the rooms of a server."""

    def __init__(self, services: Services, settings: Settings, usual: Treatment) -> None:
        """`usual` is how games are played that are not of studies."""
        self.services, self._settings = services, settings
        self._planner = RoomPlanner(services.roster, usual)
        self.registry = RoomRegistry(services, Timeouts(settings))
        self.peers = Peers(self.registry)
        self._rng = random.SystemRandom()

    def lobby(self) -> Lobby:
        """What can be played here now."""
        roster = self.services.roster
        everyone = Counter(seeking(self.registry).values()) + self.peers.sought
        waiting = Counter[PlayerWord]()
        for text, count in everyone.items():
            waiting[sought_role(text)] += count if is_for_anyone(text) else 0
        return Lobby(
            version=VERSION,
            followers=roster.names("follower"),
            leaders=roster.names("leader"),
            waiting_leaders=waiting["follower"],
            waiting_followers=waiting["leader"],
            games=self.registry.playing + sum(other.playing for other in self.peers.others),
            is_full=self._is_full,
            limits=self._planner.limits,
            rules=self._planner.rules,
        )

    async def open(self, asked: OpenRoom, opener: str = "") -> Seated:
        """Seats for whoever wants to play; `opener` is the address from which they ask, if known.

        Raises:
            NoSeatError: it is not possible.
        """
        self._planner.check(asked)
        if asked.mode == "tutorial":
            tutorial = self._planner.tutorials[self._role(asked)]
            someone = person(asked, self.services.store.secret)
            return self._seated(*await self.open_tutorial(tutorial, someone, opener))
        if asked.mode != "match":
            return await self._open(asked, opener)
        try:
            async with self.services.store.matching():  # or two would not find each other
                someone = person(asked, self.services.store.secret)
                roles = _ROLES if asked.role == "any" else (asked.role,)
                found = await self._match(
                    someone, lambda text: sought_role(text) in roles and is_for_anyone(text)
                )
                return self._seated(*found) if found else await self._open(asked, opener)
        except StoreError as error:
            raise _unstored(error) from None

    async def _open(self, asked: OpenRoom, opener: str) -> Seated:
        role = self._role(asked)
        people = {role: person(asked, self.services.store.secret)}
        if asked.mode == "both":
            people[OTHER[role]] = people[role]
        self._check_room_for(opener)
        room = await self._new_room(*self._planner.plan(asked, role), people, opener)
        return self._seated(room.game_id, *(room.place(role) for role in _ROLES if role in people))

    async def open_study(self, asked: StudySeatRequest) -> tuple[str, SeatPlace]:
        """A seat in a game of a study: with whoever waits for such a partner, or of a new room.

        Raises:
            NoSeatError: it is not possible.
        """
        if not asked.place.seeks_people:
            return await self._open_study(asked)
        try:
            async with self.services.store.matching():
                for role in asked.roles:
                    text = sought(role, asked.treatment, asked.place)
                    if found := await self._match(asked.someone, text.__eq__):
                        return found
                return await self._open_study(asked)
        except StoreError as error:
            raise _unstored(error) from None

    async def _open_study(self, asked: StudySeatRequest) -> tuple[str, SeatPlace]:
        self._check_room_for("")
        role = asked.roles[0]
        room = await self._new_room(*self._planner.plan_study(asked), {role: asked.someone})
        room.presence.skip_arrivals()
        return room.game_id, room.place(role)

    async def open_tutorial(
        self, tutorial: Tutorial, someone: Participant, opener: str = ""
    ) -> tuple[str, SeatPlace]:
        """The seat of whoever learns; `opener` is the address from which they ask, if known.

        Raises:
            NoSeatError: it is not possible.
        """
        self._check_room_for(opener)
        spec = self._planner.plan_tutorial(tutorial)
        script = Participant(kind=SCRIPT, name="the tutorial", version=__version__)
        seated = {tutorial.role: someone, OTHER[tutorial.role]: script}
        room = await self._new_room(spec, tutorial.new_game(), seated, opener)
        return room.game_id, room.place(tutorial.role)

    def _role(self, asked: OpenRoom) -> PlayerWord:
        return self._rng.choice(_ROLES) if asked.role == "any" else asked.role

    @property
    def _is_full(self) -> bool:
        elsewhere = sum(other.rooms for other in self.peers.others)
        return len(self.registry.rooms) + elsewhere >= self._settings.max_games

    def _check_room_for(self, opener: str) -> None:
        """See that another room can be opened, and by this address."""
        if self._is_full:
            raise NoSeatError(503, "too many games are being played here: try again later")
        theirs = sum(
            room.end is None and self.registry.openers.get(room.game_id) == opener
            for room in self.registry.rooms.values()
        )
        if opener and theirs >= self._settings.rooms_per_address:
            told = "too many rooms that were opened from this address are not over"
            raise NoSeatError(429, f"{told}: leave one, or try again later")

    async def take_seat(self, asked: TakeSeat) -> Seated:
        """The open seat of a friend's room.

        Raises:
            NoSeatError: there is none.
        """
        read = self.services.tokens.read(asked.invite)
        try:
            found = await self.registry.find(read[0]) if read and read[1] == "invite" else None
        except StoreError as error:
            raise _unstored(error) from None
        if found is None or (isinstance(found, Room) and found.end is not None):
            raise NoSeatError(404, "this invitation is not, or no longer, valid")
        someone = person(asked, self.services.store.secret)
        owner = found.owner if isinstance(found, Elsewhere) else ""
        seat = await self.peers.ask_seat(found.game_id, owner, None, someone)
        return self._seated(found.game_id, seat)

    def _seated(self, game_id: str, *seats: SeatPlace) -> Seated:
        tokens = self.services.tokens
        return Seated(
            seats=tuple(
                SeatGiven(role=seat.role, token=tokens.make(game_id, seat.role, seat.holder))
                for seat in seats
            )
        )

    async def _load_agents(self, spec: RoomSpec) -> None:
        """See that agents can be asked, so that the clock does not run while they are loaded."""
        try:
            for role, name in spec.agents.items():
                await self.services.agents.load(self.services.roster.agent(role, name))
        except AgentFailedError as error:
            raise NoSeatError(503, str(error)) from None

    async def _new_room(
        self,
        spec: RoomSpec,
        game: Game,
        people: dict[PlayerWord, Participant],
        opener: str = "",
    ) -> Room:
        """A room with whoever has a seat from the start, and what has happened in its game; all is
        stored at once."""
        services, wall = self.services, self.services.wall()
        if not spec.is_blind:  # or it would take another time than opening a room for people
            await self._load_agents(spec)
        seated = people | {role: agent(name) for role, name in spec.agents.items()}
        stored = StoredGame(game_id=new_id(), created=wall, spec=spec)
        seats = [SeatTaken(0.0, role, someone) for role, someone in seated.items()]
        deeds = [it for it in game.history if isinstance(it, Deed)]
        done = [deed_event(0.0, it.player, it.action, it.text) for it in deeds]
        entries = [StoredEntry(number, wall, it) for number, it in enumerate([*seats, *done])]
        empty = [role for role in _ROLES if role not in seated] if seeks_people(spec) else []
        seeking = sought(empty[0], spec.treatment, spec.study) if empty else None
        try:
            await services.store.add_game(stored, entries, seeking)
        except StoreError as error:
            raise _unstored(error) from None
        room = Room(stored, services, game, entries)
        for seat in seats:
            room.presence.give_seat(seat.role, seat.participant)
        self.registry.openers[room.game_id] = opener
        self.registry.rooms[room.game_id] = room
        _log.info("room opened", game=room.game_id, mode=spec.mode)
        return room

    async def _match(
        self, someone: Participant, suits: Callable[[str], bool]
    ) -> tuple[str, SeatPlace] | None:
        """A seat in the room that has waited longest for someone like this, in any process."""
        ends = self.services.now() + MATCH_SECONDS
        silent: set[str] = set()
        for game_id, owner, text in await self._sought_by_all():
            if owner in silent or not suits(text):
                continue
            if self.services.now() >= ends:
                break
            try:
                role = sought_role(text)
                return game_id, await self.peers.ask_seat(game_id, owner, role, someone)
            except NoSeatError as error:
                if error.status != 503:
                    continue
                if owner in ("", self.services.store.owner_id):
                    raise
                silent.add(owner)  # or each of its rooms would cost as much time
        return None

    async def _sought_by_all(self) -> list[tuple[str, str, str]]:
        """Where people wait, the longest first: game, process, and whom they seek."""
        if self.services.store.is_shared:
            return await self.services.store.own(Ownership.seeking)
        return [(game_id, "", text) for game_id, text in seeking(self.registry).items()]


def _unstored(error: StoreError) -> NoSeatError:
    _log.warning("cannot store", reason=str(error))
    return NoSeatError(503, CANNOT_STORE)
