"""Frames among any cells, where the board would be too regular."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.frames import Frames, lattices, make_frames


def frames_from(places: NDArray[np.integer], heading: int) -> Frames:
    """The frame of one follower among any cells, by their axial offsets (N, 2) from it."""
    return make_frames(lattices(places), np.zeros(1, np.int64), np.array([heading], np.int64))
