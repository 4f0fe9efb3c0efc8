"""Which database an address means, connections to it, and how it comes to the newest shape."""

import os
import secrets
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, make_url, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from cerealbar.server.store.errors import StoreError, UnavailableError, is_locked, reason
from cerealbar.server.store.tables import metadata, server

_SQLITE, _POSTGRESQL = "sqlite+pysqlite", "postgresql+psycopg"
_DRIVERS = {
    "sqlite": _SQLITE,
    _SQLITE: _SQLITE,
    "postgresql": _POSTGRESQL,
    "postgres": _POSTGRESQL,
    _POSTGRESQL: _POSTGRESQL,
}
_BUSY_SECONDS = 5
_READERS = 5
_PATIENCE: dict[str, str | int] = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "application_name": "cerealbar",
}
"""How PostgreSQL's library gives up on a host that does not answer: seconds, milliseconds."""
_WRITES = "-c idle_in_transaction_session_timeout=4000 -c lock_timeout=8000"
"""How PostgreSQL gives up on a writer that was cut off, so that others can have its games."""
_MIGRATING = 0x6365_7265_616C  # any number that other programs on the same database do not use
_SECRET_BYTES = 32


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

    def engine(self, *, writes: bool, synchronous: str = "FULL") -> Engine:
        """Connections that read a consistent state, or that write alone."""
        if self.file is not None:
            return _sqlite_engine(self.url, writes, synchronous)
        patience = {key: value for key, value in _PATIENCE.items() if key not in self.url.query}
        if writes and "options" not in self.url.query:
            patience["options"] = _WRITES
        return create_engine(
            self.url,
            pool_size=1 if writes else _READERS,
            max_overflow=0,
            pool_pre_ping=not writes,  # the one writer tries again by itself
            isolation_level="READ COMMITTED" if writes else "REPEATABLE READ",
            connect_args=patience,
        )


_EXPECTED = "expected a file, sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def close_engine(engine: Engine) -> None:
    """Close all connections; one that a thread still has is closed when it is given back."""
    event.listen(engine, "checkin", lambda _, entry: entry.invalidate())
    engine.dispose()


def _run_pragma(connection: DBAPIConnection, name: str, value: str | int) -> None:
    """Set an option of an SQLite connection, outside of any transaction."""
    statement = f"PRAGMA {name} = {value}"
    try:
        connection.cursor().execute(statement)
    except sqlite3.Error as error:
        raise DatabaseError(statement, None, error) from None


def _sqlite_engine(url: URL, writes: bool, synchronous: str) -> Engine:
    engine = create_engine(
        url,
        pool_size=1 if writes else _READERS,
        max_overflow=0,
        connect_args={"timeout": _BUSY_SECONDS, "isolation_level": None},
    )

    def set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        _run_pragma(connection, "busy_timeout", round(1000 * _BUSY_SECONDS))
        _run_pragma(connection, "foreign_keys", "ON")
        _run_pragma(connection, "synchronous", synchronous)
        _run_pragma(connection, "query_only", "OFF" if writes else "ON")
        if writes:  # from then on readers and the writer do not wait for each other
            _run_pragma(connection, "journal_mode", "WAL")

    def begin(connection: Connection) -> Any:
        # The driver would begin too late for reads to be consistent, and for writers to queue.
        return connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", begin)
    return engine


# The newest shape


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "cerealbar.server.store:migrations")
    config.attributes["connection"] = connection
    return config


def head() -> str | None:
    """The newest revision."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def revision(connection: Connection) -> str | None:
    """The revision of a database; None if it has no tables of ours."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(database: Database, engine: Engine) -> None:
    """Bring the database to the newest shape, with a secret of its own.

    Raises:
        StoreError: it is no database of ours, or of a newer version of this package.
    """
    try:
        with engine.begin() as connection:
            if database.file is None:
                connection.execute(text("SET LOCAL lock_timeout = 0"))
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
            if revision(connection) is None:
                metadata.create_all(connection, checkfirst=False)  # or it is someone else's
                command.stamp(_config(connection), "head")
            else:
                command.upgrade(_config(connection), "head")
            if connection.execute(select(server.c.id)).first() is None:
                secret = secrets.token_bytes(_SECRET_BYTES)
                connection.execute(insert(server).values(id=1, secret=secret))
    except CommandError as error:
        raise StoreError(f"cannot use the database {database}: {error}") from None
    except SQLAlchemyError as error:
        is_away = database.file is None and isinstance(error, OperationalError)
        kind = UnavailableError if is_away or is_locked(error) else StoreError
        raise kind(f"cannot open the database {database}: {reason(error)}") from None
