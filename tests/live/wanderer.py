"""A game of two programs who come back, wherever it goes on, and remember what they were told."""

import asyncio
import random
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from websockets.exceptions import WebSocketException

from cerealbar.game import PLAYERS, PlayerWord
from cerealbar.server.store import StoredEntry
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import Act, Instruct, Update
from tests.live.chronicle import Deed, stored_deeds
from tests.live.hosted import Site
from tests.live.pair import next_request
from tests.live.player import Player

FIRST_PAUSE, LONGEST_PAUSE = 0.3, 5.0
"""Before coming back, in seconds: the first time, and at most; as the pages do it."""
ANSWER_SECONDS = 10.0


@dataclass(slots=True)
class Asked:
    """A deed that a program asked for, and whether it was acknowledged."""

    deed: Deed
    is_acknowledged: bool = False


@dataclass(slots=True)
class Wanderings:
    """What two programs went through."""

    asked: list[Asked] = field(default_factory=list)
    outages: list[float] = field(default_factory=list)
    """Seconds from a broken connection to the next deed that was acknowledged."""
    delays: list[float] = field(default_factory=list)
    """Seconds from asking for a deed to its acknowledgement."""

    @property
    def acknowledged(self) -> int:
        """How many deeds were acknowledged."""
        return sum(asked.is_acknowledged for asked in self.asked)


class Wanderer:
    """Plays both seats of a game, one deed at a time."""

    def __init__(
        self, site: Site, seed: int, interval: float = 0.1, opened_at: Site | None = None
    ) -> None:
        self._site, self._rng, self._interval = site, random.Random(seed), interval
        seats = (opened_at or site).open_room(OpenRoom(mode="both", is_program=True, seed=seed))
        self.seed = seed
        self.tokens: dict[PlayerWord, str] = {seat.role: seat.token for seat in seats}
        self.game_id = seats[0].token[:16]
        self.told = Wanderings()
        self.is_over = False
        self._broke_at: float | None = None

    async def play(self, stop: asyncio.Event) -> None:
        """Play, and come back whenever the connection breaks, until told to stop."""
        pause = FIRST_PAUSE
        while not (stop.is_set() or self.is_over):
            try:
                await self._visit(stop)
            except (OSError, WebSocketException, TimeoutError):
                if self._broke_at is None:
                    self._broke_at, pause = time.perf_counter(), FIRST_PAUSE
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _visit(self, stop: asyncio.Event) -> None:
        """Take both seats, and play until the connection breaks."""
        url, tls = self._site.socket_url, self._site.tls
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(ANSWER_SECONDS):
                leader, follower = [
                    await stack.enter_async_context(Player(url, self.tokens[role], tls=tls))
                    for role in (*PLAYERS,)
                ]
                await leader.until(lambda seat: seat.situation.is_clock_running)
                await follower.until(lambda seat: seat.situation.is_clock_running)
            while not stop.is_set():
                await asyncio.sleep(self._interval * (0.5 + self._rng.random()))
                actor = leader if leader.situation.turn == "leader" else follower
                if leader.room.status == "over":
                    self.is_over = True
                    return
                request = next_request(actor, self._rng)
                if request is not None:
                    await self._ask(actor, request)

    async def _ask(self, actor: Player, request: Act | Instruct) -> None:
        role: PlayerWord = "leader" if actor.welcome.seat == "leader" else "follower"
        word = f"say {request.text}" if isinstance(request, Instruct) else request.action
        asked = Asked((role, word))
        self.told.asked.append(asked)
        began = time.perf_counter()
        answer = await actor.ask(request, ANSWER_SECONDS)
        if not isinstance(answer, Update):
            self.told.asked.pop()  # refused: nothing has changed
            return
        asked.is_acknowledged = True
        now = time.perf_counter()
        self.told.delays.append(now - began)
        if self._broke_at is not None:
            self.told.outages.append(now - self._broke_at)
            self._broke_at = None


def lost_deeds(asked: list[Asked], entries: list[StoredEntry]) -> list[str]:
    """In what a stored game is not as its players were told: nothing may be missing or added.

    A deed whose answer was lost may be stored or not; time-outs are the server's own.
    """
    stored = [deed for deed in stored_deeds(entries) if deed[1] != "time-out"]
    places = {0}  # how much of what is stored can be accounted for
    for number, each in enumerate(asked):
        after = {place + 1 for place in places if stored[place : place + 1] == [each.deed]}
        if not each.is_acknowledged:
            after |= places
        if not after:
            return [f"deed {number} {each.deed} was acknowledged and is not stored"]
        places = after
    if len(stored) in places:
        return []
    return [f"{len(stored) - max(places)} deeds are stored that nobody asked for"]
