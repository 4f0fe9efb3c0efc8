"""Blind games as a leader's page hears them: with an agent, or with a person who does the same."""

import asyncio
import contextlib
import json
import random
from dataclasses import dataclass
from typing import Any

import pytest

from cerealbar.game import Action, Game, Player
from cerealbar.server.partners import driver as driving
from cerealbar.server.partners.asking import NamedAgent
from cerealbar.server.rooms import Room, RoomRouter
from cerealbar.server.rooms.checks import RoomRefusedError
from cerealbar.server.rooms.clock import Timers
from cerealbar.server.rooms.presence import COMING_SECONDS, READERS, READING_SECONDS
from cerealbar.studies.entries import Drawn
from cerealbar.studies.parts import Arm, PartnerKind
from tests.server.rooms.playing import Ear, Time, until
from tests.server.visits.participants import Taker, study

TEXTS = (
    "turn left",
    "walk forward three steps",
    "go straight ahead and then turn around",
    "get the blue star",
    "take the red heart and then the green torus",
    "hmpf grmbl",
)
PLAY = {"rules": {"half_turns": 4}}
FOLLOWER = NamedAgent("follower", "learned", "learned")
_TURNS = (Action.LEFT, Action.RIGHT)
Frame = dict[str, Any]  # a message as the page's script sees it


@dataclass
class Stage:
    """One room in a time that passes only here, with all that becomes due meanwhile."""

    time: Time
    rng: random.Random
    room: Room | None = None

    async def let_pass(self, seconds: float) -> None:
        """Do what alarms would, each at its time."""
        ends = self.time.seconds + seconds
        while self.room is not None and (due := self._next_due()) <= ends:
            self.time.seconds = max(self.time.seconds, due)
            await self._go_on(self.room)
        self.time.seconds = ends
        if self.room is not None and self.room.clock.is_running and not self.room.seconds_left:
            await self.room.check_time()

    def _next_due(self) -> float:
        assert self.room is not None
        seats = self.room.seats.values()
        due = [at for seat in seats for at in (seat.comes_at, seat.ready_at) if at is not None]
        if self.room.awaited_role is not None:
            due.append(self.time.seconds + self.room.wait_seconds_left)
        return min(due, default=float("inf"))

    async def _go_on(self, room: Room) -> None:
        is_ready = any(
            seat.ready_at is not None and seat.ready_at <= self.time.seconds
            for seat in room.seats.values()
        )
        await (room.presence.settle() if is_ready else room.presence.let_agents_come())

    async def sleep(self, seconds: float) -> None:
        """What an agent's pauses are here."""
        await self.let_pass(seconds)
        await asyncio.sleep(0)


class _Pauses:
    """Stands for `asyncio` where drivers pause."""

    Task, current_task = asyncio.Task, staticmethod(asyncio.current_task)

    def __init__(self, stage: Stage) -> None:
        self.sleep = stage.sleep


async def hear_game(
    router: RoomRouter, time: Time, partner: PartnerKind, seed: int, patch: pytest.MonkeyPatch
) -> list[Frame]:
    """All that the page of a leader hears in a blind game."""
    stage = Stage(time, random.Random(seed))
    patch.setattr(driving, "asyncio", _Pauses(stage))
    patch.setattr(Timers, "set_alarm", lambda *_: None)  # the stage does what is due
    of = study(arms={"blind": Arm(partner="blind", play=PLAY)})
    wait = 0.0 if stage.rng.random() < 0.3 else stage.rng.uniform(3, 20)
    leads, follows = Taker(router, of, 2 * seed), Taker(router, of, 2 * seed + 1)
    for taker, role, kind in ((leads, "leader", partner), (follows, "follower", "person")):
        drawn = Drawn(step="games", treatment="blind", role=role, partner=kind, seed=seed)  # type: ignore[arg-type]  # words
        taker.note(drawn if taker is follows else _waiting(drawn, wait, partner))
    if partner == "agent":
        await leads.begin()
        await _come(stage, leads)
        await stage.let_pass(wait)
    else:
        await _meet(stage, leads, follows, wait)
    await _play(stage, router, partner)
    return [json.loads(frame) for frame in leads.ear.frames]


def _waiting(drawn: Drawn, wait: float, partner: PartnerKind) -> Drawn:
    waits = wait if partner == "agent" else 0.0
    return Drawn(
        step=drawn.step,
        treatment=drawn.treatment,
        role=drawn.role,
        partner=drawn.partner,
        seed=drawn.seed,
        wait_seconds=waits,
    )


async def _meet(stage: Stage, leads: Taker, follows: Taker, wait: float) -> None:
    """Two people come to a room, the follower first if nobody waits for it."""
    if not wait:
        await follows.begin()
        await _come(stage, follows)
        await stage.let_pass(60)
        await leads.begin()
        await _come(stage, leads)
        return
    await leads.begin()
    await _come(stage, leads)
    await stage.let_pass(wait)
    await follows.begin()
    await stage.let_pass(stage.rng.uniform(*COMING_SECONDS))
    await _come(stage, follows, is_reader=stage.rng.random() < READERS)


async def _come(stage: Stage, taker: Taker, *, is_reader: bool = False) -> None:
    """Someone takes up a seat; whoever reads the help first is ready when that is read."""
    room = taker.router.registry.rooms[taker.seat.game_id]
    stage.room, taker.ear = room, Ear()
    room.presence._rng.seed(stage.rng.random())
    role = taker.seat.role
    assert await room.presence.connect(role, taker.ear, taker.seat.holder, is_ready=not is_reader)
    if is_reader:
        await stage.let_pass(stage.rng.uniform(*READING_SECONDS))
        await room.presence.ready(role)


async def _play(stage: Stage, router: RoomRouter, partner: PartnerKind) -> None:
    """Lead by chance to the end; a person who follows does what the agent would."""
    room = stage.room
    assert room is not None
    driver = room.seats["follower"].driver
    if driver is not None:
        driver._rng.seed(stage.rng.random())
    for _ in range(100):
        if room.status != "playing":
            await stage.let_pass(0.5)
    assert room.status == "playing"
    while room.end is None:
        await _lead(stage, room)
        if partner == "person":
            await _follow(stage, room, router)
        await until(lambda: room.end is not None or _is_leaders(room.game))
    assert room.end == "no-turns"


async def _lead(stage: Stage, room: Room) -> None:
    for _ in range(stage.rng.randrange(3)):
        await stage.let_pass(stage.rng.uniform(0.5, 1.5))
        await room.act("leader", stage.rng.choice(_TURNS))
    for _ in range(stage.rng.randrange(1, 3)):
        await stage.let_pass(stage.rng.uniform(2, 6))
        await room.act("leader", Action.INSTRUCT, stage.rng.choice(TEXTS))
    await room.act("leader", Action.DONE)


async def _follow(stage: Stage, room: Room, router: RoomRouter) -> None:
    read = -1
    while room.end is None and (task := room.task("follower")) is not None:
        words = len(task.instruction.split()) if hasattr(task, "instruction") else 0
        if (number := getattr(task, "number", 0)) != read:
            read = number
            await stage.let_pass(0.25 * words * stage.rng.uniform(0.5, 1.5))
        await stage.let_pass(stage.rng.uniform(0.4, 1.4))
        if (task := room.task("follower")) is None:
            continue
        answer = await router.services.agents.ask(FOLLOWER, task)
        assert answer.choice is not None
        with contextlib.suppress(RoomRefusedError):  # blocked
            await room.act("follower", answer.choice.action, answer.choice.text)


def _is_leaders(game: Game) -> bool:
    return game.turn is Player.LEADER and not game.is_over
