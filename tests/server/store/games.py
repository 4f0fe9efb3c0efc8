"""Games to store."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy import Connection, func, select, text

from cerealbar.records import (
    Commented,
    GameEnd,
    GameEnded,
    GameRecord,
    Participant,
    Paused,
    Resumed,
    SeatTaken,
    deeds,
)
from cerealbar.server.store import (
    JournalEntry,
    RoomSpec,
    Store,
    StoredEntry,
    StoredGame,
    Treatment,
)
from cerealbar.server.store.game_rows import WholeGame
from cerealbar.server.store.tables import games
from tests.records.games import some_games

PERSON = Participant(kind="human", name="Ann Smith", id="0a1b2c")
AGENT = Participant(kind="agent", name="rule-based", version="1.0")
NOON = 1_700_000_000.0


@asynccontextmanager
async def opened(url: str, process: str = "", lease_seconds: float = 300.0) -> AsyncIterator[Store]:
    """A store that is closed in the end."""
    store = Store.open(url, process=process, lease_seconds=lease_seconds)
    try:
        yield store
    finally:
        await store.close()


async def cut_off(store: Store) -> None:
    """Let the connection end over which a store writes to PostgreSQL."""
    own = await store.write(_backend)
    await store.read(lambda connection: connection.execute(select(func.pg_terminate_backend(own))))
    while await store.read(_is_there, own):
        await asyncio.sleep(0.01)


def _backend(connection: Connection) -> int:
    return connection.execute(select(func.pg_backend_pid())).scalar_one()


def _is_there(connection: Connection, backend: int) -> bool:
    asked = text("SELECT count(*) FROM pg_stat_activity WHERE pid = :pid")
    return bool(connection.execute(asked, {"pid": backend}).scalar_one())


def running(store: Store) -> list[WholeGame]:
    """The games that have not ended, oldest first."""
    asked = select(games.c.game_id).where(games.c.ended.is_(None)).order_by(games.c.created)
    ids = store._reader.read(lambda connection: list(connection.execute(asked).scalars()))
    found = [store._reader.game(game_id) for game_id in ids]
    return [whole for whole in found if whole is not None]


def records(store: Store) -> list[GameRecord]:
    """The games that have ended, oldest first."""
    return list(store._reader.records())


def new_game(game_id: str = "a", created: float = NOON) -> StoredGame:
    return StoredGame(game_id=game_id, created=created, spec=RoomSpec(mode="friend", seed=42))


def numbered(*entries: JournalEntry, start: int = 0, wall: float = NOON) -> list[StoredEntry]:
    return [StoredEntry(i, wall + i, entry) for i, entry in enumerate(entries, start)]


def pauses(start: int, count: int = 1) -> list[StoredEntry]:
    """Entries that mean little."""
    return numbered(*(Paused(float(i)) for i in range(start, start + count)), start=start)


def stored_form(
    record: GameRecord, seats: Sequence[SeatTaken] = (), how: GameEnd | None = None
) -> tuple[StoredGame, list[StoredEntry]]:
    """A recorded game as a server would have stored it, with a pause and a comment."""
    assert record.end is not None
    game = StoredGame(
        game_id=record.game_id,
        created=NOON,
        spec=RoomSpec(
            mode="agent",
            seed=record.header.seed,
            treatment=Treatment(rules=record.header.rules),
        ),
    )
    done = [deed for _, deed in deeds(record.events)]
    end = record.end.at
    return game, numbered(
        *seats,
        *done[:3],
        Paused(done[2].at),
        Resumed(done[2].at),
        *done[3:],
        GameEnded(end, how or record.end.how),
        Commented(end, "leader", "that was fun"),
    )


def unfinished() -> GameRecord:
    """A recorded game that was left before its last turn."""
    return next(
        game for game in some_games() if game.end is not None and game.end.how != "no-turns"
    )


async def put(store: Store, game: StoredGame, entries: Sequence[StoredEntry]) -> None:
    await store.add_game(game)
    await store.append(game.game_id, entries)
