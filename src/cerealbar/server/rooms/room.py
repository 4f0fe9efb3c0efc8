"""A room: one game, its clock and its seats.

Everything that changes the game happens under one lock, in this order: the rules accept a deed, the
store has it for good, and only then is it acknowledged and broadcast.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial

from cerealbar.agents import FollowTask, LeadTask
from cerealbar.agents.playing import follow_task, lead_task, meant_of
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
    CameraToggled,
    Commented,
    GameEnd,
    GameEnded,
    Meant,
    Paused,
    Planned,
    Signalled,
    deed_event,
)
from cerealbar.server.partners.asking import AgentFailedError, AgentTask, Answer
from cerealbar.server.partners.driver import Driver
from cerealbar.server.rooms.broadcast import Audience
from cerealbar.server.rooms.checks import (
    MAX_CAMERA_TOGGLES,
    MAX_COMMENTS,
    MAX_PLAN_BYTES,
    RoomRefusedError,
    check_action,
    check_lesson,
    check_signal,
    plan_bytes,
    rounded,
)
from cerealbar.server.rooms.clock import Timers
from cerealbar.server.rooms.deed_effects import PlayedDeed
from cerealbar.server.rooms.presence import Presence
from cerealbar.server.rooms.seat_views import understanding
from cerealbar.server.rooms.state import RoomState, Services
from cerealbar.server.store import JournalEntry, StoredEntry, StoredGame
from cerealbar.server.supervision import RETRY_SECONDS
from cerealbar.studies.tutorials import TutorialWalk
from cerealbar.views import BoardMemory, Plan, remember_game
from cerealbar.wire.messages import NO_FAULT, Goodbye
from cerealbar.wire.scene import GameEndTold, SignalTold
from cerealbar.wire.words import CameraWord

ENDS_PLAN = Outcome.FINISHED | Outcome.CANCELLED | Outcome.SET_MADE | Outcome.GAME_OVER
"""After what the follower's plan is out of date."""


