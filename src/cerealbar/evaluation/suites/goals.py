"""Moments of games, and what a leader might want then: what instructions are written for."""

import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import ScriptedLeader, SimulatedFollower
from cerealbar.agents.pathfinding import Tour, avoided_cells, shortest_tour
from cerealbar.agents.simulation import map_seeds, play_games
from cerealbar.agents.skill import TURNING_AROUND
from cerealbar.evaluation.suites.running import leads_there
from cerealbar.evaluation.suites.suite import SuiteItem
from cerealbar.game import (
    DISTANCES,
    IS_PASSABLE,
    NEIGHBOURS,
    OUTSIDE,
    TILE_PROP,
    Action,
    Player,
    StateArray,
    can_combine,
    cards_on,
    distance,
    format_state,
    pose_of,
)
from cerealbar.records import build_examples

SHARES = (0.10, 0.45, 0.30, 0.15)
"""How many of the tasks ask for no card, one, two and three."""
_LONGEST = 24
"""Steps of a way that is asked for."""
_HALF_TURNS = 4
"""Half-turns that are left at least, so that no clock ends what is asked."""
_TRIES = 40
UNWRITTEN = "?"
"""The text of a task."""
_CLASHING = 0.1
"""How many of the tasks with cards ask for a selection that is no part of a set."""


def moments(seed: int) -> Iterator[StateArray]:
    """Boards of unlike maps, each when the follower begins with an instruction, without end."""
    rng = random.Random(f"moments {seed}")
    while True:
        leader = ScriptedLeader(rng.getrandbits(32))
        follower = SimulatedFollower(rng.getrandbits(32))
        seeds = map_seeds(16, rng.getrandbits(32))
        for game in play_games(leader, follower, seeds):
            starts = build_examples([game]).start
            left = np.flatnonzero(starts["half_turns_left"] >= _HALF_TURNS).tolist()
            if left:
                chosen = rng.choice(left)
                yield starts[chosen : chosen + 1].copy()


def goals(seed: int, count: int, shares: Sequence[float] = SHARES) -> Iterator[SuiteItem]:
    """So many boards with what is to be done on each, and no text yet."""
    rng = random.Random(f"goals {seed}")
    boards = moments(seed)
    for number in range(count):
        cards = rng.choices(range(len(shares)), shares)[0]
        task = None
        while task is None or not leads_there(task):
            states = next(boards)
            found = _errand(states, cards, rng) if cards else _walk(states, rng)
            task = found and _task(f"{seed}-{number:04}", states, *found)
        yield task


def _task(name: str, states: StateArray, wanted: tuple[int, ...], tour: Tour) -> SuiteItem:
    return SuiteItem(
        id=name,
        state=format_state(states),
        text=UNWRITTEN,
        cards=wanted,
        end=None if wanted else tour.end.cell,
        way=tuple(step.word for step in (*tour.steps, Action.DONE)),
    )


def _errand(
    states: StateArray, count: int, rng: random.Random
) -> tuple[tuple[int, ...], Tour] | None:
    """Cards to toggle one after the other, near ones most likely, and the way."""
    pose = pose_of(states, Player.FOLLOWER)
    must_combine = rng.random() >= _CLASHING
    for _ in range(_TRIES):
        wanted = _chain(states, pose.cell, count, rng)
        if must_combine and not _combines(states, wanted):
            continue
        avoided = avoided_cells(states, wanted)
        tour = shortest_tour(avoided, pose, wanted, backward=TURNING_AROUND)
        if tour is not None and len(tour.steps) <= _LONGEST:
            return tuple(wanted), tour
    return None


def _chain(states: StateArray, here: int, count: int, rng: random.Random) -> list[int]:
    """Cells of cards, each most likely near the one before."""
    cells = [each.cell for each in cards_on(states) if each.cell != here]
    wanted: list[int] = []
    while len(wanted) < count:
        left = [cell for cell in cells if cell not in wanted]
        here = rng.choices(left, [0.75 ** distance(here, cell) for cell in left])[0]
        wanted.append(here)
    return wanted


def _combines(states: StateArray, wanted: Sequence[int]) -> bool:
    """Whether toggling some cards leaves a part of a set selected, or a whole one."""
    kinds = [
        each.card.kind for each in cards_on(states) if each.is_selected != (each.cell in wanted)
    ]
    pairs = [(a, b) for i, a in enumerate(kinds) for b in kinds[:i]]
    return len(kinds) <= 3 and all(can_combine(a, b) for a, b in pairs)


def _walk(states: StateArray, rng: random.Random) -> tuple[tuple[int, ...], Tour] | None:
    """A place to go to, beside something that people see, and the way."""
    pose = pose_of(states, Player.FOLLOWER)
    avoided = avoided_cells(states)
    has_prop: NDArray[np.bool_] = TILE_PROP[states["tile"][0]] > 0
    beside = (has_prop[NEIGHBOURS] & (NEIGHBOURS != OUTSIDE)).any(axis=1)
    away = DISTANCES[pose.cell]
    free = beside & ~avoided & IS_PASSABLE[states["tile"][0]] & (away > 2) & (away < 12)
    for _ in range(_TRIES):
        places = np.flatnonzero(free).tolist()
        if not places:
            return None
        end = rng.choice(places)
        tour = shortest_tour(avoided, pose, (), end=end, backward=TURNING_AROUND)
        if tour is not None and len(tour.steps) <= _LONGEST:
            return (), tour
    return None
