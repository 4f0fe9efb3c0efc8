"""Maps from seeds: terrain, props, cards and start poses exactly as the original game draws them.

Every draw, also one whose result is thrown away, is in the original's order, because the same
stream of random numbers later yields the replacement cards.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from cerealbar.compiling import Array, Record, kernel
from cerealbar.game.deal import draw_faces, place_card, take_random_cell
from cerealbar.game.errors import MapError
from cerealbar.game.hexgrid import CELLS, NEIGHBOURS, Heading
from cerealbar.game.landscape import (
    MAX_CHOICES,
    build_structures,
    place_path_objects,
    plant_trees,
    shape_land,
)
from cerealbar.game.paths import DONE, ENDLESS, NO_BORDER_START, NO_WAY_TO_SPLIT, lay_paths
from cerealbar.game.prng import check_seed, seed_words
from cerealbar.game.rules import PAPER, UNLIMITED, Cancelling, Rules
from cerealbar.game.state import STATE, Player, StateArray, release, take
from cerealbar.game.tiles import GRASS, IS_PASSABLE

_LEADER, _FOLLOWER = int(Player.LEADER), int(Player.FOLLOWER)
_START_HEADING = int(Heading.NE)
NO_ROOM = 4
NOT_SOLVABLE = 5
_MAX_REDRAWS = 1000

_REASONS = {
    NO_BORDER_START: "no path can start at the border",
    NO_WAY_TO_SPLIT: "a path has to split where no cell is free",
    ENDLESS: "the path network never ends",
    NO_ROOM: "no cell is free for a card or a player",
    NOT_SOLVABLE: f"{_MAX_REDRAWS} redraws gave no map on which everything can be reached",
}


@kernel
def draw_map(state: Record, path_objects: int) -> int:
    """Draw a whole map into a blank record; returns `DONE` or why the original fails."""
    shape_land(state)
    failure = lay_paths(state.tile, state.rng)
    if failure != DONE:
        return failure
    is_grass = np.empty(CELLS, np.bool_)
    for cell in range(CELLS):
        is_grass[cell] = state.tile[cell] == GRASS
    choices = np.empty(MAX_CHOICES, np.int64)
    plant_trees(state, is_grass, choices)
    build_structures(state, is_grass, choices)
    place_path_objects(state, is_grass, choices, path_objects)
    for slot in range(np.int64(state.cards)):
        choices[slot] = slot
    draw_faces(state, choices[: np.int64(state.cards)])
    for slot in range(state.cards):
        if not place_card(state, slot):
            return NO_ROOM
    for player in (_LEADER, _FOLLOWER):
        cell = take_random_cell(state, True)
        if cell < 0:
            return NO_ROOM
        state.player_cell[player] = cell
        state.player_heading[player] = _START_HEADING
    return DONE


@kernel
def reachable_cells(state: Record, start: int) -> Array:
    """Which cells (625,) a player on `start` can walk to."""
    reached = np.zeros(CELLS, np.bool_)
    stack = np.empty(CELLS, np.int64)
    reached[start] = True
    stack[0] = start
    top = 1
    while top:
        top -= 1
        for near in NEIGHBOURS[stack[top]]:
            if near >= 0 and not reached[near] and IS_PASSABLE[state.tile[near]]:
                reached[near] = True
                stack[top] = near
                top += 1
    return reached


@kernel
def is_solvable(state: Record) -> bool:
    """Whether the players can walk to each other and to every card."""
    reached = reachable_cells(state, state.player_cell[_LEADER])
    for slot in range(state.cards):
        if not reached[state.card_cell[slot]]:
            return False
    return reached[state.player_cell[_FOLLOWER]]


@kernel
def _draw_solvable_map(state: Record, path_objects: int) -> int:
    """Draw maps from one stream until one is solvable, and keep later cards in reach."""
    for _ in range(_MAX_REDRAWS):
        for cell in range(CELLS):
            state.tile[cell] = GRASS
        release(state)
        if draw_map(state, path_objects) == DONE and is_solvable(state):
            reached = reachable_cells(state, state.player_cell[_LEADER])
            for cell in range(CELLS):
                if IS_PASSABLE[state.tile[cell]] and not reached[cell]:
                    take(state, cell)
            return DONE
    return NOT_SOLVABLE


# Two functions, so that only what is asked for is compiled.


@kernel
def _fill_any(states: Array, path_objects: int, failures: Array) -> None:
    """Draw the map of each record's seed; `failures` gets `DONE` or why there is none."""
    for i in range(len(states)):
        seed_words(states[i].rng, states[i].seed)
        failures[i] = draw_map(states[i], path_objects)


@kernel
def _fill_solvable(states: Array, path_objects: int, failures: Array) -> None:
    """The same with maps on which everything can be reached."""
    for i in range(len(states)):
        seed_words(states[i].rng, states[i].seed)
        failures[i] = _draw_solvable_map(states[i], path_objects)


def blank_states(count: int, rules: Rules = PAPER) -> StateArray:
    """Records of games that have not begun, without a map, cards or players."""
    states = np.zeros(count, STATE)
    states["seed"] = -1
    states["cards"] = rules.cards
    states["step_limits"] = (rules.leader_steps, rules.follower_steps)
    states["steps_left"] = rules.leader_steps
    states["half_turns_left"] = UNLIMITED if rules.half_turns is None else rules.half_turns
    states["extra_half_turns"][:, : len(rules.extra_half_turns)] = rules.extra_half_turns
    states["cancelling"] = tuple(Cancelling).index(rules.cancelling)
    states["player_heading"] = _START_HEADING
    states["turn"] = Player.LEADER
    return states


def draw_states(
    seeds: NDArray[np.int64], rules: Rules = PAPER
) -> tuple[StateArray, NDArray[np.int8]]:
    """Records of new games, one a seed, and (N,) 0 or why it has no map.

    The seeds must be in range; a record without a map is not to be played.
    """
    states = blank_states(len(seeds), rules)
    states["seed"] = seeds
    failures = np.empty(len(seeds), np.int8)
    fill = _fill_solvable if rules.solvable else _fill_any
    fill(states, rules.path_objects, failures)
    return states, failures


def new_states(seeds: Iterable[int], rules: Rules = PAPER) -> StateArray:
    """Records of new games, one a seed.

    Raises:
        SeedError: a seed is not an integer in range.
        MapError: the original generator fails on a seed.
    """
    checked = np.array([check_seed(seed) for seed in seeds], np.int64)
    states, failures = draw_states(checked, rules)
    if failures.any():
        i = int(failures.argmax())
        raise MapError(f"seed {checked[i]} has no map: {_REASONS[failures[i]]}")
    return states


def new_state(seed: int, rules: Rules = PAPER) -> StateArray:
    """The record of a new game, as an array of one."""
    return new_states((seed,), rules)
