"""Every frame counts, and whoever sends too many is cut before the application hears of it."""

import asyncio
import struct
from typing import Any

import pytest
from websockets.frames import Frame
from websockets.server import ServerProtocol

from cerealbar.server.traffic.connection import MAX_PIECES
from cerealbar.wire.messages import Goodbye, decode_from_server
from tests.live.raw import frame
from tests.server.traffic.lines import Front, Wire, settled

TEXT, PING, PONG = frame(b""), frame(b"", 9), frame(b"", 10)
PIECE = frame(b"", 0, is_last=False)
FIRST_PIECE = frame(b"", is_last=False)
FLOOD = 40_000


class Ear:
    """An app that hears sockets, and welcomes them at once if it is to."""

    def __init__(self, *, welcomes: bool = False) -> None:
        self.heard: list[dict[str, Any]] = []
        self._welcomes = welcomes
        self.close_now = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        if self._welcomes:
            scope["state"]["connection"].welcome()
        hearing = asyncio.create_task(self._hear(receive))
        closing = asyncio.create_task(self.close_now.wait())
        await asyncio.wait((hearing, closing), return_when=asyncio.FIRST_COMPLETED)
        if closing.done():
            await send({"type": "websocket.close"})
        closing.cancel()
        hearing.cancel()

    async def _hear(self, receive: Any) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Frame]:
    """All frames that were taken from the network."""
    frames: list[Frame] = []
    take = ServerProtocol.recv_frame

    def note(self: ServerProtocol, frame: Frame) -> None:
        frames.append(frame)
        take(self, frame)

    monkeypatch.setattr(ServerProtocol, "recv_frame", note)
    return frames


async def _flooded(flood: bytes, parsed: list[Frame]) -> None:
    front = Front(Ear())
    wire = await front.open_socket()
    wire.protocol.data_received(flood)
    assert wire.is_cut
    assert len(parsed) <= front.traffic.settings.stranger_frames
    assert front.cut == ["too many frames"]
    wire.protocol.data_received(flood)
    assert len(parsed) <= front.traffic.settings.stranger_frames
    await settled()


@pytest.mark.parametrize(
    "flood",
    [TEXT * FLOOD, PING * FLOOD, PONG * FLOOD, FIRST_PIECE + PIECE * FLOOD],
    ids=["texts", "pings", "pongs", "pieces"],
)
def test_a_stranger_who_streams_frames_is_cut_and_none_is_read_after(
    flood: bytes, parsed: list[Frame]
) -> None:
    asyncio.run(_flooded(flood, parsed))


def test_whoever_is_cut_is_told_why_and_gone_soon_even_without_reading_it() -> None:
    async def play() -> None:
        front = Front(Ear())
        wire = await front.open_socket()
        wire.protocol.data_received(TEXT * FLOOD)
        size = wire.written[1] if wire.written[1] < 126 else -1
        goodbye = decode_from_server(wire.written[2 : 2 + size])
        assert isinstance(goodbye, Goodbye)
        assert goodbye.code == "too-fast"
        assert wire.written[2 + size] == 0x88
        assert wire.written[4 + size : 6 + size] == struct.pack(">H", 1008)
        assert not wire.is_aborted
        front.loop.pass_time(5)
        assert wire.is_aborted
        await settled()

    asyncio.run(play())


def test_who_has_a_seat_may_send_more_and_in_the_long_run_at_a_rate() -> None:
    async def play() -> None:
        front = Front(Ear(welcomes=True), frame_burst=100, frames_per_second=10)
        wire = await front.open_socket()
        for _ in range(5):
            wire.protocol.data_received(PING * 90)
            assert not wire.is_cut
            front.loop.now += 9
        front.loop.now += 100
        wire.protocol.data_received(PING * 110)
        assert wire.is_cut
        await settled()

    asyncio.run(play())


def test_long_frames_count_as_several() -> None:
    async def play() -> None:
        front = Front(Ear(welcomes=True), frame_burst=100)
        wire = await front.open_socket()
        wire.protocol.data_received(frame(b" " * 60_000) * 5)
        assert not wire.is_cut
        wire.protocol.data_received(frame(b" " * 60_000) * 5)
        assert wire.is_cut
        await settled()

    asyncio.run(play())


def test_a_message_of_many_pieces_is_cut_however_slowly_they_come() -> None:
    async def play() -> None:
        front = Front(Ear(welcomes=True))
        wire = await front.open_socket()
        wire.protocol.data_received(FIRST_PIECE)
        for _ in range(MAX_PIECES - 1):
            wire.protocol.data_received(PIECE)
            front.loop.now += 10
        assert not wire.is_cut
        wire.protocol.data_received(PIECE)
        assert wire.is_cut
        await settled()

    asyncio.run(play())


def test_a_stranger_cannot_send_long_messages() -> None:
    async def play() -> None:
        front = Front(Ear())
        wire = await front.open_socket()
        wire.protocol.data_received(frame(b" " * 50_000))
        assert wire.is_cut
        await settled()

    asyncio.run(play())


def test_a_flood_after_the_close_is_not_read(parsed: list[Frame]) -> None:
    async def play() -> None:
        app = Ear(welcomes=True)
        wire = await Front(app).open_socket()
        app.close_now.set()
        await settled()
        wire.protocol.data_received(TEXT * FLOOD)
        assert wire.is_cut
        assert not parsed
        assert not app.heard

    asyncio.run(play())


def test_a_client_that_does_not_answer_the_close_is_cut() -> None:
    async def play() -> None:
        app = Ear(welcomes=True)
        front = Front(app)
        wire = await front.open_socket()
        app.close_now.set()
        await settled()
        assert not wire.is_aborted
        front.loop.pass_time(11)
        assert wire.is_closed

    asyncio.run(play())


def test_sockets_of_one_address_share_what_it_may_send() -> None:
    async def play() -> None:
        front = Front(Ear(welcomes=True), address_frames_per_second=40)  # 200 at once
        wires = [await front.open_socket() for _ in range(3)]
        other = await front.open_socket("10.0.0.2")
        for wire in wires:
            wire.protocol.data_received(PING * 90)
        assert [wire.is_cut for wire in wires] == [False, False, True]
        other.protocol.data_received(PING * 90)
        assert not other.is_cut
        await settled()

    asyncio.run(play())


def test_an_address_whose_sockets_are_cut_cannot_open_many_more() -> None:
    async def play() -> None:
        front = Front(Ear(), handshakes_per_minute=60)

        async def is_cut() -> bool:
            wire = await front.open_socket()
            wire.protocol.data_received(TEXT * 100)
            return wire.is_cut

        assert [await is_cut() for _ in range(6)] == [True] * 6
        with pytest.raises(AssertionError, match="429 Too Many Requests"):
            await front.open_socket()
        await front.open_socket("10.0.0.2")
        await settled()

    asyncio.run(play())


def test_a_frame_before_the_handshake_is_answered_cuts_nobody_else() -> None:
    async def never(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await receive()

    async def play() -> None:
        front = Front(never)
        with pytest.raises(AssertionError):
            await front.open_socket()
        wire: Wire = front.connect()
        wire.protocol.data_received(
            b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            b"Sec-WebSocket-Version: 13\r\n\r\n"
        )
        wire.protocol.data_received(TEXT * FLOOD)
        assert wire.is_cut
        await settled()

    asyncio.run(play())
