"""Options: what a picture shows besides the state itself."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import CELLS, CerealBarError, Player

BoolArray = NDArray[np.bool_]


class PictureError(CerealBarError, ValueError):
    """A value from which no picture can be drawn."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PictureOptions:
    """Who looks, and what is drawn over the board.

    Raises:
        PictureError: `seen` has a wrong shape or type, or a cell is not on the board.
    """

    viewer: Player = Player.LEADER
    """Whose eyes: only the leader sees that a selection is invalid."""
    seen: BoolArray | None = None
    """(625,): the cells in view; elsewhere fog hides cards, props and the viewer's partner."""
    trail: Sequence[int] = ()
    """Cells visited one after the other."""
    marked: Sequence[int] = ()
    """Cells to put a ring around."""
    goals: Sequence[int] = ()
    """Cells to outline, such as those of cards that should be stepped on."""
    coordinates: bool = False
    """Whether columns and rows are numbered along the edges."""

    def __post_init__(self) -> None:
        if self.seen is not None:
            if self.seen.shape != (CELLS,):
                raise PictureError(f"seen must have shape ({CELLS},), not {self.seen.shape}")
            if self.seen.dtype != np.bool_:
                raise PictureError(f"seen must hold booleans, not {self.seen.dtype}")
        for name in ("trail", "marked", "goals"):
            for cell in getattr(self, name):
                if not 0 <= cell < CELLS:
                    raise PictureError(f"{name} holds {cell!r}: expected cells 0 to {CELLS - 1}")
