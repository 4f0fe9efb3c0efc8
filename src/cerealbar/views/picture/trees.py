"""Trees: the seventeen kinds, each with a crown and colours of its own."""

from collections.abc import Callable, Sequence
from functools import partial

from cerealbar.game import Prop
from cerealbar.views.picture.foliage import BARK, EDGE, Lobe, crown, edge, silhouette, tier, trunk
from cerealbar.views.picture.inks import Ink, darker, lighter
from cerealbar.views.picture.outlines import softened
from cerealbar.views.picture.shapes import (
    Ellipse,
    Outlines,
    Polygon,
    Polyline,
    disc,
    polygon,
    shadow,
)

_FOOT = -0.36


def _bushy(colour: Ink) -> Outlines:
    """A wide heap of leaves on a hardly visible trunk."""
    yield from shadow(0.05, _FOOT + 0.03, 0.38, 0.12)
    yield from trunk(_FOOT, -0.15, 0.13)
    lobes: Sequence[Lobe] = (
        (0.0, 0.24, 0.19),
        (-0.22, 0.08, 0.18),
        (0.22, 0.09, 0.18),
        (-0.13, -0.09, 0.17),
        (0.14, -0.09, 0.17),
        (0.0, 0.05, 0.2),
    )
    yield from crown(lobes, colour)


def _oak(colour: Ink) -> Outlines:
    """A short and broad tree with a thick, forked trunk."""
    yield from shadow(0.05, _FOOT + 0.03, 0.36, 0.12)
    yield from trunk(_FOOT, 0.0, 0.17, "#8a6038")
    for x in (-0.22, 0.22):
        yield Polyline(((0.0, -0.2), (x, -0.02)), edge(BARK), 0.1)
        yield Polyline(((0.0, -0.2), (x, -0.02)), "#8a6038", 0.06)
    lobes = ((-0.28, 0.02, 0.14), (0.28, 0.02, 0.14), (-0.11, 0.1, 0.16), (0.13, 0.1, 0.16))
    yield from crown(lobes, colour)


def _round(colour: Ink) -> Outlines:
    """One ball of leaves on a clear trunk."""
    yield from shadow(0.05, _FOOT + 0.03, 0.3, 0.1)
    yield from trunk(_FOOT, 0.0, 0.1)
    yield disc(0.0, 0.18, 0.3 + EDGE, edge(colour))
    yield disc(0.0, 0.18, 0.3, darker(colour, 0.25))
    yield disc(-0.03, 0.21, 0.265, colour)
    yield disc(-0.08, 0.27, 0.17, lighter(colour, 0.2))
    yield disc(-0.11, 0.31, 0.07, lighter(colour, 0.45))


def _clean(colour: Ink) -> Outlines:
    """A smooth cone without branches."""
    yield from shadow(0.04, _FOOT + 0.03, 0.26, 0.09)
    yield from trunk(_FOOT, -0.2, 0.09)
    yield from silhouette(
        (
            (0.0, 0.72),
            (-0.1, 0.4),
            (-0.3, -0.22),
            (-0.1, -0.31),
            (0.1, -0.31),
            (0.3, -0.22),
            (0.1, 0.4),
        ),
        colour,
        3,
    )
    yield polygon(
        softened(((0.02, 0.6), (0.05, -0.29), (0.12, -0.3), (0.27, -0.2), (0.09, 0.36)), 2),
        darker(colour, 0.22),
    )
    yield polygon(
        softened(((-0.02, 0.52), (-0.12, 0.2), (-0.22, -0.17), (-0.13, -0.17)), 2),
        lighter(colour, 0.25),
    )


