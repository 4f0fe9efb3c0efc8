"""Structures: huts, the tent, the windmill and the tower, turned to their heading."""

from collections.abc import Callable, Sequence
from functools import partial

from cerealbar.game import Heading, Prop
from cerealbar.views.picture.inks import Ink, darker, lighter
from cerealbar.views.picture.outlines import moved, towards
from cerealbar.views.picture.shapes import Ellipse, Outlines, Point, Polygon, Polyline, shadow
from cerealbar.views.picture.solids import (
    BASE,
    RISE,
    SQUARE,
    STONE,
    TIMBER,
    Place,
    between,
    block,
    cone,
    doorstep,
    face,
    floor,
    gables,
    is_visible,
    patch,
    project,
    rectangle,
    ring,
    site,
    slopes,
    upright,
)

_SPAR: Ink = "#6b4a2c"
_ROOF = 0.7
"""How high the tower's platform lies."""
_PLASTER: Ink = "#f0e2c4"
_GLASS: Ink = "#5b7fa6"
_HALF, _WALL, _RIDGE, _EAVES = 0.25, 0.36, 0.62, 0.05
_CANVAS: Ink = "#f3e6c6"
_STRIPE: Ink = "#d9742f"
_ACROSS, _DEEP, _TOP = 0.36, 0.28, 0.46


def _windmill(heading: Heading) -> Outlines:
    """A white mill with a red cap and four sails to the front."""
    yield from shadow(0.05, BASE - 0.04, 0.34, 0.28)
    is_behind = heading in (Heading.NE, Heading.NW)
    if is_behind:
        yield from _sails(heading)
    yield from block(moved(ring(0.25, 8), 0.0, BASE), 0.0, 0.62, "#f4efe4", 0.66)
    yield from patch(heading, upright(0.24, 0.07, 0.0, 0.2), TIMBER)
    yield from cone(moved(ring(0.2, 10), 0.0, BASE), 0.62, (0.0, BASE, 0.9), "#b5493c")
    if not is_behind:
        yield from _sails(heading)


def _sails(heading: Heading) -> Outlines:
    """Four sails, which are never seen quite edge-on."""
    fx, fy = towards(heading.degrees)
    facing = 1 if fy <= 0.01 else -1
    across, slant = facing * max(0.55, abs(fy)), facing * 0.3 * fx
    x, y = 0.17 * fx, 0.17 * fy + BASE + RISE * 0.62

    def at(angle: float, out: float, side: float) -> Point:
        (ux, uy), (vx, vy) = towards(angle, out), towards(angle + 90, side)
        right, up = ux + vx, uy + vy
        return x + right * across, y + up * 0.95 + right * slant

    for angle in (40, 130, 220, 310):
        cloth = ((0.09, 0.0), (0.09, 0.11), (0.4, 0.13), (0.4, 0.0))
        yield Polygon((tuple(at(angle, *corner) for corner in cloth),), "#fbf3da", _SPAR, 0.018)
        yield Polyline((at(angle, 0.24, 0.0), at(angle, 0.24, 0.115)), "#a98a5c", 0.014)
        yield Polyline(((x, y), at(angle, 0.42, 0.0)), _SPAR, 0.034)
    yield Ellipse((x, y), 0.05, 0.05, "#8a5a32", "#4a2f1a", 0.014)


def _tower(heading: Heading) -> Outlines:
    """A round stone tower with battlements and a pennant that flies to the front."""
    yield from shadow(0.05, BASE - 0.06, 0.36, 0.28)
    yield from doorstep(heading, 0.3)
    yield from block(moved(ring(0.23, 14), 0.0, BASE), 0.0, 0.62, STONE, 0.94)
    yield from _joints()
    yield from patch(heading, upright(0.235, 0.065, 0.0, 0.22), TIMBER)
    yield from block(moved(ring(0.27, 14), 0.0, BASE), 0.6, _ROOF, lighter(STONE, 0.15))
    yield Polygon((moved(ring(0.19, 14), 0.0, BASE + RISE * _ROOF),), darker(STONE, 0.45))
    corners = sorted((towards(45 * i, 0.23) for i in range(8)), key=lambda point: -point[1])
    yield from _battlements(corners[:5])
    yield from _pennant(heading)
    yield from _battlements(corners[5:])


def _joints() -> Outlines:
    """A few lines between the stones of the tower's wall."""
    for height, places in ((0.16, (-150, 170)), (0.3, (-170, 140)), (0.44, (-140, 160))):
        for degrees in places:
            dx, dy = towards(degrees, 0.222)
            y = dy + BASE + RISE * height
            yield Polyline(((dx - 0.03, y), (dx + 0.03, y)), darker(STONE, 0.25), 0.022)


def _battlements(places: Sequence[Point]) -> Outlines:
    for x, y in places:
        yield from block(moved(SQUARE, x, y + BASE), _ROOF, _ROOF + 0.1, lighter(STONE, 0.25))


