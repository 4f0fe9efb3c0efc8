"""Boards for questions: real ones from seeds, with the players where a question needs them.

They have the paper's number of cards and plants whatever the study's rules are, since nothing that
is asked depends on it.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    CENTRES,
    DISTANCES,
    HEADINGS,
    IS_PASSABLE,
    MAX_SEED,
    TILE_PROP,
    WIDTH,
    Heading,
    MapError,
    Player,
    Pose,
    StateArray,
    can_combine,
    cards_on,
    coordinates,
    distance,
    neighbours,
    new_state,
)
from cerealbar.views import Sight, seen_cells

_MARGIN = 4
"""Cells between the border and the middle of a picture, so that it shows mostly board."""
_NEAR = 3
"""How far apart two things may lie that one picture shows."""


@dataclass(frozen=True, slots=True, eq=False)
class QuizBoard:
    """A board, and the cell in the middle of what a question asks about."""

    states: StateArray
    middle: int
    marked: tuple[int, ...] = ()


def selected_card_ahead(chance: random.Random, player: Player) -> QuizBoard:
    """A board on which one card is selected, and the player stands before it."""

    def select(states: StateArray) -> QuizBoard | None:
        cells = states["card_cell"][0, : states["cards"][0]].tolist()
        cell = _step_before_any(states, chance, player, cells)
        if cell is None:
            return None
        states["selected"][0] = 1 << cells.index(cell)
        return QuizBoard(states, cell)

    return _first_fitting(chance, select)


def obstacle_ahead(chance: random.Random, player: Player) -> QuizBoard:
    """A board on which a prop stands before the player."""

    def face(states: StateArray) -> QuizBoard | None:
        props = np.flatnonzero(TILE_PROP[states["tile"][0]]).tolist()
        cell = _step_before_any(states, chance, player, props)
        return None if cell is None else QuizBoard(states, cell, (cell,))

    return _first_fitting(chance, face)


def clashing_pair(chance: random.Random) -> QuizBoard:
    """A board on which two cards near each other are selected and clash."""

    def select(states: StateArray) -> QuizBoard | None:
        pairs = list(_clashes_nearby(states))
        if not pairs:
            return None
        one, other = chance.choice(pairs)
        states["selected"][0] = 1 << one | 1 << other
        return QuizBoard(states, _between(*states["card_cell"][0, [one, other]]))

    return _first_fitting(chance, select)


def marked_card(chance: random.Random, sight: Sight, in_view: bool) -> QuizBoard:
    """A board with a marked card that is in the follower's view or not.

    If no card near the follower is, as with eyes all around, it is the other way round.
    """

    def mark(states: StateArray) -> QuizBoard | None:
        cards = [card.cell for card in cards_on(states) if _is_inner(card.cell)]
        if not cards:
            return None
        cell = chance.choice(cards)
        poses = _poses_by_view(states, cell, sight)
        fitting = poses[in_view] or poses[not in_view]
        if not fitting:
            return None
        pose = chance.choice(fitting)
        _put(states, Player.FOLLOWER, pose)
        return QuizBoard(states, pose.cell, (cell,))

    return _first_fitting(chance, mark)


def _first_fitting(
    chance: random.Random, arrange: Callable[[StateArray], QuizBoard | None]
) -> QuizBoard:
    """The first of many boards that can be arranged as a question needs it."""
    return next(board for states in _boards(chance) if (board := arrange(states)) is not None)


def _boards(chance: random.Random) -> Iterator[StateArray]:
    while True:
        try:
            yield new_state(chance.randint(0, MAX_SEED))
        except MapError:  # a few seeds have no map
            continue


def _step_before_any(
    states: StateArray, chance: random.Random, player: Player, cells: Sequence[int]
) -> int | None:
    """One of some cells, onto which a step forward of the player now leads, or would lead."""
    free = _free_cells(states)
    ways = [
        (cell, Pose(near, Heading((heading + 3) % HEADINGS)))
        for cell in filter(_is_inner, cells)
        for heading, near in enumerate(neighbours(cell))
        if free[near]
    ]
    if not ways:
        return None
    cell, pose = chance.choice(ways)
    _put(states, player, pose)
    return cell


def _clashes_nearby(states: StateArray) -> Iterator[tuple[int, int]]:
    """The slots of cards that clash and fit into one picture."""
    cells, kinds = states["card_cell"][0], states["card_kind"][0]
    for one, other in combinations(range(int(states["cards"][0])), 2):
        is_near = 1 < distance(cells[one], cells[other]) <= _NEAR
        clashes = not can_combine(kinds[one], kinds[other])
        if is_near and clashes and _is_inner(_between(cells[one], cells[other])):
            yield one, other


def _poses_by_view(states: StateArray, cell: int, sight: Sight) -> dict[bool, list[Pose]]:
    """Where the follower could stand near a cell, by whether it would see the cell."""
    poses: dict[bool, list[Pose]] = {True: [], False: []}
    free = _free_cells(states)
    for near in np.flatnonzero((DISTANCES[cell] >= 2) & (DISTANCES[cell] <= _NEAR)).tolist():
        for heading in Heading if free[near] and _is_inner(near) else ():
            _put(states, Player.FOLLOWER, Pose(near, heading))
            is_seen = _plain_view(states, cell, sight)
            if is_seen is not None:
                poses[is_seen].append(Pose(near, heading))
    return poses


def _free_cells(states: StateArray) -> NDArray[np.bool_]:
    """(625,): whether a player can stand there without covering anything."""
    free: NDArray[np.bool_] = IS_PASSABLE[states["tile"][0]]
    free[[card.cell for card in cards_on(states)]] = False
    free[states["player_cell"][0]] = False
    return free


def _plain_view(states: StateArray, cell: int, sight: Sight) -> bool | None:
    """Whether the follower sees a cell; None at the edge of its view, where pictures mislead."""
    seen = seen_cells(states, Player.FOLLOWER, sight)[0]
    views = {bool(seen[near]) for near in (cell, *neighbours(cell))}
    return views.pop() if len(views) == 1 else None


def _put(states: StateArray, player: Player, pose: Pose) -> None:
    states["player_cell"][0, player] = pose.cell
    states["player_heading"][0, player] = pose.heading


def _is_inner(cell: int) -> bool:
    return all(_MARGIN <= place < WIDTH - _MARGIN for place in coordinates(cell))


def _between(one: int, other: int) -> int:
    """The cell nearest to the middle of two."""
    away = CENTRES - (CENTRES[one] + CENTRES[other]) / 2
    return int(np.hypot(*away.T).argmin())
