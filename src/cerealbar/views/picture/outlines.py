"""Outlines: closed lines around cells, and what makes them soft."""

from collections.abc import Collection
from math import cos, hypot, pi, sin

from cerealbar.game import CENTRES, NEIGHBOURS, Heading
from cerealbar.views.picture.shapes import Loop, Point

CORNER = 1 / 3**0.5
"""From a cell's centre to its corners."""


def centre(cell: int) -> Point:
    """Where a cell's centre lies."""
    x, y = CENTRES[cell]
    return float(x), float(y)


def towards(degrees: float, distance: float = 1.0) -> Point:
    """The point at a distance from the origin, `degrees` clockwise from north."""
    angle = degrees * pi / 180
    return distance * sin(angle), distance * cos(angle)


def hexagon(cell: int, size: float = 1.0) -> Loop:
    """The corners of a cell, scaled about its centre."""
    x, y = centre(cell)
    corners = (towards(60 * i, CORNER * size) for i in range(6))
    return tuple((x + dx, y + dy) for dx, dy in corners)


def grain(cell: int, salt: int) -> float:
    """A number from 0 to 1 that looks random but belongs to the cell."""
    mixed = (cell * 0x9E3779B1 + salt * 0x85EBCA6B) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 12) * 0x297A2D39) & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) / 2**32


def border(cells: Collection[int]) -> tuple[Loop, ...]:
    """The lines around some cells, which lie to the left of them; around holes too."""
    after: dict[Point, tuple[Point, Point]] = {}
    for cell in cells:
        x, y = centre(cell)
        for heading in Heading:
            if int(NEIGHBOURS[cell, heading]) not in cells:
                (ax, ay), (bx, by) = (towards(heading.degrees + side, CORNER) for side in (30, -30))
                start, end = (x + ax, y + ay), (x + bx, y + by)
                after[_place(start)] = (start, _place(end))
    loops = []
    while after:
        place, (point, following) = after.popitem()
        loop = [point]
        while following != place:
            point, following = after.pop(following)
            loop.append(point)
        loops.append(tuple(loop))
    return tuple(loops)


def _place(point: Point) -> Point:
    """A corner without its rounding error, to find the corner again."""
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0


def inset(loop: Loop, distance: float) -> Loop:
    """The loop moved to its left."""
    moved = []
    for before, here, after in zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True):
        (ax, ay), (bx, by) = _left(before, here), _left(here, after)
        stretch = distance / (1 + ax * bx + ay * by)
        moved.append((here[0] + (ax + bx) * stretch, here[1] + (ay + by) * stretch))
    return tuple(moved)


def _left(start: Point, end: Point) -> Point:
    """The unit vector to the left of the way from one point to another."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    return -dy / length, dx / length


def softened(loop: Loop, rounds: int = 2) -> Loop:
    """The loop with its corners cut again and again (Chaikin 1974)."""
    for _ in range(rounds):
        cut = []
        for (ax, ay), (bx, by) in zip(loop, (*loop[1:], loop[0]), strict=True):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        loop = tuple(cut)
    return loop


def moved(loop: Loop, dx: float, dy: float) -> Loop:
    """The loop somewhere else."""
    return tuple((x + dx, y + dy) for x, y in loop)


def rounded_box(x: float, y: float, width: float, height: float, radius: float) -> Loop:
    """A rectangle around (x, y) with round corners."""
    across, up = width / 2 - radius, height / 2 - radius
    corners = ((1, 1, 0), (1, -1, 90), (-1, -1, 180), (-1, 1, 270))
    points = []
    for right, over, start in corners:
        for degrees in (0, 22.5, 45, 67.5, 90):
            dx, dy = towards(start + degrees, radius)
            points.append((x + right * across + dx, y + over * up + dy))
    return tuple(points)
