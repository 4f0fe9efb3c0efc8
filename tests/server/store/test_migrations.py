import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import insert, text

from cerealbar.server.store import Reader, Store, StoreError
from cerealbar.server.store.database import Database, head
from cerealbar.server.store.participants import participants_of
from cerealbar.server.store.tables import metadata, server
from cerealbar.studies.entries import Arrived, LedgerEntry
from tests.live.postgresql import PostgreSQL
from tests.server.store.games import NOON

_OPEN = """
import asyncio, sys
from cerealbar.server.store import Store
print("ready", flush=True)
sys.stdin.readline()
store = Store.open(sys.argv[1])
print(store.secret.hex(), flush=True)
asyncio.run(store.close())
"""


FIRST = Path(__file__).with_name("first_revision.sql")
_OTHER_WORDS = {" DOUBLE": " DOUBLE PRECISION", " BLOB": " BYTEA", " WITHOUT ROWID": ""}
"""How PostgreSQL calls what is SQLite's in the file."""


def _make_first(url: str) -> None:
    """Fill a database as the first version of this package did."""
    engine, statements = Database.at(url).engine(writes=True), FIRST.read_text()
    if engine.dialect.name == "postgresql":
        for word, other in _OTHER_WORDS.items():
            statements = statements.replace(word, other)
    with engine.begin() as connection:
        for statement in filter(str.strip, statements.split(";\n")):
            connection.exec_driver_sql(statement)
        connection.execute(insert(server).values(id=1, secret=bytes(32)))
    engine.dispose()


def test_a_database_of_the_first_revision_becomes_what_the_code_uses(url: str) -> None:
    _make_first(url)
    with pytest.raises(StoreError, match="is of revision 0001"):
        Reader.open(url)
    asyncio.run(Store.open(url).close())
    engine = Database.at(url).engine(writes=True)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == head()
    engine.dispose()


def test_what_is_in_a_database_of_the_first_revision_is_read(url: str) -> None:
    _make_first(url)
    asyncio.run(Store.open(url).close())
    reader = Reader.open(url)
    assert reader.secret() == bytes(32)
    (game,) = reader.records()
    assert (game.header.seed, len(game.events), game.end) == (7, 5, game.events[-1])
    ((someone, ledger),) = reader.read(participants_of, "maps")
    assert (someone.person, ledger) == (
        "c" * 64,
        (LedgerEntry(0, NOON, Arrived(visit=1, window=1)),),
    )
    reader.close()


def test_processes_that_open_a_new_database_at_once_share_it(postgresql: PostgreSQL) -> None:
    command = [sys.executable, "-W", "error", "-c", _OPEN, postgresql.new_database()]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    secrets = {process.communicate(timeout=300)[0] for process in processes}
    assert [process.returncode for process in processes] == [0] * 4
    assert len(secrets) == 1
    assert len(secrets.pop().strip()) == 64


def _set_revision(url: str, revision: str) -> None:
    engine = Database.at(url).engine(writes=True)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    engine.dispose()


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    asyncio.run(Store.open(url).close())
    _set_revision(url, "9999")
    with pytest.raises(StoreError, match=r"cannot use the database .*9999"):
        Store.open(url)
    with pytest.raises(StoreError, match="is of revision 9999"):
        Reader.open(url)


def test_reading_needs_a_store_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no such file"):
        Reader.open(str(tmp_path / "games.db"))
    assert not list(tmp_path.iterdir())


def test_reading_a_database_of_something_else_is_refused(url: str) -> None:
    file = Database.at(url).file
    if file is not None:
        file.touch()
    with pytest.raises(StoreError, match="holds no games"):
        Reader.open(url)
