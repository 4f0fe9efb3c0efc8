"""The games of a server in a database, SQLite or PostgreSQL: stored before anyone hears of them.

Read `entries.py` (what is stored of a game) first, then `store.py`, then `writer.py`.
"""

from cerealbar.server.store.entries import (
    Commented,
    Ended,
    Entry,
    Paused,
    Resumed,
    SeatTaken,
    StoredEntry,
    StoredError,
    StoredGame,
)
from cerealbar.server.store.errors import StoreError, UnavailableError
from cerealbar.server.store.reader import Reader, WholeGame
from cerealbar.server.store.recording import HUMAN, anonymous, record_of
from cerealbar.server.store.store import Store
from cerealbar.server.store.summary import GameSummary

__all__ = [
    "HUMAN",
    "Commented",
    "Ended",
    "Entry",
    "GameSummary",
    "Paused",
    "Reader",
    "Resumed",
    "SeatTaken",
    "Store",
    "StoreError",
    "StoredEntry",
    "StoredError",
    "StoredGame",
    "UnavailableError",
    "WholeGame",
    "anonymous",
    "record_of",
]