class Room(RoomState):
    """Where one game is played: its one owner, whose lock orders all that changes it."""

    def __init__(
        self, stored: StoredGame, services: Services, game: Game, entries: Sequence[StoredEntry]
    ) -> None:
        super().__init__(stored, services, game, entries)
        self.lock = asyncio.Lock()
        self.audience = Audience(self)
        self.timers = Timers(services.supervisor)
        self.presence = Presence(self)
        self.plan_bytes = 0
        """How much the stored plans take."""
        self.memory: BoardMemory | None = None
        """What an agent that follows and sees in part has seen, once one was asked."""

    # Playing

    async def act(
        self,
        role: PlayerWord,
        action: Action,
        text: str | None = None,
        request: int | None = None,
        *,
        meant: Meant | None = None,
        task: AgentTask | None = None,
    ) -> None:
        """Take an action of a player; `task` is what it answers, if an agent chose it.

        Raises:
            RoomRefusedError: it is not possible now; nothing has changed.
        """
        began = self.services.now()
        async with self.lock:
            self._check_playing()
            self._check_current(task)
            check_action(self.game, role, action)
            check_lesson(self.tutorial, role, action)
            await self._take(PLAYERS[role], action, text, request, meant)
        self.services.metrics.actions.labels(action.word).inc()
        self.services.metrics.broadcast_seconds.observe(self.services.now() - began)

    async def _take(
        self,
        player: Player,
        action: Action,
        text: str | None = None,
        request: int | None = None,
        meant: Meant | None = None,
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
        deed = deed_event(at, done.player, action, done.text, meant)
        entries: list[JournalEntry] = [deed]
        walk = None if self.tutorial is None else self.tutorial.after_deed(self.game)
        end = _end_after(self.game, walk)
        if end is not None:
            entries.append(GameEnded(at, end, self.game.score))
        try:
            await self.journal.append(*entries)
        except Exception:  # not stored, so it did not happen
            self.game = before
            raise
        if self.memory is not None:
            self.memory.look(self.game.states)
        if outcome & Outcome.TURN_ENDED:
            self.clock.begin_turn(at)
        if end is not None:
            self._finish(end)
        ended = before.instructions[before.current_number :]
        texts = tuple(known.text for known in ended)
        played = PlayedDeed(deed, outcome, before.states, self.game, texts)
        at_step, self.tutorial = self.tutorial, walk
        self.audience.tell_deed(played, done.player.word, request)
        self._tell_step(at_step)
        if outcome & ENDS_PLAN:
            self._drop_plan()
        if end is GameEnd.TUTORIAL_DONE:
            self._close_tutorial()
        if self.end is not None:
            self.audience.tell_room()
        self.go_on()

    def _check_playing(self) -> None:
        if self.status != "playing":
            reasons = {
                "waiting": "the game has not begun: a player is missing or not ready",
                "paused": "the game stands still: a player is away, being loaded or in the help",
                "over": "the game is over",
            }
            raise RoomRefusedError("not-allowed", reasons[self.status])

    def _check_current(self, task: AgentTask | None) -> None:
        """See that a task is still the game's: the same instruction and as many steps; for a
        leader, the same state."""
        match task:
            case LeadTask(states=states):
                is_current = states.tobytes() == self.game.states.tobytes()
            case FollowTask(number=number, steps_taken=steps):
                is_current = (number, steps) == (self.game.number_followed, self.game.steps_taken)
            case None:
                return
        if not is_current:
            raise RoomRefusedError("not-your-turn", "the game has gone on meanwhile")

    def go_on(self) -> None:
        """Set the alarm for the end of the turn, and wake the agents."""
        if not self.clock.is_running:
            self.timers.clear_alarm(self.check_time)
            return
        self.timers.set_alarm(self.seconds_left, self.check_time)
        for seat in self.seats.values():
            if seat.driver is not None:
                seat.driver.wake()

    async def check_time(self) -> None:
        """End the turn if its time is up."""
        async with self.lock:
            if not self.clock.is_running or self.end is not None:
                return
            if self.seconds_left > 0:
                self.go_on()
                return
            try:
                await self._take(self.game.turn, Action.TIME_OUT)
            except RoomRefusedError:  # not stored: try again
                self.timers.later(RETRY_SECONDS, self.check_time)

    # What agents are to do, and do

    def driver(self, role: PlayerWord, name: str) -> Driver:
        """What lets an agent of a name play a role."""
        services = self.services
        return Driver(
            services.roster.agent(role, name),
            services.agents,
            self.spec.treatment,
            services.supervisor,
            task=partial(self.task, role),
            act=partial(self.drive, role),
            fail=partial(self.presence.fail, role),
        )

    def task(self, role: PlayerWord) -> AgentTask | None:
        """What an agent is to do now, if it is to act."""
        is_turn = self.clock.is_running and self.game.turn is PLAYERS[role]
        if not is_turn or self.seats[role].failure:
            return None
        if role == "leader":
            return lead_task(self.number, self.game.copy())
        if self.memory is None and self.agent_sight is not None:
            self.memory = remember_game(self.game, self.agent_sight)
        return follow_task(self.number, self.game.copy(), self.memory)

    async def drive(self, role: PlayerWord, task: AgentTask, answer: Answer) -> bool:
        """Show and do what an agent answers to a task, unless it is too late; false if nothing can
        be stored now.

        Raises:
            AgentFailedError: it chose nothing, or the rules refuse it.
        """
        choice = answer.choice
        if choice is None:
            raise AgentFailedError("it chose nothing")
        try:
            if answer.plan is not None:
                await self.publish_plan(answer.plan, task)
            meant = meant_of(choice.intention)
            await self.act(role, choice.action, choice.text, meant=meant, task=task)
        except RoomRefusedError as refusal:
            if refusal.code == "not-stored":
                return False
            if refusal.code not in NO_FAULT:
                raise AgentFailedError(str(refusal)) from None
        return True

    # Other requests

    async def publish_plan(self, plan: Plan, task: AgentTask | None = None) -> None:
        """Show the leader what the follower means to do.

        Raises:
            RoomRefusedError: the game is over or, for an agent, has gone on; or it could not be
                stored.
        """
        shown = rounded(plan)
        async with self.lock:
            if self.end is not None:
                raise RoomRefusedError("not-allowed", "the game is over")
            self._check_current(task)
            if shown == self.plan:
                return
            size = plan_bytes(shown)
            if self.spec.treatment.stores_plans and self.plan_bytes + size <= MAX_PLAN_BYTES:
                await self.journal.append(Planned(self.clock.at, shown))
                self.plan_bytes += size
            self.plan = shown
            self.understood |= understanding(self.game, shown)
            self.audience.tell_plan()

    def _drop_plan(self) -> None:
        if self.plan is not None:
            self.plan = None
            self.audience.tell_plan()

    async def signal(
        self, role: PlayerWord, kind: SignalKind, text: str = "", request: int | None = None
    ) -> None:
        """A player tells the other something that changes nothing.

        Raises:
            RoomRefusedError: it is not possible now; nobody has heard it.
        """
        async with self.lock:
            self._check_playing()
            check_signal(self.game, role, kind)
            try:
                sent = self.game.signal(kind, text)
            except (IllegalActionError, InstructionError) as error:
                raise RoomRefusedError("illegal", str(error)) from None
            try:
                await self.journal.append(Signalled(self.clock.at, kind, sent.text))
            except Exception:
                self.game.history.pop()
                raise
            told = SignalTold(kind=kind, text=sent.text)
            self.audience.tell(told, by=role, request=request)

    async def comment(self, role: PlayerWord, text: str) -> None:
        """Keep what a player has to say about the game."""
        async with self.lock:
            if self.journal.counts[Commented] >= MAX_COMMENTS:
                raise RoomRefusedError("not-allowed", f"{MAX_COMMENTS} comments are the most")
            await self.journal.append(Commented(self.clock.at, role, text))

    # Tutorials

    async def toggle_camera(self, role: PlayerWord, camera: CameraWord) -> None:
        """Whoever learns to lead looks from elsewhere, which only the page can know.

        Raises:
            RoomRefusedError: it is no tutorial of this player, or it could not be stored.
        """
        async with self.lock:
            self._check_playing()
            walk = self.tutorial
            if walk is None or walk.tutorial.role != role:
                raise RoomRefusedError("not-allowed", "cameras are noted in tutorials only")
            if self.journal.counts[CameraToggled] >= MAX_CAMERA_TOGGLES:
                return
            at, walk = self.clock.at, walk.after_camera()
            entries: list[JournalEntry] = [CameraToggled(at, camera)]
            if walk.is_done:
                entries.append(GameEnded(at, GameEnd.TUTORIAL_DONE, self.game.score))
            await self.journal.append(*entries)
            at_step, self.tutorial = self.tutorial, walk
            self._tell_step(at_step)
            if walk.is_done:
                self._finish(GameEnd.TUTORIAL_DONE)
                self._close_tutorial()
                self.audience.tell_room()

    def _tell_step(self, before: TutorialWalk | None) -> None:
        """Tell what is to be done now in a tutorial, if it was something else before."""
        walk = self.tutorial
        if walk is not None and before is not None and walk.step is not before.step:
            self.audience.tell_tutorial()

    def _close_tutorial(self) -> None:
        self.game.leave()
        self.audience.tell(GameEndTold(how="tutorial-done", score=self.game.score))

    # The end

    async def leave(self, role: PlayerWord) -> None:
        """A player leaves for good, which ends the game; also if the partner has left it before."""
        async with self.lock:
            if self.end is not None:
                raise RoomRefusedError("not-allowed", "the game is over")
            is_leader = self.leaver(role) == "leader"
            await self._stop(GameEnd.LEADER_LEFT if is_leader else GameEnd.FOLLOWER_LEFT)

    async def stop_if(self, judge: Callable[[], GameEnd | None]) -> GameEnd | None:
        """End the game if it is to end, judged while nobody can come or go; how it ended.

        Raises:
            RoomRefusedError: it could not be stored.
        """
        async with self.lock:
            how = judge() if self.end is None else None
            if how is not None:
                await self._stop(how)
            return how

    async def _stop(self, how: GameEnd) -> None:
        await self.journal.append(GameEnded(self.clock.at, how, self.game.score))
        self.game.leave()
        self._finish(how)
        self.audience.tell(GameEndTold(how=how.value, score=self.game.score))
        self._drop_plan()
        self.audience.tell_room()

    def _finish(self, how: GameEnd) -> None:
        self.end = how
        if self.spec.study is not None:
            self.services.ended.put_nowait(self.game_id)
        self._stand_still()
        self.services.metrics.ended.labels(how.value).inc()

    def _stand_still(self) -> None:
        self.clock.stop()
        self.go_on()
        for seat in self.seats.values():
            if seat.driver is not None:
                seat.driver.stop(self.number)

    def move(self, goodbye: Goodbye) -> None:
        """Another process has the game: store nothing more, and send everyone on."""
        self.moved = goodbye
        self._stand_still()
        self.timers.cancel()
        here = [seat.connection for seat in self.seats.values() if seat.connection is not None]
        for connection in (*here, *self.watchers):
            connection.close(goodbye)

    async def close(self) -> None:
        """Stop the clock and store that, so that the game can go on after a restart."""
        async with self.lock:
            self._stand_still()
            self.timers.cancel()
            await self._store_pause()

    async def store_pause(self) -> None:
        """Store that the clock stands still, if that could not be stored when it stopped."""
        async with self.lock:
            await self._store_pause()

    async def _store_pause(self) -> None:
        if self.journal.is_running and not self.clock.is_running:
            with contextlib.suppress(RoomRefusedError):  # then the last heartbeat tells
                await self.journal.append(Paused(self.clock.at))


def _end_after(game: Game, walk: TutorialWalk | None) -> GameEnd | None:
    """How the game has ended by a deed, if it has."""
    if game.is_over:
        return GameEnd.NO_TURNS
    return GameEnd.TUTORIAL_DONE if walk is not None and walk.is_done else None
