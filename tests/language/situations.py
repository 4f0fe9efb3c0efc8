"""Random situations in which a leader might write: a state, an intention, and some history."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np

from cerealbar.agents import avoided_cells, shortest_path
from cerealbar.game import (
    CELLS,
    IS_PASSABLE,
    NEIGHBOURS,
    Action,
    Array,
    Heading,
    Player,
    Pose,
    StateArray,
    is_set,
    kernel,
    new_states,
)
from cerealbar.language import Intention, Memory, Purpose
from cerealbar.language.board.scene import walk

MAPS = 60
LONGEST = 16
POSES = CELLS * 6


@dataclass(frozen=True, slots=True)
class Situation:
    states: StateArray
    intention: Intention
    memory: Memory
    start: Pose


@lru_cache(maxsize=1)
def _maps() -> StateArray:
    return new_states(np.arange(1, MAPS + 1))


def _selected_bits(rng: Random, cards: int) -> int:
    return sum(1 << slot for slot in rng.sample(range(cards), rng.choice((0, 0, 0, 1, 1, 2))))


def situation(rng: Random, purpose: Purpose | None = None) -> Situation:
    """One situation; the same for the same generator."""
    while True:
        found = _try(rng, purpose)
        if found is not None:
            return found


def _try(rng: Random, purpose: Purpose | None) -> Situation | None:
    states = _maps()[rng.randrange(MAPS) :][:1].copy()
    state = states[0]
    cards = int(state["cards"])
    state["selected"] = _selected_bits(rng, cards)
    state["score"] = rng.randrange(12)
    state["half_turns_left"] = rng.randrange(1, 40)
    free = np.flatnonzero(IS_PASSABLE[state["tile"]]).tolist()
    state["player_cell"] = rng.sample(free, 2)
    state["player_heading"] = [rng.randrange(6), rng.randrange(6)]
    start = Pose(int(state["player_cell"][1]), Heading(int(state["player_heading"][1])))
    chosen = purpose or rng.choices(list(Purpose), (72, 13, 9, 6))[0]
    memory = Memory(texts=("go",) * rng.randrange(3), has_scored=rng.random() < 0.2)
    match chosen:
        case Purpose.WAIT:
            others = tuple(rng.sample(state["card_cell"][:cards].tolist(), rng.randrange(2)))
            return Situation(states, Intention(chosen, leader_cards=others), memory, start)
        case Purpose.APPROACH:
            return _approach(rng, states, start, free, memory)
        case Purpose.CORRECT:
            return _correct(rng, states, start, memory)
        case _:
            return _collect(rng, states, start, memory)


def _route(
    states: StateArray, start: Pose, cells: tuple[int, ...], end: int | None = None
) -> tuple[Action, ...] | None:
    route: tuple[Action, ...] = ()
    pose = start
    for goal in (*cells, *(() if end is None else (end,))):
        if goal == pose.cell:
            part = _off_and_on(states, pose)
        else:
            blocked = avoided_cells(states, (goal,) if goal in cells else ())
            part = natural_path(blocked, pose, goal)
        if part is None:
            return None
        route += part
        pose = walk(pose, part)[-1]
    return route if 0 < len(route) <= LONGEST * max(1, len(cells)) else None


@kernel
def _forward_search(blocked: Array, start: int, goal: int, came_by: Array) -> int:
    """Breadth first over poses by moves ahead and turns only."""
    queue = np.empty(POSES, np.int16)
    came_by[:] = -1
    came_by[start] = 4
    queue[0], end = start, 1
    for i in range(POSES):
        if i == end:
            return -1
        cell, heading = queue[i] // 6, queue[i] % 6
        if cell == goal:
            return int(queue[i])
        for action in (0, 2, 3):
            near = NEIGHBOURS[cell, heading] if action == 0 else cell
            turned = heading if action == 0 else (heading + (5 if action == 2 else 1)) % 6
            after = near * 6 + turned
            if near >= 0 and came_by[after] < 0 and not blocked[near]:
                came_by[after] = action
                queue[end] = after
                end += 1
    return -1


def natural_path(blocked: Array, start: Pose, goal: int) -> tuple[Action, ...] | None:
    """A shortest path without long walks backwards, which no person would ask for."""
    path = shortest_path(blocked, start, goal)
    if path is None or path.count(Action.BACKWARD) <= 2:
        return path
    came_by = np.empty(POSES, np.int8)
    pose = _forward_search(blocked, start.cell * 6 + start.heading, goal, came_by)
    steps: list[Action] = []
    while pose >= 0 and came_by[pose] < 4:
        action = Action(int(came_by[pose]))
        steps.append(action)
        cell, heading = divmod(pose, 6)
        match action:
            case Action.FORWARD:
                pose = int(NEIGHBOURS[cell, (heading + 3) % 6]) * 6 + heading
            case Action.LEFT:
                pose = cell * 6 + (heading + 1) % 6
            case _:
                pose = cell * 6 + (heading + 5) % 6
    return tuple(reversed(steps)) if steps else None


def _off_and_on(states: StateArray, pose: Pose) -> tuple[Action, ...] | None:
    blocked = avoided_cells(states)
    for there, back in ((0, 1), (1, 0)):
        cell = walk(pose, (Action(there),))[-1].cell
        if cell != pose.cell and not blocked[cell]:
            return Action(there), Action(back)
    return None


def _cells(states: StateArray, *, is_selected: bool) -> list[int]:
    state = states[0]
    bits = int(state["selected"])
    return [
        int(state["card_cell"][slot])
        for slot in range(int(state["cards"]))
        if bool(bits >> slot & 1) == is_selected
    ]


def _shares(rng: Random, states: StateArray) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A set's cards for the follower and for the leader; one of it may be selected before."""
    state = states[0]
    slots = rng.sample(range(int(state["cards"])), int(state["cards"]))
    kinds = state["card_kind"].tolist()
    a = slots[0]
    pairs = [(b, c) for b in slots[1:] for c in slots[1:] if b < c]
    found = [pair for pair in pairs if is_set(*(kinds[slot] for slot in (a, *pair)))]
    if not found:
        return (), ()
    cells = [int(state["card_cell"][slot]) for slot in (a, *found[0])]
    state["selected"] = 0
    if rng.random() < 0.3:
        state["selected"] = 1 << a
        del cells[0]
    count = rng.randint(1, len(cells))
    return tuple(cells[:count]), tuple(cells[count:])


