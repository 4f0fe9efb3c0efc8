"""Moves in one direction: how many steps, or just on and on."""

from cerealbar.language.board.claims import Heads, Moves, Phrase
from cerealbar.language.board.trail import Stretch
from cerealbar.language.manner.pen import Pen

_FAR = 7


def go_words(pen: Pen) -> str:
    """A verb of motion that any direction can follow."""
    return pen.say("motion", "go")


def onwards_phrase(pen: Pen, stretch: Stretch) -> Phrase:
    """The moves of a stretch, which must lead ahead, without a count."""
    text = pen.say("motion", "keep going").format(
        go=go_words(pen), ahead=pen.say("motion", "ahead")
    )
    if stretch.moves >= _FAR and "keep" not in text and pen.chance(0.15):
        text += f" {pen.say('motion', 'a long way')}"
    return Phrase(text, (Heads(stretch.turned),))


def steps_phrase(pen: Pen, stretch: Stretch) -> Phrase:
    """The moves of a stretch, ahead or back, with their count."""
    count = abs(stretch.moves)
    if stretch.moves > 0:
        table = "one step ahead" if count == 1 else "so many steps ahead"
    else:
        table = "one step back" if count == 1 else "so many steps back"
    unit = pen.say("motion", "steps")
    text = pen.say("motion", table).format(
        go=go_words(pen),
        ahead=pen.say("motion", "ahead"),
        back=pen.say("motion", "backwards"),
        n=pen.number(count),
        unit=unit if count == 1 else ("hexes" if unit == "hex" else unit + "s"),
    )
    return Phrase(text, (Moves(stretch.turned, stretch.moves),))
