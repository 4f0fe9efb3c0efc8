"""Ways to goals: exact paths over the cards in order, by no other card, to the end."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from cerealbar.agents.oracle import follower_tour
from cerealbar.agents.pathfinding import Tour
from cerealbar.agents.skill import TURNING_AROUND
from cerealbar.game import (
    CELLS,
    HEADINGS,
    IS_PASSABLE,
    NEXT_POSE,
    Action,
    Array,
    Heading,
    Player,
    StateArray,
    card_slot,
    kernel,
)

_FOLLOWER = int(Player.FOLLOWER)


@dataclass(frozen=True, slots=True)
class WantedGoals:
    """What a follower is to do."""

    cards: tuple[int, ...]
    """Cells of the cards to step onto, in order."""
    end: int | None
    """Where to end, if not on the last card."""
    heading: Heading | None
    """How to look then, if that matters."""


def find_way(states: StateArray, wanted: WantedGoals) -> Tour | None:
    """The shortest way of the first game's follower to its goals.

    Cards that are gone are left out, and so is what cannot be reached without stepping onto another
    card. If their order is what stands in the way, they are taken in another. None if nothing is
    left to do.
    """
    state = states[0]
    on_board = state["card_cell"][: state["cards"]].tolist()
    wanted = replace(wanted, cards=tuple([cell for cell in wanted.cards if cell in on_board]))
    if not wanted.cards and wanted.end is None and wanted.heading is None:
        return None
    tour = follower_tour(states, wanted.cards, wanted.end, wanted.heading, TURNING_AROUND)
    return tour or _any_order(states, wanted) or _what_is_left(states, wanted)


def _any_order(states: StateArray, wanted: WantedGoals) -> Tour | None:
    tours = (
        follower_tour(states, cards, wanted.end, wanted.heading, TURNING_AROUND)
        for cards in permutations(wanted.cards)
    )
    found = [tour for tour in tours if tour is not None]
    return min(found, key=_price, default=None)


def _price(tour: Tour) -> int:
    return sum(TURNING_AROUND if step is Action.BACKWARD else 1 for step in tour.steps)


def _what_is_left(states: StateArray, wanted: WantedGoals) -> Tour | None:
    """The way to those goals that can be reached one after the other."""
    cards: tuple[int, ...] = ()
    best: Tour | None = None
    for cell in wanted.cards:
        tour = follower_tour(states, (*cards, cell), None, None, TURNING_AROUND)
        if tour is not None:
            cards, best = (*cards, cell), tour
    return follower_tour(states, cards, wanted.end, wanted.heading, TURNING_AROUND) or best


@kernel
def _check_ways(
    states: Array, steps: Array, taken: Array, counts: Array, goals: Array, is_clear: Array
) -> None:
    is_goal = np.zeros(CELLS, np.bool_)
    for i in range(len(states)):
        state = states[i]
        for cell in goals[i]:
            if cell >= 0:
                is_goal[cell] = True
        pose = int(state.player_cell[_FOLLOWER]) * HEADINGS + int(state.player_heading[_FOLLOWER])
        is_clear[i] = True
        for k in range(taken[i], counts[i]):
            pose = int(NEXT_POSE[pose, steps[i, k]])
            if pose < 0:
                is_clear[i] = False
                break
            cell = pose // HEADINGS
            if steps[i, k] <= Action.BACKWARD and (
                not IS_PASSABLE[state.tile[cell]]
                or (not is_goal[cell] and card_slot(state, cell) >= 0)
            ):
                is_clear[i] = False
                break
        for cell in goals[i]:
            if cell >= 0:
                is_goal[cell] = False


def are_clear(states: StateArray, steps: Array, taken: Array, counts: Array, goals: Array) -> Array:
    """(N,): whether the steps (N, most) from `taken` to `counts` (N,) can be walked as they are.

    They meet no obstacle, and no card but those on the cells `goals` (N, most), where -1 is none.
    """
    is_clear = np.empty(len(states), np.bool_)
    _check_ways(states, steps, taken, counts, goals, is_clear)
    return is_clear


def cells_on_way(pose: int, steps: Sequence[int]) -> list[int]:
    """The cells that a walker is on, the first included, each once."""
    cells = [pose // HEADINGS]
    for step in steps:
        pose = int(NEXT_POSE[pose, step])
        cells.append(pose // HEADINGS)
    return list(dict.fromkeys(cells))