def _collect(rng: Random, states: StateArray, start: Pose, memory: Memory) -> Situation | None:
    targets, leader = _shares(rng, states) if rng.random() < 0.3 else ((), ())
    cells = [cell for cell in _cells(states, is_selected=False) if cell != start.cell]
    if not targets:
        count = rng.choices((1, 2, 3), (76, 21, 3))[0]
        targets = tuple(rng.sample(cells, count))
        others = [cell for cell in cells if cell not in targets]
        leader = tuple(rng.sample(others, rng.randrange(3)))
    end = None
    if rng.random() < 0.05:
        free = np.flatnonzero(~avoided_cells(states)).tolist()
        end = rng.choice(free)
    route = _route(states, start, targets, end)
    if route is None:
        return None
    named = targets[0] if rng.random() < 0.1 else None
    memory = Memory(memory.texts, named=named, has_scored=memory.has_scored)
    intention = Intention(Purpose.COLLECT, targets, end, route=route, leader_cards=leader)
    return Situation(states, intention, memory, start)


def _approach(
    rng: Random, states: StateArray, start: Pose, free: list[int], memory: Memory
) -> Situation | None:
    blocked = avoided_cells(states)
    end = rng.choice([cell for cell in free if not blocked[cell] and cell != start.cell])
    heading = Heading(rng.randrange(6)) if rng.random() < 0.2 else None
    if rng.random() < 0.1:
        end, heading = start.cell, Heading(rng.randrange(6))
    if heading is None:
        route = natural_path(blocked, start, end)
    else:
        route = shortest_path(blocked, start, end, heading)
    if not route or len(route) > LONGEST:
        return None
    intention = Intention(Purpose.APPROACH, (), end, heading, route)
    return Situation(states, intention, memory, start)


def _correct(rng: Random, states: StateArray, start: Pose, memory: Memory) -> Situation | None:
    chosen = _cells(states, is_selected=True)
    fault = rng.choice((Player.LEADER, Player.FOLLOWER, None))
    if chosen and rng.random() < 0.8:
        targets: tuple[int, ...] = (rng.choice(chosen),)
        if rng.random() < 0.5:
            start = Pose(targets[0], start.heading)
            states[0]["player_cell"][1] = targets[0]
        if rng.random() < 0.3:
            targets += (rng.choice(_cells(states, is_selected=False)),)
    else:
        targets = (rng.choice(_cells(states, is_selected=False)),)
    route = _route(states, start, targets)
    if route is None:
        return None
    touched = targets[:1] if rng.random() < 0.7 else ()
    memory = Memory(memory.texts, touched, fault=fault, is_pleased=False)
    return Situation(states, Intention(Purpose.CORRECT, targets, route=route), memory, start)
