"""A room's journal: the stored entries of its game, in order."""

from collections.abc import Callable

from cerealbar.game import Action, Game, Player
from cerealbar.records import Finished, Instructed, Stepped, TimedOut
from cerealbar.records.events import PLAYER_WORDS, STEP_WORDS
from cerealbar.server.store import Entry, Resumed, Store, StoredEntry


class Journal:
    """Appends entries to the store, and knows how many there are."""

    def __init__(
        self,
        store: Store,
        game_id: str,
        wall: Callable[[], float],
        number: int = 0,
        has_begun: bool = False,
    ) -> None:
        self._store, self._game_id, self._wall = store, game_id, wall
        self._number = number
        self.has_begun = has_begun
        """Whether both players have been there once."""

    async def append(self, *entries: Entry) -> None:
        """Store entries for good.

        Raises:
            StoreError: none of them is stored.
        """
        wall = self._wall()
        numbered = [
            StoredEntry(number, wall, entry) for number, entry in enumerate(entries, self._number)
        ]
        await self._store.append(self._game_id, numbered)
        self._number += len(entries)
        self.has_begun |= any(isinstance(entry, Resumed) for entry in entries)


def deed_entry(at: float, player: Player, action: Action, game: Game) -> Entry:
    """The entry of a deed that the rules have just accepted."""
    by = PLAYER_WORDS[player]
    if action is Action.INSTRUCT:
        text = game.history[-1].text
        assert text is not None, "the rules accepted an instruction"
        return Instructed(at, text)
    if action is Action.DONE:
        return Finished(at, by)
    if action is Action.TIME_OUT:
        return TimedOut(at, by)
    return Stepped(at, by, STEP_WORDS[action])
