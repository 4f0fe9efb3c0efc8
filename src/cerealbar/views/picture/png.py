"""A display list as pixels: drawn large by Pillow, then averaged down so that edges are smooth."""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from PIL import Image, ImageChops, ImageDraw

from cerealbar.views.picture.inks import PAPER, Ink, channels
from cerealbar.views.picture.options import PictureError
from cerealbar.views.picture.outlines import towards
from cerealbar.views.picture.shapes import (
    Bounds,
    Canvas,
    Ellipse,
    Lettering,
    Loop,
    Outline,
    Point,
    Polygon,
    Polyline,
    Primitive,
    Sprite,
    Stamp,
)
from cerealbar.views.picture.writing import font_for

MAX_WIDTH = 4000
"""The widest image, in pixels."""
_OVER_FINENESS = 3
"""How much finer than the image is drawn over it."""
_ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}
_SPRITE = Bounds(-1.1, -1.1, 1.6, 1.6)
"""What of the plane around its origin a sprite may cover."""


def pixels(canvas: Canvas, front: Canvas, width: int) -> Image.Image:
    """The image of two canvases with the same bounds; the lower one is kept for the next time.

    Raises:
        PictureError: the width is no number of pixels from 1 to `MAX_WIDTH`.
    """
    if not isinstance(width, int) or not 1 <= width <= MAX_WIDTH:
        raise PictureError(f"width must be 1 to {MAX_WIDTH} pixels, not {width!r}")
    height = max(1, round(width * canvas.bounds.height / canvas.bounds.width))
    fineness = 4 if width <= 700 else 3 if width <= 1600 else 2
    page = _Sheet(_backdrop(canvas, width * fineness, height * fineness).copy(), canvas.bounds)
    page.draw(front.shapes)
    return page.image.reduce(fineness)


def paint_over(image: Image.Image, bounds: Bounds, shapes: Iterable[Primitive]) -> Image.Image:
    """The image with shapes over it, as one that shows these bounds of the plane."""
    size = image.width * _OVER_FINENESS, image.height * _OVER_FINENESS
    page = _Sheet(image.resize(size, Image.Resampling.NEAREST), bounds)
    page.draw(shapes)
    return page.image.reduce(_OVER_FINENESS)


def encode(image: Image.Image) -> bytes:
    """The image as the bytes of a PNG file."""
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@lru_cache(maxsize=2)
def _backdrop(canvas: Canvas, width: int, height: int) -> Image.Image:
    page = _Sheet(Image.new("RGB", (width, height), PAPER), canvas.bounds)
    page.draw(canvas.shapes)
    return page.image


