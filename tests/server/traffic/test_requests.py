"""Requests that are too long, too slow or too many are cut before the application hears of them."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from cerealbar.server.traffic.connection import STALL_SECONDS
from tests.server.traffic.lines import Front, Wire, settled

GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Desk:
    """An app that answers each request when it may, and counts them."""

    def __init__(self, *, waits: bool = False) -> None:
        self.asked = 0
        self.may_answer = asyncio.Event()
        if not waits:
            self.may_answer.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        await self.may_answer.wait()
        length = (b"content-length", b"2")
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": b"ok"})


def played(play: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that runs in an event loop."""

    def test() -> None:
        asyncio.run(play())

    return test


def status(wire: Wire) -> int:
    return int(wire.written.split()[1])


@played
async def test_a_request_is_answered_and_the_next_one_too() -> None:
    front = Front(Desk())
    wire = front.connect()
    for _ in range(3):
        wire.written = b""
        wire.protocol.data_received(GET)
        await settled()
        assert status(wire) == 200
    assert not wire.is_closed
    assert front.cut == []


@played
async def test_a_connection_that_is_lost_is_forgotten_at_once() -> None:
    front = Front(Desk())
    for data in (b"GET / HT", GET):
        wire = front.connect()
        wire.protocol.data_received(data)
        await settled()
        wire.protocol.connection_lost(None)
    assert front.loop.waiting == 0


@played
async def test_headers_that_do_not_end_in_time_are_cut() -> None:
    front = Front(Desk(), header_seconds=10)
    wire = front.connect()
    wire.protocol.data_received(b"GET / HTTP/1.1\r\n")
    for _ in range(9):
        wire.protocol.data_received(b"a: b\r\n")
        front.loop.pass_time(1)
    assert not wire.is_closed
    front.loop.pass_time(1)
    assert wire.is_closed


@played
async def test_a_connection_on_which_nothing_is_asked_is_cut() -> None:
    front = Front(Desk(), header_seconds=10)
    wire = front.connect()
    front.loop.pass_time(10)
    assert wire.is_closed


@played
async def test_a_kept_connection_that_is_idle_or_slow_is_cut() -> None:
    front = Front(Desk(), header_seconds=10)
    idle, slow = front.connect(), front.connect()
    for wire in (idle, slow):
        wire.protocol.data_received(GET)
    await settled()
    slow.protocol.data_received(b"GET / HTTP/1.1\r\n")
    for _ in range(10):
        assert not slow.is_closed
        slow.protocol.data_received(b"a: b\r\n")
        front.loop.pass_time(1)
    assert idle.is_closed
    assert slow.is_closed


@pytest.mark.parametrize(
    "head",
    [
        b"X: " + b"y" * 20_000,
        b"".join(b"X%d: " % number + b"y" * 1000 + b"\r\n" for number in range(20)),
        b"X: y\r\n" * 10_000,
    ],
    ids=["one long", "several long", "very many"],
)
def test_headers_that_are_too_long_are_cut(head: bytes) -> None:
    async def play() -> None:
        app = Desk()
        wire = Front(app).connect()
        wire.protocol.data_received(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head)
        assert wire.is_closed
        assert status(wire) == 400
        wire.protocol.data_received(b"\r\n\r\n")
        await settled()
        assert app.asked == 0

    asyncio.run(play())


@played
async def test_a_long_address_is_cut() -> None:
    wire = Front(Desk()).connect()
    wire.protocol.data_received(b"GET /")
    for _ in range(2):
        wire.protocol.data_received(b"a" * 9000)
    assert wire.is_closed


@played
async def test_headers_behind_a_body_count_too() -> None:
    wire = Front(Desk(waits=True)).connect()
    wire.protocol.data_received(
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
    )
    wire.protocol.data_received(b"X: y\r\n" * 3000)
    assert wire.is_closed


