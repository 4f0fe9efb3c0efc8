"""One seat, played by a simulated person at a human pace: waiting, playing, and going away."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from cerealbar.agents import Choice
from cerealbar.agents.pace import HUMAN_PACE
from cerealbar.game import Action, PlayerWord
from cerealbar.remote.errors import (
    ActionRefusedError,
    GoodbyeError,
    PartnerError,
    UnansweredError,
)
from cerealbar.remote.game import RemoteGame
from cerealbar.remote.known import Known
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.minds import Mind
from cerealbar.remote.seats import RemoteSeat
from cerealbar.wire.messages import NO_FAULT
from cerealbar.wire.words import ActionWord, CameraWord

SeatEnd: TypeAlias = Literal["over", "wait-over", "dropped-out"]
"""Why a person is not at a seat any more."""
LATE_SECONDS = 180.0
"""After the wait for a partner is over: nobody is ready, and the room is not closed either."""
STUCK_SECONDS = 900.0
"""Without a turn, after which something is wrong with a game."""
MAX_BUMPS = 8
"""Choices in a row that come to nothing, after which a person gives an instruction up."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """How long one person takes, at any speed."""

    rng: random.Random
    speed: float = 1.0
    """How many times quicker than people all of it is."""
    sleep: Callable[[float], None] = time.sleep

    def pause(self, seconds: float) -> None:
        """Take about so long."""
        drawn = seconds * self.rng.lognormvariate(0.0, HUMAN_PACE.spread)
        self.sleep(drawn / self.speed)

    def read(self, text: str) -> None:
        """Take the time to read something."""
        self.pause(1.0 + len(text.split()) / HUMAN_PACE.words)


@dataclass(slots=True)
class SeatPlay:
    """A person at a seat."""

    seat: RemoteSeat
    role: PlayerWord
    mind: Mind
    pauses: Pauses
    diary: Diary
    wait_seconds: float = 0.0
    """For which a partner is waited for, as the study says."""
    drops_out_after: int | None = None
    """Of its own actions; None for never."""
    _actions: int = 0
    _bumps: int = 0
    _turn: object = None

    def play(self) -> SeatEnd:
        """Play until the game is over or the person goes away."""
        try:
            with self.seat.connect(insists=True) as game:
                end = self._sit(game)
                self.diary.games.append(game.known.room.end if end == "over" else None)
        except GoodbyeError as goodbye:
            if goodbye.code != "unknown-token":  # the room is closed, as nobody came
                self.diary.refuse(goodbye.code, goodbye.reason)
            self.diary.games.append(None)
            end = "over"
        return end

    def _sit(self, game: RemoteGame) -> SeatEnd:
        while True:
            try:
                patience, end = self._patience(game.known)
                if not game.wait_for_turn(patience):
                    return "over"
            except TimeoutError:
                if self._patience(game.known)[1] != end:  # somebody has come meanwhile
                    continue
                if end == "over":
                    self.diary.complain(f"the game stands still: {game.known.room}")
                return end
            except PartnerError as failure:
                self.diary.complain(str(failure))
                if not failure.offers:
                    raise
                game.replace(failure.offers[0])  # as the page offers
                continue
            self._actions += 1
            if self._actions == self.drops_out_after:
                return "dropped-out"
            self._act(game)

    def _patience(self, known: Known) -> tuple[float, SeatEnd]:
        """For how long the person waits for its turn, and what it does then."""
        if known.room.status != "waiting":
            return STUCK_SECONDS, "over"
        return self.wait_seconds + LATE_SECONDS, "wait-over"

    def _act(self, game: RemoteGame) -> None:
        choice = self.mind(game.known)
        if self._bumps >= MAX_BUMPS:
            self._bumps = 0
            choice = Choice(Action.DONE if "done" in game.known.legal else Action.LEFT)
            if self.role == "follower":
                choice = Choice(Action.GIVE_UP, "I cannot get there")
        self._take_time(game.known, choice)
        try:
            match choice:
                case Choice(action=Action.INSTRUCT, text=text):
                    game.instruct(text or "")
                case Choice(action=Action.GIVE_UP, text=text):
                    game.give_up(text or "")
                case Choice(action=action):
                    game.act(cast(ActionWord, action.word))
                case camera:
                    game.toggle_camera(camera)
            if game.known.tutorial is not None:
                game.ping()  # what is to be done next is told after the answer
            self._bumps = 0
        except UnansweredError:
            self.diary.retried += 1  # what is known is fresh: choose again
        except ActionRefusedError as refusal:
            self._bumps += 1
            if refusal.code not in (*NO_FAULT, "not-stored"):
                self.diary.refuse(refusal.code, refusal.reason)

    def _take_time(self, known: Known, choice: Choice | CameraWord) -> None:
        """Look and decide at the beginning of a turn, type, press a key."""
        text = choice.text or "" if isinstance(choice, Choice) else ""
        seconds = HUMAN_PACE.step + len(text) / HUMAN_PACE.characters
        if (turn := (known.situation.turn, known.situation.half_turns_left)) != self._turn:
            self._turn = turn
            seconds += HUMAN_PACE.plan if self.role == "leader" else HUMAN_PACE.look
        self.pauses.pause(seconds)
