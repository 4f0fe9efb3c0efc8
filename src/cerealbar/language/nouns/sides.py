"""Where something lies as the follower sees it: ahead, to the left, far off, next to you."""

from typing import NamedTuple

from cerealbar.game import DISTANCE_FROM, Pose, bearing
from cerealbar.language.board.claims import Claims
from cerealbar.language.board.relations import Beyond, InZone, Relation, StepsAhead, Within
from cerealbar.language.board.zones import ZONES
from cerealbar.language.manner.pen import Pen
from cerealbar.language.manner.vocabulary import ANY_DISTANCE, SIDES, ranged


class Modifier(NamedTuple):
    """Words after a noun, and what they say of it."""

    text: str
    relations: tuple[Relation, ...]
    claims: Claims = ()


_ZONE_WEIGHTS = {
    "straight": 5.0,
    "ahead": 4.0,
    "slightly left": 2.0,
    "ahead left": 2.5,
    "left": 5.0,
    "directly left": 1.5,
    "behind left": 2.0,
    "behind": 4.0,
    "directly behind": 3.0,
}
_CLOCK_SHARE = 0.5  # of sides, by those who count turns
_TABLES = {
    zone.replace("left", side): ranged("sides", zone, side)
    for zone in _ZONE_WEIGHTS
    for side in (SIDES if "left" in zone else ("",))
}
_SOME_ZONES = [(zone, _ZONE_WEIGHTS[zone.replace("right", "left")]) for zone in _TABLES]
_CLOCKS = [zone for zone in ZONES if "clock" in zone]
_TRIES = 4


def side_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """Where a cell lies from a pose of the trail."""
    pose = pen.scene.poses[at]
    if cell == pose.cell:
        return None
    degrees, away = bearing(pose, cell), DISTANCE_FROM[pose.cell][cell]
    if pen.chance(_CLOCK_SHARE * pen.style.counts_turns):
        return _clock_modifier(pen, degrees, pose)
    zones = pen.shuffled([row for row in _SOME_ZONES if ZONES[row[0]][degrees]])
    for zone in zones:
        for _ in range(_TRIES):
            words, nearest, farthest = pen.pick(_TABLES[zone])
            if nearest <= away <= farthest:
                return Modifier(words, _relations(zone, pose, nearest, farthest))
    return None


def _relations(zone: str, pose: Pose, nearest: int, farthest: int) -> tuple[Relation, ...]:
    where = InZone(pose, zone)
    if farthest < ANY_DISTANCE:
        return (where, Within(pose, farthest))
    if nearest > 1:
        return (where, Beyond(pose, nearest))
    return (where,)


def _clock_modifier(pen: Pen, degrees: int, pose: Pose) -> Modifier | None:
    for zone in _CLOCKS:
        if ZONES[zone][degrees]:
            hour = pen.number(int(zone.split()[0]))
            return Modifier(pen.say("sides", "clock").format(hour), (InZone(pose, zone),))
    return None


_COUNTABLE = 6
_CLOSE = ranged("sides", "close by")
_FAR = ranged("sides", "far off")


def distance_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """How near or far a cell is from a pose, if that is worth saying."""
    pose = pen.scene.poses[at]
    away = DISTANCE_FROM[pose.cell][cell]
    if away == 0:
        return None
    if ZONES["straight"][bearing(pose, cell)] and 1 < away <= _COUNTABLE and pen.chance(0.4):
        unit = "steps" if pen.chance(0.6) else "spaces"
        words = f"{pen.number(away)} {unit} {'ahead' if pen.chance(0.6) else 'in front of you'}"
        return Modifier(words, (StepsAhead(pose, away),))
    words, nearest, farthest = pen.pick(_FAR if away >= 8 else _CLOSE)
    if not nearest <= away <= farthest:
        return None
    if nearest > 1:
        return Modifier(words, (Beyond(pose, nearest),))
    return Modifier(words, (Within(pose, farthest),))
