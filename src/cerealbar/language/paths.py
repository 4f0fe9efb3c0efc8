"""The way by the ground: along the path or the edge, across the path, and how far."""

from cerealbar.game import IS_BORDER, ahead_of
from cerealbar.language.claims import Blocked, Crosses, Follows, Lies, Phrase, Relation
from cerealbar.language.land import BORDER
from cerealbar.language.landmarks import point_out, salience
from cerealbar.language.motion import go_words
from cerealbar.language.pen import Pen
from cerealbar.language.places import PATH_NOUNS
from cerealbar.language.words import words

_ON_BORDER = IS_BORDER.tolist()
_FOLLOW = words(
    "follow the path",
    "follow the {p}:14 | {go} along the {p}:6 | {go} down the {p}:5 | stay on the {p}:2"
    " | take the {p}:3 | {go} up the {p}:2 | keep to the {p}:0.4 | continue along the {p}"
    " | follow the {p} down | {go} on the {p}:0.5 | keep following the {p}:0.7 | use the {p}:0.3"
    " | stick to the {p}:0.3 | {go} forward staying on the {p}:0.3 | follow the {p} forward:0.7"
    " | hop on the {p}:0.2 | walk straight down the {p}:0.7 | go up along the {p}:0.3",
)
_TO_ITS_END = words(
    "to its end", "to the end:6 | all the way to the end:2 | until it ends | to its end:0.5"
)
_EDGE = words(
    "along the edge",
    "follow the edge of the map:5 | {go} along the edge of the map:4 | {go} along the edge:4"
    " | follow the edge:3 | {go} along the border | stay along the edge:0.5",
)
_CROSS = words(
    "cross", "cross the {p}:5 | {go} across the {p}:5 | {go} over the {p}:1.5 | cross over the {p}"
)
_UP_TO = words(
    "up to",
    "{go} to {x}:12 | {go} until you reach {x}:3 | keep going until you reach {x}:2"
    " | {go} straight until you get to {x} | {go} up to {x}:3 | {go} over to {x}:3"
    " | {go} forward until you get to {x}:1.5 | {go} until you hit {x} | go as far as {x}:0.5"
    " | keep going till you get to {x}:0.7 | {go} straight to {x}:2 | {go} forward to {x}:2"
    " | {go} until you are next to {x} | walk until you come to {x}:0.4 | {go} all the way to {x}",
)
_TO_PATH = words(
    "to the path",
    "{go} to the {p}:8 | get on the {p}:2 | {go} until you reach the {p}:2"
    " | {go} forward to the {p}:2 | {go} onto the {p}:2 | get onto the {p}"
    " | keep going until you hit the {p} | {go} until you get to the {p}:2 | {go} up to the {p}",
)
_WHEN = words(
    "when you reach",
    "when you get to {x}:5 | when you reach {x}:4 | once you reach {x}:2 | once you get to {x}:2"
    " | at {x}:3 | as soon as you get to {x}:0.4 | after you reach {x}:0.5 | when you hit {x}",
)
_BLOCKED = words(
    "as far as possible",
    "go as far as you can:3 | {go} forward as far as you can:3"
    " | {go} straight until you can't go any further:2 | go straight until you can't:0.5"
    " | {go} forward until you are blocked:0.7 | {go} straight until you hit something:0.3",
)
_TO_EDGE = words(
    "to the edge",
    "{go} to the edge of the map:6 | {go} to the edge:3"
    " | {go} until you reach the edge of the map:2 | {go} to the end of the map:2"
    " | {go} all the way to the edge | {go} to the border:0.5"
    " | {go} until the end of the world:0.2",
)


def _fill(pen: Pen, text: str, x: str = "") -> str:
    return text.format(go=go_words(pen), x=x, p=pen.pick(PATH_NOUNS))


def follow_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Along the path, perhaps to where it ends."""
    poses, path = pen.scene.poses, pen.scene.land.path
    cells = [poses[i].cell for i in range(first, last + 1)]
    if len(set(cells)) < 4 or sum(cell in path for cell in cells) < 0.7 * len(cells):
        return None
    text = _fill(pen, pen.pick(_FOLLOW))
    if cells[-1] in pen.scene.land.ends and pen.chance(0.7):
        text += " " + pen.pick(_TO_ITS_END)
    return Phrase(text, (Follows(first, last),))


def edge_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Along the edge of the map."""
    cells = {pose.cell for pose in pen.scene.poses[first : last + 1]}
    if len(cells) >= 4 and sum(_ON_BORDER[cell] for cell in cells) >= 0.8 * len(cells):
        return Phrase(_fill(pen, pen.pick(_EDGE)), (Follows(first, last, BORDER),))
    return None


def cross_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Across the path."""
    path, poses = pen.scene.land.path, pen.scene.poses
    on = [poses[i].cell in path for i in range(first, last + 1)]
    if not on[0] and not on[-1] and any(on) and sum(on) <= 4:
        return Phrase(_fill(pen, pen.pick(_CROSS)), (Crosses(first, last),))
    return None


def until_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Up to what is there at the last pose: the path, a landmark, the edge, an obstacle."""
    cell, land = pen.scene.poses[last].cell, pen.scene.land
    if last - first < 2:
        return None
    if _enters_path(pen, first, last):
        return Phrase(_fill(pen, pen.pick(_TO_PATH)), (Lies(cell, Relation("on path")),))
    found = _reached(pen, first, last)
    if found is not None and pen.chance(0.85):
        return Phrase(_fill(pen, pen.pick(_UP_TO), found.text), found.claims)
    barrier = ahead_of(pen.scene.poses[last])
    if barrier is None:
        return Phrase(_fill(pen, pen.pick(_TO_EDGE)), (Lies(cell, Relation("edge")), Blocked(last)))
    if barrier in land.blocked:
        return Phrase(_fill(pen, pen.pick(_BLOCKED)), (Blocked(last),))
    return None


def when_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """The same as a condition: `when you get to the path`."""
    if last - first < 2:
        return None
    if _enters_path(pen, first, last):
        text = pen.pick(_WHEN).format(x=f"the {pen.pick(PATH_NOUNS)}")
        return Phrase(text, (Lies(pen.scene.poses[last].cell, Relation("on path")),))
    found = _reached(pen, first, last)
    return found and Phrase(pen.pick(_WHEN).format(x=found.text), found.claims)


def _enters_path(pen: Pen, first: int, last: int) -> bool:
    """Whether the last pose is the first on the path."""
    on = [pen.scene.poses[i].cell in pen.scene.land.path for i in range(first, last + 1)]
    return on[-1] and not any(on[:-1])


def _reached(pen: Pen, first: int, last: int) -> Phrase | None:
    """A landmark that is right beside the last pose and not yet beside the one before."""
    cell = pen.scene.poses[last].cell
    near = pen.scene.land.near(cell)
    before = pen.scene.poses[last - 1].cell
    marks = [(mark, salience(mark)) for away, mark in near if away == 1 < mark.distance(before)]
    for mark in pen.shuffled(marks)[:2]:
        found = point_out(pen, mark, first)
        if found is not None:
            reached = Relation("near", things=mark.cells, limit=1)
            return Phrase(found.text, (*found.claims, Lies(cell, reached)))
    return None
