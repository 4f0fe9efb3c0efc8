"""When a cell lies left of, behind, between ...: the meaning of each kind of `Relation`."""

from collections.abc import Callable

from cerealbar.game import BEARING_FROM, DISTANCE_FROM, Pose, bearing
from cerealbar.language.claims import Relation
from cerealbar.language.geometry import is_in_zone
from cerealbar.language.land import Land, edge_distance, is_in_corner

_IN_LINE = 20  # degrees between two things that seem to stand one behind the other
_BESIDE = (8, 100)  # degrees between two things that seem to stand side by side
_OPPOSITE = 115  # degrees between two things when a cell lies between them
_REACH = 2  # cells: how far from a landmark a card can be and still be "behind" or "left of" it


def _gap(a: int, b: int) -> int:
    """Degrees from one bearing to another, -180 to 179."""
    return (b - a + 180) % 360 - 180


def _is_near(relation: Relation, cell: int) -> bool:
    row = DISTANCE_FROM[cell]
    return any(row[thing] <= relation.limit for thing in relation.things)


def _stands(pose: Pose, thing: int, cell: int) -> int:
    """Degrees from a thing to a cell as seen from a pose; 180 if they are far apart."""
    if DISTANCE_FROM[cell][thing] > _REACH or thing == pose.cell:
        return 180
    return _gap(BEARING_FROM[pose.cell][thing], BEARING_FROM[pose.cell][cell])


def _is_behind(relation: Relation, cell: int) -> bool:
    pose = relation.pose
    assert pose is not None
    row = DISTANCE_FROM[pose.cell]
    return any(
        row[thing] < row[cell] and abs(_stands(pose, thing, cell)) <= _IN_LINE
        for thing in relation.things
    )


def _is_in_front(relation: Relation, cell: int) -> bool:
    pose = relation.pose
    assert pose is not None
    row = DISTANCE_FROM[pose.cell]
    return any(
        row[thing] > row[cell] > 0 and abs(_stands(pose, thing, cell)) <= _IN_LINE
        for thing in relation.things
    )


def _is_left(relation: Relation, cell: int) -> bool:
    return _is_beside(relation, cell, -1)


def _is_right(relation: Relation, cell: int) -> bool:
    return _is_beside(relation, cell, 1)


def _is_beside(relation: Relation, cell: int, sign: int) -> bool:
    pose = relation.pose
    assert pose is not None
    low, high = _BESIDE
    return any(
        low <= sign * _stands(pose, thing, cell) <= high and abs(bearing(pose, thing)) <= 90
        for thing in relation.things
    )


def _is_across(relation: Relation, cell: int) -> bool:
    """Whether a part of the things lies on the line of sight, and the cell is soon after it."""
    pose = relation.pose
    assert pose is not None
    row = DISTANCE_FROM[pose.cell]
    return _is_near(relation, cell) and any(
        row[thing] < row[cell]
        and abs(_gap(BEARING_FROM[pose.cell][thing], BEARING_FROM[pose.cell][cell])) <= 8
        for thing in relation.things
        if thing != pose.cell
    )


def _is_between(relation: Relation, cell: int) -> bool:
    row, bearings = DISTANCE_FROM[cell], BEARING_FROM[cell]
    return any(
        0 < row[a] <= relation.limit
        and 0 < row[b] <= relation.limit
        and abs(_gap(bearings[a], bearings[b])) >= _OPPOSITE
        for a in relation.things
        for b in relation.others
    )


def _is_in_zone(relation: Relation, cell: int) -> bool:
    assert relation.pose is not None
    return is_in_zone(relation.zone, relation.pose, cell)


def _is_within(relation: Relation, cell: int) -> bool:
    assert relation.pose is not None
    return DISTANCE_FROM[relation.pose.cell][cell] <= relation.limit


def _is_beyond(relation: Relation, cell: int) -> bool:
    assert relation.pose is not None
    return DISTANCE_FROM[relation.pose.cell][cell] >= relation.limit


def _is_steps_ahead(relation: Relation, cell: int) -> bool:
    assert relation.pose is not None
    return DISTANCE_FROM[relation.pose.cell][cell] == relation.limit and is_in_zone(
        "straight", relation.pose, cell
    )


_MEANINGS: dict[str, Callable[[Relation, int], bool]] = {
    "zone": _is_in_zone,
    "near": _is_near,
    "behind": _is_behind,
    "in front": _is_in_front,
    "left of": _is_left,
    "right of": _is_right,
    "across": _is_across,
    "between": _is_between,
    "within": _is_within,
    "beyond": _is_beyond,
    "steps ahead": _is_steps_ahead,
    "edge": lambda relation, cell: edge_distance(cell) <= relation.limit,
    "corner": lambda relation, cell: is_in_corner(cell),
}


def holds(relation: Relation, cell: int, land: Land) -> bool:
    """Whether a cell lies so."""
    match relation.kind:
        case "on path":
            return cell in land.path
        case "off path":
            return cell not in land.path
        case kind:
            return _MEANINGS[kind](relation, cell)