@played
async def test_an_answer_that_takes_long_is_waited_for() -> None:
    app = Desk(waits=True)
    front = Front(app)
    wire = front.connect()
    wire.protocol.data_received(GET)
    await settled()
    front.loop.pass_time(1000)
    assert not wire.is_closed
    app.may_answer.set()
    await settled()
    assert status(wire) == 200


@played
async def test_of_many_requests_at_once_on_one_connection_the_first_alone_is_read() -> None:
    app = Desk(waits=True)
    wire = Front(app).connect()
    wire.protocol.data_received(GET * 1000)
    await settled()
    assert not wire.is_read
    assert app.asked == 1


@played
async def test_an_address_may_ask_so_often_and_others_do_not_notice() -> None:
    app = Desk()
    front = Front(app, requests_per_minute=60)  # 30 at once, and connections count
    wire = front.connect()
    statuses = []
    for _ in range(30):
        wire.written = b""
        wire.protocol.data_received(GET)
        await settled()
        statuses.append(status(wire))
    assert statuses == [200] * 29 + [429]
    assert b"wait a little" in wire.written
    assert wire.is_closed
    assert front.connect().is_aborted
    other = front.connect("10.0.0.2")
    other.protocol.data_received(GET)
    await settled()
    assert status(other) == 200
    front.loop.now += 10
    assert not front.connect().is_closed


@played
async def test_behind_a_proxy_each_of_its_clients_has_a_share_of_its_own() -> None:
    front = Front(Desk(), requests_per_minute=20, is_behind_proxy=True)

    async def ask(client: str) -> int:
        wire = front.connect("127.0.0.1")
        wire.protocol.data_received(GET[:-2] + f"X-Forwarded-For: {client}\r\n\r\n".encode())
        await settled()
        return status(wire)

    assert [await ask("10.0.0.7") for _ in range(12)] == [200] * 10 + [429] * 2
    assert await ask("10.0.0.8") == 200


@played
async def test_an_address_that_holds_many_connections_gives_up_its_oldest_idle_one() -> None:
    front = Front(Desk(), connections_per_address=3, max_connections=5)
    wires = [front.connect() for _ in range(4)]
    assert [wire.is_aborted for wire in wires] == [True, False, False, False]
    newcomers = [front.connect(f"10.0.0.{number}") for number in range(2, 5)]
    assert not any(wire.is_closed for wire in newcomers)
    assert [wire.is_aborted for wire in wires] == [True, True, False, False]


@played
async def test_a_connection_with_a_request_is_not_ended_to_make_room() -> None:
    front = Front(Desk(waits=True), connections_per_address=2)
    busy = [front.connect() for _ in range(2)]
    for wire in busy:
        wire.protocol.data_received(GET)
    await settled()
    late = front.connect()
    assert late.is_aborted
    assert not any(wire.is_closed for wire in busy)
    busy[0].protocol.connection_lost(None)
    assert not front.connect().is_closed
    await settled()


@played
async def test_a_client_that_reads_nothing_of_its_answer_is_cut() -> None:
    front = Front(Desk())
    wire = front.connect()
    wire.protocol.data_received(GET)
    await settled()
    wire.unread = 500_000
    wire.protocol.pause_writing()
    wire.unread = 400_000
    front.loop.pass_time(STALL_SECONDS)
    wire.protocol.data_received(GET)
    assert not wire.is_aborted
    front.loop.pass_time(STALL_SECONDS)
    assert wire.is_aborted


@played
async def test_what_is_no_request_is_refused() -> None:
    wire = Front(Desk()).connect()
    wire.protocol.data_received(b"\x16\x03\x01 hello\r\n\r\n")
    assert wire.is_closed
    assert status(wire) == 400


@played
async def test_a_handshake_that_is_none_is_ended() -> None:
    front = Front(Desk())
    wire = front.connect()
    wire.protocol.data_received(
        b"GET /socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"X: " + b"y" * 10_000 + b"\r\n\r\n"
    )
    front.loop.pass_time(front.traffic.settings.header_seconds)
    assert wire.is_closed
