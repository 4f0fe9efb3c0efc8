"""Many games at once, each acting at a steady pace, and how long every action took."""

import asyncio
import random
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import Act, FromServer, Instruct, Refused, Update
from tests.live.chronicle import Chronicle, Deed
from tests.live.hosted import Hosted, Site
from tests.live.pair import next_request
from tests.live.player import Player


@dataclass(slots=True)
class Tally:
    """What a crowd went through."""

    seconds: list[float] = field(default_factory=list)
    """From sending an action to its broadcast, of every action that counts."""
    sent: int = 0
    answered: int = 0
    refused: int = 0
    deeds: dict[str, list[Deed]] = field(default_factory=dict)
    """By game, in the order of their broadcasts."""
    acknowledged: dict[str, int] = field(default_factory=dict)
    """How many of each game's were answered."""
    server_share: float = 0.0
    """Of a core, that the server used while actions counted."""
    server_wait: float = 0.0
    """How much of the time its threads were kept waiting for the core, together."""
    memory_bytes: int = 0
    """That the server held in the end."""


class Pair:
    """A game of two seats, and the arrival of each broadcast."""

    def __init__(self, server: Site, seed: int) -> None:
        self._rng = random.Random(seed)
        seats = server.open_room(OpenRoom(mode="both", is_program=True, seed=seed))
        self.seed = seed
        self.tokens = {seat.role: seat.token for seat in seats}
        self.chronicle = Chronicle()
        self._arrival: asyncio.Future[float] | None = None
        self._awaited = "follower"
        url, tls = server.socket_url, server.tls
        self.leader = Player(url, self.tokens["leader"], self._hear_as_leader, tls)
        self.follower = Player(url, self.tokens["follower"], self._hear_as_follower, tls)

    def _hear_as_leader(self, message: FromServer, at: float) -> None:
        self.chronicle.hear(message)
        self._hear("leader", message, at)

    def _hear_as_follower(self, message: FromServer, at: float) -> None:
        self._hear("follower", message, at)

    def _hear(self, seat: str, message: FromServer, at: float) -> None:
        is_awaited = self._arrival is not None and seat == self._awaited
        if is_awaited and isinstance(message, Update):
            assert self._arrival is not None
            self._arrival.set_result(at)
            self._arrival = None

    async def play(self, tally: Tally, interval: float, counts_from: float, until: float) -> None:
        """Act at a steady pace; actions from `counts_from` on are timed."""
        game_id = self.leader.welcome.game_id
        at = time.perf_counter() + self._rng.random() * interval
        tally.acknowledged[game_id] = 0
        while at < until:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            is_timed = at >= counts_from
            at += interval
            actor = self.leader if self.leader.situation.turn == "leader" else self.follower
            request = next_request(actor, self._rng)
            if request is None:
                break  # the game is over
            took = await self._act(actor, request, tally, game_id)
            if took is not None and is_timed:
                tally.seconds.append(took)
        tally.deeds[game_id] = self.chronicle.deeds

    async def _act(
        self, actor: Player, request: Act | Instruct, tally: Tally, game_id: str
    ) -> float | None:
        partner = "follower" if actor is self.leader else "leader"
        self._awaited = actor.welcome.seat if _is_silent(actor, request) else partner
        arrival: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._arrival = arrival
        tally.sent += 1
        began = time.perf_counter()
        answer = await actor.ask(request)
        tally.answered += 1
        if not isinstance(answer, Update):
            is_unseen = isinstance(answer, Refused) and answer.code == "blocked"
            tally.refused += not is_unseen  # what is in the way there shows when it is tried
            self._arrival = None
            return None
        tally.acknowledged[game_id] += 1
        return await arrival - began


def _is_silent(actor: Player, request: Act | Instruct) -> bool:
    """Whether the partner may not hear of it: an instruction that waits behind another."""
    known = actor.situation.instructions
    return isinstance(request, Instruct) and any(line.status == "current" for line in known)


async def crowd(
    server: Hosted, games: int, *, interval: float, warm_up: float, seconds: float
) -> Tally:
    """Let many games be played at once."""
    tally = Tally()
    pairs = [Pair(server, 1000 + number) for number in range(games)]
    async with AsyncExitStack() as stack:
        for pair in pairs:
            await stack.enter_async_context(pair.leader)
            await stack.enter_async_context(pair.follower)
            await pair.leader.until(lambda seat: seat.situation.is_clock_running)
            await pair.follower.until(lambda seat: seat.situation.is_clock_running)
        counts_from = time.perf_counter() + warm_up
        until = counts_from + seconds
        await asyncio.gather(
            _observe(server, tally, warm_up, seconds),
            *(pair.play(tally, interval, counts_from, until) for pair in pairs),
        )
    return tally


async def _observe(server: Hosted, tally: Tally, warm_up: float, seconds: float) -> None:
    await asyncio.sleep(warm_up)
    began, used, waited = time.perf_counter(), server.cpu_seconds(), server.waited_seconds()
    await asyncio.sleep(seconds)
    passed = time.perf_counter() - began
    tally.server_share = (server.cpu_seconds() - used) / passed
    tally.server_wait = (server.waited_seconds() - waited) / passed
    tally.memory_bytes = server.memory_bytes()
