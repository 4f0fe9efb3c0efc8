"""A room's journal: the stored entries of its game, in order."""

from cerealbar.records import Resumed
from cerealbar.server.rooms.house import House
from cerealbar.server.store import JournalEntry, StoredEntry


class Journal:
    """Appends entries to the store, and knows how many there are."""

    def __init__(
        self,
        house: House,
        game_id: str,
        number: int = 0,
        has_begun: bool = False,
    ) -> None:
        self._house, self._game_id = house, game_id
        self._number = number
        self.has_begun = has_begun
        """Whether both players have been there once."""

    async def append(self, *entries: JournalEntry) -> None:
        """Store entries for good.

        Raises:
            StoreError: none of them is stored.
        """
        house, wall = self._house, self._house.wall()
        numbered = [
            StoredEntry(number, wall, entry) for number, entry in enumerate(entries, self._number)
        ]
        with house.metrics.append_seconds.time():
            await house.store.append(self._game_id, numbered)
        self._number += len(entries)
        self.has_begun |= any(isinstance(entry, Resumed) for entry in entries)
