"""Connections below the level of messages: broken handshakes and frames, and clients that hang."""

import asyncio
import contextlib
import os
import random
import socket
import struct

from cerealbar.wire.messages import Hello, encode
from cerealbar.wire.words import MAX_MESSAGE_BYTES, VERSION
from tests.live.hosted import Hosted

_TEXT, _BINARY, _CLOSE, _PING = 1, 2, 8, 9


def handshake(port: int, key: str = "dGhlIHNhbXBsZSBub25jZQ==") -> bytes:
    """What a client sends to open a socket."""
    lines = (
        "GET /socket HTTP/1.1",
        f"Host: localhost:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    )
    return "\r\n".join((*lines, "", "")).encode()


def frame(payload: bytes, code: int = _TEXT, is_last: bool = True, is_masked: bool = True) -> bytes:
    """A frame as it goes over the wire."""
    head = bytes([code | (0x80 if is_last else 0)])
    mask_bit, size = 0x80 if is_masked else 0, len(payload)
    if size < 126:
        head += bytes([mask_bit | size])
    elif size < 65_536:
        head += bytes([mask_bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([mask_bit | 127]) + struct.pack(">Q", size)
    if not is_masked:
        return head + payload
    mask = os.urandom(4)
    longer = mask * (size // 4 + 1)
    return head + mask + bytes(a ^ b for a, b in zip(payload, longer, strict=False))


def broken_frames(rng: random.Random, token: str) -> bytes:
    """What a client sends after the handshake, shortly before it is gone."""
    hello = frame(encode(Hello(version=VERSION, token=token)))
    return rng.choice(
        (
            hello[: rng.randrange(1, len(hello))],
            hello + frame(b'{"type": "ping", "id": 1}')[: rng.randrange(1, 20)],
            hello + frame(b'{"type": "act", ', is_last=False),
            frame(b"\xff\xfe\xfd"),
            frame(b"\xc3", is_last=False) + frame(b"", 0),
            frame(b"x" * (MAX_MESSAGE_BYTES + 1)),
            frame(b"x" * 40_000, is_last=False) + frame(b"x" * 40_000, 0),
            bytes([0x81, 0xFF]) + struct.pack(">Q", 2**63 - 1) + b"abcdefgh",
            frame(b"{}", is_masked=False),
            frame(b"{}", 3),
            frame(b"{}", 0x70 | _TEXT),
            frame(b"x" * 126, _PING),
            frame(b"\x03", _CLOSE),
            frame(struct.pack(">H", 5), _CLOSE),
            frame(b"", 0),
            frame(b"", _BINARY),
            rng.randbytes(rng.randrange(1, 300)),
        )
    )


def broken_handshake(rng: random.Random, server: Hosted) -> bytes:
    """A handshake that is none."""
    whole = handshake(server.port)
    return rng.choice(
        (
            whole[: rng.randrange(1, len(whole))],
            whole.replace(b"localhost", b"evil.example"),
            whole.replace(b"13", b"99"),
            whole.replace(b"dGhl", b"\0\0\0\0"),
            whole.replace(b"/socket", b"/../socket"),
            whole.replace(b"Upgrade: websocket\r\n", b"Origin: http://evil.example\r\n"),
            whole.replace(b"GET", b"POST"),
            whole.replace(b"Upgrade", b"X" * 70_000),
            rng.randbytes(rng.randrange(1, 500)),
            b"GET / HTTP/1.1\r\n" * 50,
        )
    )


async def break_in(server: Hosted, rng: random.Random, token: str) -> None:
    """Connect, send something broken, and be gone or wait to be thrown out."""
    reader, writer = await asyncio.open_connection("localhost", server.port)
    try:
        if rng.random() < 0.4:
            writer.write(broken_handshake(rng, server))
        else:
            writer.write(handshake(server.port))
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 120)
            writer.write(broken_frames(rng, token))
        await writer.drain()
        if rng.random() < 0.5:
            async with asyncio.timeout(0.2):
                await reader.read()
    except (OSError, asyncio.IncompleteReadError, TimeoutError):
        pass  # thrown out, or not worth an answer
    finally:
        if rng.random() < 0.5:
            _reset(writer)
        writer.close()


def _reset(writer: asyncio.StreamWriter) -> None:
    """Let the connection end without a farewell."""
    plug = writer.get_extra_info("socket")
    with contextlib.suppress(OSError):  # closed already
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def deaf_client(server: Hosted, token: str) -> socket.socket:
    """A client that says hello and never reads what it is told."""
    plug = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    plug.connect(("127.0.0.1", server.port))
    plug.sendall(handshake(server.port))
    assert plug.recv(1, socket.MSG_PEEK), "the server has hung up"
    plug.sendall(frame(encode(Hello(version=VERSION, token=token))))
    return plug
