"""Turns on the spot: by side, by count, by degrees, or towards something."""

from cerealbar.language.claims import Claims, Lies, Phrase, Relation, Turns
from cerealbar.language.landmarks import point_out, salience
from cerealbar.language.pen import Pen
from cerealbar.language.trail import Stretch
from cerealbar.language.words import Words, words

_DOUBT = 0.004  # how often someone is not sure of the number of turns
_MOVING = ("go", "head")


def _sided(name: str, text: str) -> dict[str, Words]:
    """A table for each side, with the same favourites."""
    return {s: words(name, text.format(s=s)) for s in ("left", "right")}


_PLAIN = _sided(
    "turn",
    "turn {s}:24 | turn to your {s}:6 | turn to the {s}:3 | go {s}:4 | take a {s}:2"
    " | make a {s}:2 | face {s} | head {s}:0.7 | rotate {s}:0.7 | look {s}:0.4"
    " | look to your {s}:0.5 | hang a {s}:0.2 | swing {s}:0.1 | pivot {s}:0.2"
    " | make a {s} turn:0.4 | take a {s} turn:0.3 | turn yourself {s}:0.1 | spin {s}:0.2"
    " | face to your {s}:0.3 | turn towards the {s}:0.4",
)
_SLIGHT = _sided(
    "slight turn",
    "turn slightly {s}:4 | slight {s}:3 | turn slightly to the {s}:3"
    " | turn slightly to your {s}:2 | turn a little to the {s} | turn a bit to the {s}:0.7"
    " | turn a bit {s}:0.7 | veer {s} | bear {s}:0.5 | make a slight {s}:2 | take a slight {s}"
    " | go slightly {s}:1.5 | turn just a little {s}:0.3",
)
_SHARP = _sided(
    "sharp turn",
    "turn hard {s}:2 | take a sharp {s}:2 | make a sharp {s}:2 | make a hard {s}:1 | sharp {s}"
    " | hard {s} | turn all the way to the {s}:0.7 | turn sharply {s}:0.5",
)
_ONCE = _sided(
    "one turn",
    "turn {s} once:8 | turn {s} one time:2 | turn {s} 1 time | turn once to the {s}:2"
    " | turn to your {s} once:2 | turn one to the {s}:0.5 | one turn {s}:0.3"
    " | rotate {s} once:0.5 | turn {s} 60 degrees | turn 60 degrees to the {s}"
    " | turn 60 degrees {s} | turn one click to the {s}:0.1",
)
_TWICE = _sided(
    "two turns",
    "turn {s} twice:10 | turn {s} two times:4 | turn {s} 2 times:3 | turn to your {s} two times:2"
    " | turn to your {s} twice:2 | turn twice to the {s} | two turns {s}:0.3"
    " | rotate {s} twice:0.5 | turn {s} 120 degrees | turn 120 degrees to the {s}"
    " | turn {s} x2:0.4 | two {s} turns:0.3",
)
_THRICE = _sided("three turns", "turn {s} three times:4 | turn {s} 3 times:4 | turn {s} x3:0.3")
_AROUND = words(
    "turn around",
    "turn around:36 | turn all the way around:3 | turn 180:4 | turn 180 degrees:3 | do a 180:4"
    " | spin around:2 | turn completely around:1.5 | make a u turn | do a u-turn:0.5"
    " | make a u-turn:0.4 | about face:0.4 | flip around:0.4 | face the other way:1.5"
    " | face the opposite direction:1.5 | turn back around:0.5 | turn round:0.5"
    " | turn the other way | rotate 180 degrees:0.5 | turn to face the opposite way:0.3"
    " | look behind you:1.5 | look back:0.3 | turn fully around:0.5 | turn 180 around:0.2"
    " | go back the other way:0.4 | turn around completely:0.5",
)
_TOWARDS = words(
    "turn towards",
    "turn {s} towards {{}}:3 | turn {s} toward {{}}:2 | turn to face {{}}:5 | face {{}}:4"
    " | turn towards {{}}:3 | turn toward {{}}:2 | turn {s} to face {{}}:2"
    " | turn so you face {{}} | turn {s} until you see {{}}:2 | turn until you see {{}}"
    " | turn {s} so that you face {{}}:0.5 | look towards {{}}:0.5"
    " | turn {s} till you are facing {{}}:0.4",
)


def turn_phrase(pen: Pen, stretch: Stretch, *, is_exact: bool = False) -> Phrase:
    """How the follower turns at the start of a stretch, which must not be without a turn.

    If it has to be exact, two turns are counted; else `turn left` can mean one or two.
    """
    if pen.chance(0.07):
        towards = _towards(pen, stretch)
        if towards is not None:
            return towards
    return Phrase(_turn_words(pen, stretch.turn, is_exact), _claims(stretch))


def _claims(stretch: Stretch) -> Claims:
    return (Turns(stretch.at, stretch.turn),)


def _turn_words(pen: Pen, turn: int, is_exact: bool) -> str:
    s = "right" if turn > 0 else "left"
    if abs(turn) < 3 and not is_exact and pen.chance(_DOUBT):
        return f"turn {s} once or twice"
    counts = pen.chance(pen.style.counts_turns)
    match abs(turn):
        case 1 if counts:
            return pen.pick(_ONCE[s])
        case 1 if pen.chance(0.12):
            return pen.pick(_SLIGHT[s])
        case 2 if is_exact or counts or pen.chance(0.2):
            return pen.pick(_TWICE[s])
        case 2 if pen.chance(0.06):
            return pen.pick(_SHARP[s])
        case 1 | 2:
            text = pen.pick(_PLAIN[s])
            return f"turn {s}" if is_exact and text.startswith(_MOVING) else text
        case _:
            return pen.pick(_THRICE[s] if counts and pen.chance(0.15) else _AROUND)


def _towards(pen: Pen, stretch: Stretch) -> Phrase | None:
    """A turn by what is then ahead."""
    at = stretch.turned
    pose = pen.scene.poses[at]
    ahead = Relation("zone", pose, zone="straight")
    marks = [
        (mark, salience(mark) / mark.distance(pose.cell))
        for mark in pen.scene.land.landmarks
        if any(pen.scene.holds(ahead, cell) for cell in mark.cells)
    ]
    for mark in pen.shuffled(marks)[:2]:
        found = point_out(pen, mark, at)
        if found is not None:
            s = "right" if stretch.turn > 0 else "left"
            text = pen.pick(_TOWARDS).format(s=s).format(found.text)
            cell = next(cell for cell in mark.cells if pen.scene.holds(ahead, cell))
            return Phrase(text, (*_claims(stretch), *found.claims, Lies(cell, ahead)))
    return None
