"""Bringing a database to the newest shape, also when several processes try at once."""

import secrets
import time

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, insert, select, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from cerealbar.server.store.database import Database, run_pragma
from cerealbar.server.store.errors import StoreError, UnavailableError, is_locked, reason
from cerealbar.server.store.tables import server

_LOCK = 0x6365_7265_616C  # any number that other programs on the same database do not use
_SECRET_BYTES = 32
_PATIENCE_SECONDS = 20
SERVER_ROW = 1


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
        if database.file is not None:
            _write_ahead(engine)
        with engine.begin() as connection:
            if database.file is None:
                connection.execute(text("SET LOCAL lock_timeout = 0"))
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            command.upgrade(_config(connection), "head")
            if connection.execute(select(server.c.id)).first() is None:
                secret = secrets.token_bytes(_SECRET_BYTES)
                connection.execute(insert(server).values(id=SERVER_ROW, secret=secret))
    except CommandError as error:
        raise StoreError(f"cannot use the database {database}: {error}") from None
    except SQLAlchemyError as error:
        is_away = database.file is None and isinstance(error, OperationalError)
        kind = UnavailableError if is_away or is_locked(error) else StoreError
        raise kind(f"cannot open the database {database}: {reason(error)}") from None


def _write_ahead(engine: Engine) -> None:
    """Let readers and the writer not wait for each other; the file remembers it.

    SQLite does not wait for its lock here when two processes switch at the same moment.
    """
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        connection = engine.raw_connection()
        try:
            run_pragma(connection, "journal_mode", "WAL")
            return
        except SQLAlchemyError as error:
            if not is_locked(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)
        finally:
            connection.close()
