"""Where something lies as the follower sees it: ahead, to the left, far off, next to you."""

from typing import NamedTuple

from cerealbar.game import DISTANCE_FROM, Pose, bearing
from cerealbar.language.claims import Claims, Relation
from cerealbar.language.geometry import ZONES
from cerealbar.language.pen import Pen
from cerealbar.language.words import ANY_DISTANCE, ranged


class Modifier(NamedTuple):
    """Words after a noun, and what they say of it."""

    text: str
    relations: tuple[Relation, ...]
    claims: Claims = ()


# By zone; {s} is left or right.
_WORDS = {
    "straight": (
        "straight ahead:8 | straight ahead of you:3 | directly in front of you @1-6:4"
        " | right in front of you @1-3:6 | directly ahead:2 | directly ahead of you"
        " | straight in front of you | immediately in front of you @1-2:0.5 | dead ahead:0.5"
        " | just in front of you @1-2 | right there in front of you @1-3:0.4"
    ),
    "ahead": (
        "in front of you:14 | in front @1-5 | ahead:5 | ahead of you:5 | up ahead @3-:4"
        " | just ahead @1-3 | just ahead of you @1-3 | a little ahead @2-4:0.4"
        " | a few steps ahead @3-4:0.7 | a couple steps ahead @2-2:0.5 | way ahead @8-:0.5"
        " | far ahead @8-:0.7 | further ahead @7-:0.5 | farther up ahead @7-:0.3"
        " | in the distance @8-:1.5 | in the distance in front of you @8-:0.5"
        " | out in front of you @4-:0.4 | in your view:0.3 | in your line of sight:0.2"
        " | a ways ahead @7-:0.4 | a short distance ahead @2-5:0.2 | a bit ahead @2-5:0.4"
        " | just a few steps away @2-4:0.3 | off in the distance @8-:0.5"
        " | at the top of your screen @8-:0.3 | near the top of your view @8-:0.2"
    ),
    "slightly left": (
        "slightly to your {s}:4 | slightly to the {s}:3 | just to your {s} @1-5:2"
        " | just to the {s}:2 | a little to your {s}:1.5 | a little to the {s}:1.5"
        " | a bit to the {s} | ahead and slightly {s}:1.5 | in front of you slightly to the {s}"
        " | up ahead slightly to the {s} @4-:0.7 | to your slight {s}:0.3"
    ),
    "ahead left": (
        "ahead on your {s}:3 | ahead on the {s}:3 | ahead to your {s}:2 | ahead to the {s}:2"
        " | up ahead on the {s} @4-:2 | up ahead on your {s} @4-:1.5"
        " | in front of you to the {s}:2 | in front of you on the {s}:2"
        " | in front and to your {s}:0.7 | ahead and to the {s} | to your front {s}:0.5"
        " | diagonal to your {s}:0.3 | diagonally to the {s}:0.4 | catty corner to your {s}:0.1"
        " | at an angle to your {s}:0.1 | a ways ahead on the {s} @7-:0.3"
        " | in the distance to the {s} @8-:0.7 | far ahead on the {s} @8-:0.4"
        " | on the {s} side of your view:0.4 | on the {s} side of your screen:0.5"
    ),
    "left": (
        "on your {s}:12 | to your {s}:14 | to the {s}:8 | on the {s}:7 | on your {s} side"
        " | on the {s} side | on your {s} hand side:0.4 | off to the {s} @3-"
        " | off to your {s} @3-:0.7 | over to your {s} @3-:0.7 | over on the {s} @3-:0.4"
        " | to the {s} of you:1.5 | towards your {s}:0.5 | toward your {s}:0.3"
        " | far to your {s} @8-:0.6 | way off to the {s} @9-:0.4"
        " | right next to you on the {s} @1-1:2 | beside you on the {s} @1-1"
        " | close by on your {s} @1-3:0.4 | there on your {s} @1-5:0.3 | on the {s} hand side:0.4"
        " | all the way to your {s} @9-:0.3 | nearby on the {s} @1-3:0.3 | around to your {s}:0.2"
    ),
    "directly left": (
        "directly to your {s}:3 | immediately to your {s} @1-2 | right to your {s} @1-3:0.7"
        " | straight to your {s}:0.4 | directly {s} of you:0.4"
    ),
    "behind left": (
        "behind you to the {s}:3 | behind you on the {s}:2 | behind you on your {s}"
        " | behind you and to the {s}:1.5 | to your {s} behind you | to your back {s}:0.4"
        " | slightly behind you to the {s}:0.5"
    ),
    "behind": (
        "behind you:12 | in back of you:0.4 | just behind you @1-3 | behind where you are:0.2"
        " | far behind you @8-:0.5 | way behind you @8-:0.4"
    ),
    "directly behind": (
        "directly behind you:3 | right behind you @1-3:5 | straight behind you:0.7"
        " | immediately behind you @1-2:0.4"
    ),
}
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
_CLOCK_WEIGHT = 0.12
_TABLES = {
    zone.replace("left", s): ranged(zone, text.format(s=s))
    for zone, text in _WORDS.items()
    for s in (("left", "right") if "left" in zone else ("",))
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
    if pen.chance(_CLOCK_WEIGHT * pen.style.counts_turns):
        return _clock_modifier(pen, degrees, pose)
    zones = pen.shuffled([row for row in _SOME_ZONES if ZONES[row[0]][degrees]])
    for zone in zones:
        for _ in range(_TRIES):
            words, nearest, farthest = pen.pick(_TABLES[zone])
            if nearest <= away <= farthest:
                return Modifier(words, _relations(zone, pose, nearest, farthest))
    return None


def _relations(zone: str, pose: Pose, nearest: int, farthest: int) -> tuple[Relation, ...]:
    where = Relation("zone", pose, zone=zone)
    if farthest < ANY_DISTANCE:
        return (where, Relation("within", pose, limit=farthest))
    if nearest > 1:
        return (where, Relation("beyond", pose, limit=nearest))
    return (where,)


def _clock_modifier(pen: Pen, degrees: int, pose: Pose) -> Modifier | None:
    for zone in _CLOCKS:
        if ZONES[zone][degrees]:
            lead = "at your" if pen.chance(0.5) else "at"
            return Modifier(f"{lead} {zone}", (Relation("zone", pose, zone=zone),))
    return None


_COUNTABLE = 6
_CLOSE = ranged(
    "close by",
    "right next to you @1-1:4 | next to you @1-1:4 | beside you @1-1 | near you @1-3:3"
    " | close to you @1-3:2 | close by @1-3 | nearby @1-3:1.5 | by you @1-2",
)
_FAR = ranged(
    "far off",
    "in the distance @8-:5 | far away @8-:2 | way over there @9- | far off @8-:0.5"
    " | all the way over there @10-:0.5 | on the other end of the map @15-"
    " | on the far side of the map @15-:0.5",
)


def distance_modifier(pen: Pen, cell: int, at: int) -> Modifier | None:
    """How near or far a cell is from a pose, if that is worth saying."""
    pose = pen.scene.poses[at]
    away = DISTANCE_FROM[pose.cell][cell]
    if away == 0:
        return None
    if ZONES["straight"][bearing(pose, cell)] and 1 < away <= _COUNTABLE and pen.chance(0.4):
        unit = "steps" if pen.chance(0.6) else "spaces"
        words = f"{pen.number(away)} {unit} {'ahead' if pen.chance(0.6) else 'in front of you'}"
        return Modifier(words, (Relation("steps ahead", pose, limit=away),))
    words, nearest, farthest = pen.pick(_FAR if away >= 8 else _CLOSE)
    if not nearest <= away <= farthest:
        return None
    if nearest > 1:
        return Modifier(words, (Relation("beyond", pose, limit=nearest),))
    return Modifier(words, (Relation("within", pose, limit=farthest),))
