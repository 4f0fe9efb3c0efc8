"""A room's journal: the stored entries of its game, in order."""

from cerealbar.game import Action, Game, Player
from cerealbar.records import Deed, Finished, Instructed, Stepped, TimedOut
from cerealbar.records.events import PLAYER_WORDS, PLAYERS, STEP_ACTIONS, STEP_WORDS
from cerealbar.server.rooms.house import House
from cerealbar.server.store import Entry, Resumed, StoredEntry


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

    async def append(self, *entries: Entry) -> None:
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


def deed_action(deed: Deed) -> tuple[Player, Action, str | None]:
    """Who did what, and the words of an instruction: the inverse of `deed_entry`."""
    match deed:
        case Instructed(text=text):
            return Player.LEADER, Action.INSTRUCT, text
        case Stepped(by=by, action=word):
            return PLAYERS[by], STEP_ACTIONS[word], None
        case Finished(by=by):
            return PLAYERS[by], Action.DONE, None
        case TimedOut(by=by):
            return PLAYERS[by], Action.TIME_OUT, None
