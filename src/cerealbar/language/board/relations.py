"""How a cell lies to something else: each relation of the union `Relation`, and when it holds.

`pose` is from where it is judged. `things` are the cells of landmarks: the relation holds if it
holds for one of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from cerealbar.game import BEARING_FROM, DISTANCE_FROM, Pose, bearing
from cerealbar.language.board.land import Land, edge_distance, is_in_corner
from cerealbar.language.board.zones import is_in_zone

_IN_LINE = 20  # degrees between two things that seem to stand one behind the other
_IN_SIGHT_LINE = 8  # degrees between two things of which the nearer hides the other
_BESIDE = range(8, 101)  # degrees between two things that seem to stand side by side
_OPPOSITE = 115  # degrees between two things when a cell lies between them
_REACH = 2  # cells: how far from a landmark a card can be and still be "behind" or "left of" it


@dataclass(frozen=True, slots=True)
class InZone:
    """In a zone around a pose."""

    pose: Pose
    zone: str


@dataclass(frozen=True, slots=True)
class Near:
    """Within some cells of a thing."""

    things: tuple[int, ...]
    limit: int


@dataclass(frozen=True, slots=True)
class Behind:
    """Close to a thing, farther off and in line with it."""

    pose: Pose
    things: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InFrontOf:
    """Close to a thing, nearer and in line with it."""

    pose: Pose
    things: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeftOf:
    """Close to a thing that is ahead, and left of it as one sees them."""

    pose: Pose
    things: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RightOf:
    """Close to a thing that is ahead, and right of it as one sees them."""

    pose: Pose
    things: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Across:
    """Soon after a thing that lies on the line of sight."""

    pose: Pose
    things: tuple[int, ...]
    limit: int


@dataclass(frozen=True, slots=True)
class Between:
    """Near two things that lie on opposite sides."""

    things: tuple[int, ...]
    others: tuple[int, ...]
    limit: int


@dataclass(frozen=True, slots=True)
class Within:
    """So near to a pose."""

    pose: Pose
    limit: int


@dataclass(frozen=True, slots=True)
class Beyond:
    """So far from a pose."""

    pose: Pose
    limit: int


@dataclass(frozen=True, slots=True)
class StepsAhead:
    """So many steps straight ahead of a pose."""

    pose: Pose
    steps: int


@dataclass(frozen=True, slots=True)
class AtEdge:
    """Within some cells of the edge of the map."""

    limit: int = 0


@dataclass(frozen=True, slots=True)
class InCorner:
    """In a corner of the map."""


@dataclass(frozen=True, slots=True)
class OnPath:
    """On the path."""


@dataclass(frozen=True, slots=True)
class OffPath:
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
