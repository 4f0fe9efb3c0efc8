"""Options: what a picture shows besides the state itself."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import CELLS, Player
from cerealbar.views.picture.errors import PictureError

FloatArray = NDArray[np.floating]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PictureOptions:
    """Who looks, and what is drawn over the board.

    Raises:
        PictureError: an array has a wrong shape or values, or a cell is not on the board.
    """

    viewer: Player = Player.LEADER
    """Whose eyes: only the leader sees that a selection is invalid."""
    overlay: FloatArray | None = None
    """(625,): a value of 0 or more per cell, shown as heat relative to the largest."""
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
    title: str = ""
    """A line above the board."""

    def __post_init__(self) -> None:
        if self.overlay is not None:
            _check_overlay(self.overlay)
        if self.seen is not None:
            _check_shape("seen", self.seen)
            if self.seen.dtype != np.bool_:
                raise PictureError(f"seen must hold booleans, not {self.seen.dtype}")
        if not self.title.isprintable():
            raise PictureError(f"title must be one line of printable text, not {self.title!r}")
        for name in ("trail", "marked", "goals"):
            for cell in getattr(self, name):
                if not 0 <= cell < CELLS:
                    raise PictureError(f"{name} holds {cell!r}: expected cells 0 to {CELLS - 1}")


def _check_overlay(overlay: FloatArray) -> None:
    _check_shape("overlay", overlay)
    bad = ~(np.isfinite(overlay) & (overlay >= 0))
    if bad.any():
        cell = int(np.flatnonzero(bad)[0])
        value = float(overlay[cell])
        raise PictureError(
            f"overlay of cell {cell} is {value!r}: expected a finite value, 0 or more"
        )


def _check_shape(name: str, array: object) -> None:
    shape = array.shape if isinstance(array, np.ndarray) else type(array).__name__
    if shape != (CELLS,):
        raise PictureError(f"{name} must be an array of shape ({CELLS},), not {shape}")
