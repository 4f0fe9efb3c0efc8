"""What a walker meets and pays: the ground of a game, costs of steps, distances to all poses."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.search import (
    ANY,
    BLOCKED,
    FAR,
    FREE,
    MAX_COST,
    NODES,
    STEPS,
    TERMINAL,
    search,
)
from cerealbar.game import (
    ACTIONS,
    CELLS,
    HEADINGS,
    IS_PASSABLE,
    POSES,
    Action,
    Array,
    Heading,
    StateArray,
    kernel,
)

EQUAL_COSTS = (1, 1, 1, 1)
"""What a step forward, backward, left and right costs, in the order of `Action`.

Other costs are for walkers who would rather turn around than walk backward.
"""


@kernel
def _fill_distances(ground: Array, start: int, heading: int, step_costs: Array, out: Array) -> None:
    distances = np.empty(NODES, np.int16)
    came_by = np.empty(NODES, np.int8)
    start_costs = np.full(HEADINGS, FAR, np.int16)
    start_costs[heading] = 0
    search(ground, start, start_costs, step_costs, ANY, ANY, 0, distances, came_by)
    for pose in range(POSES):
        out[pose] = distances[pose]
    for turned in range(HEADINGS):
        out[start * HEADINGS + turned] = distances[POSES + turned]


@kernel
def _fill_ground(states: Array, card_ground: int, ground: Array) -> None:
    state = states[0]
    for cell in range(CELLS):
        ground[cell] = FREE if IS_PASSABLE[state.tile[cell]] else BLOCKED
    for slot in range(state.cards):
        if ground[state.card_cell[slot]] == FREE:
            ground[state.card_cell[slot]] = card_ground


def avoided_cells(states: StateArray, touch: Iterable[int] = ()) -> NDArray[np.bool_]:
    """(625,): the cells of a game (the first of `states`) that a path must not enter.

    These are obstacles, and cards but for those on the cells in `touch`.
    """
    ground = np.empty(CELLS, np.uint8)
    _fill_ground(states, BLOCKED, ground)
    for cell in touch:
        ground[cell] = not IS_PASSABLE[states["tile"][0, cell]]
    return ground.view(np.bool_)


def ground_of(states: StateArray) -> NDArray[np.uint8]:
    """(625,): the ground of a game on which cards are terminal."""
    ground = np.empty(CELLS, np.uint8)
    _fill_ground(states, TERMINAL, ground)
    return ground


def distances(
    ground: NDArray[np.uint8],
    cell: int,
    heading: Heading,
    step_costs: Sequence[int] = EQUAL_COSTS,
) -> NDArray[np.int16]:
    """(625, 6): what it costs to get from a pose to every pose, or `FAR`."""
    found = np.empty(POSES, np.int16)
    _fill_distances(ground, int(cell), int(heading), cost_array(step_costs), found)
    return found.reshape(CELLS, HEADINGS)


def as_actions(steps: NDArray[np.int8]) -> tuple[Action, ...]:
    """Steps that a kernel wrote, as actions."""
    return tuple([ACTIONS[step] for step in steps.tolist()])


_COST_ARRAYS: dict[tuple[int, ...], NDArray[np.int16]] = {}


def cost_array(step_costs: Sequence[int]) -> NDArray[np.int16]:
    """The costs of the four steps as an array.

    Raises:
        ValueError: they are not four integers from 1 to `MAX_COST`.
    """
    key = tuple(step_costs)
    known = _COST_ARRAYS.get(key)
    if known is None:
        if len(key) != STEPS or not all(0 < cost <= MAX_COST for cost in key):
            raise ValueError(f"{key!r} are no step costs: expected four from 1 to {MAX_COST}")
        known = _COST_ARRAYS[key] = np.array(key, np.int16)
    return known
