"""Convolutions over the cells of frames, as row gathers and matrix products.

Within `precision` their gathers and products go in another one; all else is in 32 bits.
`HexConv` is a hexagonal kernel of seven taps with stride one or, onto the lattice above, two.
`HexTransposed` is its transpose with stride two. (A transposed convolution with stride one is a
convolution with its taps the other way round, so `HexConv` serves for both.)
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
import torch.nn.functional as fn
from torch import Tensor, nn
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from cerealbar.follower.frames import TAPS
from cerealbar.game import HEADINGS

SLOPE = 0.01
"""Of the leaky rectifiers."""
_EPSILON = 1e-5
"""Added to variances."""
_ROWS_AT_ONCE = 2500
"""Rows whose taps, of some 200 numbers each, fit the caches of a core."""
_OPPOSITE = [0, *(1 + (tap + HEADINGS // 2) % HEADINGS for tap in range(HEADINGS))]
"""By tap, the one on the other side."""


def _times(rows: Tensor, weights: Tensor) -> Tensor:
    """(N + 1, k): a matrix product with a row of zeros behind it."""
    out = rows.new_empty(len(rows) + 1, weights.shape[1])
    torch.mm(rows, weights, out=out[:-1])
    out[-1].zero_()
    return out


def _gather(rows: Tensor, index: Tensor) -> Tensor:
    """(M, 7 * channels): for each row of the index (M, 7), the rows that it names, side by side."""
    padded = fn.pad(rows, (0, 0, 0, 1))
    return padded.index_select(0, index.view(-1)).view(len(index), -1)


def _gather_sum(rows: Tensor, index: Tensor, channels: int) -> Tensor:
    """(M, channels): for each row of the index (M, k), the sum of the rows that it names."""
    return fn.embedding_bag(index, rows.view(-1, channels)[: -(TAPS - 1)], mode="sum")


def _in_parts(rows: Tensor, index: Tensor) -> Iterator[tuple[slice, Tensor]]:
    """What `_gather` finds, so many rows at a time."""
    padded = fn.pad(rows, (0, 0, 0, 1))
    for first in range(0, len(index), _ROWS_AT_ONCE):
        part = slice(first, first + _ROWS_AT_ONCE)
        found = padded.index_select(0, index[part].view(-1))
        yield part, found.view(-1, TAPS * rows.shape[1])


class _Around(Function):
    """x (N, c), weights (7 c, d), bias (d,) -> (N, d), with stride one.

    What lies under a tap has this row under the opposite one, so `around` (N, 7) leads back too.
    """

    @staticmethod
    def forward(
        ctx: Any, x: Tensor, weights: Tensor, bias: Tensor, dtype: torch.dtype, around: Tensor
    ) -> Tensor:
        wide, x, weights, bias = x.dtype, x.to(dtype), weights.to(dtype), bias.to(dtype)
        out = x.new_empty(len(around), len(bias))
        for part, columns in _in_parts(x, around):
            torch.addmm(bias, columns, weights, out=out[part])
        ctx.save_for_backward(x, weights, around)
        return out.to(wide)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        x, weights, around = ctx.saved_tensors
        channels, out_channels = x.shape[1], weights.shape[1]
        opposite = weights.view(TAPS, channels, out_channels)[_OPPOSITE]
        turned = opposite.transpose(1, 2).reshape(-1, channels)
        below = torch.empty_like(x)
        of_weights = grad.new_zeros(channels, TAPS * out_channels)
        for part, taps in _in_parts(grad.to(x.dtype), around):
            torch.mm(taps, turned, out=below[part])
            of_weights += x[part].t() @ taps
        of_taps = of_weights.view(channels, TAPS, out_channels)[:, _OPPOSITE].transpose(0, 1)
        return below.to(grad.dtype), of_taps.reshape(weights.shape), grad.sum(0), None, None


class _Below(Function):
    """x (N, c), weights (7 c, d), bias (d,) -> (M, d), with stride two."""

    @staticmethod
    def forward(
        ctx: Any,
        x: Tensor,
        weights: Tensor,
        bias: Tensor,
        dtype: torch.dtype,
        below: Tensor,
        above: Tensor,
    ) -> Tensor:
        columns, weights = _gather(x.to(dtype), below), weights.to(dtype)
        ctx.save_for_backward(columns, weights, above)
        return torch.addmm(bias.to(dtype), columns, weights).to(x.dtype)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        columns, weights, above = ctx.saved_tensors
        narrow = grad.to(columns.dtype).contiguous()
        taps = _times(narrow, weights.t().contiguous()).to(grad.dtype)
        of_rows = _gather_sum(taps, above, weights.shape[0] // TAPS)
        # The narrower matrix first, which takes half the time of the other order.
        of_weights = (narrow.t() @ columns).t().to(grad.dtype)
        return of_rows, of_weights, grad.sum(0), None, None, None


class _Transposed(Function):
    """x (N, c), weights (c, 7 d), bias (d,) -> (M, d): multiply, then add up what meets."""

    @staticmethod
    def forward(
        ctx: Any,
        x: Tensor,
        weights: Tensor,
        bias: Tensor,
        dtype: torch.dtype,
        index: Tensor,
        back: Tensor,
    ) -> Tensor:
        wide, x, weights = x.dtype, x.to(dtype), weights.to(dtype)
        ctx.save_for_backward(x, weights, back)
        return _gather_sum(_times(x, weights).to(wide), index, len(bias)) + bias

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        x, weights, back = ctx.saved_tensors
        taps = _gather(grad.to(x.dtype).contiguous(), back)
        of_rows, of_weights = taps @ weights.t(), x.t() @ taps
        wide = grad.dtype
        return of_rows.to(wide), of_weights.to(wide), grad.sum(0), None, None, None


class HexConv(nn.Module):
    """A convolution with a hexagonal kernel; of so many channels in all, if others are added."""

    dtype: torch.dtype | None = None

    def __init__(self, channels: int, out_channels: int, all_channels: int | None = None) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(TAPS * channels, out_channels))
        self.bias = nn.Parameter(torch.zeros(out_channels))
        fan = TAPS * (all_channels or channels)
        bound = math.sqrt(6 / ((1 + SLOPE**2) * fan))  # Kaiming's, for leaky rectifiers
        nn.init.uniform_(self.weight, -bound, bound)

    def forward(self, x: Tensor, under: Tensor, above: Tensor | None = None) -> Tensor:
        """(N, c) -> (M, d), by the rows under the taps (M, 7); with stride two also by the taps
        over the rows (N, 2)."""
        given = x, self.weight, self.bias, self.dtype or x.dtype, under
        function, index = (_Around, ()) if above is None else (_Below, (above,))
        found: Tensor = function.apply(*given, *index)  # type: ignore[no-untyped-call]
        return found


class HexTransposed(nn.Module):
    """A transposed convolution with a hexagonal kernel and stride two."""

    dtype: torch.dtype | None = None

    def __init__(self, channels: int, out_channels: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(channels, TAPS * out_channels))
        self.bias = nn.Parameter(torch.zeros(out_channels))
        bound = math.sqrt(6 / ((1 + SLOPE**2) * channels * TAPS / 4))  # 7/4 taps meet on average
        nn.init.uniform_(self.weight, -bound, bound)

    def forward(self, x: Tensor, above: Tensor, below: Tensor) -> Tensor:
        """(N, c) -> (M, d), by the taps over each new row (M, 2) and the rows under each (N, 7)."""
        dtype = self.dtype or x.dtype
        found: Tensor = _Transposed.apply(x, self.weight, self.bias, dtype, above, below)  # type: ignore[no-untyped-call]
        return found


@contextmanager
def precision(module: nn.Module, dtype: torch.dtype) -> Iterator[None]:
    """Let all convolutions of a module compute in this precision for a while."""
    parts = [each for each in module.modules() if isinstance(each, HexConv | HexTransposed)]
    for part in parts:
        part.dtype = dtype
    try:
        yield
    finally:
        for part in parts:
            part.dtype = None


class _Normed(Function):
    """x (B, rows, c), mask (B, rows, 1), count (B, 1, 1) -> the same with mean 0 and variance 1."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, mask: Tensor, count: Tensor) -> Tensor:
        mean = (x * mask).sum(1, keepdim=True) / count
        found = (x - mean).mul_(mask)
        variance = (found * found).sum(1, keepdim=True) / count
        scale = torch.rsqrt(variance + _EPSILON)
        found.mul_(scale)
        ctx.save_for_backward(found, mask, count, scale)
        return found

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        found, mask, count, scale = ctx.saved_tensors
        grad = grad * mask
        along = (grad * found).sum(1, keepdim=True) / count
        grad -= grad.sum(1, keepdim=True) / count
        return (grad - found * along).mul_(mask * scale), None, None


def instance_norm(x: Tensor, mask: Tensor) -> Tensor:
    """(B, rows, channels) with mean 0 and variance 1 over the rows that the mask (B, rows, 1) has.

    Empty rows become 0.
    """
    found: Tensor = _Normed.apply(x, mask, mask.sum(1, keepdim=True))  # type: ignore[no-untyped-call]
    return found
