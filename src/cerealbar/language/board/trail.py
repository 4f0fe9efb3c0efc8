"""The route that the leader has in mind: poses, and legs from one goal to the next."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from cerealbar.game import Action, Pose, next_pose
from cerealbar.language.intention import Intention


class Aim(Enum):
    """What a leg is for."""

    SELECT = auto()
    DESELECT = auto()
    GO = auto()
    """Be somewhere, or face somewhere."""


class Stretch(NamedTuple):
    """A turn on the spot and then moves in one direction; either may be missing."""

    at: int
    """The number of the first step."""
    turn: int
    """Times 60 degrees clockwise."""
    moves: int
    """Ahead; negative: back."""

    @property
    def turned(self) -> int:
        """The pose after the turn."""
        return self.at + abs(self.turn)

    @property
    def end(self) -> int:
        """The pose after the moves."""
        return self.at + abs(self.turn) + abs(self.moves)


class Leg(NamedTuple):
    """The part of a route that leads to one goal."""

    aim: Aim
    target: int
    """The cell of the card or of the place."""
    first: int
    """The pose where it begins."""
    last: int
    """The pose where it ends."""
    stretches: tuple[Stretch, ...]

    @property
    def turn(self) -> int:
        """How the leg begins: turns clockwise before the first move."""
        return self.stretches[0].turn if self.stretches else 0

    @property
    def turned(self) -> int:
        """The pose after those turns."""
        return self.stretches[0].turned if self.stretches else self.first

    @property
    def moves(self) -> int:
        """How many moves the leg has in all, ahead or back."""
        return sum([abs(stretch.moves) for stretch in self.stretches])


def walk(start: Pose, route: Sequence[Action]) -> tuple[Pose, ...]:
    """The poses along a route, the start included."""
    poses = [start]
    for action in route:
        poses.append(next_pose(poses[-1], action))
    return tuple(poses)


def stretches_of(route: Sequence[Action], first: int, last: int) -> tuple[Stretch, ...]:
    """The steps from pose `first` to pose `last` as turns and moves."""
    found = []
    i = first
    while i < last:
        at, turn, moves = i, 0, 0
        while i < last and route[i] == route[at] and route[i] >= Action.LEFT:
            turn += 1 if route[i] is Action.RIGHT else -1
            i += 1
        way = route[i] if i < last else None
        while i < last and way is not None and way <= Action.BACKWARD and route[i] is way:
            moves += 1 if way is Action.FORWARD else -1
            i += 1
        found.append(Stretch(at, turn, moves))
    return tuple(found)


def legs(intention: Intention, poses: Sequence[Pose], selected: frozenset[int]) -> tuple[Leg, ...]:
    """One leg for each card in order, and one for the place or heading to end with."""
    route = intention.route
    found: list[Leg] = []
    here, on = 0, set(selected)
    for cell in intention.cards:
        aim = Aim.DESELECT if cell in on else Aim.SELECT
        on ^= {cell}
        there = _arrival(cell, here, poses)
        found.append(Leg(aim, cell, here, there, stretches_of(route, here, there)))
        here = there
    end = len(poses) - 1
    wanted = intention.end if intention.end is not None else poses[end].cell
    if here < end:
        found.append(Leg(Aim.GO, wanted, here, end, stretches_of(route, here, end)))
    return tuple(found)


def _arrival(cell: int, here: int, poses: Sequence[Pose]) -> int:
    """The pose at which a cell is next stepped onto; the same pose if it never is."""
    for i in range(here + 1, len(poses)):
        if poses[i].cell == cell and poses[i - 1].cell != cell:
            return i
    return here
