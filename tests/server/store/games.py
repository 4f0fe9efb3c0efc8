"""Games to store."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy import update

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
from cerealbar.server.store.database import Database
from cerealbar.server.store.reader import WholeGame
from cerealbar.server.store.tables import processes
from tests.records.games import some_games

PERSON = Participant(kind="human", name="Ann Smith", id="0a1b2c")
AGENT = Participant(kind="agent", name="rule-based", version="1.0")
NOON = 1_700_000_000.0


@asynccontextmanager
async def opened(url: str, process: str = "") -> AsyncIterator[Store]:
    """A store that is closed in the end."""
    store = Store.open(url, process=process)
    try:
        yield store
    finally:
        await store.close()


def silence(url: str, *stores: Store, seconds: float = 60.0) -> None:
    """Let processes, or all that were ever there, seem to be silent for so long."""
    database = Database.at(url)
    if database.file is not None:
        return
    these = processes.c.process_id.in_([store.process_id for store in stores])
    engine = database.engine(writes=True)
    with engine.begin() as connection:
        change = update(processes).values(beat=processes.c.beat - seconds)
        connection.execute(change.where(these) if stores else change)
    engine.dispose()


def running(store: Store) -> list[WholeGame]:
    """The games that have not ended, oldest first."""
    found = [store._reader.game(game_id) for game_id in store._reader.running_ids()]
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
            treatment=Treatment(rules=record.header.rules, sight="", agent_sight=""),
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
