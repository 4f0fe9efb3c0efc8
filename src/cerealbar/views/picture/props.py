"""Props: the sprite of everything that can stand on a cell."""

from functools import cache

from cerealbar.game import TILES, Heading, Prop
from cerealbar.views.picture.plants import PLANT_SHAPES
from cerealbar.views.picture.shapes import Sprite
from cerealbar.views.picture.structures import STRUCTURE_SHAPES
from cerealbar.views.picture.trees import TREE_SHAPES

_SHAPES = {**TREE_SHAPES, **PLANT_SHAPES}


def prop_sprite(prop: Prop, heading: Heading | None = None) -> Sprite:
    """The drawing of a prop; structures look to the south-west unless a heading is given."""
    if not prop.has_heading:
        return _sprite(prop, None)
    return _sprite(prop, Heading.SW if heading is None else heading)


@cache
def _sprite(prop: Prop, heading: Heading | None) -> Sprite:
    if heading is None:
        return Sprite(str(prop), tuple(_SHAPES[prop]()))
    return Sprite(f"{prop}-{heading.word}", tuple(STRUCTURE_SHAPES[prop](heading)))


def tile_sprite(code: int) -> Sprite | None:
    """The drawing of the prop on a tile, if there is one."""
    tile = TILES[code]
    return None if tile.prop is None else prop_sprite(tile.prop, tile.heading)
