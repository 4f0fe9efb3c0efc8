"""Where a follower is in mind while its goals are pointed at, one after the other."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.pointer.places import heading_after, offsets_to
from cerealbar.game import Player, StateArray

_FOLLOWER = int(Player.FOLLOWER)


@dataclass(frozen=True, slots=True)
class ImaginedPoses:
    """N followers after some goals: on the last one, looking along the way to it."""

    cells: NDArray[np.int64]
    """(N,)."""
    headings: NDArray[np.int64]
    """(N,)."""

    def after(self, slots: NDArray[np.int64], card_cells: NDArray[np.int16]) -> "ImaginedPoses":
        """The same after one more goal (N,) of `card_cells` (N, K), or none for a slot of -1."""
        there = card_cells[np.arange(len(slots)), slots].astype(np.int64)
        cells = np.where(slots >= 0, there, self.cells)
        return ImaginedPoses(cells, heading_after(self.cells, self.headings, cells))

    def offsets(self, others: NDArray[np.int16]) -> NDArray[np.int64]:
        """(N, M): the numbers of the offsets to M cells each."""
        return offsets_to(self.cells, self.headings, others)

    def take(self, rows: NDArray[np.integer]) -> "ImaginedPoses":
        """Those of some followers."""
        return ImaginedPoses(self.cells[rows], self.headings[rows])


def imagine(states: StateArray) -> ImaginedPoses:
    """The followers before the first goal, where they are."""
    cells, headings = states["player_cell"], states["player_heading"]
    return ImaginedPoses(
        cells[:, _FOLLOWER].astype(np.int64), headings[:, _FOLLOWER].astype(np.int64)
    )
