"""A router with a real store and a clock that tests move, and people who only listen."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Literal

import pytest

from cerealbar.game import Action, Game, PlayerWord, Rules
from cerealbar.records import RecordedRules
from cerealbar.server.metrics import Metrics
from cerealbar.server.partners.asking import NamedAgent
from cerealbar.server.partners.driver import Driver
from cerealbar.server.partners.pool import AgentPool
from cerealbar.server.partners.roster import Roster
from cerealbar.server.rooms import Room, RoomRouter, Services
from cerealbar.server.rooms.checks import RoomRefusedError
from cerealbar.server.settings import Settings
from cerealbar.server.store import Store, Treatment
from cerealbar.server.supervision import Supervisor
from cerealbar.server.tokens import Tokens
from cerealbar.views import ViewName
from cerealbar.wire.lobby import OpenRoom, TakeSeat
from cerealbar.wire.messages import FromServer, Goodbye, Update, decode_from_server

WALL = 1_800_000_000.0


class Time:
    """A clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def now(self) -> float:
        return self.seconds

    def wall(self) -> float:
        return WALL + self.seconds


class Ear:
    """A connection that keeps what it hears."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.goodbye: Goodbye | None = None

    def send(self, message: bytes) -> None:
        self.frames.append(message)

    def close(self, goodbye: Goodbye) -> None:
        self.goodbye = goodbye

    @property
    def messages(self) -> list[FromServer]:
        return [decode_from_server(frame) for frame in self.frames]

    @property
    def updates(self) -> list[Update]:
        return [message for message in self.messages if isinstance(message, Update)]

    def fresh(self) -> list[FromServer]:
        """What was heard since the last call."""
        heard = self.messages
        self.frames.clear()
        return heard


@asynccontextmanager
async def opened_router(
    place: Path | str,
    time: Time | None = None,
    *,
    rules: Rules | None = None,
    followers: Mapping[str, str] | None = None,
    max_games: int = 100,
    rooms_per_address: int = 50,
    agent_seconds: float = 30.0,
    agent_sight: ViewName = "full",
    treatment: Treatment | None = None,
    process: str = "",
    lease_seconds: float = 300.0,
) -> AsyncIterator[RoomRouter]:
    """A router; its store is a file in a folder, or at a URL, and is there again the next time."""
    clock = time or Time()
    url = place if isinstance(place, str) else str(place / "games.sqlite")
    store = Store.open(url, synchronous="OFF", process=process, lease_seconds=lease_seconds)
    metrics = Metrics()
    roster = Roster(followers=followers or {})
    services = Services(
        store=store,
        tokens=Tokens(store.secret),
        metrics=metrics,
        agents=AgentPool(1, agent_seconds, metrics, is_warmed=True),
        roster=roster,
        supervisor=Supervisor(metrics, clock.now),
        now=clock.now,
        wall=clock.wall,
    )
    usual = Treatment(
        rules=RecordedRules.from_rules(rules or Rules(solvable=True)),
        agent_sight=agent_sight,
        pace_seconds=(0.0, 0.0),
        steps_per_instruction=25,
    )
    settings = Settings(max_games=max_games, rooms_per_address=rooms_per_address)
    router = RoomRouter(services, settings, treatment or usual)
    try:
        yield router
    finally:
        await router.registry.close()
        await services.agents.close()
        await store.close()


def driver_of(room: Room, role: PlayerWord, agents: AgentPool, treatment: Treatment) -> Driver:
    """A driver of an agent that nobody seated."""
    return Driver(
        NamedAgent(role, "me", "a:b"),
        agents,
        treatment,
        room.services.supervisor,
        task=partial(room.task, role),
        act=partial(room.drive, role),
        fail=partial(room.presence.fail, role),
    )


def own_by(
    monkeypatch: pytest.MonkeyPatch, store: Store, **stand_ins: Callable[..., Awaitable[object]]
) -> None:
    """Let others stand in for methods of `Ownership`, by their names."""
    own = store.own

    async def stand_in(function: Callable[..., object], *args: object) -> object:
        other = stand_ins.get(function.__name__)
        return await (own(function, *args) if other is None else other(*args))

    monkeypatch.setattr(store, "own", stand_in)


async def seated_pair(
    router: RoomRouter, mode: Literal["both", "friend"] = "both", seed: int | None = 42
) -> tuple[Room, Ear, Ear]:
    """A room in which two people listen."""
    await router.open(OpenRoom(mode=mode, seed=seed))
    room = list(router.registry.rooms.values())[-1]
    if mode == "friend":
        await router.take_seat(TakeSeat(invite=router.services.tokens.make(room.game_id, "invite")))
    leader, follower = Ear(), Ear()
    assert await room.presence.connect("leader", leader)
    assert await room.presence.connect("follower", follower)
    return room, leader, follower


async def connected(router: RoomRouter, token: str) -> tuple[Room, Ear]:
    """A person who takes up the seat of a token."""
    found = router.services.tokens.read(token)
    assert found is not None
    room = await router.registry.find(found.game_id)
    assert isinstance(room, Room)
    ear = Ear()
    role: PlayerWord = "leader" if found.purpose == "leader" else "follower"
    assert await room.presence.connect(role, ear, found.holder)
    return room, ear


async def play_at_random(room: Room, rng: random.Random, deeds: int) -> int:
    """Take random legal actions for both players; returns how many instructions were sent."""
    sent = 0
    for _ in range(deeds):
        game = room.game
        if game.is_over:
            break
        role: PlayerWord = "leader" if game.turn.word == "leader" else "follower"
        action, text = _random_action(game, role, rng)
        if game.can_cancel and rng.random() < 0.05:
            role, action, text = "leader", Action.CANCEL, None
        sent += action is Action.INSTRUCT
        with contextlib.suppress(RoomRefusedError):  # blocked
            await room.act(role, action, text)
    return sent


def _random_action(game: Game, role: PlayerWord, rng: random.Random) -> tuple[Action, str | None]:
    steps = [Action.FORWARD] * 4 + [Action.BACKWARD, Action.LEFT, Action.RIGHT]
    if role == "leader":
        if rng.random() < 0.25 or (not game.steps_left and not game.can_end_turn):
            return Action.INSTRUCT, f"secret words {rng.random()} end"
        if not game.steps_left or (rng.random() < 0.15 and game.can_end_turn):
            return Action.DONE, None
        return rng.choice(steps), None
    ends = [(Action.DONE, None), (Action.DONE, None), (Action.GIVE_UP, f"no {rng.random()}")]
    return rng.choice(ends) if rng.random() < 0.12 else (rng.choice(steps), None)


async def until(condition: Callable[[], bool], seconds: float = 300.0) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)
