"""A display list as SVG text: one file without scripts, fonts or links to anything outside."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from cerealbar.views.picture.inks import PAPER, Ink
from cerealbar.views.picture.shapes import (
    Bounds,
    Canvas,
    Ellipse,
    Lettering,
    Outline,
    Point,
    Polygon,
    Polyline,
    Primitive,
    Sprite,
    Stamp,
)

SCALE = 40
"""SVG user units per cell width; large enough that one decimal is precise."""
_ORIGIN = Bounds(0, 0, 0, 0)


def svg_text(canvas: Canvas, front: Canvas, title: str = "") -> str:
    """The SVG text of two canvases with the same bounds; the title is for screen readers."""
    bounds, shapes = canvas.bounds, (*canvas.shapes, *front.shapes)
    width, height = _number(bounds.width * SCALE), _number(bounds.height * SCALE)
    sprites = dict.fromkeys(shape.sprite for shape in shapes if isinstance(shape, Stamp))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" stroke-linejoin="round" stroke-linecap="round"'
            ' font-family="sans-serif"' + (' role="img">' if title else ">"),
            *((f"<title>{escape(title)}</title>",) if title else ()),
            "<defs>",
            *map(definition, sprites),
            "</defs>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *elements(shapes, bounds),
            "</svg>\n",
        )
    )


def definition(sprite: Sprite) -> str:
    """A sprite as a group that can be used by its name."""
    inside = "\n".join(elements(sprite.shapes, _ORIGIN))
    return f'<g id="{escape(sprite.name)}">\n{inside}\n</g>'


def elements(shapes: Iterable[Primitive], bounds: Bounds) -> Iterable[str]:
    """Each shape as an element of a picture that shows these bounds of the plane."""
    for shape in shapes:
        match shape:
            case Lettering():
                x, y = _pair(shape.at, bounds)
                size = _number(shape.size * SCALE)
                yield (
                    f'<text x="{x}" y="{y}" dy=".35em" font-size="{size}"'
                    f' text-anchor="{shape.anchor}" fill="{shape.fill}">{escape(shape.text)}</text>'
                )
            case Stamp():
                x, y = _pair(shape.at, bounds)
                yield f'<use href="#{escape(shape.sprite.name)}" x="{x}" y="{y}"/>'
            case _:
                yield _element(shape, bounds)


def _element(shape: Outline, bounds: Bounds) -> str:
    match shape:
        case Polygon():
            return f'<path d="{_path(shape, bounds)}"{_paint(shape)}/>'
        case Ellipse():
            x, y = _pair(shape.centre, bounds)
            rx, ry = _number(shape.rx * SCALE), _number(shape.ry * SCALE)
            return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}"{_paint(shape)}/>'
        case Polyline():
            points = " ".join(",".join(_pair(point, bounds)) for point in shape.points)
            return f'<polyline points="{points}"{_paint(shape)}/>'


def _path(shape: Polygon, bounds: Bounds) -> str:
    loops = (" ".join(",".join(_pair(point, bounds)) for point in loop) for loop in shape.loops)
    return "".join(f"M{loop}Z" for loop in loops)


def _paint(shape: Outline) -> str:
    fill: Ink | None = None if isinstance(shape, Polyline) else shape.fill
    text = f' fill="{fill or "none"}"'
    if isinstance(shape, Polygon) and len(shape.loops) > 1:
        text += ' fill-rule="evenodd"'
    if shape.stroke is not None:
        text += f' stroke="{shape.stroke}" stroke-width="{_number(shape.width * SCALE, 2)}"'
    if shape.opacity < 1:
        text += f' opacity="{_number(shape.opacity, 2)}"'
    return text


def _pair(point: Point, bounds: Bounds) -> tuple[str, str]:
    """The numbers of a point; y grows downwards in SVG."""
    x, y = point
    return _number((x - bounds.left) * SCALE), _number((bounds.top - y) * SCALE)


def _number(value: float, decimals: int = 1) -> str:
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
