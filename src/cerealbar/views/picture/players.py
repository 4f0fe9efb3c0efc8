"""Players: a figure on a coloured disc, and an arrow to where it looks."""

from functools import cache

from cerealbar.game import Heading, Player
from cerealbar.views.picture.inks import WHITE, Ink, darker, lighter
from cerealbar.views.picture.outlines import towards
from cerealbar.views.picture.shapes import (
    Ellipse,
    Loop,
    Outlines,
    Point,
    Polygon,
    Sprite,
    disc,
    polygon,
    scaled,
    shadow,
)

PLAYER_INKS: dict[Player, Ink] = {Player.LEADER: "#ffa818", Player.FOLLOWER: "#8b3fd9"}
_SKIN = "#ffe0bd"
_FOOT = -0.04


@cache
def player_sprite(player: Player, heading: Heading, size: float = 1.0) -> Sprite:
    """The drawing of a player who looks along a heading."""
    shapes = (scaled(shape, size) for shape in _figure(player, heading))
    return Sprite(f"{player.word}-{heading.word}-{round(100 * size)}", tuple(shapes))


def _figure(player: Player, heading: Heading) -> Outlines:
    colour = PLAYER_INKS[player]
    yield from shadow(0.04, -0.1, 0.38, 0.32)
    yield from _arrow(heading, colour)
    yield Ellipse((0.0, _FOOT), 0.315, 0.315, WHITE, darker(colour, 0.6), 0.022)
    yield Ellipse((0.0, _FOOT), 0.255, 0.255, colour, darker(colour, 0.3), 0.02)
    yield from _body(colour)
    yield from _head(heading)
    yield from _crown(colour) if player is Player.LEADER else _hood(colour)


def _arrow(heading: Heading, colour: Ink) -> Outlines:
    """An arrow head just outside the disc."""
    yield Polygon((_wedge(heading, 0.67, 0.3, 0.26),), WHITE, darker(colour, 0.6), 0.022)
    yield polygon(_wedge(heading, 0.605, 0.335, 0.185), colour)


def _wedge(heading: Heading, tip: float, base: float, half: float) -> Loop:
    (fx, fy), (rx, ry) = towards(heading.degrees), towards(heading.degrees + 90)
    points = ((tip, 0.0), (base, half), (base, -half))
    return tuple((f * fx + r * rx, _FOOT + f * fy + r * ry) for f, r in points)


def _body(colour: Ink) -> Outlines:
    dark = darker(colour, 0.45)
    shape: Loop = ((-0.17, -0.2), (0.17, -0.2), (0.1, 0.08), (-0.1, 0.08))
    yield Polygon((shape,), darker(colour, 0.1), dark, 0.02)
    yield polygon(
        ((-0.14, -0.19), (-0.05, -0.19), (-0.04, 0.06), (-0.08, 0.06)), lighter(colour, 0.3)
    )


def _head(heading: Heading) -> Outlines:
    yield Ellipse((0.0, 0.16), 0.15, 0.15, _SKIN, "#5a4030", 0.02)
    fx, fy = towards(heading.degrees)
    if fy < 0.1:
        for side in (-1, 1):
            x = 0.09 * fx + side * 0.055 * max(0.3, abs(fy))
            yield disc(x, 0.155, 0.024, "#2b2230")


def _crown(colour: Ink) -> Outlines:
    points: tuple[Point, ...] = (
        (-0.14, 0.24), (0.14, 0.24), (0.17, 0.42), (0.075, 0.33), (0.0, 0.45),
        (-0.075, 0.33), (-0.17, 0.42),
    )  # fmt: skip
    yield Polygon((points,), "#ffe14d", darker(colour, 0.55), 0.02)
    yield disc(0.0, 0.29, 0.025, "#d3392f")


def _hood(colour: Ink) -> Outlines:
    cap: tuple[Point, ...] = (
        (-0.165, 0.2), (-0.13, 0.31), (-0.02, 0.37), (0.1, 0.46), (0.13, 0.31),
        (0.165, 0.2), (0.0, 0.25),
    )  # fmt: skip
    yield Polygon((cap,), lighter(colour, 0.1), darker(colour, 0.55), 0.02)
