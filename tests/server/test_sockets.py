"""Whoever comes again and again is sent away before it costs anything."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cerealbar.server.rooms import NoSeatError, Room
from cerealbar.server.settings import Settings
from cerealbar.server.sockets import ClientConnection, SocketClient
from cerealbar.server.store import Reader, StoreError
from cerealbar.server.traffic import Traffic
from cerealbar.wire.lobby import OpenRoom, Seated
from cerealbar.wire.messages import Goodbye, Hello, Welcome, decode_from_server, encode
from cerealbar.wire.words import VERSION
from tests.server.clients import Client, prepared_client
from tests.server.rooms.playing import Time, opened_router

TIMES = 60
FAILURE = "connection to server at db7.internal (10.1.2.3), port 5432 failed"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    settings = Settings(
        database=str(tmp_path / "games.sqlite"), hellos_per_minute=5, watch_kilobytes_per_second=1
    )
    with prepared_client(settings) as client:
        yield client


def greeted(client: Client, token: str, version: int = VERSION) -> Welcome | str:
    """The welcome to a hello, or the code of the goodbye."""
    with client.websocket_connect("/socket") as socket:
        socket.send_text(encode(Hello(version=version, token=token)).decode())
        heard = decode_from_server(socket.receive_text())
    assert isinstance(heard, Welcome | Goodbye)
    return heard if isinstance(heard, Welcome) else heard.code


def test_a_client_that_cannot_read_the_messages_of_today_is_sent_away(client: Client) -> None:
    answer = client.post("/api/rooms", json={"mode": "both"})
    seat = msgspec.json.decode(answer.content, type=Seated).seats[0]
    assert greeted(client, seat.token, version=2) == "other-version"
    assert isinstance(greeted(client, seat.token), Welcome)


def test_one_seat_cannot_fill_the_journal_by_coming_back_all_the_time(
    client: Client, tmp_path: Path
) -> None:
    answer = client.post("/api/rooms", json={"mode": "both"})
    leader, follower = msgspec.json.decode(answer.content, type=Seated).seats
    with client.websocket_connect("/socket") as socket:
        socket.send_text(encode(Hello(version=VERSION, token=leader.token)).decode())
        welcome = decode_from_server(socket.receive_text())
        assert isinstance(welcome, Welcome)
        met = Counter(type(greeted(client, follower.token)) for _ in range(TIMES))
    assert 5 <= met[Welcome] <= TIMES / 2  # some time passes meanwhile, minutes at most
    assert met[str] == TIMES - met[Welcome]
    reader = Reader.open(str(tmp_path / "games.sqlite"))
    whole = reader.game(welcome.game_id)
    reader.close()
    assert whole is not None
    assert len(whole[1]) <= 2 * met[Welcome] + 6  # pauses and their ends


def test_a_seat_may_be_taken_up_so_often_a_minute_and_others_are_not_concerned() -> None:
    time = Time()
    hellos = Traffic(Settings(hellos_per_minute=3), time.now).hellos
    assert [hellos.take("a leader") for _ in range(4)] == [True, True, True, False]
    assert hellos.take("a follower")
    time.seconds += 20
    assert [hellos.take("a leader") for _ in range(2)] == [True, False]


def test_an_address_is_sent_so_much_as_it_begins_to_watch() -> None:
    time = Time()
    settings = Settings(watch_kilobytes_per_second=10, all_watch_kilobytes_per_second=1000)
    watching = Traffic(settings, time.now).watching

    def welcomes(address: str) -> int:
        """How many of 10 kB an address gets."""
        number = 0
        while watching.take(address):
            watching.charge(address, 10)
            number += 1
        return number

    assert welcomes("10.0.0.1") == 10
    assert welcomes("10.0.0.2") == 10
    time.seconds += 3
    assert welcomes("10.0.0.1") <= 3


def test_watchers_who_come_again_and_again_are_sent_away(client: Client) -> None:
    answer = client.post("/api/rooms", json={"mode": "both"})
    seat = msgspec.json.decode(answer.content, type=Seated).seats[0]
    first = greeted(client, seat.token)
    assert isinstance(first, Welcome)
    assert first.room.watch is not None
    met = Counter(type(greeted(client, first.room.watch)) for _ in range(TIMES))
    assert 1 <= met[Welcome] <= TIMES / 2
    assert met[str] == TIMES - met[Welcome]


def test_visitors_are_not_told_where_the_database_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise StoreError(FAILURE)

    async def play() -> str:
        async with opened_router(tmp_path) as router:
            monkeypatch.setattr(router.services.store, "add_game", fail)
            with pytest.raises(NoSeatError) as raised:
                await router.open(OpenRoom(mode="both"))
            assert raised.value.status == 503
            return str(raised.value)

    told = asyncio.run(play())
    assert "db7" not in told
    assert "10.1.2.3" not in told
    assert "try again" in told


def test_whoever_is_gone_while_the_room_is_looked_for_takes_no_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            await router.open(OpenRoom(mode="both"))
            (room,) = router.registry.rooms.values()
            asked, found = asyncio.Event(), asyncio.Event()

            async def find(_: str) -> Room:
                asked.set()
                await found.wait()
                return room

            monkeypatch.setattr(router.registry, "find", find)
            socket: Any = None  # nothing is written to it
            line, traffic = ClientConnection(socket), Traffic(Settings())
            client = SocketClient(router, line, traffic)
            token = router.services.tokens.make(room.game_id, "leader")
            hearing = asyncio.create_task(client.hear(encode(Hello(version=VERSION, token=token))))
            await asked.wait()
            await client.end()
            found.set()
            await hearing
            assert room.is_deserted

    asyncio.run(play())
