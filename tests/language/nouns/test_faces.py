"""What symbols and their colours are called."""

import re

import pytest

from cerealbar.game import Colour, Shape
from cerealbar.language.nouns.faces import COLOUR_WORDS, SHAPE_NOUNS
from tests.language.truth import CARD_COLOURS, SHAPES


@pytest.mark.parametrize("shape", Shape)
def test_every_noun_is_said_of_what_looks_like_that_shape_and_no_other(shape: Shape) -> None:
    for noun in (word for pair in SHAPE_NOUNS[shape].options for word in pair):
        fits = [known for known, pattern in SHAPES.items() if re.search(pattern, noun)]
        assert fits == [shape.value], noun


@pytest.mark.parametrize("colour", Colour)
def test_every_word_for_a_colour_is_known_to_mean_it(colour: Colour) -> None:
    for words in COLOUR_WORDS[colour].options:
        assert re.search(CARD_COLOURS[colour.value], words), words
