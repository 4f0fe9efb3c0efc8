"""Every name in the files of words, on everything that it is said of."""

from collections.abc import Iterator

import pytest

from cerealbar.game import HILLS, STRUCTURES, TILES, TREES, WATERS, Tile
from cerealbar.language.board.land import GROVE, HILL, PAIR, POND, VILLAGE
from cerealbar.language.nouns.names import (
    HOUSE_NOUNS,
    HUT_COLOURS,
    HUT_FORMS,
    NAMES_OF,
    plural_of,
)
from tests.language.truth import is_fit_name

KINDS = {POND: WATERS, HILL: HILLS, GROVE: TREES, PAIR: TREES, VILLAGE: STRUCTURES}


def tiles_of(sort: str) -> list[Tile]:
    """The tiles on which a landmark of a sort can stand."""
    return [
        tile
        for tile in TILES
        if (tile.prop if tile.prop is not None else tile.terrain) in KINDS.get(sort, (sort,))
    ]


def names() -> Iterator[tuple[str, str]]:
    for sort, table in NAMES_OF.items():
        for name in table.options:
            yield sort, name.words
    for sort, colours in HUT_COLOURS.items():
        for form in HUT_FORMS.options:
            for colour in colours.options:
                for noun in HOUSE_NOUNS.options:
                    yield sort, form.format(c=colour, n=noun)


def test_every_name_fits_what_it_is_said_of() -> None:
    unfit = [
        (sort, words)
        for sort, words in names()
        if not all(is_fit_name(words, tile) for tile in tiles_of(sort))
    ]
    assert all(tiles_of(sort) for sort in NAMES_OF)
    assert unfit == []


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("bush", "bushes"),
        ("bunch of trees", "bunches of trees"),
        ("house with the red roof", "houses with the red roof"),
        ("valley", "valleys"),
        ("balcony", "balconies"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert plural_of(one) == many
