"""What a game's history allows an instruction to refer to."""

from dataclasses import dataclass, replace
from enum import StrEnum


class Fault(StrEnum):
    """Who is to blame for what an instruction mends."""

    LEADER = "leader"
    FOLLOWER = "follower"


@dataclass(frozen=True, slots=True)
class Memory:
    """What both players remember when an instruction is read.

    Whoever keeps it changes it with `after`; the fields that `after` does not set are theirs.
    """

    texts: tuple[str, ...] = ()
    """The instructions before, newest last."""
    touched: tuple[int, ...] = ()
    """Cells of the cards that the follower toggled, newest last; none that have vanished since."""
    named: int | None = None
    """The cell of the card that the last instruction named but left alone."""
    mark: tuple[int, ...] = ()
    """Cells of the landmark that the last instruction named last."""
    fault: Fault | None = None
    """Whose mistake the next instruction mends, if it does."""
    has_scored: bool = False
    """Whether a set was made since the last instruction."""
    is_pleased: bool = True
    """Whether the last instruction was carried out as it was meant."""
    is_queued: bool = False
    """Whether another instruction was sent in the same turn before."""

    def after(
        self,
        text: str,
        touched: tuple[int, ...] = (),
        named: int | None = None,
        mark: tuple[int, ...] = (),
    ) -> "Memory":
        """The memory once an instruction has been sent that toggles the cards `touched`."""
        return replace(
            self,
            texts=(*self.texts, text),
            touched=(*self.touched, *touched),
            named=named,
            mark=mark or self.mark,
            fault=None,
            has_scored=False,
            is_pleased=True,
            is_queued=True,
        )