def _pennant(heading: Heading) -> Outlines:
    foot = BASE + RISE * _ROOF
    dx, dy = towards(heading.degrees, 0.3)
    cloth = ((0.0, foot + 0.28), (dx, foot + 0.22 + 0.6 * dy), (0.0, foot + 0.15))
    yield Polygon((cloth,), "#d3392f", "#6b1a16", 0.014)
    yield Polyline(((0.0, foot), (0.0, foot + 0.28)), "#4a3a2c", 0.028)


def _hut(roof: Ink, heading: Heading) -> Outlines:
    """A plastered hut with a coloured roof, a door to the front and a chimney."""
    yield from shadow(0.06, BASE - 0.05, 0.42, 0.36)
    yield from doorstep(heading, _HALF + 0.1)
    yield from block(floor(heading, rectangle(_HALF, _HALF)), 0.0, _WALL, _PLASTER)
    yield from gables(heading, (_HALF, _HALF), (_WALL, _RIDGE), _PLASTER)
    yield from patch(heading, upright(_HALF + 0.005, 0.075, 0.0, 0.27), TIMBER)
    yield from patch(heading, upright(_HALF + 0.005, 0.05, 0.36, 0.46), _GLASS)
    for side in (1, -1):
        for middle in (-0.12, 0.12):
            yield from patch(heading, _window(side, middle), _GLASS)
    yield from _tiles(heading, roof)
    chimney = floor(heading, [(0.12 + u, v - 0.13) for u, v in SQUARE])
    yield from block(chimney, _RIDGE - 0.18, _RIDGE + 0.1, "#a8664a")


def _window(side: int, middle: float) -> list[Place]:
    """A pane in the wall to the right, or to the left if `side` is -1."""
    panes = ((-0.055, 0.12), (0.055, 0.12), (0.055, 0.25), (-0.055, 0.25))
    return [(side * (_HALF + 0.005), side * (middle + along), high) for along, high in panes]


def _tiles(heading: Heading, ink: Ink) -> Outlines:
    """A roof that hangs over the walls, with lines between its rows of tiles."""
    half = (_HALF + _EAVES, _HALF + _EAVES)
    for slope in slopes(heading, half, (_WALL - _EAVES, _RIDGE)):
        yield from face(slope, ink)
        if is_visible(slope):
            for share in (0.33, 0.66):
                ends = (between(slope[0], slope[3], share), between(slope[1], slope[2], share))
                yield Polyline(tuple(map(project, ends)), darker(ink, 0.28), 0.014)
    ridge = (site(heading, 0.0, -half[1], _RIDGE), site(heading, 0.0, half[1], _RIDGE))
    yield Polyline(tuple(map(project, ridge)), lighter(ink, 0.35), 0.03)


def _tent(heading: Heading) -> Outlines:
    """A striped canvas tent with a mat before it, open to the front."""
    yield from shadow(0.05, BASE - 0.03, 0.46, 0.38)
    mat = floor(heading, ((0.1, 0.26), (0.1, 0.45), (-0.1, 0.45), (-0.1, 0.26)))
    yield Polygon((mat,), "#b5533c", "#6b2f22", 0.016)
    for slope in slopes(heading, (_ACROSS, _DEEP), (0.0, _TOP)):
        for strip in range(5):
            near, far = strip / 5, (strip + 1) / 5
            corners = (
                between(slope[0], slope[1], near),
                between(slope[0], slope[1], far),
                between(slope[3], slope[2], far),
                between(slope[3], slope[2], near),
            )
            yield from face(corners, _STRIPE if strip % 2 else _CANVAS)
    yield from gables(heading, (_ACROSS, _DEEP), (0.0, _TOP), _CANVAS)
    yield from _entrance(heading)
    for end in (_DEEP, -_DEEP):
        pole = (site(heading, 0.0, end, _TOP - 0.02), site(heading, 0.0, end, _TOP + 0.08))
        yield Polyline(tuple(map(project, pole)), "#5b3c22", 0.036)


def _entrance(heading: Heading) -> Outlines:
    """A dark gap between two flaps."""
    front, high = _DEEP + 0.005, 0.9 * _TOP
    yield from patch(heading, ((0.2, front, 0), (-0.2, front, 0), (0, front, high)), "#4a3527")
    flap = lighter(_CANVAS, 0.3)
    yield from patch(heading, ((0.2, front, 0), (0.08, front, 0), (0, front, high)), flap)
    yield from patch(heading, ((-0.08, front, 0), (-0.2, front, 0), (0, front, high)), flap)


STRUCTURE_SHAPES: dict[Prop, Callable[[Heading], Outlines]] = {
    Prop.TOWER: _tower,
    Prop.WINDMILL: _windmill,
    Prop.HUT_GREEN: partial(_hut, "#3f9b4a"),
    Prop.HUT_RED: partial(_hut, "#c93a32"),
    Prop.HUT_YELLOW: partial(_hut, "#f2c72e"),
    Prop.HUT_BLUE: partial(_hut, "#3b6fd0"),
    Prop.HUT_BLACK: partial(_hut, "#3a3a42"),
    Prop.HOUSE_LVL1: _tent,
}
"""What draws each structure around its cell's centre, by heading."""
