"""One seat, played by a simulated person at a human pace: waiting, playing, and going away."""

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from cerealbar.agents.pace import HUMAN_PACE, Stopwatch
from cerealbar.game import PLAYERS, Action, PlayerWord
from cerealbar.remote.errors import (
    ActionRefusedError,
    GoodbyeError,
    PartnerError,
    RemoteError,
    UnansweredError,
)
from cerealbar.remote.game import RemoteGame
from cerealbar.remote.known import Known
from cerealbar.remote.participants.diary import Diary, GameMet
from cerealbar.remote.participants.leisure import Leisure
from cerealbar.remote.participants.minds import Doing, Mind
from cerealbar.remote.seats import RemoteSeat
from cerealbar.wire.messages import NO_FAULT

SeatEnd: TypeAlias = Literal["over", "wait-over", "stopped-waiting", "dropped-out", "left"]
"""Why a person is not at a seat any more."""
LOOK_SECONDS = 0.25
"""How often a person who waits looks up."""
LATE_SECONDS = 180.0
"""After the wait for a partner is over: nobody is ready, and the room is not closed either."""
STUCK_SECONDS = 900.0
"""Without a turn, after which something is wrong with a game."""
MAX_BUMPS = 8
"""Choices in a row that come to nothing, after which a person gives an instruction up."""
_CAMERA_SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlan:
    """What a person means to do beside playing; counts are of its own actions, None for never."""

    wait_seconds: float | None = None
    """For which a partner is waited for, as the study says."""
    stops_waiting_after: float | None = None
    drops_out_after: int | None = None
    leaves_after: int | None = None
    reloads_after: int | None = None


@dataclass(slots=True)
class SeatPlay:
    """A person at a seat."""

    seat: RemoteSeat
    role: PlayerWord
    mind: Mind
    plan: SeatPlan
    leisure: Leisure
    diary: Diary
    now: Callable[[], float] = time.monotonic
    _actions: int = 0
    _bumps: int = 0
    _began: float = 0.0
    _waited: float = 0.0
    """Seconds until the game began."""
    _heard_at: float = 0.0
    """When the game last waited for this person, or it came."""
    _watch: Stopwatch = field(default_factory=lambda: Stopwatch(None, random.Random(0)))
    _turn: object = None

    def play(self) -> SeatEnd:
        """Play until the game is over or the person goes away."""
        self._watch = Stopwatch(HUMAN_PACE, self.leisure.rng)
        self._began = self._heard_at = self.now()
        known: Known | None = None
        while True:
            try:
                with self.seat.connect(insists=True) as game:
                    end = self._sit(game)
                    known = game.known
            except GoodbyeError as goodbye:
                if goodbye.code != "unknown-token":  # the room is closed, as nobody came
                    self.diary.refuse(goodbye.code, goodbye.reason)
                end = "over"
            if end is not None:
                self._note(known, end)
                return end

    def _sit(self, game: RemoteGame) -> SeatEnd | None:
        """What ends one connection; None to open another, as a page that is loaded again does."""
        while True:
            try:
                if not game.wait_for_turn(LOOK_SECONDS):
                    return "over"
            except TimeoutError:
                if (end := self._look_up(game.known)) is not None:
                    return end
                continue
            except PartnerError as failure:
                self._help(game, failure)
                continue
            if not self._waited:
                self._waited = self.now() - self._began
            self._heard_at = self.now()
            self._actions += 1
            if self._actions == self.plan.drops_out_after:
                return "dropped-out"
            if self._actions == self.plan.leaves_after:
                return self._leave(game)
            if self._actions == self.plan.reloads_after:
                return None
            self._act(game)

    def _look_up(self, known: Known) -> SeatEnd | None:
        """Whether somebody who waits has waited long enough."""
        waited = self.now() - self._began
        if known.room.status == "waiting":
            stops, most = self.plan.stops_waiting_after, self.plan.wait_seconds
            if stops is not None and waited > stops:
                return "stopped-waiting"
            return "wait-over" if waited > (most or 0.0) + LATE_SECONDS else None
        if self.now() - self._heard_at > STUCK_SECONDS:
            self.diary.complain(f"the game stands still: {known.room}")
            return "wait-over"
        return None

    def _help(self, game: RemoteGame, failure: PartnerError) -> None:
        """Take another agent for one that has failed, as the page offers."""
        self.diary.complain(str(failure))
        if not failure.offers:
            raise failure
        game.replace(failure.offers[0])

    def _leave(self, game: RemoteGame) -> SeatEnd:
        self.diary.do("left a game")
        try:
            game.leave()
        except RemoteError as error:
            self.diary.refuse("leave", str(error))
        return "left"

    # Acting

    def _act(self, game: RemoteGame) -> None:
        doing = self.mind.choose(game.known)
        if self._bumps >= MAX_BUMPS:
            doing, self._bumps = self._way_out(game.known), 0
        self._take_time(game.known, doing)
        try:
            _perform(game, doing)
            if game.known.tutorial is not None:
                game.ping()  # what is to be done next is told after the answer
            self._bumps = 0
        except UnansweredError:
            self.diary.retried += 1  # what is known is fresh: choose again
        except ActionRefusedError as refusal:
            self._bumps += 1
            if refusal.code not in (*NO_FAULT, "not-stored"):
                self.diary.refuse(refusal.code, refusal.reason)

    def _way_out(self, known: Known) -> Doing:
        if self.role == "follower":
            return Doing(Action.GIVE_UP, "I cannot get there")
        return Doing(Action.DONE if "done" in known.legal else Action.LEFT)

    def _take_time(self, known: Known, doing: Doing) -> None:
        situation = known.situation
        if (turn := (situation.turn, situation.half_turns_left)) != self._turn:
            self._turn = turn
            self._watch.begin_turn()
            self._watch.show(known.instruction or "")
        before = self._watch.at
        if doing.action is None:
            self.leisure.pause(_CAMERA_SECONDS)
            return
        self._watch.pass_time(PLAYERS[self.role], doing.action, doing.text, math.inf)
        seconds = self._watch.at - before
        self.leisure.sleep(seconds * self.leisure.slowness / self.leisure.speed)

    def _note(self, known: Known | None, end: SeatEnd) -> None:
        self.diary.games.append(
            GameMet(
                step=self.diary.step,
                role=self.role,
                end=known.room.end if known is not None and end == "over" else None,
                score=0 if known is None else known.score,
                waited_seconds=self._waited or self.now() - self._began,
                seconds=self.now() - self._began,
            )
        )


def _perform(game: RemoteGame, doing: Doing) -> None:
    match doing:
        case Doing(camera=str(camera)):
            game.toggle_camera(camera)
        case Doing(action=Action.INSTRUCT):
            game.instruct(doing.text)
        case Doing(action=Action.GIVE_UP):
            game.give_up(doing.text)
        case Doing(action=Action.DONE):
            game.done()
        case Doing(action=Action.FORWARD):
            game.act("forward")
        case Doing(action=Action.BACKWARD):
            game.act("backward")
        case Doing(action=Action.LEFT):
            game.act("left")
        case _:
            game.act("right")
