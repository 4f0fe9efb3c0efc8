import asyncio
import gzip
import hmac
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from cerealbar.game import Action
from cerealbar.records import Commented, Participant, Paused, verify
from cerealbar.server.replays import replay_of
from cerealbar.server.store import Reader, Store, StoreError, stored_record
from cerealbar.server.store.database import Database
from cerealbar.server.store.migrating import _config, head
from cerealbar.server.store.tables import metadata
from cerealbar.wire.scene import SeatTold
from tests.live.postgresql import PostgreSQL
from tests.server.rooms.playing import Ear, opened_hall
from tests.server.store.games import opened, records, running

OLD = Path(__file__).parent / "revision_0001.db.gz"
"""Two games that have ended and one that has not, as a server of revision 0001 stored them."""
OF_PEOPLE, OF_AN_AGENT, RUNNING = "1ad9a5f8b191244f", "1eac2636672b16de", "021bd338aa160e50"
_OPEN = """
import asyncio, sys
from cerealbar.server.store import Store
print("ready", flush=True)
sys.stdin.readline()
store = Store.open(sys.argv[1])
print(store.secret.hex(), flush=True)
asyncio.run(store.close())
"""


def test_migrations_make_the_tables_that_the_code_uses(url: str) -> None:
    asyncio.run(Store.open(url).close())
    engine = Database.at(url).engine(writes=True)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == head()
    engine.dispose()


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


def put_old_games(url: str, folder: Path) -> None:
    """Make the database at the address the old one."""
    file = Database.at(url).file
    if file is not None:
        file.write_bytes(gzip.decompress(OLD.read_bytes()))
        return
    copy = folder / "old.db"
    copy.write_bytes(gzip.decompress(OLD.read_bytes()))
    old, engine = sqlite3.connect(copy), Database.at(url).engine(writes=True)
    with engine.begin() as connection:
        command.upgrade(_config(connection), "0001")
        for table in metadata.sorted_tables:
            names = [row[1] for row in old.execute(f"PRAGMA table_info({table.name})")]
            for row in old.execute(f"SELECT * FROM {table.name}") if names else ():
                connection.execute(table.insert().values(dict(zip(names, row, strict=True))))
    old.close()
    engine.dispose()


def test_games_of_the_first_revision_are_records_that_verify(url: str, tmp_path: Path) -> None:
    put_old_games(url, tmp_path)

    async def look() -> None:
        async with opened(url) as store:
            people, with_agent = records(store)
            assert (people.game_id, with_agent.game_id) == (OF_PEOPLE, OF_AN_AGENT)
            assert verify(people) is None
            assert verify(with_agent) is None
            digest = hmac.digest(store.secret, b"name Ann Smith", "sha256")
            ann = Participant(kind="human", id=digest[:6].hex())  # as it was exported before
            agent = Participant(kind="agent", name="rule-based", version="0.1.0")
            assert people.header.leader == with_agent.header.leader == ann
            assert people.people["follower"][1] == with_agent.header.follower == agent
            assert people.header.follower.id not in ("", ann.id)
            assert sum(isinstance(event, Commented) for event in people.events) == 2
            assert any(isinstance(event, Paused) for event in people.events)
            whole = await store.game(OF_PEOPLE)
            assert whole is not None
            shown = replay_of(stored_record(*whole))
            assert (shown.leader, shown.follower) == ("Ann Smith", "Bob")
            told = [happening for frame in shown.frames for happening in frame.happenings]
            assert SeatTold(role="follower", name="rule-based") in told
            ((_, entries),) = running(store)
            leader, program = (stored.entry.participant for stored in entries[:2])  # type: ignore[union-attr]  # seats
            assert leader.id
            assert program == Participant(kind="program", name="a bot", id=program.id)

    asyncio.run(look())


def test_a_game_of_the_first_revision_goes_on(tmp_path: Path) -> None:
    put_old_games(str(tmp_path / "games.sqlite"), tmp_path)

    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            assert await hall.recover() == 1
            room = hall.rooms[RUNNING]
            assert room.game.current_instruction == "and come back"
            await room.connect("leader", Ear())
            await room.connect("follower", Ear())
            await room.act("follower", Action.GIVE_UP, "where is back?")
            await room.leave("leader")
            assert [verify(record) for record in records(hall.house.store)] == [None] * 3

    asyncio.run(play())
