"""Requests to an ASGI app exactly as given, also those that no HTTP library would send."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Headers = Iterable[tuple[str, str]]


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def scope_of(
    path: str = "/",
    *,
    kind: str = "http",
    method: str = "GET",
    headers: Headers = (),
    client: str = "127.0.0.1",
    host: str | None = "127.0.0.1:8080",
    scheme: str = "http",
    extensions: dict[str, Any] | None = None,
) -> dict[str, Any]:
    named = [("host", host)] if host is not None else []
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "scheme": scheme,
        "path": path,
        "raw_path": path.encode("latin-1", "replace"),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in (*named, *headers)],
        "client": (client, 40_000),
        "server": ("127.0.0.1", 8080),
        "extensions": extensions or {},
        "state": {},
        "subprotocols": [],
    }


def ask(app: Any, path: str = "/", body: Sequence[bytes] = (b"",), **properties: Any) -> Answer:
    """The answer to a request whose body comes in pieces; without any it is broken off."""
    return asyncio.run(asked(app, scope_of(path, **properties), body))


async def asked(app: Any, scope: dict[str, Any], body: Sequence[bytes] = (b"",)) -> Answer:
    sent: list[dict[str, Any]] = []
    pieces = list(body)
    is_answered = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if pieces:
            piece = pieces.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(pieces)}
        if body:
            await is_answered.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        if message["type"].endswith("response.body") and not message.get("more_body"):
            is_answered.set()

    await app(scope, receive, send)
    start = next(message for message in sent if message["type"].endswith("response.start"))
    pairs = {name.decode(): value.decode("latin-1") for name, value in start["headers"]}
    whole = b"".join(message.get("body", b"") for message in sent)
    return Answer(start["status"], pairs, whole)
