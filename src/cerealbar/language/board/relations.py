"""How a cell lies to something else: zones around a player, and each relation of `Relation`.

`pose` is from where it is judged. `things` are the cells of landmarks: the relation holds if it
holds for one of them.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from cerealbar.game import BEARING_FROM, DISTANCE_FROM, Pose, bearing
from cerealbar.language.board.land import Land, edge_distance, is_in_corner
from cerealbar.views import PAPER_SIGHT

_HALF_SIGHT = PAPER_SIGHT.degrees / 2


def is_in_sight(pose: Pose, cell: int) -> bool:
    """Whether the follower would see a cell from a pose."""
    return cell == pose.cell or abs(bearing(pose, cell)) <= _HALF_SIGHT


def _arc(low: int, high: int) -> bytes:
    """By degrees modulo 360: whether they lie between two limits, which may be negative."""
    inside = {degrees % 360 for degrees in range(low, high + 1)}
    return bytes(degrees in inside for degrees in range(360))


def _mirrored(arc: bytes) -> bytes:
    return bytes(arc[-degrees % 360] for degrees in range(360))


_LEFT_ZONES = {
    "slightly left": _arc(-35, -6),
    "ahead left": _arc(-58, -9),
    "left": _arc(-140, -24),
    "directly left": _arc(-105, -70),
    "behind left": _arc(-168, -100),
}
ZONES: dict[str, bytes] = {
    "straight": _arc(-4, 4),
    "ahead": _arc(-32, 32),
    "behind": _arc(128, 232),
    "directly behind": _arc(172, 188),
    **_LEFT_ZONES,
    **{name.replace("left", "right"): _mirrored(arc) for name, arc in _LEFT_ZONES.items()},
    **{f"{(d // 30 - 1) % 12 + 1} o'clock": _arc(d - 14, d + 14) for d in range(-150, 181, 30)},
}
"""Where something lies as seen by a player; by degrees from straight ahead, modulo 360."""


def is_in_zone(zone: str, pose: Pose, cell: int) -> bool:
    """Whether a cell lies in a zone around a pose; no cell lies in a zone around itself."""
    return cell != pose.cell and ZONES[zone][bearing(pose, cell)] == 1


_IN_LINE = 20  # degrees between two things that seem to stand one behind the other
_IN_SIGHT_LINE = 8  # degrees between two things of which the nearer hides the other
_BESIDE = range(8, 101)  # degrees between two things that seem to stand side by side
_OPPOSITE = 115  # degrees between two things when a cell lies between them
_REACH = 2  # cells: how far from a landmark a card can be and still be "behind" or "left of" it


class InZone(NamedTuple):
    """In a zone around a pose."""

    pose: Pose
    zone: str


class Near(NamedTuple):
    """Within some cells of a thing."""

    things: tuple[int, ...]
    limit: int


class Behind(NamedTuple):
    """Close to a thing, farther off and in line with it."""

    pose: Pose
    things: tuple[int, ...]


class InFrontOf(NamedTuple):
    """Close to a thing, nearer and in line with it."""

    pose: Pose
    things: tuple[int, ...]


class LeftOf(NamedTuple):
    """Close to a thing that is ahead, and left of it as one sees them."""

    pose: Pose
    things: tuple[int, ...]


class RightOf(NamedTuple):
    """Close to a thing that is ahead, and right of it as one sees them."""

    pose: Pose
    things: tuple[int, ...]


class Across(NamedTuple):
    """Soon after a thing that lies on the line of sight."""

    pose: Pose
    things: tuple[int, ...]
    limit: int


class Between(NamedTuple):
    """Near two things that lie on opposite sides."""

    things: tuple[int, ...]
    others: tuple[int, ...]
    limit: int


class Within(NamedTuple):
    """So near to a pose."""

    pose: Pose
    limit: int


class Beyond(NamedTuple):
    """So far from a pose."""

    pose: Pose
    limit: int


class StepsAhead(NamedTuple):
    """So many steps straight ahead of a pose."""

    pose: Pose
    steps: int


class AtEdge(NamedTuple):
    """Within some cells of the edge of the map."""

    limit: int = 0


class InCorner(NamedTuple):
    """In a corner of the map."""


class OnPath(NamedTuple):
    """On the path."""


class OffPath(NamedTuple):
    """Not on the path."""


Viewed: TypeAlias = Behind | InFrontOf | LeftOf | RightOf
Relation: TypeAlias = (
    Viewed
    | InZone
    | Near
    | Across
    | Between
    | Within
    | Beyond
    | StepsAhead
    | AtEdge
    | InCorner
    | OnPath
    | OffPath
)


def holds(relation: Relation, cell: int, land: Land) -> bool:
    """Whether a cell lies so."""
    match relation:
        case InZone():
            return is_in_zone(relation.zone, relation.pose, cell)
        case Near():
            return _is_near(relation.things, relation.limit, cell)
        case Behind():
            row = DISTANCE_FROM[relation.pose.cell]
            return any(row[thing] < row[cell] for thing in _in_line(relation, cell))
        case InFrontOf():
            row = DISTANCE_FROM[relation.pose.cell]
            return any(row[thing] > row[cell] > 0 for thing in _in_line(relation, cell))
        case LeftOf():
            return _is_beside(relation, cell, -1)
        case RightOf():
            return _is_beside(relation, cell, 1)
        case Across():
            return _is_across(relation, cell)
        case Between():
            return _is_between(relation, cell)
        case Within():
            return DISTANCE_FROM[relation.pose.cell][cell] <= relation.limit
        case Beyond():
            return DISTANCE_FROM[relation.pose.cell][cell] >= relation.limit
        case StepsAhead():
            is_so_far = DISTANCE_FROM[relation.pose.cell][cell] == relation.steps
            return is_so_far and is_in_zone("straight", relation.pose, cell)
        case AtEdge():
            return edge_distance(cell) <= relation.limit
        case InCorner():
            return is_in_corner(cell)
        case OnPath():
            return cell in land.path
        case OffPath():
            return cell not in land.path


def _gap(a: int, b: int) -> int:
    """Degrees from one bearing to another, -180 to 179."""
    return (b - a + 180) % 360 - 180


def _is_near(things: tuple[int, ...], limit: int, cell: int) -> bool:
    row = DISTANCE_FROM[cell]
    return any(row[thing] <= limit for thing in things)


def _stands(pose: Pose, thing: int, cell: int) -> int:
    """Degrees from a thing to a cell as seen from a pose; 180 if they are far apart."""
    if DISTANCE_FROM[cell][thing] > _REACH or thing == pose.cell:
        return 180
    return _gap(BEARING_FROM[pose.cell][thing], BEARING_FROM[pose.cell][cell])


def _in_line(relation: Behind | InFrontOf, cell: int) -> Iterator[int]:
    """The things that are close to a cell and in line with it."""
    for thing in relation.things:
        if abs(_stands(relation.pose, thing, cell)) <= _IN_LINE:
            yield thing


def _is_beside(relation: LeftOf | RightOf, cell: int, sign: int) -> bool:
    pose = relation.pose
    return any(
        sign * _stands(pose, thing, cell) in _BESIDE and abs(bearing(pose, thing)) <= 90
        for thing in relation.things
    )


def _is_across(relation: Across, cell: int) -> bool:
    here = relation.pose.cell
    row, bearings = DISTANCE_FROM[here], BEARING_FROM[here]
    return _is_near(relation.things, relation.limit, cell) and any(
        row[thing] < row[cell] and abs(_gap(bearings[thing], bearings[cell])) <= _IN_SIGHT_LINE
        for thing in relation.things
        if thing != here
    )


def _is_between(relation: Between, cell: int) -> bool:
    row, bearings, limit = DISTANCE_FROM[cell], BEARING_FROM[cell], relation.limit
    return any(
        0 < row[a] <= limit
        and 0 < row[b] <= limit
        and abs(_gap(bearings[a], bearings[b])) >= _OPPOSITE
        for a in relation.things
        for b in relation.others
    )
