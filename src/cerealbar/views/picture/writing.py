"""Writing: lines of any text in pixels, as much of it as there is room for."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from cerealbar.views.picture.inks import WRITING, Ink, channels

Typeface = ImageFont.ImageFont | ImageFont.FreeTypeFont
_CUT = "…"
_MORE_FONTS = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "NotoSansCJK-Regular.ttc",
    "Arial Unicode.ttf",
)
"""Asked in this order, if installed, for letters that the font that comes with Pillow lacks."""
_NO_LETTER = "\U0010ffff"
"""Drawn as a letter that a font does not have."""


@lru_cache(maxsize=64)
def _fonts(size: float) -> tuple[Typeface, ...]:
    """The fonts that there are; the first is there on every machine."""
    found: list[Typeface] = [ImageFont.load_default(size)]
    for name in _MORE_FONTS:
        try:
            found.append(ImageFont.truetype(name, size))
        except OSError:
            continue
    return tuple(found)


@lru_cache(maxsize=256)
def font_for(text: str, size: float) -> Typeface:
    """The font that has most letters of a text."""
    letters = {letter for letter in text if letter.isprintable() and not letter.isspace()}

    def known(font: Typeface) -> int:
        nothing = bytes(font.getmask(_NO_LETTER))
        return sum(bytes(font.getmask(letter)) != nothing for letter in letters)

    return max(_fonts(size), key=known)


def wrapped(text: str, font: Typeface, width: float, lines: int) -> list[str]:
    """The text in lines of at most `width` pixels; what does not fit is cut."""
    words = "".join(letter if letter.isprintable() else " " for letter in text).split()
    found = list(_broken(words, font, width))
    if len(found) <= lines:
        return found
    last = found[lines - 1]
    while last and font.getlength(last + _CUT) > width:
        last = last[:-1]
    return [*found[: lines - 1], last.rstrip() + _CUT]


def _broken(words: Iterable[str], font: Typeface, width: float) -> Iterator[str]:
    """Lines that end between words, or within a word that is longer than a line."""
    line = ""
    for word in words:
        if line and font.getlength(f"{line} {word}") <= width:
            line = f"{line} {word}"
            continue
        if line:
            yield line
        while len(word) > 1 and font.getlength(word) > width:
            fitting = _fitting(word, font, width)
            yield word[:fitting]
            word = word[fitting:]
        line = word
    if line:
        yield line


def _fitting(word: str, font: Typeface, width: float) -> int:
    """How many letters of a word fit into a line; at least one."""
    low, high = 1, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if font.getlength(word[:middle]) <= width else (low, middle - 1)
    return low


def write_text(
    page: Image.Image,
    at: tuple[int, int],
    text: str,
    size: int,
    width: float,
    *,
    lines: int = 1,
    ink: Ink = WRITING,
) -> int:
    """Write a text below and right of a place; returns how many pixels high it is."""
    font = font_for(text, size)
    pen, step = ImageDraw.Draw(page), round(size * 1.32)
    written = wrapped(text, font, width, lines)
    for i, line in enumerate(written):
        pen.text((at[0], at[1] + i * step), line, channels(ink), font)
    return len(written) * step
