"""Attacks on the socket of a real server: it answers, forgets nothing and changes nothing."""

import asyncio
import contextlib
import random
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cerealbar.server.sockets import MAX_OFFENCES
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import (
    Done,
    Goodbye,
    Hello,
    Ping,
    Refused,
    Update,
    decode_from_server,
    encode,
)
from cerealbar.wire.words import VERSION
from tests.live.fuzzing import SETTINGS, besiege
from tests.live.hosted import hosted
from tests.live.pair import next_request
from tests.live.player import Player

MESSAGES = 4_000


def test_thousands_of_malformed_and_illegal_messages_leave_all_games_as_they_are(
    tmp_path: Path,
) -> None:
    with hosted(tmp_path / "games.sqlite", SETTINGS) as server:
        report = asyncio.run(besiege(server, MESSAGES))
        assert server.terminate() == 0
    assert report.wrong == []
    assert report.damage.messages >= MESSAGES
    assert report.damage.accepted > 0
    assert {"malformed", "not-your-turn", "not-allowed"} <= set(report.damage.refused)
    assert {"unknown-token", "other-version"} <= set(report.damage.goodbyes)
    assert report.honest > 0


def test_who_sends_too_much_is_told_so_and_in_the_end_sent_away(tmp_path: Path) -> None:
    async def abuse(url: str, token: str) -> list[str]:
        """The kinds of answers, in order."""
        answers: list[str] = []
        async with connect(url, proxy=None, ping_interval=None) as socket:
            await socket.send(encode(Hello(version=VERSION, token=token)), text=True)
            sending = asyncio.create_task(send_pings(socket))
            with contextlib.suppress(ConnectionClosed):
                async for data in socket:
                    message = decode_from_server(data)
                    if isinstance(message, Done):
                        answers.append("done")
                    elif isinstance(message, Refused | Goodbye):
                        answers.append(message.code)
            await sending
        return answers

    async def send_pings(socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            for number in range(MAX_OFFENCES + 1000):
                await socket.send(encode(Ping(id=number)), text=True)

    async def play() -> None:
        seats = {seat.role: seat.token for seat in server.open_room(OpenRoom(mode="both"))}
        async with Player(server.socket_url, seats["leader"]) as leader:
            answers = await abuse(server.socket_url, seats["follower"])
            assert answers[-1] == "too-fast"  # the goodbye
            assert answers.count("too-fast") <= MAX_OFFENCES + 1
            assert answers.count("done") < 1000
            async with Player(server.socket_url, seats["follower"]):
                await leader.until(lambda seat: seat.situation.can_instruct)
                request = next_request(leader, random.Random(1))
                assert request is not None
                assert isinstance(await leader.ask(request), Update)

    with hosted(tmp_path / "games.sqlite", "") as server:
        asyncio.run(play())
