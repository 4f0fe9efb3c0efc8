"""The legend: every terrain, prop, symbol and player with its name."""

from collections.abc import Iterator

from cerealbar.game import (
    COLOURS,
    PATH_OBJECTS,
    SHAPES,
    STRUCTURES,
    TREES,
    Card,
    Colour,
    Heading,
    Player,
    Prop,
    Shape,
    Terrain,
)
from cerealbar.views.picture.cards import INVALID, SELECTED, card_sprite
from cerealbar.views.picture.outlines import rounded_box
from cerealbar.views.picture.players import player_sprite
from cerealbar.views.picture.props import prop_sprite
from cerealbar.views.picture.scene import Picture
from cerealbar.views.picture.shapes import (
    Bounds,
    Canvas,
    Lettering,
    Polygon,
    Primitive,
    Primitives,
    Sprite,
    Stamp,
)
from cerealbar.views.picture.terrain import SWATCH_CENTRE, swatch

LegendEntry = tuple[Sprite, str]
_COLUMNS = 9
_ACROSS, _DOWN = 1.9, 1.75
"""From one entry to the next."""
_TERRAIN_DOWN = 2.6
_HEADLINE, _GAP, _MARGIN = 0.8, 0.35, 0.7


def legend() -> Picture:
    """A picture of everything that pictures show, with its name."""
    shapes: list[Primitive] = []
    shapes.extend(_terrains())
    top = -_HEADLINE - _TERRAIN_DOWN - 0.1 - _GAP
    for headline, entries in _sections():
        rows = -(-len(entries) // _COLUMNS)
        height = _HEADLINE + rows * _DOWN + 0.1
        shapes.extend(_panel(headline, top, height))
        shapes.extend(_rows(entries, top - _HEADLINE))
        top -= height + _GAP
    right = _COLUMNS * _ACROSS
    bounds = Bounds(-_MARGIN, top + _GAP - _MARGIN, right + _MARGIN, _MARGIN)
    return Picture(Canvas(bounds, tuple(shapes)), Canvas(bounds, ()))


def _terrains() -> Primitives:
    """Three cells of each terrain."""
    yield from _panel("Terrain", 0.0, _HEADLINE + _TERRAIN_DOWN + 0.1)
    across, (left, low) = _COLUMNS * _ACROSS / len(Terrain), SWATCH_CENTRE
    for i, terrain in enumerate(Terrain):
        x, y = (i + 0.5) * across, -_HEADLINE - _TERRAIN_DOWN / 2
        yield Stamp(swatch(terrain), (x - left, y - low + 0.1))
        yield Lettering((x, y - 1.13), str(terrain), 0.25)


def _panel(headline: str, top: float, height: float) -> Primitives:
    width = _COLUMNS * _ACROSS + 0.5
    box = rounded_box(_COLUMNS * _ACROSS / 2, top - height / 2, width, height, 0.25)
    yield Polygon((box,), "#cfe0ae", "#b3c98c", 0.03)
    yield Lettering((0.1, top - 0.45), headline, 0.46, anchor="start")


def _rows(entries: list[LegendEntry], top: float) -> Primitives:
    for i, (sprite, name) in enumerate(entries):
        row, column = divmod(i, _COLUMNS)
        x, y = (column + 0.5) * _ACROSS, top - (row + 0.5) * _DOWN
        yield Stamp(sprite, (x, y + 0.05))
        yield Lettering((x, y - 0.72), name, 0.25)


def _sections() -> Iterator[tuple[str, list[LegendEntry]]]:
    """The headline and the entries of each part."""
    for headline, props in (
        ("Trees", TREES),
        ("Beside paths", PATH_OBJECTS),
        ("Structures", STRUCTURES),
    ):
        yield headline, [(prop_sprite(prop), str(prop)) for prop in props]
    hut = Prop.HUT_RED
    yield "Structures turn to six headings", [(prop_sprite(hut, way), way.name) for way in Heading]
    yield "Cards", list(_cards())
    yield "Players", list(_players())


def _cards() -> Iterator[LegendEntry]:
    """Each symbol and each colour once, then the outlines."""
    for i, (symbol, colour) in enumerate(zip(SHAPES, COLOURS, strict=True)):
        card = Card(i % 3 + 1, colour, symbol)
        yield card_sprite(card.kind), str(card)
    star = Card(1, Colour.ORANGE, Shape.STAR)
    yield card_sprite(star.kind, SELECTED), "selected"
    yield card_sprite(star.kind, INVALID), "invalid set"


def _players() -> Iterator[LegendEntry]:
    for player in Player:
        for heading in (Heading.NE, Heading.E, Heading.SE, Heading.SW):
            yield player_sprite(player, heading), f"{player.word} {heading.name}"
