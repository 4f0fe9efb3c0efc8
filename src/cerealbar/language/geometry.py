"""Distances, bearings and the zones around a player, as tables that plain Python reads fast."""

from array import array

import numpy as np

from cerealbar.game import AXIAL, CENTRES, NEIGHBOURS, OUTSIDE, Action, Heading, Pose
from cerealbar.views import PAPER_SIGHT

_HALF_SIGHT = PAPER_SIGHT.degrees / 2
_HEADING_DEGREES = tuple(heading.degrees for heading in Heading)
_HEADINGS = tuple(Heading)


def _distance_rows() -> tuple[bytes, ...]:
    q, r = AXIAL[:, 0].astype(np.int32), AXIAL[:, 1].astype(np.int32)
    dq, dr = q[:, None] - q, r[:, None] - r
    moves = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
    return tuple(row.tobytes() for row in moves.astype(np.uint8))


def _bearing_rows() -> "tuple[array[int], ...]":
    east = CENTRES[:, 0] - CENTRES[:, None, 0]
    north = CENTRES[:, 1] - CENTRES[:, None, 1]
    degrees = np.rint(np.degrees(np.arctan2(east, north))) % 360
    return tuple(array("h", row.tobytes()) for row in degrees.astype(np.int16))


DISTANCE = _distance_rows()
"""By two cells: the moves between them on an empty board."""
BEARING = _bearing_rows()
"""By two cells: the compass direction from the first to the second, in whole degrees."""
_NEXT: tuple[tuple[int, ...], ...] = tuple(tuple(row) for row in NEIGHBOURS.tolist())


def side(pose: Pose, cell: int) -> int:
    """Degrees from straight ahead to a cell, -180 to 179, right positive."""
    return (BEARING[pose.cell][cell] - _HEADING_DEGREES[pose.heading] + 180) % 360 - 180


def is_in_sight(pose: Pose, cell: int) -> bool:
    """Whether the follower would see a cell from a pose."""
    return cell == pose.cell or abs(side(pose, cell)) <= _HALF_SIGHT


def neighbours(cell: int) -> tuple[int, ...]:
    """The cells around a cell, `OUTSIDE` left out."""
    return tuple(near for near in _NEXT[cell] if near != OUTSIDE)


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
    return cell != pose.cell and ZONES[zone][side(pose, cell)] == 1


def step(pose: Pose, action: Action) -> Pose:
    """The pose after a step; a move off the board changes nothing."""
    cell, heading = pose.cell, pose.heading
    match action:
        case Action.LEFT:
            return Pose(cell, _HEADINGS[heading - 1])
        case Action.RIGHT:
            return Pose(cell, _HEADINGS[(heading + 1) % 6])
        case Action.FORWARD:
            near = _NEXT[cell][heading]
        case _:
            near = _NEXT[cell][heading - 3]
    return pose if near == OUTSIDE else Pose(near, heading)


def ahead_of(pose: Pose) -> int | None:
    """The cell ahead, None beyond the edge of the map."""
    cell = _NEXT[pose.cell][pose.heading]
    return None if cell == OUTSIDE else cell
