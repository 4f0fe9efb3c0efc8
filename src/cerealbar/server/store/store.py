"""The store of games: a database that the server writes to and reads from without waiting."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

import psycopg
from sqlalchemy import Connection, Engine, event, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from cerealbar.records import GameRecord
from cerealbar.server.logs import Log
from cerealbar.server.store import game_rows
from cerealbar.server.store.database import Database, migrate
from cerealbar.server.store.entries import StoredEntry, StoredGame
from cerealbar.server.store.errors import LostError, StoreError, UnavailableError, reason
from cerealbar.server.store.file import HeldFile
from cerealbar.server.store.game_rows import WholeGame, whole_game
from cerealbar.server.store.owning import LEASE_SECONDS, Ownership
from cerealbar.server.store.reader import Reader
from cerealbar.server.store.writer import StoreWriter

CHANNEL = "cerealbar"
RETRY_SECONDS = 1.0
_MATCHING = 0x6D61_7463_6861  # as in database.py
_log = Log("store")
P = ParamSpec("P")
T = TypeVar("T")


class Store:
    """All games of a server. What an awaited method wrote is durable when it returns.

    Only awaited methods may be called from an event loop; the others block.
    """

    secret: bytes
    """32 random bytes, made once for each database."""

    def __init__(
        self,
        reader: Reader,
        writer: StoreWriter,
        ownership: Ownership,
        file: HeldFile | None = None,
    ) -> None:
        self._reader, self._writer, self._file = reader, writer, file
        self._ownership, self._number = ownership, ownership.number
        self._matching = asyncio.Lock()
        self.lease_seconds = ownership.lease_seconds
        """After so long a silence the games of this process are free for others."""
        self.secret = reader.secret()
        self.when_lost: Callable[[], None] = lambda: None
        """Is called when no game is ours any more, as the connection was lost that owned them."""

    @classmethod
    def open(
        cls,
        url: str,
        *,
        synchronous: str = "FULL",
        process: str = "",
        lease_seconds: float = LEASE_SECONDS,
    ) -> "Store":
        """The store at `sqlite:///FILE`, `postgresql://...`, or in a file; made if it is new.

        On PostgreSQL it belongs to one process of several, of which each may have a name.

        Raises:
            HeldError: another server uses the file, or the name.
            StoreError: it cannot be used; the message says why.
        """
        database = Database.at(url)
        database.make_file()
        file = HeldFile(database.file) if database.file is not None else None
        ownership = Ownership(process, lease_seconds, is_shared=file is None)
        engine = database.engine(writes=True, synchronous=synchronous)
        event.listen(engine, "connect", ownership.renew)
        reader = Reader(database)
        try:
            migrate(database, engine)
            with engine.begin() as connection:
                ownership.join(connection)
        except StoreError:
            engine.dispose()
            reader.close()
            if file is not None:
                file.release()
            raise
        return cls(reader, StoreWriter(engine, ownership, file), ownership, file)

    async def close(self) -> None:
        """Store what waits to be stored, and give up the database."""
        if self.is_shared:
            with contextlib.suppress(StoreError):  # then all ends with the connection
                await self.write(self._ownership.leave)
        await self._writer.close()
        await asyncio.to_thread(self._reader.close)
        if self._file is not None:
            self._file.release()

    # Reading and writing

    async def read(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """What a function finds that takes a connection first.

        Raises:
            UnavailableError: the database cannot be read.
        """
        return await asyncio.to_thread(partial(self._reader.read, function, *args, **named))

    async def write(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """What a function returns that takes a connection first, once what it wrote is durable.

        Raises:
            StoreError: nothing of it was stored.
        """
        return await self._writer.write(lambda connection: function(connection, *args, **named))

    async def game(self, game_id: str) -> WholeGame | None:
        """A game with its entries."""
        return await self.read(whole_game, game_id)

    async def record(self, game_id: str) -> GameRecord:
        """A game as a record, without the names that people gave themselves.

        Raises:
            NoSuchGameError: there is none.
            StoreError: the rules refuse what is stored of it.
        """
        return await asyncio.to_thread(self._reader.record, game_id)

    # Games that are ours; all of it raises LostError if they are not any more.

    async def add_game(
        self, game: StoredGame, entries: Sequence[StoredEntry] = (), seeking: str | None = None
    ) -> None:
        """Store how a game of this process begins, with its first entries: all of it or nothing.

        `seeking` is whom other processes may send there.
        """
        text, rows = game_rows.game_text(game), game_rows.entry_rows(game.game_id, entries)

        def add(connection: Connection) -> None:
            game_rows.add_game(connection, game, text, rows)
            self._ownership.add(connection, game.game_id, seeking)

        await self._own(add, name=f"game {game.game_id}")

    async def append(self, game_id: str, entries: Sequence[StoredEntry]) -> None:
        """Store what happened next in a game: all of it or nothing."""
        if not entries:
            return
        rows, how = game_rows.entry_rows(game_id, entries), game_rows.end_of(entries)
        first, last = rows[0]["number"], rows[-1]["number"]
        what = f"entry {first}" if first == last else f"entries {first} to {last}"
        with self._noticing_loss():
            await self._writer.write(
                None if how is None else partial(game_rows.end_game, game_id=game_id, how=how),
                name=f"{what} of game {game_id}",
                number=self._number,
                game_id=game_id,
                entries=rows,
            )

    async def own(
        self,
        function: Callable[Concatenate[Ownership, Connection, P], T],
        *args: P.args,
        **named: P.kwargs,
    ) -> T:
        """What a method of `Ownership` returns, which needs the connection that owns games."""
        return await self._own(lambda it: function(self._ownership, it, *args, **named))

    async def _own(self, work: Callable[[Connection], T], name: str = "what goes on") -> T:
        number = self._number
        with self._noticing_loss():
            done = await self._writer.write(work, name=name, number=number)
        if number != self._number:  # it was noticed before we heard that it was done
            raise LostError(f"cannot store {name}: the connection to the database was lost since")
        return done

    @contextlib.contextmanager
    def _noticing_loss(self) -> Iterator[None]:
        try:
            yield
        except LostError:
            if self._number != self._ownership.number:
                self.when_lost()  # before anything is owned with the next connection
                self._number = self._ownership.number
            raise

    async def beat(self, wall: float, told: str | None = None) -> None:
        """Store that the server is alive now, and what goes on in it.

        Raises:
            UnavailableError: there is next to no room for what comes next.
        """
        await self.own(Ownership.beat, wall, told)
        if self._file is not None:
            await asyncio.to_thread(self._file.check_space)

    # Owning; on SQLite every game is this process's.

    @property
    def is_shared(self) -> bool:
        """Whether there can be other processes."""
        return self._file is None

    @property
    def owner_id(self) -> str:
        """By which other processes know this one, until its connection ends."""
        return self._ownership.id_of(self._number)

    @asynccontextmanager
    async def matching(self) -> AsyncIterator[None]:
        """Within, nobody else matches people, in no process.

        Raises:
            UnavailableError: others take too long.
        """
        async with self._matching:
            if not self.is_shared:
                yield
                return
            lock = await asyncio.to_thread(_lock_matching, self._reader.engine)
            try:
                yield
            finally:
                with contextlib.suppress(SQLAlchemyError):  # the lock ended with the session
                    await asyncio.to_thread(lock.close)

    async def tell(self, news: str) -> None:
        """Let all processes hear something at once, this one too."""
        await self.write(
            lambda connection: connection.execute(select(func.pg_notify(CHANNEL, news)))
        )

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Hear what processes tell, until cancelled; a connection that breaks is opened again.

        `hear` is told the empty text if something may have been missed.
        """
        url = self._reader.url.set(drivername="postgresql")
        while self.is_shared:
            try:
                connection = await psycopg.AsyncConnection.connect(
                    url.render_as_string(hide_password=False), autocommit=True
                )
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    hear("")
                    async for news in connection.notifies():
                        hear(news.payload)
            except (psycopg.Error, OSError) as error:
                _log.warning("cannot listen to other processes", reason=str(error).strip()[:200])
            await asyncio.sleep(RETRY_SECONDS)


def _lock_matching(engine: Engine) -> Connection:
    """A connection that alone may match people, until it is closed."""
    connection = None
    try:
        connection = engine.connect()
        connection.execute(text("SET LOCAL lock_timeout = 8000"))
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 15000"))
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_MATCHING})"))
    except SQLAlchemyError as error:
        if connection is not None:
            connection.close()
        raise UnavailableError(f"the database cannot be used: {reason(error)}") from None
    return connection
