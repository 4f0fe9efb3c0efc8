"""The zones around a player that words such as *left* and *behind* mean."""

from cerealbar.game import Pose, bearing
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
