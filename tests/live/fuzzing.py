"""Hostile messages from all sides, while honest players go on playing."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from cerealbar.game import Cancelling, PlayerWord, Rules
from cerealbar.server.store import Reader
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import Done, Leave, Ping, Refused
from tests.live.chronicle import (
    Chronicle,
    replayed,
    stored_deeds,
    summary_of_game,
    summary_of_situation,
)
from tests.live.hosted import UNHURRIED, Hosted
from tests.live.intruder import Damage, Intruder, knock
from tests.live.pair import next_request
from tests.live.player import Player
from tests.live.raw import break_in, deaf_client

SETTINGS = (
    UNHURRIED
    + """
[rules]
half_turns = "unlimited"
leader_seconds = 3
follower_seconds = 3
cancelling = "any-turn"
thumbs = true
remarks = true
"""
)
RULES = Rules(
    half_turns=None,
    leader_seconds=3,
    follower_seconds=3,
    solvable=True,
    cancelling=Cancelling.ANY_TURN,
    thumbs=True,
    remarks=True,
)
_PAUSE = 0.05
"""Of honest players between actions."""
_TIMELY = ("not-your-turn", "not-allowed", "blocked")
"""Refusals that an honest player meets when the turn ends or the partner goes away meanwhile."""
_CLIENT_FAULTS = (
    "connection cut",
    "Invalid UTF-8 sequence received from client",
    "ASGI callable returned without completing handshake",
)
"""What is logged of clients that break HTTP or the framing, or that are refused a socket."""


@dataclass(slots=True)
class Report:
    """What a siege came to."""

    damage: Damage
    honest: int = 0
    """Actions of honest players that were accepted."""
    wrong: list[str] = field(default_factory=list)
    """What is not as it must be."""


@dataclass(slots=True)
class Besieged:
    """A game, its tokens, and someone who watches it from the beginning."""

    seed: int
    tokens: dict[PlayerWord, str]
    watcher: Player
    chronicle: Chronicle

    @classmethod
    async def open(cls, server: Hosted, seed: int, stack: AsyncExitStack) -> "Besieged":
        """A new game between friends, of whom none is there yet."""
        first = server.open_room(OpenRoom(mode="friend", seed=seed, is_program=True))[0]
        async with Player(server.socket_url, first.token) as leader:
            assert leader.room.invite is not None
            assert leader.room.watch is not None
            second = server.take_seat(leader.room.invite)
            watch = leader.room.watch
        chronicle = Chronicle()
        watcher = Player(server.socket_url, watch, chronicle.hear)
        await stack.enter_async_context(watcher)
        return cls(seed, {first.role: first.token, second.role: second.token}, watcher, chronicle)

    async def faults(self, server: Hosted) -> list[str]:
        """In what the game is not as its broadcast deeds say; it ends before anyone looks, or the
        clock and whoever was not answered could still change it."""
        async with Player(server.socket_url, self.tokens["leader"]) as leader:
            assert isinstance(await leader.ask(Leave(id=leader.number())), Done)
        assert isinstance(await self.watcher.ask(Ping(id=1)), Done)
        game = replayed(self.seed, RULES, self.chronicle.deeds)
        game.leave()
        found = []
        if summary_of_game(game) != summary_of_situation(self.watcher.situation):
            found.append(f"game {self.seed} is not as its deeds say")
        reader = Reader.open(str(server.database))
        whole = reader.game(self.watcher.welcome.game_id)
        reader.close()
        if whole is None or stored_deeds(whole[1]) != self.chronicle.deeds:
            found.append(f"game {self.seed} is stored otherwise than it was broadcast")
        return found


async def _play_honestly(player: Player, rng: random.Random, report: Report) -> None:
    """Act whenever it is possible, until cancelled."""
    while True:
        await asyncio.sleep(_PAUSE)
        request = next_request(player, rng)
        if request is None or not player.situation.is_clock_running:
            continue
        answer = await player.ask(request)
        if not isinstance(answer, Refused):
            report.honest += 1
        elif answer.code not in _TIMELY:
            report.wrong.append(f"an honest player was refused: {answer}")


async def besiege(server: Hosted, messages: int, seed: int = 1) -> Report:
    """Attack a server from many connections; it must not care."""
    rng = random.Random(seed)
    report = Report(Damage())
    async with AsyncExitStack() as stack:
        games = [await Besieged.open(server, 2000 + number, stack) for number in range(3)]
        held: tuple[tuple[Besieged, PlayerWord], ...] = (
            (games[0], "leader"),
            (games[1], "follower"),
            (games[2], "leader"),
            (games[2], "follower"),
        )
        playing = []
        for game, role in held:
            player = Player(server.socket_url, game.tokens[role])
            await stack.enter_async_context(player)
            playing.append(asyncio.create_task(_play_honestly(player, _child(rng), report)))
        deaf = [deaf_client(server, _watch_token(game)) for game in games]
        targets = (games[0].tokens["follower"], games[1].tokens["leader"])
        await _attack(server, targets, messages, rng, report.damage)
        await _stop(playing, report)
        for game in games:
            report.wrong += await game.faults(server)
        for plug in deaf:
            plug.close()
    report.wrong += report.damage.wrong
    report.wrong += _complaints(server)
    return report


async def _attack(
    server: Hosted, targets: tuple[str, str], messages: int, rng: random.Random, damage: Damage
) -> None:
    url, each = server.socket_url, messages // 10
    intruders = [
        *(Intruder(url, target, _child(rng), damage).attack(4 * each) for target in targets),
        Intruder(url, "", _child(rng), damage).attack(2 * each),
    ]
    outsiders = [
        _repeated(each // 10, lambda: knock(url, rng, rng.choice(targets), damage)),
        _repeated(each // 10, lambda: _usurp(server, rng, targets, damage)),
    ]
    await asyncio.gather(*intruders, *outsiders)


async def _usurp(
    server: Hosted, rng: random.Random, targets: tuple[str, str], damage: Damage
) -> None:
    """Break in, and sometimes take an intruder's own seat away from it."""
    damage.connections += 1
    damage.messages += 1
    with contextlib.suppress(ConnectionError):
        await break_in(server, rng, rng.choice((*targets, "nobody's")))


async def _repeated(times: int, deed: Callable[[], Awaitable[None]]) -> None:
    for _ in range(times):
        await deed()


async def _stop(playing: list[asyncio.Task[None]], report: Report) -> None:
    for task in playing:
        if task.done() and task.exception() is not None:
            report.wrong.append(f"an honest player could not go on: {task.exception()!r}")
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def _complaints(server: Hosted) -> list[str]:
    """Signs that the server did not take it well."""
    found = []
    if server.process.poll() is not None or not server.is_healthy():
        found.append("the server is not alive and well")
    log = server.errors.read_text(encoding="utf-8", errors="replace")
    told = log.replace("\n ", " ").splitlines()  # where an error arose is in a line of its own
    return found + [f"the server complained: {line}" for line in told if not _is_expected(line)]


def _is_expected(line: str) -> bool:
    """Whether a log line tells of an ordinary event, or of a client that broke the protocol."""
    return " info " in line or any(reason in line for reason in _CLIENT_FAULTS)


def _watch_token(game: Besieged) -> str:
    assert game.watcher.room.watch is not None
    return game.watcher.room.watch


def _child(rng: random.Random) -> random.Random:
    return random.Random(rng.random())
