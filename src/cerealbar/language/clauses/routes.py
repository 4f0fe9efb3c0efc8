"""The way between two poses: past, around or towards what, along which ground, and how far."""

from collections.abc import Callable, Iterable

from cerealbar.game import CENTRES, IS_BORDER, ahead_of, bearing, distance
from cerealbar.language.board.claims import (
    Called,
    Claim,
    Claims,
    Follows,
    Lies,
    Nears,
    Passes,
    Phrase,
    Spares,
)
from cerealbar.language.board.land import BORDER, GROVE, HILL, PAIR, POND, Landmark
from cerealbar.language.board.relations import Across, AtEdge, Between, InZone, Near, OnPath
from cerealbar.language.board.scene import Aim, Leg
from cerealbar.language.clauses.motion import go_words, way_words
from cerealbar.language.manner.pen import Pen
from cerealbar.language.nouns.cards import refer
from cerealbar.language.nouns.landmarks import name_of, point_out, salience
from cerealbar.language.nouns.places import both_names

_ON_BORDER = IS_BORDER.tolist()


def _path_words(pen: Pen, table: str, x: str = "") -> str:
    return pen.say("paths", table).format(go=go_words(pen), x=x, p=pen.say("places", "path"))


def follow_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Along the path, perhaps to where it ends."""
    poses, path = pen.scene.poses, pen.scene.land.path
    cells = [poses[i].cell for i in range(first, last + 1)]
    if len(set(cells)) < 4 or sum(cell in path for cell in cells) < 0.7 * len(cells):
        return None
    text = _path_words(pen, "follow the path")
    if cells[-1] in pen.scene.land.ends and pen.chance(0.7):
        text += " " + pen.say("paths", "to its end")
    return Phrase(text, (Follows(first, last),))


def edge_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Along the edge of the map."""
    cells = {pose.cell for pose in pen.scene.poses[first : last + 1]}
    if len(cells) >= 4 and sum(_ON_BORDER[cell] for cell in cells) >= 0.8 * len(cells):
        return Phrase(_path_words(pen, "along the edge"), (Follows(first, last, BORDER),))
    return None


def cross_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Across the path."""
    path, poses = pen.scene.land.path, pen.scene.poses
    on = [poses[i].cell in path for i in range(first, last + 1)]
    if not on[0] and not on[-1] and any(on) and sum(on) <= 4:
        return Phrase(_path_words(pen, "cross"))
    return None


def until_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Up to what is there at the last pose: the path, a landmark, the edge, an obstacle."""
    cell, land = pen.scene.poses[last].cell, pen.scene.land
    if last - first < 2:
        return None
    if _enters_path(pen, first, last):
        return Phrase(_path_words(pen, "to the path"), (Lies(cell, OnPath()),))
    found = _reached(pen, first, last)
    if found is not None and pen.chance(0.85):
        return Phrase(_path_words(pen, "up to", found.text), found.claims)
    barrier = ahead_of(pen.scene.poses[last])
    if barrier is None:
        return Phrase(_path_words(pen, "to the edge"), (Lies(cell, AtEdge()),))
    if barrier in land.blocked:
        return Phrase(_path_words(pen, "as far as possible"))
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


_X, _Y = CENTRES[:, 0].tolist(), CENTRES[:, 1].tolist()


def way_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """What the way between two poses of the trail is like."""
    if last - first < 2:
        return None
    by_marks = pen.style.landmarks
    ways: tuple[tuple[Callable[[Pen, int, int], Phrase | None], float], ...] = (
        (past_phrase, 9 * by_marks + 1),
        (past_card_phrase, 4),
        (past_leader_phrase, 5),
        (follow_phrase, 6),
        (along_phrase, 2),
        (edge_phrase, 2),
        (around_phrase, 5),
        (between_phrase, 4),
        (through_phrase, 2),
        (cross_phrase, 2),
        (towards_phrase, 6 * by_marks + 1),
    )
    return pen.first(ways, pen, first, last)


def _beside(pen: Pen, first: int, last: int) -> list[tuple[Landmark, int]]:
    """Landmarks right beside the way, each with the pose at which it first is."""
    found: dict[Landmark, int] = {}
    for i in range(first, last + 1):
        for away, mark in pen.scene.land.near(pen.scene.poses[i].cell):
            if away > 1:
                break
            found.setdefault(mark, i)
    return list(found.items())


def _is_passed(pen: Pen, cells: tuple[int, ...], first: int, last: int) -> bool:
    """Whether things lie neither at the start nor at the end of a way, but along it."""
    start, end = pen.scene.poses[first].cell, pen.scene.poses[last].cell
    dx, dy = _X[end] - _X[start], _Y[end] - _Y[start]
    length = dx * dx + dy * dy
    if not length:
        return False
    parts = [((_X[c] - _X[start]) * dx + (_Y[c] - _Y[start]) * dy) / length for c in cells]
    return bool(min(parts) > 0.1 and max(parts) < 0.9)


