"""Faces of cards in words: `three green stars`, `the green star card`, `the stripes`."""

from enum import IntFlag
from typing import NamedTuple

from cerealbar.game import Card, Colour, Shape
from cerealbar.language.claims import Face
from cerealbar.language.names import plural_of
from cerealbar.language.pen import Pen
from cerealbar.language.words import Table, weighted, words


class Part(IntFlag):
    """What of a face is said."""

    NONE = 0
    COUNT = 1
    COLOUR = 2
    SHAPE = 4


ALL = Part.COUNT | Part.COLOUR | Part.SHAPE


def _nouns(name: str, text: str) -> Table[tuple[str, str]]:
    """A table of singulars with their plurals."""
    return Table(name, [((one, plural_of(one)), weight) for one, weight in weighted(text)])


SHAPE_NOUNS = {
    Shape.CUBE: _nouns("cube", "square:16 | box:1.5 | cube:2 | block"),
    Shape.DIAMOND: _nouns(
        "diamond", "stripe:7 | line:6 | diamond:7 | bar:1.5 | dash:0.5 | rectangle:0.7 | stick:0.2"
    ),
    Shape.HEART: _nouns("heart", "heart"),
    Shape.PLUS: _nouns("plus", "plus:7 | plus sign:5 | cross:5"),
    Shape.STAR: _nouns("star", "star"),
    Shape.TRIANGLE: _nouns("triangle", "triangle:20 | pyramid:0.3"),
    Shape.TORUS: _nouns(
        "torus",
        "circle:16 | ring:3 | donut:1.5 | doughnut:0.4 | hoop:0.4 | loop:0.2 | wheel:0.1"
        " | torus:0.1 | oval:0.2",
    ),
}
COLOUR_WORDS = {
    Colour.BLUE: words("blue", "blue:30 | light blue:0.1"),
    Colour.GREEN: words("green", "green"),
    Colour.PINK: words("pink", "pink:30 | magenta:0.6 | hot pink:0.3 | purple:0.3"),
    Colour.RED: words("red", "red:30 | dark red:0.1 | maroon:0.1"),
    Colour.YELLOW: words("yellow", "yellow:30 | gold:0.2"),
    Colour.BLACK: words("black", "black"),
    Colour.ORANGE: words("orange", "orange"),
}


class Form(NamedTuple):
    """A way to name a face: {n} count, {c} colour, {s} the shape in the card's number, {s1} one."""

    template: str
    shows_number: bool
    """Whether the noun tells one symbol from more."""


def _forms(name: str, text: str) -> Table[Form]:
    """A table of forms; a star marks those that hide the number."""
    rows = weighted(text)
    return Table(name, [(Form(form.rstrip("*"), form[-1] != "*"), weight) for form, weight in rows])


FORMS = {
    ALL: _forms(
        "form of all",
        "{n} {c} {s}:24 | {n} {c} {s} card:1.5 | {n} {c} {s1} card:1.5 | card with {n} {c} {s}:2"
        " | card with the {n} {c} {s} | card that has {n} {c} {s}:0.3"
        " | card with {n} {c} {s} on it:0.5 | {c} card with {n} {s}:0.5",
    ),
    Part.COLOUR | Part.SHAPE: _forms(
        "form of colour and shape",
        "{c} {s}:14 | {c} {s1} card*:4 | card with the {c} {s}:1.5 | card with {c} {s}",
    ),
    Part.COUNT | Part.SHAPE: _forms(
        "form of count and shape", "{n} {s}:10 | card with {n} {s}:3 | {n} {s} card"
    ),
    Part.SHAPE: _forms(
        "form of shape",
        "{s}:8 | card showing {s}:0.2 | {s1} card*:5 | card with the {s}:2 | card with {s}:0.5",
    ),
    Part.COLOUR: _forms("form of colour", "{c} card*:12 | {c} one*:3"),
    Part.NONE: _forms("form of nothing", "card*"),
}
_SINGLE = words("a single one", "1:8 | one:8 | single:4 | lone:0.3 | solo:0.1")


class Named(NamedTuple):
    """A face in words, without article, and what was said of it."""

    words: str
    face: Face
    is_plural: bool
    """Whether `them` stands for it, not `it`."""


def name_face(pen: Pen, card: Card, parts: Part) -> Named:
    """The chosen parts of a face in words; of a single symbol the count often goes unsaid."""
    if parts is ALL and card.count == 1 and pen.chance(0.55):
        parts = Part.COLOUR | Part.SHAPE
    form = pen.pick(FORMS[parts])
    one, many = pen.pick(SHAPE_NOUNS[card.shape])
    shown = one if card.count == 1 else many
    text = form.template.format(
        n=_count(pen, card.count), c=pen.pick(COLOUR_WORDS[card.colour]), s=shown, s1=one
    )
    face = Face(
        number=card.count if parts & Part.COUNT else None,
        colour=card.colour if parts & Part.COLOUR else None,
        shape=card.shape if parts & Part.SHAPE else None,
        is_plural=card.count > 1 if form.shows_number else None,
    )
    has_card = "card" in form.template or "one" in form.template
    return Named(text, face, card.count > 1 and not has_card)


def _count(pen: Pen, count: int) -> str:
    return pen.pick(_SINGLE) if count == 1 else pen.number(count)


def face_of(card: Card, parts: Part) -> Face:
    """What saying some parts tells at least, whatever the form."""
    return Face(
        card.count if parts & Part.COUNT else None,
        card.colour if parts & Part.COLOUR else None,
        card.shape if parts & Part.SHAPE else None,
    )
