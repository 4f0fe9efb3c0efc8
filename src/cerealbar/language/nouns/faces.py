"""Faces of cards in words: `three green stars`, `the green star card`, `the stripes`."""

from enum import IntFlag
from typing import NamedTuple

from cerealbar.game import Card, Colour, Shape
from cerealbar.language.board.claims import SaidFace
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import Repertoire, weighted, words
from cerealbar.language.nouns.landmarks import plural_of


class FacePart(IntFlag):
    """What of a face is said."""

    NONE = 0
    COUNT = 1
    COLOUR = 2
    SHAPE = 4


ALL = FacePart.COUNT | FacePart.COLOUR | FacePart.SHAPE


def _nouns(name: str) -> Repertoire[tuple[str, str]]:
    """Singulars with their plurals."""
    rows = weighted("faces", name)
    return Repertoire(name, [((one, plural_of(one)), weight) for one, weight in rows])


SHAPE_NOUNS = {shape: _nouns(shape.value) for shape in Shape}
COLOUR_WORDS = {colour: words("faces", colour.value) for colour in Colour}
COLOURS_BY_WORD = {
    text.split()[-1]: colour for colour, table in COLOUR_WORDS.items() for text in table.options
}
"""What the last word of each tells."""
SHAPES_BY_WORD = {
    noun: (shape, is_plural)
    for shape, table in SHAPE_NOUNS.items()
    for forms in table.options
    for is_plural, noun in zip((False, True), forms, strict=True)
    if " " not in noun
}
"""Which shape a noun of one word is, and whether of more than one symbol."""


class Form(NamedTuple):
    """A way to name a face: {n} count, {c} colour, {s} the shape in the card's number, {s1} one."""

    template: str
    shows_number: bool
    """Whether the noun tells one symbol from more."""


def _forms(name: str) -> Repertoire[Form]:
    """Forms; a star marks those that hide the number."""
    rows = [
        (Form(form.rstrip("*"), form[-1] != "*"), weight)
        for form, weight in weighted("faces", name)
    ]
    return Repertoire(name, rows)


FORMS = {
    ALL: _forms("form of all"),
    FacePart.COLOUR | FacePart.SHAPE: _forms("form of colour and shape"),
    FacePart.COUNT | FacePart.SHAPE: _forms("form of count and shape"),
    FacePart.SHAPE: _forms("form of shape"),
    FacePart.COLOUR: _forms("form of colour"),
    FacePart.NONE: _forms("form of nothing"),
}
_OF_A_KIND = {2: words("faces", "two of a kind"), 3: words("faces", "three of a kind")}


class NamedFace(NamedTuple):
    """A face in words, without article, and what was said of it."""

    words: str
    face: SaidFace
    is_plural: bool
    """Whether `them` stands for it, not `it`."""


def name_face(pen: Pen, card: Card, parts: FacePart) -> NamedFace:
    """The chosen parts of a face in words; of a single symbol the count often goes unsaid."""
    if parts is ALL and card.count == 1 and pen.chance(0.55):
        parts = FacePart.COLOUR | FacePart.SHAPE
    form = pen.pick(FORMS[parts])
    one, many = pen.term(SHAPE_NOUNS[card.shape])
    shown = one if card.count == 1 else many
    count, colour = _count(pen, card.count, form.template), pen.term(COLOUR_WORDS[card.colour])
    text = form.template.format(n=count, c=colour, s=shown, s1=one)
    is_plural = card.count > 1 if form.shows_number else None
    face = said_face(card, parts)._replace(is_plural=is_plural)
    has_card = "card" in form.template or "one" in form.template
    return NamedFace(text, face, card.count > 1 and not has_card)


def _count(pen: Pen, count: int, template: str) -> str:
    if count > 1 and template.startswith("{n}") and template.endswith("{s}") and pen.chance(0.05):
        return pen.pick(_OF_A_KIND[count])
    return pen.say("faces", "a single one") if count == 1 else pen.number(count)


def said_face(card: Card, parts: FacePart) -> SaidFace:
    """What saying some parts tells at least, whatever the form."""
    return SaidFace(
        card.count if parts & FacePart.COUNT else None,
        card.colour if parts & FacePart.COLOUR else None,
        card.shape if parts & FacePart.SHAPE else None,
    )
