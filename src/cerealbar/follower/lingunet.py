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
    """F_l from F_{l-1}: two convolutions, the second with stride two.

    F_{l-1} may come in parts of some channels each; the first convolution of their concatenation
    is the sum of convolutions of the parts, which is faster than one of an odd width.
    """

    def __init__(self, parts: Sequence[int], out_channels: int, level: int) -> None:
        super().__init__()
        self.level = level
        self.first = nn.ModuleList(HexConv(part, parts[0], sum(parts)) for part in parts)
        self.second = HexConv(parts[0], out_channels)

    def forward(self, parts: Sequence[Tensor], frames: Frames) -> Tensor:
        """(B, rows of level l - 1, c) each -> (B, rows of level l, d)."""
        here, next_ = self.level - 1, self.level
        around = frames.around[here], frames.around_back[here], frames.rows[here]
        flat = [part.reshape(-1, part.shape[-1]) for part in parts]
        found = [conv(part, *around) for conv, part in zip(self.first, flat, strict=True)]
        x = _rectified(sum(found[1:], found[0]))
        x = _rectified(self.second(x, frames.below[here], frames.above[here]))
        x = x.view(len(frames), frames.rows[next_], -1)
        return x if self.level == LEVELS else instance_norm(x, frames.mask[next_])


class _Up(nn.Module):
    """H_l from H_{l+1} and G_l: two transposed convolutions, the second with stride two."""

    def __init__(self, channels: int, out_channels: int, level: int) -> None:
        super().__init__()
        self.level = level
        self.first = HexConv(channels, out_channels)
        self.second = HexTransposed(out_channels, out_channels)

    def forward(self, x: Tensor, frames: Frames) -> Tensor:
        """(B, rows of level l, c) -> (B, rows of level l - 1, d)."""
        here, next_ = self.level, self.level - 1
        x = x.reshape(-1, x.shape[-1])
        x = _rectified(
            self.first(x, frames.around[here], frames.around_back[here], frames.rows[here])
        )
        x = _rectified(self.second(x, frames.above[next_], frames.below[next_]))
        x = x.view(len(frames), frames.rows[next_], -1)
        return x if self.level == LEVELS else instance_norm(x, frames.mask[next_])


@dataclass(frozen=True, slots=True)
class LingUNetOutput:
    """What LingUNet makes of a map and a text."""

    top: Tensor
    """(B, rows of level 0, outputs): H'_1."""
    layers: list[Tensor]
    """L x (B, rows, channels): G_1, then H_2 to H_L, which the discriminator reads."""


class LingUNet(nn.Module):
    """From F_0 and a text vector to maps of the same cells."""

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
        self.up = nn.ModuleList(
            _Up((channels if level < LEVELS else 0) + self.widths[level - 1], channels, level)
            for level in range(LEVELS, 1, -1)
        )
        self.final = HexTransposed(channels + text_channels, outputs)

    def forward(self, f0: Sequence[Tensor], text: Tensor, frames: Frames) -> LingUNetOutput:
        """F_0 in parts (B, rows of level 0, c), whose concatenation it is, and text (B, t)."""
        features: list[Tensor] = []
        for down in self.down:
            features.append(down(features[-1:] or f0, frames))
        grounded = [
            self._ground(level, found, text, frames) for level, found in enumerate(features, 1)
        ]
        layers, h = [], grounded[-1]
        for up, below in zip(self.up, grounded[-2::-1], strict=True):
            h = up(h, frames)
            layers.append(h)
            h = torch.cat([h, below], -1)
        top = self.final(h.reshape(-1, h.shape[-1]), frames.above[0], frames.below[0])
        return LingUNetOutput(
            top.view(len(frames), frames.rows[0], -1), [grounded[0], *layers[::-1]]
        )

    def _ground(self, level: int, features: Tensor, text: Tensor, frames: Frames) -> Tensor:
        """G_l: F_l under a 1 x 1 kernel of the text's l-th segment, for each example its own."""
        part = text[:, (level - 1) * self.segment : level * self.segment]
        kernel = self.kernels[level - 1](part).view(len(text), self.channels, -1)
        found = torch.bmm(features, fn.normalize(kernel, dim=2))
        return found if level == LEVELS else instance_norm(found, frames.mask[level])
