"""LingUNet (paper, Appendix D): convolutions down, text kernels across, transposed ones up.

F_l, G_l, H_l and the kernels are the paper's; l counts from 1 to L = 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as fn
from torch import Tensor, nn

from cerealbar.follower.frames import LEVELS, Frames
from cerealbar.follower.hexconv import SLOPE, HexConv, HexTransposed, instance_norm


def _rectified(x: Tensor) -> Tensor:
    return fn.leaky_relu(x, SLOPE, inplace=False)


class _Down(nn.Module):
    """F_l, before Norm, from F_{l-1}: two convolutions, the second with stride two.

    The first has as many channels as F_{l-1}, which may come in parts of some channels each: the
    convolution of their concatenation is the sum of convolutions of the parts, which is faster than
    one of an odd width.
    """

    def __init__(self, parts: Sequence[int], out_channels: int, level: int) -> None:
        super().__init__()
        self.level, width = level, sum(parts)
        self.first = nn.ModuleList(HexConv(part, width, width) for part in parts)
        self.second = HexConv(width, out_channels)

    def forward(self, parts: Sequence[Tensor], frames: Frames) -> Tensor:
        """(B, rows of level l - 1, c) each -> (B, rows of level l, d)."""
        here, next_ = self.level - 1, self.level
        flat = [part.reshape(-1, part.shape[-1]) for part in parts]
        found = [
            conv(part, frames.around[here]) for conv, part in zip(self.first, flat, strict=True)
        ]
        x = _rectified(sum(found[1:], found[0]))
        x = _rectified(self.second(x, frames.below[here], frames.above[here]))
        return x.view(len(frames), frames.rows[next_], -1)


class _Up(nn.Module):
    """H_l, before Norm: two transposed convolutions of H_{l+1} and G_l, one with stride two."""

    def __init__(self, channels: int, out_channels: int, level: int) -> None:
        super().__init__()
        self.level = level
        self.first = HexConv(channels, out_channels)
        self.second = HexTransposed(out_channels, out_channels)

    def forward(self, x: Tensor, frames: Frames) -> Tensor:
        """(B, rows of level l, c) -> (B, rows of level l - 1, d)."""
        here, next_ = self.level, self.level - 1
        x = x.reshape(-1, x.shape[-1])
        x = _rectified(self.first(x, frames.around[here]))
        x = _rectified(self.second(x, frames.above[next_], frames.below[next_]))
        return x.view(len(frames), frames.rows[next_], -1)


@dataclass(frozen=True, slots=True)
class LingUNetOutput:
    """What LingUNet makes of a map and a text."""

    top: Tensor
    """(B, rows of level 0, outputs): H'_1."""
    layers: list[Tensor]
    """L x (B, rows, channels): G_1, then H_2 to H_L, which the discriminator reads."""
    unnormed: list[Tensor]
    """The same without Norm, of G_1 also without that of F_1."""


class LingUNet(nn.Module):
    """From F_0 and a text vector to maps of the same cells.

    The first and the last block are as wide as F_0.
    """

    def __init__(
        self,
        inputs: Sequence[int],
        text: int,
        channels: int = 48,
        text_channels: int = 24,
        outputs: int = 4,
    ) -> None:
        super().__init__()
        self.channels, self.text_channels = channels, text_channels
        self.segment = text // LEVELS
        self.down = nn.ModuleList(
            _Down(inputs if level == 1 else [channels], channels, level)
            for level in range(1, LEVELS + 1)
        )
        self.widths = [text_channels] * (LEVELS - 1) + [channels]
        self.kernels = nn.ModuleList(
            nn.Linear(self.segment, channels * width) for width in self.widths
        )
        width = sum(inputs)
        self.layer_widths = [text_channels, width] + [channels] * (LEVELS - 2)
        self.up = nn.ModuleList(
            _Up(
                (channels if level < LEVELS else 0) + self.widths[level - 1],
                self.layer_widths[level - 1],
                level,
            )
            for level in range(LEVELS, 1, -1)
        )
        self.final = HexTransposed(width + text_channels, outputs)

    def forward(self, f0: Sequence[Tensor], text: Tensor, frames: Frames) -> LingUNetOutput:
        """F_0 in parts (B, rows of level 0, c), whose concatenation it is, and text (B, t)."""
        features, grounded, unnormed = f0, [], []
        for level, down in enumerate(self.down, 1):
            found = down(features, frames)
            if level == 1:
                unnormed.append(self._ground(level, found, text))
            features = [_normed(found, level, level, frames)]
            found = self._ground(level, features[0], text)
            grounded.append(_normed(found, level, level, frames))
        layers, h = [grounded[0]], grounded[-1]
        levels = range(LEVELS, 1, -1)
        for level, up, below in zip(levels, self.up, grounded[-2::-1], strict=True):
            unnormed.insert(1, up(h, frames))
            layers.insert(1, _normed(unnormed[1], level, level - 1, frames))
            h = torch.cat([layers[1], below], -1)
        top = self.final(h.reshape(-1, h.shape[-1]), frames.above[0], frames.below[0])
        return LingUNetOutput(top.view(len(frames), frames.rows[0], -1), layers, unnormed)

    def _ground(self, level: int, features: Tensor, text: Tensor) -> Tensor:
        """G_l, before Norm: F_l under a 1 x 1 kernel of the text's l-th segment, for each example
        its own."""
        part = text[:, (level - 1) * self.segment : level * self.segment]
        kernel = self.kernels[level - 1](part).view(len(text), self.channels, -1)
        return torch.bmm(features, fn.normalize(kernel, dim=2))


def _normed(x: Tensor, level: int, lattice: int, frames: Frames) -> Tensor:
    """Norm of a layer of level l, whose rows are those of a lattice; none where l = L."""
    return x if level == LEVELS else instance_norm(x, frames.mask[lattice])
