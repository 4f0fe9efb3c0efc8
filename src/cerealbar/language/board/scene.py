"""One moment of a game as an instruction speaks of it: what lies where, who sees what, the way."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple

from cerealbar.game import (
    Action,
    Card,
    Player,
    Pose,
    StateArray,
    cards_on,
    coordinates,
    next_pose,
    pose_of,
)
from cerealbar.language.board.claims import SaidFace
from cerealbar.language.board.land import Land, Landmark, land_of
from cerealbar.language.board.relations import Relation, holds, is_in_sight
from cerealbar.language.intention import Intention, IntentionError


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


class Scene:
    """A state, the follower's expected pose, and the route of an intention."""

    __slots__ = (
        *("_sights", "cards", "intention", "land", "leader", "legs", "poses"),
        *("score", "selected", "turns_left"),
    )

    def __init__(
        self,
        states: StateArray,
        intention: Intention,
        start: Pose | None = None,
        selected: frozenset[int] | None = None,
    ) -> None:
        state = states[0]
        cards = cards_on(states)
        self.intention = intention
        self.land: Land = land_of(state["tile"].tobytes())
        self.cards: dict[int, Card] = {each.cell: each.card for each in cards}
        """The cards by cell."""
        if selected is None:
            selected = frozenset([each.cell for each in cards if each.is_selected])
        self.selected = selected
        """Cells of the cards that will be selected when the follower begins."""
        self.leader = pose_of(states, Player.LEADER)
        start = start or pose_of(states, Player.FOLLOWER)
        self.poses: tuple[Pose, ...] = walk(start, intention.route)
        """Where the follower will be, from its start to the end of the route."""
        _check(intention, self.poses, self.cards)
        self.legs: tuple[Leg, ...] = legs(intention, self.poses, selected)
        self.score = int(state["score"])
        half_turns = int(state["half_turns_left"])
        self.turns_left = (half_turns + 1) // 2 if half_turns >= 0 else None
        """Turns of each player that are left; None without a limit."""
        self._sights: dict[int, frozenset[int]] = {}

    def sight(self, at: int) -> frozenset[int]:
        """Cells of the cards that the follower sees from a pose of the trail."""
        if at not in self._sights:
            pose = self.poses[at]
            self._sights[at] = frozenset(cell for cell in self.cards if is_in_sight(pose, cell))
        return self._sights[at]

    def sees(self, at: int, cell: int) -> bool:
        """Whether the follower sees a cell from a pose of the trail."""
        return is_in_sight(self.poses[at], cell)

    def candidates(self, leg: Leg, at: int) -> tuple[int, ...]:
        """The cards among which a leg's card has to be told apart at a pose.

        Those that the follower sees, or all if it does not see that one; of them, those in the same
        state of selection, given what the legs before have done.
        """
        seen = self.sight(at)
        among: Iterable[int] = seen if leg.target in seen else self.cards
        on = self.selected_before(leg)
        wanted = leg.aim is Aim.DESELECT
        return tuple(sorted([cell for cell in among if (cell in on) == wanted]))

    def selected_before(self, leg: Leg) -> frozenset[int]:
        """Cells of the cards that will be selected when a leg begins."""
        on = self.selected
        for other in self.legs:
            if other is leg:
                break
            if other.aim is not Aim.GO:
                on ^= {other.target}
        return on

    def holds(self, relation: Relation, cell: int) -> bool:
        """Whether a cell lies so."""
        return holds(relation, cell, self.land)

    def matches(self, cell: int, face: SaidFace, relations: Sequence[Relation]) -> bool:
        """Whether a card fits a description."""
        return face.fits(self.cards[cell]) and all(
            self.holds(relation, cell) for relation in relations
        )

    def marks_in_sight(self, sorts: frozenset[str], at: int) -> list[Landmark]:
        """The landmarks of some sorts that the follower sees from a pose, at least in part."""
        pose = self.poses[at]
        return [
            mark
            for mark in self.land.of(sorts)
            if any(is_in_sight(pose, cell) for cell in mark.cells)
        ]


def _check(intention: Intention, poses: Sequence[Pose], cards: Mapping[int, Card]) -> None:
    """Raise an `IntentionError` if the route cannot be told as the way to the goals."""
    for cell in intention.cards:
        if cell not in cards:
            raise IntentionError(f"follower cannot toggle {coordinates(cell)}: no card lies there")
    end = poses[-1]
    if intention.end not in (None, end.cell):
        there, wanted = coordinates(end.cell), coordinates(intention.end or 0)
        raise IntentionError(f"follower cannot end on {wanted}: the route leads to {there}")
    if intention.heading not in (None, end.heading):
        raise IntentionError(
            f"follower cannot end facing {intention.heading!r}: the route ends {end.heading!r}"
        )
    left = [pose.cell for before, pose in pairwise(poses) if pose.cell != before.cell]
    for cell in intention.cards if intention.route else ():
        if cell not in left:
            raise IntentionError(f"follower cannot toggle {coordinates(cell)}: the route misses it")
        left = left[left.index(cell) + 1 :]
