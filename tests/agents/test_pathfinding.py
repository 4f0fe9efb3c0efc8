from collections import deque

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.agents import avoided_cells, shortest_path
from cerealbar.game import (
    CELLS,
    NEIGHBOURS,
    OUTSIDE,
    Action,
    Game,
    Heading,
    Player,
    Pose,
    coordinates,
)

STEPS = (Action.FORWARD, Action.BACKWARD, Action.LEFT, Action.RIGHT)


def after(cell: int, heading: int, action: Action) -> tuple[int, int]:
    if action in (Action.LEFT, Action.RIGHT):
        return cell, (heading + (1 if action is Action.RIGHT else 5)) % 6
    way = heading if action is Action.FORWARD else (heading + 3) % 6
    return int(NEIGHBOURS[cell, way]), heading


def plain_distance(
    blocked: np.ndarray, start: tuple[int, int], goal: int, facing: int | None
) -> int | None:
    """The length of a shortest path, by the obvious search."""
    reached = {start: 0}
    queue = deque([start])
    while queue:
        pose = queue.popleft()
        if pose[0] == goal and facing in (None, pose[1]):
            return reached[pose]
        for action in STEPS:
            new = after(*pose, action)
            may_enter = new[0] != OUTSIDE and (new[0] == pose[0] or not blocked[new[0]])
            if may_enter and new not in reached:
                reached[new] = reached[pose] + 1
                queue.append(new)
    return None


cells = st.integers(0, CELLS - 1)
headings = st.sampled_from(Heading)


@given(st.integers(0, 60), cells, headings, cells, st.none() | headings)
def test_a_path_leads_to_the_goal_by_free_cells_and_none_is_shorter(
    seed: int, cell: int, heading: Heading, goal: int, facing: Heading | None
) -> None:
    rng = np.random.default_rng(seed)
    blocked = rng.random(CELLS) < seed / 100
    path = shortest_path(blocked, Pose(cell, heading), goal, facing)
    shortest = plain_distance(blocked, (cell, int(heading)), goal, facing)
    if path is None:
        assert shortest is None
        return
    assert len(path) == shortest
    pose = (cell, int(heading))
    for action in path:
        before, pose = pose, after(*pose, action)
        assert pose[0] == before[0] or not blocked[pose[0]]
    assert pose[0] == goal
    assert facing is None or pose[1] == facing


def test_a_path_walked_in_a_game_touches_only_the_wanted_card() -> None:
    for seed in range(30):
        game = Game(seed)
        card = game.cards[0]
        blocked = avoided_cells(game.states, [card.cell])
        path = shortest_path(blocked, game.pose(Player.LEADER), card.cell)
        if path is None:
            continue
        game.states["steps_left"] = 1000
        for action in path:
            game.step(action)
        assert [c.cell for c in game.cards if c.is_selected] == [card.cell], coordinates(card.cell)
