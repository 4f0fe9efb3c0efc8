"""A room's journal: the stored entries of its game, in order."""

from collections.abc import Sequence

from cerealbar.records import Paused, Resumed
from cerealbar.server.rooms.house import House
from cerealbar.server.rooms.refusals import RoomRefusedError
from cerealbar.server.store import JournalEntry, StoredEntry, StoreError


class Journal:
    """Appends entries to the store, and knows how many there are."""

    def __init__(self, house: House, game_id: str, entries: Sequence[StoredEntry] = ()) -> None:
        self._house, self._game_id = house, game_id
        self._number = 0
        self.has_begun = False
        """Whether both players have been there once."""
        self.pauses = 0
        """How often the game has stood still."""
        self._count(*(stored.entry for stored in entries))

    def _count(self, *entries: JournalEntry) -> None:
        self._number += len(entries)
        self.has_begun |= any(isinstance(entry, Resumed) for entry in entries)
        self.pauses += sum(isinstance(entry, Paused) for entry in entries)

    async def append(self, *entries: JournalEntry) -> None:
        """Store entries for good.

        Raises:
            RoomRefusedError: none of them is stored.
        """
        house, wall = self._house, self._house.wall()
        numbered = [
            StoredEntry(number, wall, entry) for number, entry in enumerate(entries, self._number)
        ]
        try:
            with house.metrics.append_seconds.time():
                await house.store.append(self._game_id, numbered)
        except StoreError as error:
            raise RoomRefusedError("not-stored", f"the server cannot store it: {error}") from None
        self._count(*entries)