def past_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Past a landmark."""
    beside = [
        ((mark, i), salience(mark))
        for mark, i in _beside(pen, first + 1, last - 1)
        if _is_passed(pen, mark.cells, first, last)
    ]
    for mark, i in pen.shuffled(beside)[:2]:
        found = point_out(pen, mark, first)
        if found is None:
            continue
        text = way_words(pen, "routes", "past", found.text)
        claims: list[Claim] = [*found.claims, Passes(mark.cells, first, last)]
        if pen.chance(0.08) and not text.endswith(("left", "right", "you")):
            pose = pen.scene.poses[i]
            s = "right" if bearing(pose, mark.cells[0]) > 0 else "left"
            relation = InZone(pose, s)
            if pen.scene.holds(relation, mark.cells[0]):
                text += f" on your {s}"
                claims.append(Lies(mark.cells[0], relation))
        return Phrase(text, tuple(claims))
    return None


def past_card_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Past a card that is left alone."""
    scene = pen.scene
    inner = [pose.cell for pose in scene.poses[first + 1 : last]]
    beside = [
        cell
        for cell in sorted(scene.sight(first).difference(scene.intention.cards, scene.selected))
        if any(distance(cell, pose) == 1 for pose in inner) and cell not in inner
    ]
    for cell in beside:
        if not _is_passed(pen, (cell,), first, last):
            continue
        card = refer(pen, Leg(Aim.SELECT, cell, first, last, ()), first, has_sides=False)
        if card is not None:
            text = way_words(pen, "routes", "past a card", card.text)
            return Phrase(text, (*card.claims, Passes((cell,), first, last), Spares(cell)))
    return None


def past_leader_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Past the one who writes."""
    cells = (pen.scene.leader.cell,)
    inner = range(first + 1, last)
    is_near = any(distance(pen.scene.poses[i].cell, cells[0]) <= 1 for i in inner)
    if is_near and _is_passed(pen, cells, first, last):
        return Phrase(way_words(pen, "routes", "past me"), (Passes(cells, first, last),))
    return None


def _by_first(
    pen: Pen, table: str, at: int, marks: Iterable[tuple[Landmark, Claims]]
) -> Phrase | None:
    """The way by the first of some landmarks that can be told from others, and what it claims."""
    for mark, claims in marks:
        found = point_out(pen, mark, at)
        if found is not None:
            text = way_words(pen, "routes", table, found.text)
            return Phrase(text, (*found.claims, *claims))
    return None


def along_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Along water or the hill."""
    cells = [pose.cell for pose in pen.scene.poses[first : last + 1]]
    marks = (
        (mark, (Follows(first, last, mark.cells),))
        for mark in pen.scene.land.of(frozenset((POND, HILL)))
        if len({cell for cell in cells if mark.distance(cell) == 1}) >= max(3, 0.6 * len(cells))
    )
    return _by_first(pen, "along", first, marks)


def around_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Around something large that stands in the straight line."""
    start, *inner, end = pen.scene.poses[first : last + 1]
    marks = (
        (mark, (Lies(end.cell, relation),))
        for mark in pen.scene.land.of(frozenset((POND, HILL, GROVE)))
        if sum(mark.distance(pose.cell) == 1 for pose in inner) >= 2
        and pen.scene.holds(relation := Across(start, mark.cells, 4), end.cell)
    )
    return _by_first(pen, "around", first, marks)


def between_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Between two landmarks that stand on both sides."""
    for i in range(first + 1, last):
        cell = pen.scene.poses[i].cell
        near = [mark for away, mark in pen.scene.land.near(cell) if away == 1]
        for n, mark in enumerate(near):
            for other in near[n + 1 :]:
                relation = Between(mark.cells, other.cells, 1)
                is_apart = set(mark.cells).isdisjoint(other.cells)
                if is_apart and pen.scene.holds(relation, cell) and pen.chance(0.7):
                    a, b = name_of(pen, mark), name_of(pen, other)
                    b = a if other.sort in a.sorts and a.plural is not None else b
                    text = pen.say("routes", "go between")
                    text = text.format(x=both_names(pen, a, b), go=go_words(pen))
                    names = (Called(a.words, mark.cells), Called(b.words, other.cells))
                    return Phrase(text, (*names, Lies(cell, relation)))
    return None


def through_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Through trees."""
    inner = [pose.cell for pose in pen.scene.poses[first + 1 : last]]
    marks: list[tuple[Landmark, Claims]] = []
    for mark in pen.scene.land.of(frozenset((GROVE, PAIR))):
        if sum(sum(distance(cell, tree) == 1 for tree in mark.cells) >= 2 for cell in inner) >= 2:
            near = Near(mark.cells, 1)
            by = next(cell for cell in inner if pen.scene.holds(near, cell))
            marks.append((mark, (Lies(by, near),)))
    return _by_first(pen, "through", first, marks)


def towards_phrase(pen: Pen, first: int, last: int) -> Phrase | None:
    """Towards a landmark that is ahead and comes nearer."""
    start, end = pen.scene.poses[first], pen.scene.poses[last]
    ahead = InZone(start, "ahead")
    marks: list[tuple[tuple[Landmark, Claims], float]] = []
    for mark in pen.scene.land.landmarks:
        left = mark.distance(end.cell)
        if left > 4 or left + 2 > mark.distance(start.cell):
            continue
        if all(pen.scene.holds(ahead, cell) for cell in mark.cells):
            claims = (Nears(mark.cells, first, last), Lies(mark.cells[0], ahead))
            marks.append(((mark, claims), salience(mark) / (1 + left)))
    return _by_first(pen, "towards", first, pen.shuffled(marks)[:2])
