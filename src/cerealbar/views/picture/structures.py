"""Structures: huts and the tent, turned to their heading; see `towers` for the taller ones."""

from collections.abc import Callable
from functools import partial

from cerealbar.game import Heading, Prop
from cerealbar.views.picture.inks import Ink, darker, lighter
from cerealbar.views.picture.shapes import Outlines, Polygon, Polyline, shadow
from cerealbar.views.picture.solids import Place, between, block, face, is_visible, project
from cerealbar.views.picture.towers import tower, windmill
from cerealbar.views.picture.walls import (
    BASE,
    SQUARE,
    TIMBER,
    doorstep,
    floor,
    gables,
    patch,
    rectangle,
    site,
    slopes,
    upright,
)

_PLASTER: Ink = "#f0e2c4"
_GLASS: Ink = "#5b7fa6"
_HALF, _WALL, _RIDGE, _EAVES = 0.25, 0.36, 0.62, 0.05
_CANVAS: Ink = "#f3e6c6"
_STRIPE: Ink = "#d9742f"
_ACROSS, _DEEP, _TOP = 0.36, 0.28, 0.46


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
    Prop.TOWER: tower,
    Prop.WINDMILL: windmill,
    Prop.HUT_GREEN: partial(_hut, "#3f9b4a"),
    Prop.HUT_RED: partial(_hut, "#c93a32"),
    Prop.HUT_YELLOW: partial(_hut, "#f2c72e"),
    Prop.HUT_BLUE: partial(_hut, "#3b6fd0"),
    Prop.HUT_BLACK: partial(_hut, "#3a3a42"),
    Prop.HOUSE_LVL1: _tent,
}
"""What draws each structure around its cell's centre, by heading."""
