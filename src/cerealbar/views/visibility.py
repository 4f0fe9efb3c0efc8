"""Which cells the follower sees: a horizontal field of view, with or without a range."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    AXIAL,
    CELLS,
    HEADINGS,
    WIDTH,
    Array,
    CerealBarError,
    Heading,
    Player,
    Record,
    StateArray,
    kernel,
)


class SightError(CerealBarError, ValueError):
    """A field of view that no camera has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """How the follower sees; a cell is in view if its centre is."""

    degrees: float
    """The horizontal field of view, centred on the heading."""
    range_cells: float = math.inf
    """How far, in cell widths."""
    sees_beside: bool = False
    """Whether the two neighbours 60 degrees to the left and right are in view in any case."""

    def __post_init__(self) -> None:
        if not 0 < self.degrees <= 360:
            raise SightError(f"a field of view of {self.degrees!r} degrees: expected 0 to 360")
        if not self.range_cells > 0:
            raise SightError(f"a range of {self.range_cells!r} cells: expected more than 0")


PAPER_SIGHT = Sight(degrees=111.0)
"""The original game: 85 degrees vertical at 960 x 600, no fog."""
CAMERA_SIGHT = Sight(degrees=111.0, sees_beside=True)
"""The original game's camera: as it is pitched down, it shows these two neighbours too."""
CB2_SIGHT = Sight(degrees=96.5, range_cells=5.8, sees_beside=True)
"""The successor game, whose fog ends the view."""
SightName = Literal["paper", "camera", "cb2"]
"""The names of all sights, which commands and settings take."""
SIGHTS: Mapping[str, Sight] = {
    "paper": PAPER_SIGHT,
    "camera": CAMERA_SIGHT,
    "cb2": CB2_SIGHT,
}
ViewName = Literal["full", SightName]
"""How much of the board a follower sees: all of it, or what a sight shows."""
VIEWS: Mapping[str, Sight | None] = {"full": None, **SIGHTS}


def view_name(sight: Sight | None) -> str:
    """The name of a sight, as records have it; empty if it has none."""
    return next((name for name, known in VIEWS.items() if known == sight), "")


_FOLLOWER = int(Player.FOLLOWER)
# Axial offsets between two cells of the board lie within these.
_MAX_Q = WIDTH + WIDTH // 2
_MAX_R = WIDTH


@lru_cache(maxsize=16)
def sight_table(sight: Sight) -> NDArray[np.bool_]:
    """(6, q, r): whether a cell at an axial offset is in view, by heading."""
    q, r = np.meshgrid(
        np.arange(-_MAX_Q, _MAX_Q + 1), np.arange(-_MAX_R, _MAX_R + 1), indexing="ij"
    )
    east, north = q + r / 2, r * math.sqrt(3) / 2
    away = np.hypot(east, north)
    compass = np.degrees(np.arctan2(east, north))
    table = np.empty((HEADINGS, *q.shape), np.bool_)
    for heading in Heading:
        off = np.abs((compass - heading.degrees + 180) % 360 - 180)
        in_view = (off <= sight.degrees / 2 + 1e-9) & (away <= sight.range_cells + 1e-9)
        if sight.sees_beside:
            in_view |= (np.abs(off - 60) < 1) & (away < 1.5)
        table[heading] = in_view | (away == 0)
    return table


@kernel
def fill_seen(state: Record, table: Array, seen: Array) -> None:
    """Set `seen` (625,) to the cells in the follower's view."""
    cell = state.player_cell[_FOLLOWER]
    rows = table[state.player_heading[_FOLLOWER]]
    q0 = _MAX_Q - AXIAL[cell, 0]
    r0 = _MAX_R - AXIAL[cell, 1]
    for other in range(CELLS):
        seen[other] = rows[q0 + AXIAL[other, 0], r0 + AXIAL[other, 1]]


@kernel
def _fill_seen_all(states: Array, table: Array, seen: Array) -> None:
    for i in range(len(states)):
        fill_seen(states[i], table, seen[i])


def seen_cells(
    states: StateArray, player: Player, sight: Sight | None = PAPER_SIGHT
) -> NDArray[np.bool_]:
    """(N, 625): which cells a player sees; the leader, or anyone without a `sight`, sees all."""
    if player is Player.LEADER or sight is None:
        return np.ones((len(states), CELLS), np.bool_)
    seen = np.empty((len(states), CELLS), np.bool_)
    _fill_seen_all(states, sight_table(sight), seen)
    return seen