def _tall(colour: Ink) -> Outlines:
    """A long bare trunk with a slender, upright crown at its top."""
    yield from shadow(0.04, _FOOT + 0.03, 0.22, 0.08)
    yield from trunk(_FOOT, 0.2, 0.08, "#9a7b58")
    yield Polyline(((0.0, -0.12), (0.13, -0.01)), edge(BARK), 0.035)
    yield from crown(((0.15, 0.02, 0.065),), colour)
    for centre, rx, ry, ink in (
        ((0.0, 0.36), 0.19 + EDGE, 0.34 + EDGE, edge(colour)),
        ((0.0, 0.36), 0.19, 0.34, darker(colour, 0.25)),
        ((-0.025, 0.38), 0.16, 0.3, colour),
        ((-0.055, 0.44), 0.08, 0.19, lighter(colour, 0.28)),
    ):
        yield Ellipse(centre, rx, ry, ink)


def _many() -> Outlines:
    """Yellow and red balls on the arms of one trunk."""
    yield from shadow(0.05, _FOOT + 0.03, 0.34, 0.11)
    yield from trunk(_FOOT, 0.1, 0.09)
    for x, y in ((-0.27, 0.04), (0.28, -0.03), (0.02, 0.36)):
        yield Polyline(((0.0, -0.2), (x, y)), edge(BARK), 0.085)
        yield Polyline(((0.0, -0.2), (x, y)), BARK, 0.05)
    yellow, red = "#f4c430", "#d8452e"
    for x, y, radius, ink in (
        (0.05, 0.43, 0.19, red),
        (-0.12, 0.25, 0.15, yellow),
        (-0.28, 0.06, 0.17, yellow),
        (0.2, 0.22, 0.14, yellow),
        (0.29, -0.01, 0.16, red),
    ):
        yield from crown(((x, y, radius),), ink)


def _pine(colour: Ink) -> Outlines:
    """A fir of four skirts."""
    yield from shadow(0.04, _FOOT + 0.03, 0.32, 0.1)
    yield from trunk(_FOOT, -0.2, 0.11)
    for y, half, height in (
        (-0.26, 0.36, 0.4),
        (-0.07, 0.3, 0.38),
        (0.12, 0.23, 0.35),
        (0.3, 0.16, 0.36),
    ):
        yield from tier(0.0, y, half, height, colour)


def _curved_pine(colour: Ink) -> Outlines:
    """A fir that the wind has bent to the east, with its tip hanging over."""
    yield from shadow(0.04, _FOOT + 0.03, 0.3, 0.1)
    stem = ((-0.08, _FOOT), (-0.13, -0.2), (-0.1, 0.1))
    yield Polyline(stem, edge(BARK), 0.14)
    yield Polyline(stem, BARK, 0.095)
    for x, y, half, height, lean in (
        (-0.1, -0.24, 0.3, 0.34, 0.02),
        (-0.09, -0.04, 0.26, 0.34, 0.1),
        (-0.02, 0.14, 0.22, 0.33, 0.2),
    ):
        yield from tier(x, y, half, height, colour, lean)
    hook = (
        (-0.12, 0.3),
        (0.2, 0.26),
        (0.27, 0.36),
        (0.4, 0.28),
        (0.43, 0.18),
        (0.44, 0.4),
        (0.2, 0.62),
        (-0.02, 0.5),
    )
    yield from silhouette(hook, colour, 2)
    shade = ((0.02, 0.29), (0.2, 0.28), (0.28, 0.38), (0.42, 0.3), (0.4, 0.42), (0.22, 0.48))
    yield polygon(softened(shade, 1), darker(colour, 0.2))


