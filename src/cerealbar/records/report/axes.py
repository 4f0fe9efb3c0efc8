"""The axes of a plot: round numbers to mark, and where numbers lie on the canvas.

The canvas is `WIDTH` units wide; y grows downwards, as in SVG. Colours are the style sheet's.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cerealbar.records.report.markup import safe

WIDTH = 560.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 12.0, 12.0, 44.0
"""What is left free around a plot, for its numbers and words."""
PLOT_HEIGHT = 190.0
_MOST_X_TICKS, _MOST_Y_TICKS = 10, 5


@dataclass(frozen=True, slots=True)
class Axes:
    """What the axes of a plot say."""

    x: str
    y: str
    percent: bool = False
    """Whether y is a share."""
    from_x: float = 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the numbers of a plot lie on the canvas."""

    low: float
    high: float
    """The range of x."""
    roof: float
    """The highest y; the lowest is 0."""
    top: float = TOP
    """How far below the canvas's upper edge the plot begins."""

    @property
    def bottom(self) -> float:
        """The canvas's y of the x axis."""
        return self.top + PLOT_HEIGHT

    @property
    def height(self) -> float:
        """How high the canvas is."""
        return self.bottom + BOTTOM

    def x(self, value: float) -> float:
        """The canvas's x of a number."""
        share = (value - self.low) / (self.high - self.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """The canvas's y of a number."""
        return self.bottom - value / self.roof * PLOT_HEIGHT


def ticks(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Round numbers from `low` to `high`, at most about `most`: multiples of 1, 2, 5, 10, ..."""
    rough = max(high - low, 1e-9) / most
    magnitude = 10.0 ** math.floor(math.log10(rough))
    step = next(m * magnitude for m in (1, 2, 5, 10) if m * magnitude >= rough * 0.999)
    if whole:
        step = max(1.0, step)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


def roof_above(values: Sequence[float]) -> float:
    """A height for a plot, slightly above its highest value."""
    return max(values, default=0.0) * 1.06 or 1.0


def draw_axes(frame: Frame, axes: Axes) -> list[str]:
    """The lines and numbers of both axes, and what they say."""
    middle = (frame.top + frame.bottom) / 2
    return [
        *_y_ticks(frame, axes),
        *_x_ticks(frame),
        f'<path class="axis" d="M{unit(LEFT)} {unit(frame.bottom)}H{unit(WIDTH - RIGHT)}"/>',
        f'<text class="title" x="{unit((LEFT + WIDTH - RIGHT) / 2)}" y="{unit(frame.bottom + 37)}"'
        f' text-anchor="middle">{safe(axes.x)}</text>',
        f'<text class="title" transform="translate(10 {unit(middle)}) rotate(-90)"'
        f' text-anchor="middle">{safe(axes.y)}</text>',
    ]


def _y_ticks(frame: Frame, axes: Axes) -> list[str]:
    parts = []
    whole = not axes.percent and frame.roof > _MOST_Y_TICKS - 1
    for value in ticks(0, frame.roof, _MOST_Y_TICKS, whole=whole):
        y = unit(frame.y(value))
        text = f"{value:.0%}" if axes.percent else short(value)
        parts += [
            f'<path class="grid" d="M{unit(LEFT)} {y}H{unit(WIDTH - RIGHT)}"/>',
            f'<text x="{unit(LEFT - 7)}" y="{y}" dy=".35em" text-anchor="end">{text}</text>',
        ]
    return parts


def _x_ticks(frame: Frame) -> list[str]:
    y = unit(frame.bottom + 17)
    return [
        f'<text x="{unit(frame.x(value))}" y="{y}" text-anchor="middle">{short(value)}</text>'
        for value in ticks(max(frame.low, 0), frame.high, _MOST_X_TICKS, whole=True)
    ]


def short(value: float) -> str:
    """A number in few characters: 1,500, 20k, 1.5M."""
    if value >= 1_000_000:
        return f"{value / 1_000_000:g}M"
    return f"{value / 1000:g}k" if value >= 10_000 else f"{value:,g}"


def unit(value: float) -> str:
    """A number of the canvas, with one decimal at most."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def svg(parts: Sequence[str], height: float, about: str) -> str:
    """A picture of `parts`; `about` is for those who cannot see it."""
    inside = "\n".join(parts)
    return (
        f'<svg role="img" aria-label="{safe(about)}" viewBox="0 0 {unit(WIDTH)} {unit(height)}">\n'
        f"{inside}\n</svg>"
    )
