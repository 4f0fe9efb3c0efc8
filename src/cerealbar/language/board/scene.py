"""One moment of a game as an instruction speaks of it: what lies where, and who sees what."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from cerealbar.game import (
    Card,
    Player,
    Pose,
    StateArray,
    cards_on,
    coordinates,
    pose_of,
)
from cerealbar.language.board.claims import SaidFace
from cerealbar.language.board.land import Land, Landmark, land_of
from cerealbar.language.board.relations import Relation, holds
from cerealbar.language.board.trail import Aim, Leg, legs, walk
from cerealbar.language.board.zones import is_in_sight
from cerealbar.language.errors import IntentionError
from cerealbar.language.intention import Intention


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
