"""A room's journal: the stored entries of its game, in order."""

from collections import Counter
from collections.abc import Sequence

from cerealbar.records import GameEnded, Paused, Resumed
from cerealbar.server.logs import Log
from cerealbar.server.rooms.errors import RoomRefusedError
from cerealbar.server.rooms.services import Services
from cerealbar.server.store import JournalEntry, StoredEntry, StoreError

CANNOT_STORE = (
    "the server cannot store anything now: try again in a minute, and if it is still so, tell"
    " whoever runs it"
)
"""What visitors are told; the reason, which may name machines, is for the log."""
_log = Log("rooms")


class Journal:
    """Appends entries to the store, and knows how many there are."""

    def __init__(
        self, services: Services, game_id: str, entries: Sequence[StoredEntry] = ()
    ) -> None:
        self._services, self._game_id = services, game_id
        self._number = 0
        self._is_closed = False
        self.counts = Counter[type[JournalEntry]]()
        """How many entries of each kind are stored."""
        self.is_running = False
        """Whether the clock runs, as far as is stored."""
        self._count(*(stored.entry for stored in entries))

    def _count(self, *entries: JournalEntry) -> None:
        self._number += len(entries)
        self.counts.update(map(type, entries))
        for entry in entries:
            if isinstance(entry, Resumed | Paused | GameEnded):
                self.is_running = isinstance(entry, Resumed)

    @property
    def has_begun(self) -> bool:
        """Whether both players have been there once."""
        return self.counts[Resumed] > 0

    async def append(self, *entries: JournalEntry) -> None:
        """Store entries for good.

        Raises:
            RoomRefusedError: none of them is stored.
        """
        if self._is_closed:
            raise RoomRefusedError("not-stored", CANNOT_STORE)
        services, wall = self._services, self._services.wall()
        numbered = [
            StoredEntry(number, wall, entry) for number, entry in enumerate(entries, self._number)
        ]
        try:
            with services.metrics.append_seconds.time():
                await services.store.append(self._game_id, numbered)
        except StoreError as error:
            _log.warning("cannot store", game=self._game_id, reason=str(error))
            raise RoomRefusedError("not-stored", CANNOT_STORE) from None
        self._count(*entries)

    def close(self) -> None:
        """Store nothing more: entries that this journal does not know of may follow."""
        self._is_closed = True
