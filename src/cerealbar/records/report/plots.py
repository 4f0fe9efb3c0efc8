"""Plots as SVG: histograms, horizontal bars and lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cerealbar.records.report.axes import (
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Axes,
    Frame,
    draw_axes,
    roof_above,
    svg,
    unit,
)
from cerealbar.records.report.markup import safe
from cerealbar.records.statistics import Spread

_STRIP_HEIGHT = 34.0
_BAR_HEIGHT = 26.0
_LEGEND_HEIGHT = 20.0
_CHARACTER_WIDTH = 7.2  # of a character in a plot's font, roughly
_MOST_COLUMNS = 60
_SHOWN_SHARE = 0.995


@dataclass(frozen=True, slots=True)
class Strip:
    """A mean, a median and a maximum, drawn above a histogram along its axis."""

    label: str
    style: str
    spread: Spread


@dataclass(frozen=True, slots=True)
class Bar:
    """A horizontal bar with what is written on both sides of it."""

    label: str
    value: float
    note: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """Points to join by a line, by rising x."""

    label: str
    style: str
    points: Sequence[tuple[float, float]]


def shown_limit(counts: Mapping[int, int], least: float = 0) -> int:
    """The highest number to draw, `least` or more: above it lie only a few outliers."""
    allowed = sum(counts.values()) * (1 - _SHOWN_SHARE)
    for number in sorted(counts, reverse=True):
        allowed -= counts[number]
        if allowed < 0 or number <= least:
            return max(number, int(least))
    return int(least)


def histogram(
    counts: Mapping[int, int], axes: Axes, strips: Sequence[Strip] = (), *, limit: int, about: str
) -> str:
    """How often each number up to a limit occurs, with strips above."""
    width = _column_width(limit + 1)
    columns = _binned(counts, limit, width)
    top = TOP + _STRIP_HEIGHT * len(strips)
    frame = Frame(-0.5, len(columns) * width - 0.5, roof_above(columns), top)
    parts = draw_axes(frame, axes)
    for index, count in enumerate(columns):
        if count:
            parts.append(_column(frame, index * width, width, count, axes))
    for i, strip in enumerate(strips):
        parts += _strip(frame, strip, TOP + i * _STRIP_HEIGHT)
    return svg(parts, frame.height, about)


def _column_width(numbers: int) -> int:
    widths = (step * 10**power for power in range(12) for step in (1, 2, 5))
    return next(width for width in widths if numbers <= width * _MOST_COLUMNS)


def _binned(counts: Mapping[int, int], limit: int, width: int) -> list[int]:
    columns = [0] * (limit // width + 1)
    for number, count in counts.items():
        if number <= limit:
            columns[number // width] += count
    return columns


def _column(frame: Frame, first: int, width: int, count: int, axes: Axes) -> str:
    left, right = frame.x(first - 0.5), frame.x(first + width - 0.5)
    gap = min(3.0, (right - left) * 0.15)
    height = max(frame.bottom - frame.y(count), 0.8)
    numbers = str(first) if width == 1 else f"{first} to {first + width - 1}"
    return (
        f'<rect class="bar" x="{unit(left + gap / 2)}" y="{unit(frame.bottom - height)}"'
        f' width="{unit(right - left - gap)}" height="{unit(height)}">'
        f"<title>{safe(axes.x)} {numbers}: {count:,}</title></rect>"
    )


def _strip(frame: Frame, strip: Strip, top: float) -> list[str]:
    """A line to the maximum, a bar at the median, a diamond at the mean and a line down from it."""
    spread, y, edge = strip.spread, top + 21, WIDTH - RIGHT
    mean, median, most = (
        min(frame.x(value), edge) for value in (spread.mean, spread.median, spread.max)
    )
    words = (
        f"{strip.label}: mean {spread.mean:.1f}, median {spread.median:.1f}, max {spread.max:.0f}"
    )
    return [
        f'<g class="strip {strip.style}">',
        f'<text x="{unit(LEFT)}" y="{unit(top + 9)}">{safe(words)}</text>',
        f'<path class="range" d="M{unit(frame.x(0))} {unit(y)}H{unit(most)}"/>',
        f'<path class="guide" d="M{unit(mean)} {unit(frame.top)}V{unit(frame.bottom)}"/>',
        f'<path class="median" d="M{unit(median)} {unit(y - 6)}v12"/>',
        f'<path class="mean" d="M{unit(mean)} {unit(y - 5)}l5 5l-5 5l-5-5Z"/>',
        "</g>",
    ]


def bars(rows: Sequence[Bar], *, about: str) -> str:
    """Horizontal bars, one below the other."""
    left = max((len(row.label) for row in rows), default=0) * _CHARACTER_WIDTH + 14
    right = max((len(row.note) for row in rows), default=0) * _CHARACTER_WIDTH + 10
    highest = max((row.value for row in rows), default=0.0) or 1.0
    parts = []
    for i, row in enumerate(rows):
        middle = (i + 0.5) * _BAR_HEIGHT
        parts += _bar(row, middle, left, row.value / highest * (WIDTH - left - right))
    return svg(parts, len(rows) * _BAR_HEIGHT, about)


def _bar(row: Bar, middle: float, left: float, length: float) -> list[str]:
    style, y = f"bar {row.style}".strip(), unit(middle)
    return [
        f'<text class="label" x="{unit(left - 8)}" y="{y}" dy=".35em"'
        f' text-anchor="end">{safe(row.label)}</text>',
        f'<rect class="{style}" x="{unit(left)}" y="{unit(middle - 8)}"'
        f' width="{unit(max(length, 0.8) if row.value else 0)}" height="16"/>',
        f'<text x="{unit(left + length + 7)}" y="{y}" dy=".35em">{safe(row.note)}</text>',
    ]


def lines(curves: Sequence[Curve], axes: Axes, *, about: str, dots: bool = False) -> str:
    """Curves over one pair of axes; a curve of one point is a dot."""
    points = [point for curve in curves for point in curve.points]
    high = max((x for x, _ in points), default=0.0)
    roof = 1.0 if axes.percent else roof_above([y for _, y in points])
    has_legend = len(curves) > 1
    frame = Frame(axes.from_x, max(high, axes.from_x + 1), roof, TOP + _LEGEND_HEIGHT * has_legend)
    parts = draw_axes(frame, axes)
    for curve in curves:
        parts += _curve(frame, curve, dots=dots)
    if has_legend:
        parts += _legend(curves)
    return svg(parts, frame.height, about)


def _curve(frame: Frame, curve: Curve, *, dots: bool) -> list[str]:
    places = [(unit(frame.x(x)), unit(frame.y(y))) for x, y in curve.points]
    parts = []
    if len(places) > 1:
        path = "L".join(f"{x} {y}" for x, y in places)
        parts.append(f'<path class="curve {curve.style}" d="M{path}"/>')
    if dots or len(places) == 1:
        parts += [
            f'<circle class="dot {curve.style}" cx="{x}" cy="{y}" r="3.2"/>' for x, y in places
        ]
    return parts


def _legend(curves: Sequence[Curve]) -> list[str]:
    parts, left, y = [], LEFT, unit(TOP - 2)
    for curve in curves:
        if len(curve.points) > 1:
            parts.append(f'<path class="curve {curve.style}" d="M{unit(left)} {y}h22"/>')
        parts.append(f'<circle class="dot {curve.style}" cx="{unit(left + 11)}" cy="{y}" r="3.2"/>')
        parts.append(f'<text x="{unit(left + 29)}" y="{y}" dy=".35em">{safe(curve.label)}</text>')
        left += 29 + _CHARACTER_WIDTH * len(curve.label) + 22
    return parts
