"""The games of a server in a database, SQLite or PostgreSQL: stored before anyone hears of them.

Read `entries.py` (what is stored of a game) first, then `store.py`, then `writer.py` and
`owning.py`.
"""

from cerealbar.server.store.entries import (
    JournalEntry,
    RoomSpec,
    StoredEntry,
    StoredGame,
    StudyPlace,
    Treatment,
)
from cerealbar.server.store.errors import (
    HeldError,
    LostError,
    NoSuchGameError,
    StoreError,
    UnavailableError,
)
from cerealbar.server.store.game_rows import WholeGame
from cerealbar.server.store.owning import Elsewhere, Ownership, OwnGame
from cerealbar.server.store.participants import STUDY, Ledger, StoredParticipant, study_ledger_id
from cerealbar.server.store.reader import Reader
from cerealbar.server.store.recording import (
    AGENT,
    HUMAN,
    PROGRAM,
    SCRIPT,
    stored_record,
)
from cerealbar.server.store.store import Store

__all__ = [
    "AGENT",
    "HUMAN",
    "PROGRAM",
    "SCRIPT",
    "STUDY",
    "Elsewhere",
    "HeldError",
    "JournalEntry",
    "Ledger",
    "LostError",
    "NoSuchGameError",
    "OwnGame",
    "Ownership",
    "Reader",
    "RoomSpec",
    "Store",
    "StoreError",
    "StoredEntry",
    "StoredGame",
    "StoredParticipant",
    "StudyPlace",
    "Treatment",
    "UnavailableError",
    "WholeGame",
    "stored_record",
    "study_ledger_id",
]
