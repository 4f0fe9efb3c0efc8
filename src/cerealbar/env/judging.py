"""How well a follower carries out an instruction whose meaning is known."""

from dataclasses import dataclass, field

from cerealbar.game import Outcome
from cerealbar.language.intention import Intention


@dataclass(slots=True)
class MeantDeeds:
    """What is left to do of an instruction."""

    number: int
    """How many instructions the follower had before it."""
    meant: Intention
    left: list[int] = field(init=False)
    """Cells of the cards that are to be toggled yet."""
    wrong: int = 0
    """Other cards that were toggled."""

    def __post_init__(self) -> None:
        self.left = list(self.meant.cards)

    def judge(self, outcome: int, cell: int) -> tuple[int, bool | None]:
        """What an action that took the follower to a cell is worth, and whether it is a good end.

        1 for a card that is meant, -1 for another, 1 for a good end; None where it ends nothing.
        """
        worth = 0
        if outcome & Outcome.TOGGLED:
            worth = 1 if cell in self.left else -1
            if worth > 0:
                self.left.remove(cell)
            else:
                self.wrong += 1
        if not outcome & Outcome.FINISHED:
            return worth, None
        ends_well = bool(self.meant.cards) or self.meant.end in (None, cell)
        is_success = not self.left and not self.wrong and ends_well
        return worth + is_success, is_success
