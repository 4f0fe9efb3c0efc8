"""Which database an address means, and connections to it."""

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from cerealbar.server.store.errors import StoreError

_SQLITE, _POSTGRESQL = "sqlite+pysqlite", "postgresql+psycopg"
_DRIVERS = {
    "sqlite": _SQLITE,
    _SQLITE: _SQLITE,
    "postgresql": _POSTGRESQL,
    "postgres": _POSTGRESQL,
    _POSTGRESQL: _POSTGRESQL,
}
_BUSY_SECONDS = 5
_PATIENCE: dict[str, str | int] = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "application_name": "cerealbar",
}
"""How PostgreSQL's library gives up on a host that does not answer: seconds, milliseconds."""
_WRITES = "-c idle_in_transaction_session_timeout=4000 -c lock_timeout=8000"
"""How PostgreSQL gives up on a writer that was cut off, so that others can have its games."""


@dataclass(frozen=True, slots=True)
class Database:
    """A database that an address names."""

    url: URL

    @classmethod
    def at(cls, address: str) -> "Database":
        """The database at `sqlite:///FILE`, `postgresql://...`, or in a file.

        Raises:
            StoreError: the address names no database that we can use.
        """
        if "://" not in address:
            return cls._in_file(address)
        try:
            url = make_url(address)
        except (SQLAlchemyError, ValueError):  # it may hold a password: it is not shown
            scheme = address.partition("://")[0]
            raise StoreError(f"{scheme}://... is no address of a database: {_EXPECTED}") from None
        if url.drivername not in _DRIVERS:
            raise StoreError(f"{url.drivername}://... is no database: {_EXPECTED}")
        driver = _DRIVERS[url.drivername]
        if driver == _SQLITE:
            return cls._in_file(url.database or "")
        return cls(url.set(drivername=driver))

    @classmethod
    def _in_file(cls, file: str) -> "Database":
        if file in ("", ":memory:"):
            raise StoreError(f"games cannot be kept in memory: {_EXPECTED}")
        return cls(URL.create(_SQLITE, database=str(Path(file).absolute())))

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database."""
        return Path(self.url.database or "") if self.url.drivername == _SQLITE else None

    def __str__(self) -> str:
        """The database for people to read, without a password."""
        return str(self.file or self.url.set(drivername="postgresql"))

    def make_file(self) -> None:
        """Create an SQLite file that only we can read, as it holds the server's secret."""
        if self.file is None:
            return
        try:
            os.close(os.open(self.file, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
        except OSError as error:
            raise StoreError(f"cannot open the database {self.file}: {error.strerror}") from None

    def engine(self, *, writes: bool, connections: int = 5, synchronous: str = "FULL") -> Engine:
        """Connections that read a consistent state, or that write alone."""
        if self.file is not None:
            return _sqlite_engine(self.url, writes, connections, synchronous)
        patience = {key: value for key, value in _PATIENCE.items() if key not in self.url.query}
        if writes and "options" not in self.url.query:
            patience["options"] = _WRITES
        return create_engine(
            self.url,
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=not (writes and connections == 1),  # the one writer tries again by itself
            isolation_level="READ COMMITTED" if writes else "REPEATABLE READ",
            connect_args=patience,
        )


_EXPECTED = "expected a file, sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def close_engine(engine: Engine) -> None:
    """Close all connections; one that a thread still has is closed when it is given back."""
    event.listen(engine, "checkin", lambda _, entry: entry.invalidate())
    engine.dispose()


def run_pragma(connection: DBAPIConnection, name: str, value: str | int) -> None:
    """Set an option of an SQLite connection, outside of any transaction."""
    statement = f"PRAGMA {name} = {value}"
    try:
        connection.cursor().execute(statement)
    except sqlite3.Error as error:
        raise DatabaseError(statement, None, error) from None


def _sqlite_engine(url: URL, writes: bool, connections: int, synchronous: str) -> Engine:
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        connect_args={"timeout": _BUSY_SECONDS, "isolation_level": None},
    )

    def set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        run_pragma(connection, "busy_timeout", round(1000 * _BUSY_SECONDS))
        run_pragma(connection, "foreign_keys", "ON")
        run_pragma(connection, "synchronous", synchronous)
        run_pragma(connection, "query_only", "OFF" if writes else "ON")

    def begin(connection: Connection) -> Any:
        # The driver would begin too late for reads to be consistent, and for writers to queue.
        return connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", begin)
    return engine
