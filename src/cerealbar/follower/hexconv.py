"""Convolutions over the cells of frames, as row gathers and matrix products.

`HexConv` is a hexagonal kernel of seven taps with stride one or, onto the lattice above, two.
`HexTransposed` is its transpose with stride two. (A transposed convolution with stride one is a
convolution with its taps the other way round, so `HexConv` serves for both.)
"""

import math
from typing import Any

import torch
import torch.nn.functional as fn
from torch import Tensor, nn
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from cerealbar.follower.frames import TAPS

SLOPE = 0.01
"""Of the leaky rectifiers."""
_EPSILON = 1e-5
"""Added to variances."""
_ROWS_AT_ONCE = 2500
"""Rows whose taps, of some 200 numbers each, fit the caches of a core."""


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


class _Gathered(Function):
    """x (N, c), weights (7 c, d), bias (d,) -> (M, d): gather taps, then multiply."""

    @staticmethod
    def forward(
        ctx: Any, x: Tensor, weights: Tensor, bias: Tensor, index: Tensor, back: Tensor
    ) -> Tensor:
        columns = _gather(x, index)
        ctx.save_for_backward(columns, weights, back)
        return torch.addmm(bias, columns, weights)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        columns, weights, back = ctx.saved_tensors
        grad = grad.contiguous()
        taps = _times(grad, weights.t().contiguous())
        below = _gather_sum(taps, back, weights.shape[0] // TAPS)
        return below, columns.t() @ grad, grad.sum(0), None, None


class _GatheredInParts(Function):
    """The same with stride one, a few examples at a time, as long as they fit the caches."""

    @staticmethod
    def forward(
        ctx: Any, x: Tensor, weights: Tensor, bias: Tensor, index: Tensor, back: Tensor, size: int
    ) -> Tensor:
        padded, out = fn.pad(x, (0, 0, 0, 1)), x.new_empty(len(index), len(bias))
        for first in range(0, len(index), size):
            part = slice(first, first + size)
            columns = padded.index_select(0, index[part].view(-1)).view(-1, len(weights))
            torch.addmm(bias, columns, weights, out=out[part])
        ctx.save_for_backward(padded, weights, index, back)
        ctx.size = size
        return out

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        padded, weights, index, back = ctx.saved_tensors
        grad, turned = grad.contiguous(), weights.t().contiguous()
        channels = padded.shape[1]
        taps = grad.new_empty(len(grad) + 1, len(weights))
        taps[-1].zero_()
        rows = taps.view(-1, channels)[: -(TAPS - 1)]
        below, of_weights = grad.new_empty(len(grad), channels), torch.zeros_like(weights)
        for first in range(0, len(grad), ctx.size):
            part = slice(first, min(first + ctx.size, len(grad)))
            columns = padded.index_select(0, index[part].view(-1)).view(-1, len(weights))
            of_weights.addmm_(columns.t(), grad[part])
            torch.mm(grad[part], turned, out=taps[part])
            below[part] = fn.embedding_bag(back[part], rows, mode="sum")
        return below, of_weights, grad.sum(0), None, None, None


class _Transposed(Function):
    """x (N, c), weights (c, 7 d), bias (d,) -> (M, d): multiply, then add up what meets."""

    @staticmethod
    def forward(
        ctx: Any, x: Tensor, weights: Tensor, bias: Tensor, index: Tensor, back: Tensor
    ) -> Tensor:
        ctx.save_for_backward(x, weights, back)
        return _gather_sum(_times(x, weights), index, len(bias)) + bias

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        x, weights, back = ctx.saved_tensors
        taps = _gather(grad.contiguous(), back)
        return taps @ weights.t(), x.t() @ taps, grad.sum(0), None, None


class HexConv(nn.Module):
    """A convolution with a hexagonal kernel; of so many channels in all, if others are added."""

    def __init__(self, channels: int, out_channels: int, all_channels: int | None = None) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(TAPS * channels, out_channels))
        self.bias = nn.Parameter(torch.zeros(out_channels))
        fan = TAPS * (all_channels or channels)
        bound = math.sqrt(6 / ((1 + SLOPE**2) * fan))  # Kaiming's, for leaky rectifiers
        nn.init.uniform_(self.weight, -bound, bound)

    def forward(self, x: Tensor, index: Tensor, back: Tensor, rows: int | None = None) -> Tensor:
        """(N, c) -> (M, d), by the rows under the taps (M, 7) and the taps over the rows.

        With stride one, `rows` may say how many each example has.
        """
        given = x, self.weight, self.bias, index, back
        if rows is None or len(x) <= _ROWS_AT_ONCE:
            found: Tensor = _Gathered.apply(*given)  # type: ignore[no-untyped-call]
            return found
        size = max(1, _ROWS_AT_ONCE // rows) * rows
        in_parts: Tensor = _GatheredInParts.apply(*given, size)  # type: ignore[no-untyped-call]
        return in_parts


class HexTransposed(nn.Module):
    """A transposed convolution with a hexagonal kernel and stride two."""

    def __init__(self, channels: int, out_channels: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(channels, TAPS * out_channels))
        self.bias = nn.Parameter(torch.zeros(out_channels))
        bound = math.sqrt(6 / ((1 + SLOPE**2) * channels * TAPS / 4))  # 7/4 taps meet on average
        nn.init.uniform_(self.weight, -bound, bound)

    def forward(self, x: Tensor, above: Tensor, below: Tensor) -> Tensor:
        """(N, c) -> (M, d), by the taps over each new row (M, 2) and the rows under each (N, 7)."""
        found: Tensor = _Transposed.apply(x, self.weight, self.bias, above, below)  # type: ignore[no-untyped-call]
        return found


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


def instance_norm(x: Tensor, mask: Tensor | None = None) -> Tensor:
    """(B, rows, channels) with mean 0 and variance 1 over the rows that the mask (B, rows, 1) has.

    Empty rows become 0.
    """
    if mask is None:
        variance, mean = torch.var_mean(x, 1, correction=0, keepdim=True)
        return (x - mean) * torch.rsqrt(variance + _EPSILON)
    found: Tensor = _Normed.apply(x, mask, mask.sum(1, keepdim=True))  # type: ignore[no-untyped-call]
    return found
