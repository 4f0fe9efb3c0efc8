"""The games of a server in a database, SQLite or PostgreSQL: stored before anyone hears of them.

Read `entries.py` (what is stored of a game) first, then `store.py`, then `writer.py`.
"""

from cerealbar.server.store.entries import JournalEntry, StoredEntry, StoredError, StoredGame
from cerealbar.server.store.errors import NoSuchGameError, StoreError, UnavailableError
from cerealbar.server.store.reader import Reader, WholeGame
from cerealbar.server.store.recording import AGENT, HUMAN, PROGRAM, anonymous, stored_record
from cerealbar.server.store.store import Store
from cerealbar.server.store.summary import GameSummary

__all__ = [
    "AGENT",
    "HUMAN",
    "PROGRAM",
    "GameSummary",
    "JournalEntry",
    "NoSuchGameError",
    "Reader",
    "Store",
    "StoreError",
    "StoredEntry",
    "StoredError",
    "StoredGame",
    "UnavailableError",
    "WholeGame",
    "anonymous",
    "stored_record",
]
