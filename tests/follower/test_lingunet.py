"""LingUNet against its definition (Appendix D), cell by cell in plain Python."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from cerealbar.follower.frames import LEVELS, TAPS
from cerealbar.follower.hexconv import SLOPE, HexConv, HexTransposed
from cerealbar.follower.lingunet import LingUNet
from tests.follower.islands import frames_from
from tests.follower.test_frames import island

Cell = tuple[int, int]
Map = dict[Cell, NDArray[np.float64]]
AROUND: list[Cell] = [(0, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
"""Here, then by heading, clockwise."""


def array(tensor: torch.Tensor) -> NDArray[np.float64]:
    return tensor.detach().numpy().astype(np.float64)


class Slow:
    """The network's own weights, used by the book."""

    def __init__(self, net: LingUNet, heading: int) -> None:
        self.net = net
        self.taps = [AROUND[0]] + [AROUND[1 + (heading + k) % 6] for k in range(6)]

    def convolve(self, given: Map, conv: HexConv, step: int, stride: int = 1) -> Map:
        """Each new cell adds up what its taps, `step` apart, see."""
        weight = array(conv.weight).reshape(TAPS, -1, conv.weight.shape[1])
        cells = set(given)
        if stride == 2:
            near = {(q - step * a, r - step * b) for q, r in given for a, b in self.taps}
            cells = {(q, r) for q, r in near if q % (2 * step) == 0 and r % (2 * step) == 0}
        found = {}
        for q, r in cells:
            total = array(conv.bias)
            for tap, (a, b) in enumerate(self.taps):
                seen = given.get((q + step * a, r + step * b))
                if seen is not None:
                    total = total + seen @ weight[tap]
            found[q, r] = total
        return found

    def spread(
        self, given: Map, conv: HexTransposed, step: int, cells: Mapping[Cell, object]
    ) -> Map:
        """Each cell adds itself, by its taps, to cells half as far apart."""
        channels = len(conv.bias)
        weight = array(conv.weight).reshape(-1, TAPS, channels)
        found = {cell: array(conv.bias) for cell in cells}
        for (q, r), value in given.items():
            for tap, (a, b) in enumerate(self.taps):
                cell = q + step * a, r + step * b
                if cell in found:
                    found[cell] = found[cell] + value @ weight[:, tap]
        return found

    def run(self, f0: Map, text: NDArray[np.float64]) -> Map:
        levels, grounded = [f0], []
        for level in range(1, LEVELS + 1):
            down: Any = self.net.down[level - 1]
            step = 1 << (level - 1)
            x = levels[-1]
            if level == 1:  # its parts, which are added up
                parts = [{c: v[:8] for c, v in x.items()}, {c: v[8:] for c, v in x.items()}]
            else:
                parts = [x]
            convolved = [
                self.convolve(part, conv, step)
                for part, conv in zip(parts, down.first, strict=True)
            ]
            first = {c: rectified(np.sum([each[c] for each in convolved], 0)) for c in x}
            second = self.convolve(first, down.second, step, stride=2)
            x = {c: rectified(v) for c, v in second.items()}
            levels.append(x if level == LEVELS else normed(x))
            part = text[(level - 1) * self.net.segment : level * self.net.segment]
            linear: Any = self.net.kernels[level - 1]
            kernel = (array(linear.weight) @ part + array(linear.bias)).reshape(12, -1)
            kernel /= np.linalg.norm(kernel, axis=1, keepdims=True)
            g = {c: v @ kernel for c, v in levels[-1].items()}
            grounded.append(g if level == LEVELS else normed(g))
        h = grounded[-1]
        for level in range(LEVELS, 1, -1):
            up: Any = self.net.up[LEVELS - level]
            step = 1 << level
            h = {c: rectified(v) for c, v in self.convolve(h, up.first, step).items()}
            h = self.spread(h, up.second, step // 2, levels[level - 1])
            h = {c: rectified(v) for c, v in h.items()}
            h = h if level == LEVELS else normed(h)
            h = {c: np.concatenate([v, grounded[level - 2][c]]) for c, v in h.items()}
        return self.spread(h, self.net.final, 1, f0)


def rectified(x: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(x > 0, x, SLOPE * x)


def normed(given: Map) -> Map:
    values = np.stack(list(given.values()))
    values = (values - values.mean(0)) / np.sqrt(values.var(0) + 1e-5)
    return dict(zip(given, values, strict=True))


@pytest.mark.parametrize("heading", [0, 4])
def test_lingunet_is_what_the_paper_defines(heading: int) -> None:
    places = island(2, 6)
    torch.manual_seed(0)
    net = LingUNet([8, 4], 16, channels=12, text_channels=6)
    for parameter in net.parameters():  # also biases, which begin at 0
        torch.nn.init.normal_(parameter, std=0.3)
    features, text = torch.randn(1, len(places), 12), torch.randn(1, 16)
    with torch.no_grad():
        found = net([features[..., :8], features[..., 8:]], text, frames_from(places, heading))
    cells = [(int(q), int(r)) for q, r in places]
    f0 = dict(zip(cells, array(features[0]), strict=True))
    expected = Slow(net, heading).run(f0, array(text[0]))
    assert found.top.shape == (1, len(places), 4)
    for row, cell in enumerate(cells):
        assert array(found.top[0, row]) == pytest.approx(expected[cell], abs=2e-3)
    assert len(found.layers) == LEVELS
