"""Offsets and cells as the network in NumPy knows them."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.pointer.array_layers import LinearArrays
from cerealbar.follower.pointer.places import HERE, PLACES
from cerealbar.follower.pointer.weights import Floats

_TINY = np.finfo(np.float64).tiny


class PlaceTable:
    """What every offset is to the decoder, computed anew only if its weights have changed."""

    def __init__(self, first: LinearArrays, second: LinearArrays) -> None:
        self._first, self._second = first, second
        self._kept: tuple[Floats, Floats] | None = None

    def __call__(self) -> Floats:
        """(offsets, W)."""
        weights = self._weights()
        if self._kept is None or not np.array_equal(self._kept[0], weights):
            hidden = self._first(PLACES)
            self._kept = weights, self._second(np.maximum(hidden, 0, out=hidden))
        return self._kept[1]

    def _weights(self) -> Floats:
        parts = [self._first.matrix, self._first.bias, self._second.matrix, self._second.bias]
        return np.concatenate([part.ravel() for part in parts if part is not None])


def mix_places(
    plain: Floats,
    around: Floats,
    anchors: Floats,
    cell_offsets: NDArray[np.int64],
    object_offsets: NDArray[np.int64],
) -> NDArray[np.float64]:
    """(625,): the logarithm of the sum over objects of each one's chance times that of the cell.

    The chance of a cell beside an object is the softmax over cells of `plain` (625,) and of what is
    `around` (offsets,) the object. Its exponentials are taken before they are looked up, which is
    why they are of double precision: then nothing that matters becomes 0.
    """
    cells = plain - plain.max().astype(np.float64)
    beside = np.exp(around - around.max().astype(np.float64)).take(
        cell_offsets + (HERE - object_offsets)[:, None]
    )  # (O, 625)
    sums = beside @ np.exp(cells)
    shares = np.exp(anchors) / np.maximum(sums, _TINY)
    mixed: NDArray[np.float64] = cells + np.log(np.maximum(shares @ beside, _TINY))
    return mixed
