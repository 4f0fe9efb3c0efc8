from itertools import product

import numpy as np
import pytest

from cerealbar.game import PROPS, STRUCTURES, TILES, Heading, Player, Prop
from cerealbar.views.picture.players import player_sprite
from cerealbar.views.picture.props import prop_sprite, tile_sprite
from cerealbar.views.picture.scene import Picture
from cerealbar.views.picture.shapes import Bounds, Canvas, Sprite, Stamp

AROUND = Bounds(-0.8, -0.8, 0.8, 1.0)


def image(sprite: Sprite) -> np.ndarray:
    drawn = Picture(Canvas(AROUND, ()), Canvas(AROUND, (Stamp(sprite, (0.0, 0.0)),)))
    return np.asarray(drawn.image(64))


@pytest.mark.parametrize("prop", PROPS)
def test_a_prop_is_drawn_inside_its_cell_and_a_little_above(prop: Prop) -> None:
    inside = image(prop_sprite(prop))
    assert (inside != inside[0, 0]).any()
    for edge in (inside[0], inside[-1], inside[:, 0], inside[:, -1]):
        assert (edge == inside[0, 0]).all()


def test_any_two_props_differ_in_many_pixels() -> None:
    images = {prop: image(prop_sprite(prop)) for prop in PROPS}
    for one, other in product(PROPS, PROPS):
        if one is not other:
            changed = (images[one] != images[other]).any(axis=2).sum()
            assert changed > 60, f"{one} looks like {other}"


@pytest.mark.parametrize("prop", STRUCTURES)
def test_a_structure_looks_different_in_each_heading(prop: Prop) -> None:
    assert len({image(prop_sprite(prop, heading)).tobytes() for heading in Heading}) == 6


def test_players_look_different_in_each_role_and_heading() -> None:
    poses = product(Player, Heading)
    assert len({image(player_sprite(*pose)).tobytes() for pose in poses}) == 12


def test_tiles_without_a_prop_have_no_sprite() -> None:
    for code, tile in enumerate(TILES):
        assert (tile_sprite(code) is None) == (tile.prop is None)
