"""The store of games: a database that the server writes to and reads from without waiting."""

import asyncio
from collections.abc import Iterator, Sequence

from cerealbar.records import GameRecord
from cerealbar.server.store.database import Database
from cerealbar.server.store.entries import StoredEntry, StoredError, StoredGame
from cerealbar.server.store.errors import StoreError
from cerealbar.server.store.migrating import migrate
from cerealbar.server.store.reader import Reader, WholeGame
from cerealbar.server.store.rows import (
    rows_of_beat,
    rows_of_entries,
    rows_of_error,
    rows_of_game,
)
from cerealbar.server.store.summary import GameSummary
from cerealbar.server.store.writer import StoreWriter


class Store:
    """All games of a server. What an awaited method wrote is durable when it returns.

    Only awaited methods may be called from an event loop; the others block.
    """

    secret: bytes
    """32 random bytes, made once for each database."""

    def __init__(self, reader: Reader, writer: StoreWriter) -> None:
        self._reader, self._writer = reader, writer
        self.secret = reader.secret()

    @classmethod
    def open(cls, url: str, *, synchronous: str = "FULL") -> "Store":
        """The store at `sqlite:///FILE`, `postgresql://...`, or in a file; made if it is new.

        Raises:
            StoreError: it cannot be used; the message says why.
        """
        database = Database.at(url)
        database.make_file()
        engine = database.engine(writes=True, connections=1, synchronous=synchronous)
        try:
            migrate(database, engine)
        except StoreError:
            engine.dispose()
            raise
        return cls(Reader(database), StoreWriter(engine))

    async def close(self) -> None:
        """Store what waits to be stored, and give up the database."""
        await asyncio.to_thread(self._writer.close)
        await asyncio.to_thread(self._reader.close)

    # Writing; all of it raises StoreError if nothing could be stored.

    async def add_game(self, game: StoredGame) -> None:
        """Store how a game begins."""
        await self._writer.write(rows_of_game(game))

    async def append(self, game_id: str, entries: Sequence[StoredEntry]) -> None:
        """Store what happened next in a game: all of it or nothing."""
        if entries:
            await self._writer.write(rows_of_entries(game_id, entries))

    async def beat(self, wall: float) -> None:
        """Store that the server is alive now."""
        await self._writer.write(rows_of_beat(wall))

    async def add_error(self, wall: float, where: str, text: str) -> None:
        """Store that something went wrong."""
        await self._writer.write(rows_of_error(StoredError(wall, where, text)))

    # Reading, without blocking.

    async def game(self, game_id: str) -> WholeGame | None:
        """A game with its entries."""
        return await asyncio.to_thread(self._reader.game, game_id)

    async def record(self, game_id: str) -> GameRecord:
        """A game as a record, without the names that people gave themselves."""
        return await asyncio.to_thread(self._reader.record, game_id)

    async def games(self, *, limit: int, before: float | None = None) -> list[GameSummary]:
        """The newest games first; with `before`, those that were created before that moment."""
        return await asyncio.to_thread(self._reader.summaries, limit, before)

    async def errors(self, limit: int) -> list[StoredError]:
        """What went wrong, newest first."""
        return await asyncio.to_thread(self._reader.errors, limit)

    # Reading, blocking: before the server serves, and in programs.

    def last_beat(self) -> float | None:
        """When the server last was alive, in seconds since 1970."""
        return self._reader.last_beat()

    def running(self) -> list[WholeGame]:
        """The games that have not ended, oldest first."""
        return self._reader.running()

    def records(self) -> Iterator[GameRecord]:
        """Every game that has ended, oldest first; one that the rules refuse is left out."""
        return self._reader.records()
