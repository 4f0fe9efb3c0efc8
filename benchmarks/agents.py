"""Simulated players: path finding, play-offs with the oracle, and synthetic games."""

import random
import time
from collections import deque
from collections.abc import Callable

from benchmarks.figure import Figure, median_seconds
from cerealbar.agents import avoided_cells, shortest_path
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.agents.registry import make_follower, make_leader
from cerealbar.agents.simulation import play_off
from cerealbar.game import NEIGHBOURS, Array, Heading, Pose, Rules, new_states

PLANS = 1000
GAMES = 60


def _plain_distance(blocked: Array, start: int, goal: int) -> int:
    """The obvious search over poses, in plain Python."""
    first = (start, 0)
    reached = {first: 0}
    queue = deque([first])
    while queue:
        cell, heading = queue.popleft()
        if cell == goal:
            return reached[cell, heading]
        for after in (
            (cell, (heading + 1) % 6),
            (cell, (heading + 5) % 6),
            (int(NEIGHBOURS[cell, heading]), heading),
            (int(NEIGHBOURS[cell, (heading + 3) % 6]), heading),
        ):
            if after[0] >= 0 and not blocked[after[0]] and after not in reached:
                reached[after] = reached[cell, heading] + 1
                queue.append(after)
    return -1


def _path_rates() -> tuple[float, float]:
    states = new_states(range(70_000, 70_010), Rules(solvable=True))
    rng = random.Random(1)
    tasks = []
    for _ in range(PLANS):
        one = states[rng.randrange(len(states)) :][:1]
        goal = int(one["card_cell"][0, rng.randrange(21)])
        tasks.append((avoided_cells(one, [goal]), int(one["player_cell"][0, 1]), goal))

    def find_all() -> None:
        for blocked, start, goal in tasks:
            shortest_path(blocked, Pose(start, Heading.NE), goal)

    def find_plainly() -> None:
        for blocked, start, goal in tasks[:10]:
            _plain_distance(blocked, start, goal)

    return PLANS / _cpu_seconds(find_all, 9), 10 / _cpu_seconds(find_plainly)


def _cpu_seconds(call: Callable[[], object], repeats: int = 3) -> float:
    return median_seconds(call, repeats, time.process_time)


def measure() -> list[Figure]:
    plans, plain = _path_rates()
    leader, oracle = make_leader("scripted-plain"), make_follower("oracle")
    playing = _cpu_seconds(lambda: play_off(leader, oracle, GAMES, seed=1))
    making = _cpu_seconds(lambda: [corpus_game(1, index) for index in range(GAMES)])
    steps = sum(len(corpus_game(1, index).events) for index in range(5)) / 5
    return [
        Figure("path finding", plans, "plans/CPU-s", plain, ">= 20,000"),
        Figure("play-off with the oracle", GAMES / playing, "games/CPU-s", plain / steps, ">= 50"),
        Figure("synthetic games", GAMES / making, "games/CPU-s", plain / steps, ">= 3.4"),
    ]
