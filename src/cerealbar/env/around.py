"""What lies around a player, as the player sees it: cells in rings, the first of each ahead.

Turning or walking on a uniform board changes nothing, so small learners need not learn that the
same step is right in six headings and on 625 cells.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import AXIAL, CELLS, HEADINGS, WIDTH
from cerealbar.views import FeatureGroup

MAX_RADIUS = WIDTH - 1
_BY_HEADING = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""Axial steps, by heading."""
_COUNTS = [len(group.values) for group in FeatureGroup]
_FIRST = np.cumsum([1, *_COUNTS])[:-1]
"""By group: the channel of its first value; channel 0 is of cells that are not seen."""
_TURNING = [group for group in FeatureGroup if group.word.endswith("_heading")]
CHANNELS = 1 + sum(_COUNTS)
"""Numbers 0 or 1 for each cell: whether it is not seen or outside, then every value of every group
but its 0, in the order of `FeatureGroup`; headings are relative to the player's."""


def cells_around(radius: int) -> int:
    """How many cells lie so near, the player's own included."""
    return 1 + 3 * radius * (radius + 1)


@lru_cache(maxsize=8)
def _table(radius: int) -> NDArray[np.int16]:
    """(625, 6, K): the cells around each cell for each heading; `CELLS` outside the board."""
    offsets = np.array(_rings(radius))
    table = np.full((CELLS, HEADINGS, len(offsets)), CELLS, np.int16)
    for heading in range(HEADINGS):
        q = AXIAL[:, 0, None] + offsets[:, 0]
        z = AXIAL[:, 1, None] + offsets[:, 1]
        x = q + z // 2
        is_inside = (x >= 0) & (x < WIDTH) & (z >= 0) & (z < WIDTH)
        table[:, heading][is_inside] = (x + WIDTH * z)[is_inside]
        offsets = np.stack([offsets.sum(axis=1), -offsets[:, 0]], axis=1)  # 60 degrees right
    return table


def _rings(radius: int) -> list[tuple[int, int]]:
    """Axial offsets by ring, clockwise from straight ahead, for one who looks north-east."""
    found = [(0, 0)]
    for ring in range(1, radius + 1):
        q, r = 0, ring
        for side in range(HEADINGS):
            dq, dr = _BY_HEADING[(side + 2) % HEADINGS]
            for _ in range(ring):
                found.append((q, r))
                q, r = q + dq, r + dr
    return found


def around(
    maps: NDArray[np.uint8], cells: NDArray[np.int16], headings: NDArray[np.uint8], radius: int
) -> NDArray[np.uint8]:
    """(N, K, channels): feature maps (N, groups, 625) as seen from poses, as numbers 0 or 1."""
    maps = np.pad(maps, ((0, 0), (0, 0), (0, 1)))  # nothing is known of what lies outside
    for group in _TURNING:
        values = maps[:, group]
        turned = (values.astype(np.int16) - 1 - headings[:, None]) % HEADINGS + 1
        maps[:, group] = np.where(values > 0, turned, 0)
    near = _table(radius)[cells, headings]
    seen = np.take_along_axis(maps, near[:, None, :].astype(np.intp), axis=2)
    told = np.zeros((len(maps), near.shape[1], CHANNELS), np.uint8)
    games, groups, places = np.nonzero(seen)
    told[games, places, _FIRST[groups] + seen[games, groups, places] - 1] = 1
    told[:, :, 0] = seen[:, FeatureGroup.TERRAIN] == 0
    return told
