"""A plan: what a follower means to do, as it is shown, sent and recorded."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cerealbar.game import CELLS, MAX_REMARK_LENGTH

Distribution = Mapping[int, float]
"""Cells with how likely each is, from 0 to 1; those that are left out are not."""

DISTRIBUTIONS = ("trajectory", "goals", "avoid", "blocked")
"""The parts of a plan that are over cells."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a follower means to do: four distributions over cells (paper, Section 4), and words.

    Raises:
        ValueError: what is no cell, a weight that is not from 0 to 1, or too many words.
    """

    trajectory: Distribution = field(default_factory=dict)
    """How likely it passes a cell."""
    goals: Distribution = field(default_factory=dict)
    """How likely it toggles the card on a cell."""
    avoid: Distribution = field(default_factory=dict)
    """How likely it leaves the card on a cell alone."""
    blocked: Distribution = field(default_factory=dict)
    """How likely a cell cannot be entered."""
    understood: str = ""
    """What it understood, as in `takes two red stars, then goes on by the pond`; or nothing."""

    def __post_init__(self) -> None:
        if not (isinstance(self.understood, str) and len(self.understood) <= MAX_REMARK_LENGTH):
            raise ValueError(
                f"a plan cannot be understood as {self.understood!r:.300}: "
                f"expected a text of at most {MAX_REMARK_LENGTH} characters"
            )
        for part in DISTRIBUTIONS:
            for cell, weight in getattr(self, part).items():
                if not (0 <= cell < CELLS and 0 <= weight <= 1):
                    raise ValueError(
                        f"{part} of a plan cannot hold {weight!r} for cell {cell!r}: "
                        f"expected a weight from 0 to 1 for a cell below {CELLS}"
                    )
