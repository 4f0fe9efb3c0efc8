"""What processes on one PostgreSQL database tell each other at once, by LISTEN and NOTIFY."""

import asyncio
from collections.abc import Callable

import psycopg
from sqlalchemy import URL

from cerealbar.server.logs import Log

CHANNEL = "cerealbar"
RETRY_SECONDS = 1.0
_log = Log("store")

Hear = Callable[[str], None]
"""Is called with what was told; the empty text if something may have been missed."""


async def listen(url: URL, hear: Hear, connected: Callable[[int], None]) -> None:
    """Hear everything, until cancelled; a connection that breaks is opened again.

    `connected` is told the database's process for the connection.
    """
    conninfo = url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(conninfo, autocommit=True)
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}".encode())
                connected(connection.info.backend_pid)
                hear("")
                async for news in connection.notifies():
                    hear(news.payload)
        except (psycopg.Error, OSError) as error:
            _log.warning("cannot listen to other processes", reason=str(error).strip()[:200])
        await asyncio.sleep(RETRY_SECONDS)
