"""The way by the ground: along the path or the edge, across the path, and how far."""

from cerealbar.game import IS_BORDER, ahead_of
from cerealbar.language.board.claims import Blocked, Crosses, Follows, Lies, Phrase
from cerealbar.language.board.land import BORDER
from cerealbar.language.board.relations import AtEdge, Near, OnPath
from cerealbar.language.clauses.motion import go_words
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.landmarks import point_out, salience

_ON_BORDER = IS_BORDER.tolist()


def _fill(pen: Pen, text: str, x: str = "") -> str:
    return text.format(go=go_words(pen), x=x, p=pen.say("places", "path"))


def follow_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Along the path, perhaps to where it ends."""
    poses, path = pen.scene.poses, pen.scene.land.path
    cells = [poses[i].cell for i in range(first, last + 1)]
    if len(set(cells)) < 4 or sum(cell in path for cell in cells) < 0.7 * len(cells):
        return None
    text = _fill(pen, pen.say("paths", "follow the path"))
    if cells[-1] in pen.scene.land.ends and pen.chance(0.7):
        text += " " + pen.say("paths", "to its end")
    return Phrase(text, (Follows(first, last),))


def edge_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Along the edge of the map."""
    cells = {pose.cell for pose in pen.scene.poses[first : last + 1]}
    if len(cells) >= 4 and sum(_ON_BORDER[cell] for cell in cells) >= 0.8 * len(cells):
        return Phrase(
            _fill(pen, pen.say("paths", "along the edge")), (Follows(first, last, BORDER),)
        )
    return None


def cross_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Across the path."""
    path, poses = pen.scene.land.path, pen.scene.poses
    on = [poses[i].cell in path for i in range(first, last + 1)]
    if not on[0] and not on[-1] and any(on) and sum(on) <= 4:
        return Phrase(_fill(pen, pen.say("paths", "cross")), (Crosses(first, last),))
    return None


def until_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Up to what is there at the last pose: the path, a landmark, the edge, an obstacle."""
    cell, land = pen.scene.poses[last].cell, pen.scene.land
    if last - first < 2:
        return None
    if _enters_path(pen, first, last):
        return Phrase(_fill(pen, pen.say("paths", "to the path")), (Lies(cell, OnPath()),))
    found = _reached(pen, first, last)
    if found is not None and pen.chance(0.85):
        return Phrase(_fill(pen, pen.say("paths", "up to"), found.text), found.claims)
    barrier = ahead_of(pen.scene.poses[last])
    if barrier is None:
        return Phrase(
            _fill(pen, pen.say("paths", "to the edge")), (Lies(cell, AtEdge()), Blocked(last))
        )
    if barrier in land.blocked:
        return Phrase(_fill(pen, pen.say("paths", "as far as possible")), (Blocked(last),))
    return None


def when_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """The same as a condition: `when you get to the path`."""
    if last - first < 2:
        return None
    if _enters_path(pen, first, last):
        text = pen.say("paths", "when you reach").format(x=f"the {pen.say('places', 'path')}")
        return Phrase(text, (Lies(pen.scene.poses[last].cell, OnPath()),))
    found = _reached(pen, first, last)
    return found and Phrase(pen.say("paths", "when you reach").format(x=found.text), found.claims)


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
            reached = Near(mark.cells, 1)
            return Phrase(found.text, (*found.claims, Lies(cell, reached)))
    return None
