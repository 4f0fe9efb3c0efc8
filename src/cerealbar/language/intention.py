"""What a leader wants the follower to do, before it is put into words."""

from dataclasses import dataclass
from enum import StrEnum

from cerealbar.game import Action, CerealBarError, Heading


class IntentionError(CerealBarError, ValueError):
    """An intention that cannot be put into words: its route does not do what it wants done."""


class Purpose(StrEnum):
    """Why the leader sends an instruction."""

    COLLECT = "collect"
    """Toggle cards, for the set that is being made."""
    APPROACH = "approach"
    """Go somewhere, for a later set."""
    CORRECT = "correct"
    """Mend a wrong selection: toggle cards that should not be selected, or were missed."""
    WAIT = "wait"
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Intention:
    """One instruction's worth of work for the follower.

    Executing it means: toggle the cards on `cards` in this order, touching no other card, then end
    on `end` (anywhere if None) with `heading` (any if None).
    """

    purpose: Purpose
    cards: tuple[int, ...] = ()
    """Cells of the cards to toggle, in order; a selected card is thereby deselected."""
    end: int | None = None
    """The cell to end on; None: where the last card lies, or where the follower stands."""
    heading: Heading | None = None
    """The heading to end with, if it matters."""
    route: tuple[Action, ...] = ()
    """The steps that the leader has in mind, from where the follower will be; words such as `turn
    left` and `along the path` describe this route."""
    leader_cards: tuple[int, ...] = ()
    """Cells of the cards that the leader fetches itself for the same set, for talk about plans."""
