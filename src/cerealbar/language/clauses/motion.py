"""Moves and turns: how many, how far around, or just on and on."""

from cerealbar.language.board.claims import Claims, Heads, Lies, Moves, Phrase, Turns
from cerealbar.language.board.relations import InZone
from cerealbar.language.board.scene import Leg, Stretch
from cerealbar.language.clauses.taking import after_wrong_side
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.landmarks import point_out, salience

_FAR = 7


def go_words(pen: Pen) -> str:
    """A verb of motion that any direction can follow."""
    return pen.say("motion", "go")


def way_words(pen: Pen, topic: str, table: str, x: str = "") -> str:
    """What is said of a way that leads by or to `x`, with a verb of motion."""
    return pen.say(topic, table).format(go=go_words(pen), x=x)


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


_DOUBT = 0.004  # how often someone is not sure of the number of turns
_ROUGHLY = 0.8  # how often someone turns around for what two turns bring in view
_MOVING = ("go", "head")


def turn_phrase(pen: Pen, stretch: Stretch, *, is_exact: bool = False) -> Phrase:
    """How the follower turns at the start of a stretch, which must not be without a turn.

    If it has to be exact, two turns are counted; else `turn left` can mean one or two.
    """
    if pen.chance(0.07):
        towards = _towards(pen, stretch)
        if towards is not None:
            return towards
    if abs(stretch.turn) == 1 or (abs(stretch.turn) == 2 and not is_exact):
        side = after_wrong_side(pen, "right" if stretch.turn > 0 else "left")
        if side is not None:
            return Phrase(f"turn {side.text}", (*side.claims, *_claims(stretch)))
    return Phrase(_turn_words(pen, stretch.turn, is_exact), _claims(stretch))


def turn_around_phrase(pen: Pen, leg: Leg) -> Phrase | None:
    """Turning around for what is behind though two turns lead there, as people often say."""
    behind = InZone(pen.scene.poses[leg.first], "behind")
    if abs(leg.turn) != 2 or not pen.scene.holds(behind, leg.target) or not pen.chance(_ROUGHLY):
        return None
    return Phrase(pen.say("turns", "turn around"), (Lies(leg.target, behind),))


def _claims(stretch: Stretch) -> Claims:
    return (Turns(stretch.at, stretch.turn),)


def _turn_words(pen: Pen, turn: int, is_exact: bool) -> str:
    s = "right" if turn > 0 else "left"
    if abs(turn) < 3 and not is_exact and pen.chance(_DOUBT):
        return f"turn {s} once or twice"
    counts = pen.chance(pen.style.counts_turns)
    match abs(turn):
        case 1 if counts:
            return pen.say("turns", "one turn", s)
        case 1 if pen.chance(0.12):
            return pen.say("turns", "slight turn", s)
        case 2 if is_exact or counts or pen.chance(0.2):
            return pen.say("turns", "two turns", s)
        case 2 if pen.chance(0.06):
            return pen.say("turns", "sharp turn", s)
        case 1 | 2:
            text = pen.say("turns", "turn", s)
            return f"turn {s}" if is_exact and text.startswith(_MOVING) else text
        case _:
            if counts and pen.chance(0.15):
                return pen.say("turns", "three turns", s)
            return pen.say("turns", "turn around")


def _towards(pen: Pen, stretch: Stretch) -> Phrase | None:
    """A turn by what is then ahead."""
    at = stretch.turned
    pose = pen.scene.poses[at]
    ahead = InZone(pose, "straight")
    marks = [
        (mark, salience(mark) / mark.distance(pose.cell))
        for mark in pen.scene.land.landmarks
        if any(pen.scene.holds(ahead, cell) for cell in mark.cells)
    ]
    for mark in pen.shuffled(marks)[:2]:
        found = point_out(pen, mark, at)
        if found is not None:
            s = "right" if stretch.turn > 0 else "left"
            text = pen.say("turns", "turn towards").format(s=s).format(found.text)
            cell = next(cell for cell in mark.cells if pen.scene.holds(ahead, cell))
            return Phrase(text, (*_claims(stretch), *found.claims, Lies(cell, ahead)))
    return None
