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
        taps = _times(grad, weights.t())
        below = _gather_sum(taps, back, weights.shape[0] // TAPS)
        return below, columns.t() @ grad, grad.sum(0), None, None


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

    def forward(self, x: Tensor, index: Tensor, back: Tensor) -> Tensor:
        """(N, c) -> (M, d), by the rows under the taps (M, 7) and the taps over the rows."""
        found: Tensor = _Gathered.apply(x, self.weight, self.bias, index, back)  # type: ignore[no-untyped-call]
        return found


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


def instance_norm(x: Tensor, mask: Tensor | None = None) -> Tensor:
    """(B, rows, channels) with mean 0 and variance 1 over the rows that the mask (B, rows, 1) has.

    Empty rows become 0.
    """
    if mask is None:
        variance, mean = torch.var_mean(x, 1, correction=0, keepdim=True)
        return (x - mean) * torch.rsqrt(variance + 1e-5)
    count = mask.sum(1, keepdim=True)
    x = x * mask
    mean = x.sum(1, keepdim=True) / count
    centred = (x - mean) * mask
    variance = (centred * centred).sum(1, keepdim=True) / count
    return centred * torch.rsqrt(variance + 1e-5)