def _palm() -> Outlines:
    """A bent, ringed trunk with long fronds and coconuts."""
    yield from shadow(0.1, _FOOT + 0.03, 0.3, 0.1)
    bark, leaf = "#b58a55", "#3fae4e"
    stem = ((-0.1, _FOOT), (-0.1, -0.2), (-0.05, 0.0), (0.04, 0.24))
    yield Polyline(stem, edge(bark), 0.115)
    yield Polyline(stem, bark, 0.075)
    for x, y in ((-0.1, -0.26), (-0.095, -0.15), (-0.065, -0.04), (-0.02, 0.07)):
        yield Polyline(((x - 0.035, y), (x + 0.035, y + 0.01)), darker(bark, 0.35), 0.018)
    for tip, bend, ink in (
        ((-0.38, 0.3), (-0.2, 0.5), darker(leaf, 0.15)),
        ((0.44, 0.32), (0.28, 0.52), darker(leaf, 0.2)),
        ((-0.16, 0.6), (-0.1, 0.46), leaf),
        ((0.28, 0.6), (0.2, 0.44), leaf),
        ((-0.36, 0.06), (-0.24, 0.32), leaf),
        ((0.4, 0.04), (0.32, 0.3), leaf),
        ((0.06, -0.04), (0.16, 0.16), lighter(leaf, 0.15)),
    ):
        yield from _frond(tip, bend, ink)
    for x, y in ((-0.01, 0.2), (0.09, 0.19)):
        yield Ellipse((x, y), 0.05, 0.05, "#7b4a22", edge(BARK), 0.012)


def _frond(tip: tuple[float, float], bend: tuple[float, float], ink: Ink) -> Outlines:
    (tx, ty), (bx, by), (cx, cy) = tip, bend, (0.04, 0.26)
    inner = ((cx + bx) / 2 * 1.02, (cy + by) / 2 - 0.08)
    points = ((cx, cy), ((cx + bx) / 2, (cy + by) / 2 + 0.05), (bx, by), (tx, ty), (tx, ty), inner)
    yield Polygon((softened(points, 2),), ink, edge(ink), EDGE)


def _pointed(colour: Ink) -> Outlines:
    """A leaf-shaped crown that ends in a point, with a pale vein."""
    yield from shadow(0.04, _FOOT + 0.03, 0.28, 0.09)
    yield from trunk(_FOOT, -0.1, 0.09)
    half = ((0.0, 0.68), (0.06, 0.52), (0.24, 0.26), (0.31, 0.02), (0.2, -0.18), (0.0, -0.24))
    other = tuple((-x, y) for x, y in reversed(half[1:-1]))
    yield Polygon((softened((half[0], half[0], *half[1:], *other), 2),), colour, edge(colour), EDGE)
    yield polygon(softened((half[0], *half[1:]), 2), darker(colour, 0.2))
    vein = lighter(colour, 0.5)
    yield Polyline(((0.0, -0.22), (0.0, 0.5)), vein, 0.026)
    for y in (-0.08, 0.1, 0.28):
        yield Polyline(((-0.13, y + 0.11), (0.0, y), (0.13, y + 0.11)), vein, 0.02)


TREE_SHAPES: dict[Prop, Callable[[], Outlines]] = {
    Prop.BUSH_TREE: partial(_bushy, "#4b9a3e"),
    Prop.BUSH_TREE_BR: partial(_bushy, "#a06a38"),
    Prop.BUSH_TREE_RD: partial(_bushy, "#c9403a"),
    Prop.OAK_TREE_LM: partial(_oak, "#d3dc38"),
    Prop.TREE: partial(_round, "#3da34a"),
    Prop.TREE_RD: partial(_round, "#d2433c"),
    Prop.CLEAN_TREE: partial(_clean, "#2f9a6b"),
    Prop.CLEAN_TREE_BR: partial(_clean, "#96622f"),
    Prop.CLEAN_TREE_RD: partial(_clean, "#bf332f"),
    Prop.PALM_TREE: _palm,
    Prop.TALL_TREE: partial(_tall, "#56a836"),
    Prop.TALL_TREE_RD: partial(_tall, "#cf4a34"),
    Prop.MULTI_TREE: _many,
    Prop.PINE_TREE: partial(_pine, "#247a4a"),
    Prop.PINE_TREE_CRV: partial(_curved_pine, "#2f8a50"),
    Prop.PT_TREE: partial(_pointed, "#46ad4f"),
    Prop.PT_TREE_LM: partial(_pointed, "#efd22e"),
}
"""What draws each tree around its cell's centre."""
