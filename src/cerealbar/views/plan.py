"""A plan: what a follower means to do, as it is shown, sent and recorded."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from cerealbar.game import CELLS

Distribution = Mapping[int, float]
"""Cells with how likely each is, from 0 to 1; those that are left out are not."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a follower means to do: four distributions over cells (paper, Section 4).

    Raises:
        ValueError: what is no cell, or a weight that is not from 0 to 1.
    """

    trajectory: Distribution = field(default_factory=dict)
    """How likely it passes a cell."""
    goals: Distribution = field(default_factory=dict)
    """How likely it toggles the card on a cell."""
    avoid: Distribution = field(default_factory=dict)
    """How likely it leaves the card on a cell alone."""
    blocked: Distribution = field(default_factory=dict)
    """How likely a cell cannot be entered."""

    def __post_init__(self) -> None:
        for part in fields(self):
            for cell, weight in getattr(self, part.name).items():
                if not (0 <= cell < CELLS and 0 <= weight <= 1):
                    raise ValueError(
                        f"{part.name} of a plan cannot hold {weight!r} for cell {cell!r}: "
                        f"expected a weight from 0 to 1 for a cell below {CELLS}"
                    )
