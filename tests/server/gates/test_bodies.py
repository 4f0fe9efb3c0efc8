"""Bodies that are held for one address at once; the rest of their limits is in `test_guard.py`."""

import asyncio
from typing import Any

from cerealbar.server.gates import Guard
from cerealbar.server.gates.bodies import ADDRESS_BYTES, MAX_RECORD_BYTES, RECORD_PATH
from cerealbar.server.settings import Settings
from tests.server.asgi import asked, scope_of

JSON = ("content-type", "application/json")


def test_an_address_cannot_make_the_server_hold_many_long_bodies() -> None:
    body = b" " * MAX_RECORD_BYTES
    most = ADDRESS_BYTES // MAX_RECORD_BYTES
    may_answer = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def play() -> None:
        front = Guard(app, Settings())

        async def status(client: str = "10.0.0.1") -> int:
            scope = scope_of(RECORD_PATH, method="POST", headers=[JSON], client=client)
            return (await asked(front, scope, [body])).status

        held = [asyncio.create_task(status()) for _ in range(most)]
        other = asyncio.create_task(status("10.0.0.2"))
        await asyncio.sleep(0)
        assert await status() == 429
        may_answer.set()
        assert await asyncio.gather(*held, other) == [200] * (most + 1)
        assert await status() == 200, "what was held is given back"

    asyncio.run(play())
