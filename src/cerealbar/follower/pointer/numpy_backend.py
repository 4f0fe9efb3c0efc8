"""What the network computes with, in NumPy, so that following needs no torch; in single precision.

`torch_backend.py` has the same methods over tensors; indices and truth values are arrays for both.
Arrays are changed in place where they are nobody else's: most of the time goes into memory, not
into sums.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from cerealbar.follower.pointer.places import HERE

Floats = NDArray[np.float32]
_EPSILON = 1e-5
"""Of `torch.nn.LayerNorm`."""
_TINY = np.finfo(np.float64).tiny


class NumpyBackend:
    """Computes with arrays."""

    def __init__(self) -> None:
        self._kept: tuple[Floats, Floats] | None = None

    def numbers(self, array: Floats) -> Floats:
        """An array of NumPy as one of the backend's own: the array itself."""
        return array

    def take(self, table: Floats, rows: NDArray[np.integer]) -> Floats:
        """Rows of a table."""
        return table.take(rows, axis=0)

    def mean_of_groups(
        self, table: Floats, rows: NDArray[np.int64], firsts: NDArray[np.int64]
    ) -> Floats:
        """(U, W): the mean of the rows of each group, by where it begins; 0 for none."""
        sizes = np.diff(firsts, append=len(rows))
        found = np.zeros((len(sizes), table.shape[1]), np.float32)
        some = np.flatnonzero(sizes)
        sums = np.add.reduceat(table.take(rows, axis=0), firsts[some], axis=0)
        found[some] = sums / sizes[some, None].astype(np.float32)
        return found

    def along(self, x: Floats, columns: NDArray[np.int64]) -> Floats:
        """(N, M): of each row of (N, C) the columns (N, M)."""
        return np.take_along_axis(x, columns, axis=1)

    def join(self, parts: Sequence[Floats], axis: int) -> Floats:
        """Arrays side by side."""
        return np.concatenate(parts, axis=axis)

    def fill(self, x: Floats, where: NDArray[np.bool_], value: float) -> Floats:
        """The numbers, and a value in place of some."""
        x[where] = value
        return x

    def linear(self, x: Floats, weight: Floats, bias: Floats | None) -> Floats:
        """A matrix product, and a bias if there is one."""
        found: Floats = x.reshape(-1, x.shape[-1]) @ weight.T
        if bias is not None:
            found += bias
        return found.reshape(*x.shape[:-1], -1)

    def norm(self, x: Floats, weight: Floats, bias: Floats) -> Floats:
        """Each row normalised."""
        width = x.shape[-1]
        found: Floats = x - (x @ np.full(width, 1 / width, np.float32))[..., None]
        spread = np.vecdot(found, found)
        spread /= width
        spread += _EPSILON
        found /= np.sqrt(spread, out=spread)[..., None]
        found *= weight
        found += bias
        return found

    def rectified(self, x: Floats) -> Floats:
        """0 in place of what is negative."""
        return np.maximum(x, 0, out=x)

    def attend(self, q: Floats, k: Floats, v: Floats, heads: int, bias: Floats) -> Floats:
        """(N, S, W): what the queries (N, S, W) find among keys and values (N, T, W).

        `bias` (N, 1, 1, T) is minus infinity for what is padding.
        """
        shape = q.shape
        q, k, v = (each.reshape(*each.shape[:2], heads, -1).swapaxes(1, 2) for each in (q, k, v))
        chances = k @ (q * q.shape[-1] ** -0.5).swapaxes(2, 3)  # (N, H, T, S): rows add up fast
        chances += bias.swapaxes(2, 3)
        chances -= chances.max(axis=2, keepdims=True)
        np.exp(chances, out=chances)
        sums = np.ones((1, chances.shape[2]), np.float32) @ chances  # (N, H, 1, S)
        found: Floats = chances.swapaxes(2, 3) @ v
        found /= sums.swapaxes(2, 3)
        return found.swapaxes(1, 2).reshape(shape)

    def dropped(self, x: Floats, chance: float) -> Floats:
        """The numbers, some of which are left out while learning: here all."""
        return x

    def kept(self, weights: Sequence[Floats], compute: Callable[[], Floats]) -> Floats:
        """What was computed of some weights, or is computed anew if they have changed."""
        now = np.concatenate([weight.ravel() for weight in weights])
        if self._kept is None or not np.array_equal(self._kept[0], now):
            self._kept = now, compute()
        return self._kept[1]

    def mix_places(
        self,
        plain: Floats,
        around: Floats,
        anchors: Floats,
        cell_offsets: NDArray[np.int64],
        object_offsets: NDArray[np.int64],
    ) -> Floats:
        """(N, 625): the logarithm of the sum over objects of each one's chance, by the logits
        `anchors` (N, O), times that of the cell.

        The chance of a cell beside an object is the softmax over cells of `plain` (N, 625) and of
        what is `around` (N, offsets) the object.
        """
        found, chances = np.empty_like(plain), log_softmax(anchors)
        each = zip(plain, around, chances, cell_offsets, object_offsets, strict=True)
        for i, given in enumerate(each):
            found[i] = _mixed(*given)
        return found


def log_softmax(x: Floats) -> Floats:
    """(..., W): logarithms of chances in place of logits (..., W), some of them minus infinity."""
    x -= x.max(axis=-1, keepdims=True)
    x -= np.log(np.exp(x).sum(axis=-1, keepdims=True))
    return x


def _mixed(
    plain: Floats,
    around: Floats,
    chances: Floats,
    cell_offsets: NDArray[np.int64],
    object_offsets: NDArray[np.int64],
) -> NDArray[np.float64]:
    """(625,): how likely each cell is.

    Exponentials are taken before they are looked up, which is why they are of double precision:
    then nothing that matters becomes 0.
    """
    cells = plain - plain.max().astype(np.float64)
    beside = np.exp(around - around.max().astype(np.float64)).take(
        cell_offsets + (HERE - object_offsets)[:, None]
    )  # (O, 625)
    sums = beside @ np.exp(cells)
    shares = np.exp(chances) / np.maximum(sums, _TINY)
    mixed: NDArray[np.float64] = cells + np.log(np.maximum(shares @ beside, _TINY))
    return mixed


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()  # slow to make: it looks for libraries


@contextmanager
def one_thread() -> Iterator[None]:
    """While entered, this process multiplies matrices in one thread.

    Ours are small, and threads that wait for each other on a busy machine take thirty times as
    long.
    """
    with _controller().limit(limits=1, user_api="blas"):
        yield
