"""Moves in one direction: how many steps, or just on and on."""

from cerealbar.language.board.claims import Heads, Moves, Phrase
from cerealbar.language.board.trail import Stretch
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import words

GO = words("motion", "go")
"""Verbs of motion that any direction can follow."""
_AHEAD = words("motion", "ahead")
_ONWARDS = words("motion", "keep going")
_FAR = 7
_LONG_WAY = words("motion", "a long way")
UNITS = words("motion", "steps")
_COUNTED = words("motion", "so many steps ahead")
_ONE_AHEAD = words("motion", "one step ahead")
_BACKWARDS = words("motion", "backwards")
_BACK = words("motion", "so many steps back")
_ONE_BACK = words("motion", "one step back")


def go_words(pen: Pen) -> str:
    """A verb of motion."""
    return pen.pick(GO)


def onwards_phrase(pen: Pen, stretch: Stretch) -> Phrase:
    """The moves of a stretch, which must lead ahead, without a count."""
    text = pen.pick(_ONWARDS).format(go=go_words(pen), ahead=pen.pick(_AHEAD))
    if stretch.moves >= _FAR and "keep" not in text and pen.chance(0.15):
        text += f" {pen.pick(_LONG_WAY)}"
    return Phrase(text, (Heads(stretch.turned),))


def steps_phrase(pen: Pen, stretch: Stretch) -> Phrase:
    """The moves of a stretch, ahead or back, with their count."""
    count = abs(stretch.moves)
    if stretch.moves > 0:
        table = _ONE_AHEAD if count == 1 else _COUNTED
    else:
        table = _ONE_BACK if count == 1 else _BACK
    unit = pen.pick(UNITS)
    text = pen.pick(table).format(
        go=go_words(pen),
        ahead=pen.pick(_AHEAD),
        back=pen.pick(_BACKWARDS),
        n=pen.number(count),
        unit=unit if count == 1 else ("hexes" if unit == "hex" else unit + "s"),
    )
    return Phrase(text, (Moves(stretch.turned, stretch.moves),))
