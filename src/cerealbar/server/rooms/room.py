"""A room: one game, its clock and its seats.

Everything that changes the game happens under one lock, in this order: the rules accept a deed, the
store has it for good, and only then is it acknowledged and broadcast.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial

from cerealbar.game import (
    PLAYERS,
    Action,
    Deed,
    Game,
    IllegalActionError,
    InstructionError,
    Outcome,
    OutOfTurnError,
    Player,
    PlayerWord,
    SignalKind,
)
from cerealbar.records import (
    Commented,
    GameEnd,
    GameEnded,
    Participant,
    Paused,
    Planned,
    Resumed,
    SeatTaken,
    Signalled,
    deed_event,
)
from cerealbar.server.partners import Driver
from cerealbar.server.partners.driver import human_pause
from cerealbar.server.rooms.broadcast import Audience
from cerealbar.server.rooms.clock import GameClock
from cerealbar.server.rooms.happenings import PlayedDeed, game_ended
from cerealbar.server.rooms.house import House
from cerealbar.server.rooms.journal import Journal
from cerealbar.server.rooms.limits import MAX_COMMENTS, MAX_PLANS, check_action, check_signal
from cerealbar.server.rooms.people import agent
from cerealbar.server.rooms.refusals import RoomRefusedError
from cerealbar.server.rooms.seats import Connection, RoomSeat, Watcher
from cerealbar.server.rooms.table import RoomTable
from cerealbar.server.store import JournalEntry, StoredGame, StoreError
from cerealbar.views import SIGHTS, Plan
from cerealbar.wire.messages import OTHER, RoomStatus
from cerealbar.wire.scene import SignalTold

ENDS_PLAN = Outcome.FINISHED | Outcome.CANCELLED | Outcome.SET_MADE
"""After what the follower's plan is out of date."""
_RETRY_SECONDS = 1.0


