"""Games to store."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from cerealbar.records import (
    Commented,
    GameEnd,
    GameEnded,
    GameRecord,
    Participant,
    Paused,
    RecordedRules,
    Resumed,
    SeatTaken,
    deeds,
)
from cerealbar.server.store import JournalEntry, Store, StoredEntry, StoredGame
from tests.records.games import some_games

PERSON = Participant(kind="human", name="Ann Smith", id="0a1b2c")
AGENT = Participant(kind="agent", name="rule-based", version="1.0")
NOON = 1_700_000_000.0


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """A store that is closed in the end."""
    store = Store.open(url)
    try:
        yield store
    finally:
        await store.close()


def new_game(game_id: str = "a", created: float = NOON) -> StoredGame:
    return StoredGame(
        game_id=game_id, created=created, mode="friend", seed=42, rules=RecordedRules()
    )


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
        mode="agent",
        seed=record.header.seed,
        rules=record.header.rules,
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
