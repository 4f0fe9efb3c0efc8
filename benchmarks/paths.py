"""Shortest paths to a card, single and as tours; the reference searches in plain Python."""

from collections import deque

from benchmarks.figure import Figure, median_seconds
from benchmarks.plain import OFFSETS, WIDTH
from cerealbar.agents import avoided_cells, shortest_path, shortest_tour
from cerealbar.game import Game, Heading, Player, Rules

GAMES = 40
CARDS = 18


def _plain_length(blocked: list[bool], cell: int, heading: int, goal: int) -> int:
    """The steps of a shortest path, by the obvious search."""
    queue = deque([(cell, heading, 0)])
    seen = {(cell, heading)}
    while queue:
        cell, heading, steps = queue.popleft()
        if cell == goal:
            return steps
        z, x = divmod(cell, WIDTH)
        found = [(cell, (heading + 1) % 6), (cell, (heading + 5) % 6)]
        for way in (heading, (heading + 3) % 6):
            dx, dz = OFFSETS[z % 2][way]
            if 0 <= x + dx < WIDTH and 0 <= z + dz < WIDTH:
                near = x + dx + WIDTH * (z + dz)
                if not blocked[near]:
                    found.append((near, heading))
        for pose in found:
            if pose not in seen:
                seen.add(pose)
                queue.append((*pose, steps + 1))
    return -1


def measure() -> list[Figure]:
    games = [Game(seed, Rules(solvable=True)) for seed in range(50_000, 50_000 + GAMES)]
    starts = [game.pose(Player.FOLLOWER) for game in games]
    cards = [[card.cell for card in game.cards] for game in games]
    single = [
        (avoided_cells(games[i].states, [cards[i][k]]), starts[i], cards[i][k])
        for i in range(GAMES)
        for k in range(CARDS)
    ]
    several = [
        (avoided_cells(games[i].states), starts[i], cards[i][k : k + 3])
        for i in range(GAMES)
        for k in range(CARDS)
    ]
    plain = [(blocked.tolist(), start, goal) for blocked, start, goal in single[:60]]

    def paths() -> None:
        for blocked, start, goal in single:
            shortest_path(blocked, start.cell, Heading(start.heading), goal)

    def tours() -> None:
        for blocked, start, goals in several:
            shortest_tour(blocked, start.cell, Heading(start.heading), goals)

    def plain_paths() -> None:
        for blocked, start, goal in plain:
            _plain_length(blocked, start.cell, start.heading, goal)

    reference = len(plain) / median_seconds(plain_paths, 5)
    return [
        Figure("paths", len(single) / median_seconds(paths), "paths/s", reference, ">= 20,000"),
        Figure(
            "tours of 3 cards", len(several) / median_seconds(tours, 5), "tours/s", reference, ""
        ),
    ]
