"""How well a follower carries out an instruction whose meaning is known."""

from collections import Counter
from dataclasses import dataclass, field

from cerealbar.game import Outcome
from cerealbar.records import Meant
from cerealbar.records.meaning import done_as_meant


@dataclass(slots=True)
class MeantDeeds:
    """What was done of an instruction."""

    number: int
    """How many instructions the follower had before it."""
    meant: Meant
    touched: Counter[int] = field(default_factory=Counter)
    """How often the card of a cell was toggled."""

    def judge(self, outcome: int, cell: int) -> tuple[int, bool | None]:
        """What an action that took the follower to a cell is worth, and whether it is a good end.

        1 for a card that is meant, the first time, -1 for any other, 1 for a good end; None where
        it ends nothing.
        """
        worth = 0
        if outcome & Outcome.TOGGLED:
            worth = 1 if cell in self.meant.cards and not self.touched[cell] else -1
            self.touched[cell] += 1
        if not outcome & Outcome.FINISHED:
            return worth, None
        is_success = done_as_meant(self.meant, self.touched, cell)
        return worth + is_success, is_success
