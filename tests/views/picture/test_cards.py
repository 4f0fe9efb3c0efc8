from itertools import combinations

import numpy as np
import pytest

from cerealbar.game import CARDS, COLOURS, Colour
from cerealbar.views.picture.cards import INVALID, SELECTED, SYMBOL_INKS, card_sprite
from cerealbar.views.picture.inks import Ink
from cerealbar.views.picture.scene import Picture
from cerealbar.views.picture.shapes import Bounds, Canvas, Outline, Polyline, Sprite, Stamp

AROUND = Bounds(-0.6, -0.6, 0.6, 0.6)


def image(sprite: Sprite) -> np.ndarray:
    drawn = Picture(Canvas(AROUND, ()), Canvas(AROUND, (Stamp(sprite, (0.0, 0.0)),)))
    return np.asarray(drawn.image(48))


def test_no_two_of_the_147_cards_look_the_same() -> None:
    assert len({image(card_sprite(kind)).tobytes() for kind in range(len(CARDS))}) == 147


def test_a_card_shows_as_many_symbols_as_its_count() -> None:
    for kind, card in enumerate(CARDS):
        ink = SYMBOL_INKS[card.colour]
        symbols = [shape for shape in card_sprite(kind).shapes if ink in _inks(shape)]
        assert len(symbols) == card.count


def _inks(shape: Outline) -> tuple[Ink | None, ...]:
    return (shape.stroke,) if isinstance(shape, Polyline) else (shape.fill, shape.stroke)


@pytest.mark.parametrize("pair", list(combinations((None, SELECTED, INVALID), 2)))
def test_outlines_differ(pair: tuple[str | None, str | None]) -> None:
    first, second = (image(card_sprite(0, outline)) for outline in pair)
    assert (first != second).any()


def test_symbols_have_the_colours_of_the_original_game() -> None:
    assert SYMBOL_INKS[Colour.BLACK] == "#000000"
    assert SYMBOL_INKS[Colour.BLUE] == "#407aff"
    assert set(SYMBOL_INKS) == set(COLOURS)
