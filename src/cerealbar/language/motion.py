"""Moves in one direction: how many steps, or just on and on."""

from cerealbar.language.claims import Heads, Moves, Phrase
from cerealbar.language.pen import Pen
from cerealbar.language.trail import Stretch
from cerealbar.language.words import words

GO = words(
    "go",
    "go:24 | walk:12 | move:8 | head:6 | run:2 | proceed | continue:0.7 | travel:0.4 | march:0.1"
    " | jog:0.1 | hike:0.1 | hop:0.1 | scoot:0.15 | trek:0.08 | stroll:0.1 | wander:0.05"
    " | hustle:0.08 | dash:0.05 | sprint:0.05 | race:0.04 | venture:0.04 | cruise:0.03"
    " | make your way:0.5",
)
"""Verbs of motion that any direction can follow."""
_AHEAD = words(
    "ahead",
    "forward:12 | straight:8 | straight ahead:4 | ahead:3 | straight forward | forwards:0.7"
    " | up:0.3",
)
_ONWARDS = words(
    "keep going",
    "{go} {ahead}:20 | keep going {ahead}:2 | keep {ahead}:0.4 | keep walking {ahead}"
    " | continue {ahead}:1.5 | go ahead {ahead}:0.2 | keep going:1.5 | keep moving {ahead}:0.3"
    " | stay straight:0.4 | go in a straight line:0.4",
)
_FAR = 7
_LONG_WAY = words("a long way", "a long way:3 | for a while:2 | a ways | for a bit | quite far:0.5")
UNITS = words(
    "steps",
    "step:10 | space:6 | tile:1.5 | move | hex:0.7 | hexagon:0.3 | spot:0.7 | place:0.2"
    " | block:0.3 | cell:0.2",
)
_COUNTED = words(
    "so many steps ahead",
    "{go} {ahead} {n} {unit}:16 | {go} {n} {unit} {ahead}:4 | take {n} steps forward:4"
    " | take {n} steps ahead | {go} {ahead} {n}:4 | {go} {ahead} {n} times:1.5 | go up {n}:0.4"
    " | {n} {unit} forward:1.5 | forward {n}:0.7 | {n} {unit} straight:0.4",
)
_ONE_AHEAD = words(
    "one step ahead",
    "{go} {ahead} once:5 | {go} {ahead} one {unit}:5 | {go} {ahead} 1 {unit}:3 | step forward:4"
    " | take a step forward:3 | take one step forward:2 | take 1 step forward"
    " | step forward once:2 | {go} one {unit} {ahead}:2 | {go} {ahead} 1:0.7 | go one up:0.3"
    " | step forward one:0.3",
)
_BACKWARDS = words("backwards", "back:14 | backwards:7 | backward:5 | in reverse:0.2")
_BACK = words(
    "so many steps back",
    "{go} {back} {n} {unit}:12 | {go} {n} {unit} {back}:4 | take {n} steps {back}:4"
    " | {go} {back} {n} times:2 | back up {n} {unit}:5 | {go} {back} {n}:2"
    " | step back {n} times:2 | back up {n}",
)
_ONE_BACK = words(
    "one step back",
    "step back:6 | {go} {back} once:6 | {go} {back} one {unit}:4 | step {back}:4 | back up:4"
    " | take a step {back}:3 | take one step {back}:2 | step back once:3 | back up once:2"
    " | back up one {unit}:2 | {go} {back} 1 {unit} | move back one time:0.4",
)


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
