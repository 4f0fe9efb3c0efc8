"""Every name of what is more than one prop, or coloured, on all that it is said of."""

import pytest

from cerealbar.game import HILLS, HUTS, STRUCTURES, TILES, TREES, WATERS, Prop, Terrain, Tile
from cerealbar.language.board.land import GROVE, HILL, PAIR, POND, VILLAGE
from cerealbar.language.nouns.landmarks import HOUSE_NOUNS, HUT_COLOURS, HUT_FORMS, NAMES_OF
from tests.language.truth import is_fit_name


def tiles_of(*kinds: Prop | Terrain) -> list[Tile]:
    return [tile for tile in TILES if (tile.prop or tile.terrain) in kinds]


@pytest.mark.parametrize(
    ("sort", "kinds"),
    [(POND, WATERS), (HILL, HILLS), (GROVE, TREES), (PAIR, TREES), (VILLAGE, STRUCTURES)],
)
def test_every_name_of_several_cells_fits_each(sort: str, kinds: tuple[Prop | Terrain]) -> None:
    for name in NAMES_OF[sort].options:
        assert all(is_fit_name(name.words, tile) for tile in tiles_of(*kinds)), name.words


@pytest.mark.parametrize("hut", HUTS)
def test_every_name_of_a_hut_by_its_colour_fits(hut: Prop) -> None:
    for form in HUT_FORMS.options:
        for colour in HUT_COLOURS[hut.value].options:
            for noun in HOUSE_NOUNS.options:
                words = form.format(c=colour, n=noun)
                assert is_fit_name(words, tiles_of(hut)[0]), words
