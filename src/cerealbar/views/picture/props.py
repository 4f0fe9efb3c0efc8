"""Props: the sprite of everything that can stand on a cell.

What looks the same from all sides is drawn in `props.svg`, a group for each prop, of polygons,
ellipses and polylines; structures are drawn for the heading that they have.
"""

from functools import cache
from importlib.resources import files
from xml.etree import ElementTree

from cerealbar.game import TILES, Heading, Prop
from cerealbar.views.picture.shapes import Ellipse, Loop, Outlines, Polygon, Polyline, Sprite
from cerealbar.views.picture.structures import STRUCTURE_SHAPES

_NAMESPACE = "{http://www.w3.org/2000/svg}"


def prop_sprite(prop: Prop, heading: Heading | None = None) -> Sprite:
    """The drawing of a prop; structures look to the south-west unless a heading is given."""
    if not prop.has_heading:
        return _sprites()[prop]
    return _structure(prop, Heading.SW if heading is None else heading)


def tile_sprite(code: int) -> Sprite | None:
    """The drawing of the prop on a tile, if there is one."""
    tile = TILES[code]
    return None if tile.prop is None else prop_sprite(tile.prop, tile.heading)


@cache
def _structure(prop: Prop, heading: Heading) -> Sprite:
    return Sprite(f"{prop}-{heading.word}", tuple(STRUCTURE_SHAPES[prop](heading)))


@cache
def _sprites() -> dict[str, Sprite]:
    """The sprites of `props.svg` by name; there, lengths are cell widths, and y grows downwards."""
    text = files("cerealbar").joinpath("views/picture/props.svg").read_text(encoding="utf-8")
    groups = ElementTree.fromstring(text).iter(f"{_NAMESPACE}g")  # noqa: S314  # a file of ours
    return {group.attrib["id"]: Sprite(group.attrib["id"], tuple(_read(group))) for group in groups}


def _read(group: ElementTree.Element) -> Outlines:
    """The shapes of a group, in order."""
    for element in group:
        told = element.attrib
        fill = None if told["fill"] == "none" else told["fill"]
        stroke, width = told.get("stroke"), float(told.get("stroke-width", 0))
        opacity = float(told.get("opacity", 1))
        match element.tag.removeprefix(_NAMESPACE):
            case "polygon":
                yield Polygon((_points(told["points"]),), fill, stroke, width, opacity)
            case "polyline":
                yield Polyline(_points(told["points"]), told["stroke"], width, opacity)
            case "ellipse":
                x, y, rx, ry = (float(told[name]) for name in ("cx", "cy", "rx", "ry"))
                yield Ellipse((x, -y), rx, ry, fill, stroke, width, opacity)
            case other:
                raise ValueError(f"{group.attrib['id']} has a {other}, which is not drawn")


def _points(told: str) -> Loop:
    """Points, as in `0,0.5 1,-0.25`."""
    return tuple(_point(*pair.split(",")) for pair in told.split())


def _point(x: str, y: str) -> tuple[float, float]:
    return float(x), -float(y)
