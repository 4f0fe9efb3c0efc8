"""What a game's history allows an instruction to refer to."""

from dataclasses import dataclass, replace
from enum import StrEnum

from cerealbar.language.board.claims import Draft, Picks, Spares


class Fault(StrEnum):
    """Who is to blame for what an instruction mends."""

    LEADER = "leader"
    FOLLOWER = "follower"


@dataclass(frozen=True, slots=True)
class Memory:
    """What both players remember when an instruction is read.

    `after` keeps it up to date; `touched`, `fault` and `is_pleased` are to be replaced by who knows
    when the follower did something else than it was told.
    """

    texts: tuple[str, ...] = ()
    """The instructions before, newest last."""
    touched: tuple[int, ...] = ()
    """Cells of the cards that the follower toggled, newest last; none that have vanished since."""
    named: int | None = None
    """The cell of the card that the last instruction named but left alone."""
    mark: tuple[int, ...] = ()
    """Cells of the landmark that was pointed out last."""
    fault: Fault | None = None
    """Whose mistake the next instruction mends, if it does."""
    has_scored: bool = False
    """Whether a set was made since the last instruction."""
    is_pleased: bool = True
    """Whether the last instruction was carried out as it was meant."""
    is_queued: bool = False
    """Whether another instruction was sent in the same turn before."""

    def after(self, draft: Draft, cards: tuple[int, ...] = ()) -> "Memory":
        """The memory once an instruction has been sent that toggles the cards on these cells."""
        marks = [claim.cells for claim in draft.claims if isinstance(claim, Picks)]
        spared = [claim.cell for claim in draft.claims if isinstance(claim, Spares)]
        return replace(
            self,
            texts=(*self.texts, draft.text),
            touched=(*self.touched, *cards),
            named=None if cards or not spared else spared[-1],
            mark=marks[-1] if marks else self.mark,
            fault=None,
            has_scored=False,
            is_pleased=True,
            is_queued=True,
        )