class Room:
    """Where one game is played."""

    def __init__(
        self, stored: StoredGame, house: House, game: Game, clock: GameClock, journal: Journal
    ) -> None:
        self.stored, self.house = stored, house
        self.game, self.clock, self.journal = game, clock, journal
        self.seats: dict[PlayerWord, RoomSeat] = {role: RoomSeat(role) for role in PLAYERS}
        self.watchers: list[Watcher] = []
        self.end: GameEnd | None = None
        self.plan: Plan | None = None
        self.comments, self.plans = 0, 0
        """How many are stored."""
        self.sight = SIGHTS.get(stored.sight, SIGHTS[house.sight])
        self.audience = Audience(self)
        self._lock = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.audience.open()

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.stored.game_id

    @property
    def number(self) -> int:
        """The game's id as agents know it."""
        return int(self.game_id, 16)

    @property
    def status(self) -> RoomStatus:
        """How the room stands."""
        if self.end is not None:
            return "over"
        if any(seat.kind == "nobody" for seat in self.seats.values()):
            return "waiting"
        if self.clock.is_running:
            return "playing"
        return "paused" if self.journal.has_begun else "waiting"

    @property
    def seconds_left(self) -> float:
        """Of this turn."""
        limit = self.game.rules.seconds(self.game.turn)
        return max(0.0, limit - self.clock.turn_seconds)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is connected."""
        seats = self.seats.values()
        return not self.watchers and all(seat.connection is None for seat in seats)

    # Coming and going

    async def sit(self, role: PlayerWord, participant: Participant) -> None:
        """Someone takes a seat.

        Raises:
            RoomRefusedError: the seat is taken, or it could not be stored.
        """
        async with self._lock:
            if self.seats[role].kind != "nobody" or self.end is not None:
                raise RoomRefusedError(
                    "not-allowed", f"someone has taken the {role}'s seat already"
                )
            await self._store_or_refuse(SeatTaken(self.clock.at, role, participant))
            self.seat(role, participant)
            await self._settle()

    def seat(self, role: PlayerWord, participant: Participant) -> None:
        """Give a seat to someone, without storing it."""
        seat = self.seats[role]
        if seat.driver is not None:
            seat.driver.stop()
        seat.take(participant, self.house.now())
        if seat.kind == "agent":
            seat.driver = Driver(
                RoomTable(self),
                role,
                participant.name,
                self.house.roster.source(role, participant.name),
                self.house.agents,
                human_pause(self.stored.pace or self.house.pace_seconds),
                self.house.steps_per_instruction,
            )

    async def connect(self, role: PlayerWord, connection: Connection) -> bool:
        """A person takes up the seat; false if the seat is no longer a person's."""
        async with self._lock:
            seat = self.seats[role]
            if seat.kind != "person":
                return False
            if seat.connection is not None:
                self.audience.dismiss(seat.connection)
            if seat.was_here:
                self.house.metrics.reconnects.inc()
            seat.connection, seat.was_here = connection, True
            await self._settle(welcomed=seat)
            return True

    async def watch(self, connection: Connection) -> None:
        """Someone begins to watch."""
        async with self._lock:
            watcher = Watcher(connection)
            self.watchers.append(watcher)
            self.audience.welcome_watcher(watcher)

    async def disconnect(self, connection: Connection) -> None:
        """A connection is gone."""
        async with self._lock:
            self.watchers = [w for w in self.watchers if w.connection is not connection]
            for seat in self.seats.values():
                if seat.connection is connection:
                    seat.connection = None
                    seat.away_since = self.house.now()
                    await self._settle()

    async def _settle(self, welcomed: RoomSeat | None = None) -> None:
        """Let the clock run exactly while both players are here, and tell everyone."""
        can_run = self.end is None and all(seat.is_here for seat in self.seats.values())
        if can_run != self.clock.is_running and self.end is None:
            await self._switch_clock(can_run)
            self.audience.tell_situation(besides=welcomed)
        if welcomed is not None:
            self.audience.welcome(welcomed)
        self.audience.tell_room(besides=welcomed)
        self._go_on()

    async def _switch_clock(self, can_run: bool) -> None:
        at = self.clock.at
        try:
            await self.journal.append(Resumed(at) if can_run else Paused(at))
        except StoreError:
            if can_run:
                self._later(_RETRY_SECONDS, self._resettle)
                return
        if can_run:
            self.clock.start()
        else:
            self.clock.stop()

    async def _resettle(self) -> None:
        async with self._lock:
            await self._settle()

    # Playing

    async def act(
        self, role: PlayerWord, action: Action, text: str | None = None, request: int | None = None
    ) -> None:
        """Take an action of a player.

        Raises:
            RoomRefusedError: it is not possible now; nothing has changed.
        """
        began = self.house.now()
        async with self._lock:
            self._check_playing()
            check_action(self.game, role, action)
            await self._take(PLAYERS[role], action, text, request)
        self.house.metrics.actions.labels(action.word).inc()
        self.house.metrics.broadcast_seconds.observe(self.house.now() - began)

    async def _take(
        self, player: Player, action: Action, text: str | None = None, request: int | None = None
    ) -> None:
        before = self.game.copy()
        try:
            outcome = self.game.step(action, player=player, text=text)
        except OutOfTurnError as error:
            raise RoomRefusedError("not-your-turn", str(error)) from None
        except (IllegalActionError, InstructionError) as error:
            raise RoomRefusedError("illegal", str(error)) from None
        if outcome & Outcome.BUMPED:
            self.game = before
            raise RoomRefusedError(
                "blocked", f"{player.word} cannot move {action.word}: it is blocked"
            )
        at, done = self.clock.at, self.game.history[-1]
        assert isinstance(done, Deed), "the rules accepted an action"
        deed = deed_event(at, done.player, action, done.text)
        entries: list[JournalEntry] = [deed]
        if self.game.is_over:
            entries.append(GameEnded(at, GameEnd.NO_TURNS, self.game.score))
        try:
            await self.journal.append(*entries)
        except StoreError as error:
            self.game = before
            raise RoomRefusedError("not-stored", f"the server cannot store it: {error}") from None
        if outcome & Outcome.TURN_ENDED:
            self.clock.begin_turn(at)
        if outcome & ENDS_PLAN:
            self.plan = None
        if self.game.is_over:
            self._finish(GameEnd.NO_TURNS)
        ended = before.instructions[before.current_number :]
        texts = tuple(known.text for known in ended)
        played = PlayedDeed(deed, outcome, before.states, self.game, texts)
        self.audience.tell_deed(played, done.player.word, request)
        if self.end is not None:
            self.audience.tell_room()
        self._go_on()

    def _check_playing(self) -> None:
        if self.status != "playing":
            reasons = {
                "waiting": "the game has not begun: a player is missing",
                "paused": "the game stands still while a player is away",
                "over": "the game is over",
            }
            raise RoomRefusedError("not-allowed", reasons[self.status])

    def _go_on(self) -> None:
        """Set the alarm for the end of the turn, and wake the agents."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if not self.clock.is_running:
            return
        self._alarm = asyncio.get_running_loop().call_later(
            self.seconds_left, lambda: self._later(0, self.check_time)
        )
        for seat in self.seats.values():
            if seat.driver is not None and not seat.failure:
                seat.driver.wake()

    async def check_time(self) -> None:
        """End the turn if its time is up."""
        async with self._lock:
            if not self.clock.is_running or self.end is not None:
                return
            if self.seconds_left > 0:
                self._go_on()
                return
            try:
                await self._take(self.game.turn, Action.TIME_OUT)
            except RoomRefusedError:  # not stored: try again
                self._later(_RETRY_SECONDS, self.check_time)

    async def fail(self, role: PlayerWord, reason: str) -> None:
        """An agent plays no more; the game waits until another takes its seat."""
        name = self.seats[role].participant.name
        self.house.metrics.agent_failures.labels(name).inc()
        async with self._lock:
            self.seats[role].failure = f"The {role} {name!r} has failed ({reason})."
            await self._settle()

    # Other requests

    async def publish_plan(self, plan: Plan) -> None:
        """Show the leader what the follower means to do.

        Raises:
            RoomRefusedError: the game is over, or it could not be stored.
        """
        async with self._lock:
            if self.end is not None:
                raise RoomRefusedError("not-allowed", "the game is over")
            if self.house.stores_plans and self.plans < MAX_PLANS and plan != self.plan:
                await self._store_or_refuse(Planned(self.clock.at, plan))
                self.plans += 1
            self.plan = plan
            self.audience.tell_plan(plan)

    async def signal(
        self, role: PlayerWord, kind: SignalKind, text: str = "", request: int | None = None
    ) -> None:
        """A player tells the other something that changes nothing.

        Raises:
            RoomRefusedError: it is not possible now; nobody has heard it.
        """
        async with self._lock:
            self._check_playing()
            check_signal(self.game, role, kind)
            try:
                sent = self.game.signal(kind, text)
            except (IllegalActionError, InstructionError) as error:
                raise RoomRefusedError("illegal", str(error)) from None
            try:
                await self._store_or_refuse(Signalled(self.clock.at, kind, sent.text))
            except RoomRefusedError:
                self.game.history.pop()
                raise
            told = SignalTold(kind=kind, text=sent.text)
            self.audience.tell(told, by=role, request=request)

    @property
    def offers(self) -> dict[PlayerWord, tuple[str, ...]]:
        """Which agents can take a seat now, by role."""
        return {role: self._offers(seat) for role, seat in self.seats.items()}

    def _offers(self, seat: RoomSeat) -> tuple[str, ...]:
        if self.end is not None or seat.is_here or self.stored.mode == "both":
            return ()
        failed = seat.participant.name if seat.failure else None
        return tuple(name for name in self.house.roster.names(seat.role) if name != failed)

    async def replace(self, role: PlayerWord, name: str) -> None:
        """An agent takes the place of the partner of whoever asks.

        Raises:
            RoomRefusedError: the partner is here, or there is no such agent.
        """
        other = OTHER[role]
        async with self._lock:
            if name not in self.offers[other]:
                known = ", ".join(self.offers[other]) or "none, as the partner is here"
                raise RoomRefusedError(
                    "not-allowed", f"{name!r} cannot take the {other}'s seat: who can: {known}"
                )
            taking = agent(name)
            await self._store_or_refuse(SeatTaken(self.clock.at, other, taking))
            self.seat(other, taking)
            await self._settle()

    async def comment(self, role: PlayerWord, text: str) -> None:
        """Keep what a player has to say about the game."""
        async with self._lock:
            if self.comments >= MAX_COMMENTS:
                raise RoomRefusedError("not-allowed", f"{MAX_COMMENTS} comments are the most")
            await self._store_or_refuse(Commented(self.clock.at, role, text))
            self.comments += 1

    async def leave(self, role: PlayerWord) -> None:
        """A player leaves for good, which ends the game."""
        await self.stop(GameEnd.LEADER_LEFT if role == "leader" else GameEnd.FOLLOWER_LEFT)

    async def stop(self, how: GameEnd) -> None:
        """End the game before its time."""
        async with self._lock:
            if self.end is not None:
                raise RoomRefusedError("not-allowed", "the game is over")
            at = self.clock.at
            await self._store_or_refuse(GameEnded(at, how, self.game.score))
            self._finish(how)
            self.audience.tell(*game_ended(how.value, self.game))
            self.audience.tell_room()

    def _finish(self, how: GameEnd) -> None:
        self.end = how
        self.clock.stop()
        self._go_on()
        for seat in self.seats.values():
            if seat.driver is not None:
                seat.driver.stop()
                self._later(0, partial(seat.driver.forget, self.number))
        self.house.metrics.ended.labels(how.value).inc()

    async def _store_or_refuse(self, *entries: JournalEntry) -> None:
        try:
            await self.journal.append(*entries)
        except StoreError as error:
            raise RoomRefusedError("not-stored", f"the server cannot store it: {error}") from None

    def _later(self, seconds: float, work: Callable[[], Coroutine[object, object, None]]) -> None:
        """Do something in a while, without waiting for it."""

        async def wait() -> None:
            await asyncio.sleep(seconds)
            await work()

        task = asyncio.get_running_loop().create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop the clock and store that, so that the game can go on after a restart."""
        async with self._lock:
            if self.clock.is_running:
                await self.journal.append(Paused(self.clock.at))
                self.clock.stop()
            self._go_on()
            for seat in self.seats.values():
                if seat.driver is not None:
                    seat.driver.stop()
            for task in tuple(self._tasks):
                task.cancel()