@lru_cache(maxsize=512)
def _sprite(sprite: Sprite, scale: float) -> tuple[Image.Image, int, int]:
    """The pixels of a sprite, and how far right and down they start in `_SPRITE`."""
    size = ceil(_SPRITE.width * scale), ceil(_SPRITE.height * scale)
    page = _Sheet(Image.new("RGBA", size), _SPRITE)
    page.draw(sprite.shapes)
    # Painting on transparent black leaves colours that are multiplied by their opacity.
    image = Image.frombytes("RGBa", size, page.image.tobytes()).convert("RGBA")
    box = image.getbbox() or (0, 0, 1, 1)
    return image.crop(box), box[0], box[1]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """An image that shows some rectangle of the plane."""

    image: Image.Image
    bounds: Bounds

    @property
    def scale(self) -> float:
        """Pixels per cell width."""
        return self.image.width / self.bounds.width

    def draw(self, shapes: Iterable[Primitive]) -> None:
        """Paint the shapes over what is there."""
        pen = ImageDraw.Draw(self.image)
        for shape in shapes:
            match shape:
                case Lettering():
                    font = font_for(shape.text, max(1, round(shape.size * self.scale)))
                    at = self._pixel(shape.at)
                    pen.text(at, shape.text, shape.fill, font, _ANCHORS[shape.anchor])
                case Stamp():
                    stamp, dx, dy = _sprite(shape.sprite, self.scale)
                    x, y = self._pixel((shape.at[0] + _SPRITE.left, shape.at[1] + _SPRITE.top))
                    self.image.paste(stamp, (round(x) + dx, round(y) + dy), stamp)
                case _:
                    self._paint(pen, shape)

    def _paint(self, pen: ImageDraw.ImageDraw, shape: Outline) -> None:
        is_plain = shape.opacity == 1 and not (isinstance(shape, Polygon) and len(shape.loops) > 1)
        if isinstance(shape, Polyline):
            self._fill(pen, shape, shape.stroke, is_plain)
            return
        if shape.fill is not None:
            self._fill(pen, shape, shape.fill, is_plain)
        if shape.stroke is not None:
            for line in self._edges(shape):
                self._fill(pen, line, shape.stroke, shape.opacity == 1)

    def _fill(self, pen: ImageDraw.ImageDraw, shape: Outline, ink: Ink, is_plain: bool) -> None:
        """Paint the shape in one ink: at once, or through a mask of where it is."""
        if is_plain:
            self._trace(pen, shape, channels(ink), (0, 0))
            return
        left, top, right, bottom = self._box(shape)
        if left >= right or top >= bottom:
            return
        mask = Image.new("L", (right - left, bottom - top))
        loops = shape.loops if isinstance(shape, Polygon) else ((),)
        for loop in loops:
            layer = Image.new("L", mask.size)
            part = Polygon((loop,)) if isinstance(shape, Polygon) else shape
            self._trace(ImageDraw.Draw(layer), part, round(255 * shape.opacity), (left, top))
            mask = ImageChops.difference(mask, layer)
        # An image, for Pillow mixes a plain colour into transparent pixels in another way.
        self.image.paste(Image.new(self.image.mode, mask.size, ink), (left, top), mask)

    def _trace(
        self,
        pen: ImageDraw.ImageDraw,
        shape: Outline,
        value: int | tuple[int, int, int],
        origin: tuple[int, int],
    ) -> None:
        """Set the pixels that the shape covers."""
        dx, dy = origin
        match shape:
            case Polygon():
                pen.polygon([(x - dx, y - dy) for x, y in map(self._pixel, shape.loops[0])], value)
            case Ellipse():
                x, y = self._pixel(shape.centre)
                rx, ry = shape.rx * self.scale, shape.ry * self.scale
                pen.ellipse((x - rx - dx, y - ry - dy, x + rx - dx, y + ry - dy), value)
            case Polyline():
                points = [(x - dx, y - dy) for x, y in map(self._pixel, shape.points)]
                width = max(1, round(shape.width * self.scale))
                pen.line(points, value, width, joint="curve")
                if width > 2:
                    for x, y in (points[0], points[-1]):
                        pen.circle((x, y), width / 2 - 0.5, value)

    def _edges(self, shape: Polygon | Ellipse) -> Iterable[Polyline]:
        """The outline of a shape as lines."""
        assert shape.stroke is not None
        loops = shape.loops if isinstance(shape, Polygon) else (_round(shape),)
        for loop in loops:
            yield Polyline((*loop, *loop[:2]), shape.stroke, shape.width, shape.opacity)

    def _box(self, shape: Outline) -> tuple[int, int, int, int]:
        """The pixels from left, top to right, bottom outside which nothing is drawn."""
        match shape:
            case Ellipse():
                (x, y), room = shape.centre, 0.0
                points: Loop = ((x - shape.rx, y - shape.ry), (x + shape.rx, y + shape.ry))
            case Polygon():
                points, room = tuple(point for loop in shape.loops for point in loop), 0.0
            case Polyline():
                points, room = shape.points, shape.width
        pixels = [self._pixel(point) for point in points]
        margin = room * self.scale + 2
        return (
            max(0, floor(min(x for x, _ in pixels) - margin)),
            max(0, floor(min(y for _, y in pixels) - margin)),
            min(self.image.width, ceil(max(x for x, _ in pixels) + margin)),
            min(self.image.height, ceil(max(y for _, y in pixels) + margin)),
        )

    def _pixel(self, point: Point) -> Point:
        x, y = point
        return (x - self.bounds.left) * self.scale, (self.bounds.top - y) * self.scale


def _round(shape: Ellipse) -> Loop:
    """An ellipse as a polygon of 48 corners."""
    (x, y), steps = shape.centre, 48
    turns = (towards(360 * i / steps) for i in range(steps))
    return tuple((x + shape.rx * dx, y + shape.ry * dy) for dx, dy in turns)
